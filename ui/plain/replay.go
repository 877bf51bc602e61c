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

	Secrets int // masked in what was printed
}

// Run prints the steps in order and waits between them as the session did.
func (r *Replay) Run(ctx context.Context, rows []int) error {
	steps := make([]view.ReplayStep, len(rows))
	for n, i := range rows {
		steps[n] = view.ReplayStep{Index: i, Time: r.H.Time(i)}
	}
	story := &view.Story{Env: r.Env}
	defer func() { r.Secrets = story.Secrets }()
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
		scene, err := story.Scene(ctx, i)
		if err != nil {
			return err
		}
		r.print(scene, b, steps[n].Time)
		if r.T.Failed() {
			break
		}
	}
	return r.T.Flush()
}

// print tells a step: who, what a person wrote or a model answered and asked, what came back, what failed.
func (r *Replay) print(c view.Scene, b graph.Brief, now time.Time) {
	clock := strings.Repeat(" ", 8)
	if !now.IsZero() {
		clock = now.Local().Format(time.TimeOnly)
	}
	said := r.Env.BriefLine(b)
	head := view.Line{{Text: clock + "  ", Style: view.Dim}, {Text: said.Node, Style: view.Strong}}
	for _, call := range b.Asks {
		head = append(head, view.Span{Text: "  asks " + r.Env.CallShort(call, 60), Style: view.Plain})
	}
	if !r.H.Transcript && len(said.Changes) > 0 {
		head = append(append(head, view.Span{Text: "  "}), said.Changes...)
	}
	r.T.Line(head)
	for _, p := range c.Parts {
		switch p.Kind {
		case view.SceneText:
			r.block(p.Text, view.Plain)
			if p.Cut {
				r.block(r.T.own("… "+sizeWords(p)), view.Dim)
			}
		case view.SceneThinking:
			r.block(p.Title+", "+sizeWords(p), view.Dim)
		case view.SceneResult:
			r.result(p)
		case view.SceneProblem:
			r.block(p.Text, view.ErrStyle)
		case view.SceneNote, view.SceneAgent:
			r.block(p.Title, view.Dim)
		}
	}
}

// resultLines is how many lines of a result a replay shows.
const resultLines = 12

// result prints a call with how it ended and the first lines of what it gave.
func (r *Replay) result(p view.ScenePart) {
	mark, style := " ✓", view.OkStyle
	if p.Error {
		mark, style = " ✗", view.ErrStyle
	}
	if r.T.ASCII {
		mark = map[bool]string{false: " ok", true: " X"}[p.Error]
	}
	r.T.Line(view.Line{{Text: "          " + view.Cut(p.Title, 60)}, {Text: mark, Style: style}})
	lines := strings.SplitAfterN(p.Text, "\n", resultLines+1)
	if len(lines) <= resultLines && !p.Cut {
		r.block(p.Text, view.Dim)
		return
	}
	r.block(strings.Join(lines[:min(len(lines), resultLines)], ""), view.Dim)
	r.block(r.T.own("… "+sizeWords(p)), view.Dim)
}

// block prints a text of the session, clean already, below its step, wrapped to the width.
func (r *Replay) block(text string, style view.Style) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n "), "\n") {
		rows, more := view.Wrap(line, max(r.T.Width-10, 20), 200)
		if more {
			rows = append(rows, r.T.own("…"))
		}
		for _, row := range rows {
			r.T.Line(view.Line{{Text: "          "}, {Text: row, Style: style}})
		}
	}
}
