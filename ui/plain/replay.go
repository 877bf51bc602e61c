package plain

import (
	"context"
	"strings"
	"time"

	"cptui/graph"
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
	last   time.Time
}

// Run prints the steps in order and waits between them as the session did.
func (r *Replay) Run(ctx context.Context, rows []int) error {
	for _, i := range rows {
		if err := r.step(ctx, i); err != nil {
			return err
		}
		if r.T.Failed() {
			break
		}
	}
	return r.T.Flush()
}

func (r *Replay) step(ctx context.Context, i int) error {
	b, err := r.H.Brief(ctx, i)
	if err != nil {
		return err
	}
	now := r.H.Time(i)
	if gap := now.Sub(r.last); !r.last.IsZero() && gap > 0 {
		wait := min(gap, r.MaxGap)
		if wait < gap && gap >= time.Second {
			r.T.Line(view.Line{{Text: r.T.own("  … " + view.Took(gap)), Style: view.Dim}})
		}
		if err := r.T.Flush(); err != nil {
			return err
		}
		if err := r.Sleep(ctx, time.Duration(float64(wait)/r.Speed)); err != nil {
			return err
		}
	}
	if !now.IsZero() {
		r.last = now
	}
	r.print(i, b, now)
	return r.T.Flush()
}

func (r *Replay) print(i int, b graph.Brief, now time.Time) {
	clock := strings.Repeat(" ", 8)
	if !now.IsZero() {
		clock = now.Local().Format(time.TimeOnly)
	}
	head := view.Line{{Text: clock + "  ", Style: view.Dim}, {Text: view.CleanLine(who(b, r.H.Transcript)), Style: view.Strong}}
	for _, c := range b.Asks {
		head = append(head, view.Span{Text: "  asks " + r.Env.CallShort(c, 60), Style: view.Plain})
	}
	if !r.H.Transcript {
		for _, c := range b.Changes {
			head = append(head, view.Span{Text: "  " + string(rune(c.Op)) + " "})
			head = append(head, r.Env.ChangeWords(c, 50)...)
		}
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
		text, _ = view.MaskSecrets(text)
	}
	for _, line := range strings.Split(view.Clean(strings.TrimRight(text, "\n ")), "\n") {
		rows, _ := view.Wrap(line, max(r.T.Width-10, 20), 200)
		for _, row := range rows {
			r.T.Line(view.Line{{Text: "          "}, {Text: row, Style: style}})
		}
	}
}

// who names what ran, as the rows of the history do: a person is "you".
func who(b graph.Brief, transcript bool) string {
	switch {
	case b.Kind == graph.StepInput && transcript:
		return "you"
	case b.Kind == graph.StepInput:
		return "input"
	case b.Kind == graph.StepFork:
		return "fork"
	case b.Kind == graph.StepUpdate:
		return "update"
	case b.Kind == graph.StepCompact:
		return "compacted"
	case len(b.Nodes) == 0:
		return "step"
	}
	return nodeNames(b.Nodes)
}

// nodeNames says which nodes ran, those that ran often with a count: refund ×2 + notify.
func nodeNames(nodes []string) string {
	var names []string
	counts := map[string]int{}
	for _, n := range nodes {
		if counts[n] == 0 {
			names = append(names, n)
		}
		counts[n]++
	}
	for i, n := range names {
		if counts[n] > 1 {
			names[i] = n + " ×" + view.Count(counts[n])
		}
	}
	return strings.Join(names, " + ")
}
