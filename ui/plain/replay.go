package plain

import (
	"context"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/ui/view"
)

// Replay prints a session again, in time: what a person wrote, what the model answered and asked, what came back.
type Replay struct {
	T      *Text
	Env    view.Env
	H      *graph.History
	Speed  float64       // 2 is twice as fast
	MaxGap time.Duration // no wait is longer than this; 0 never waits
	Sleep  func(ctx context.Context, d time.Duration) error
}

// Run prints the steps in order and waits between them as the session did.
func (r *Replay) Run(ctx context.Context, rows []int) error {
	steps := make([]view.ReplayStep, len(rows))
	for n, i := range rows {
		steps[n] = view.ReplayStep{Index: i, Time: r.H.Time(i)}
	}
	plan := view.NewReplay(steps, 0, max(r.MaxGap, time.Nanosecond))
	for n, i := range rows {
		b, err := r.H.Brief(ctx, i)
		if err != nil {
			return err
		}
		real, played, capped := plan.Gap(n)
		if capped && real >= time.Second {
			r.T.Line(view.Line{{Text: r.T.own("          … " + view.Took(real)), Style: view.Dim}})
		}
		if err := r.T.Flush(); err != nil {
			return err
		}
		if err := r.Sleep(ctx, time.Duration(float64(played)/r.Speed)); err != nil {
			return err
		}
		r.print(b, steps[n].Time)
		if r.T.Failed() {
			break
		}
	}
	return r.T.Flush()
}

func (r *Replay) print(b graph.Brief, now time.Time) {
	clock := strings.Repeat(" ", 8)
	if !now.IsZero() {
		clock = now.Local().Format(time.TimeOnly)
	}
	said := r.Env.BriefLine(b)
	head := view.Line{{Text: clock + "  ", Style: view.Dim}, {Text: said.Node, Style: view.Strong}}
	for _, c := range b.Asks {
		head = append(head, view.Span{Text: "  asks " + r.Env.CallShort(c, 60), Style: view.Plain})
	}
	if !r.H.Transcript && len(said.Changes) > 0 {
		head = append(append(head, view.Span{Text: "  "}), said.Changes...)
	}
	r.T.Line(head)
	if b.Says != "" {
		r.block(b.Says, view.Plain)
	}
	for _, c := range b.Results {
		mark, style := " ✓", view.OkStyle
		if c.Error {
			mark, style = " ✗", view.ErrStyle
		}
		if r.T.ASCII {
			mark = map[bool]string{false: " ok", true: " X"}[c.Error]
		}
		r.T.Line(view.Line{{Text: "          " + r.Env.CallShort(c, 60)}, {Text: mark, Style: style}})
		r.block(r.Env.Short(c.Result, 2000), view.Dim)
	}
	if b.Problem != "" && b.ProblemKind != "tool" {
		r.block(b.Problem, view.ErrStyle)
	}
}

// block prints a text of the session below its step, wrapped to the width.
func (r *Replay) block(text string, style view.Style) {
	if !r.Env.Reveal {
		text, _ = secret.Mask(text)
	}
	for _, line := range strings.Split(view.Clean(strings.TrimRight(text, "\n ")), "\n") {
		rows, _ := view.Wrap(line, max(r.T.Width-10, 20), 200)
		for _, row := range rows {
			r.T.Line(view.Line{{Text: "          "}, {Text: row, Style: style}})
		}
	}
}
