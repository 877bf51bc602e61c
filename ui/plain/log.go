package plain

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cptui/graph"
	"cptui/ui/view"
)

// Log prints rows of a history, one line each, or one fact a line.
type Log struct {
	T     *Text
	Env   view.Env
	H     *graph.History
	Short bool // ids, steps, times and sources only: nothing is opened
	Facts bool // one fact a line
	shown int
	ns    string
}

// Row prints checkpoint i.
func (l *Log) Row(ctx context.Context, i int) error {
	h := l.H
	r := h.Row(i)
	if l.shown > 0 && l.Facts {
		l.T.put("\n")
	}
	if r.NS != l.ns && !l.Short && !l.Facts {
		l.T.Line(view.Line{{Text: "namespace " + view.CleanLine(r.NS), Style: view.Title}})
	}
	l.ns = r.NS
	l.shown++
	if l.Short {
		l.oneline(r)
		return nil
	}
	b, err := h.Brief(ctx, i)
	if err != nil {
		return err
	}
	if l.Facts {
		l.facts(r, b)
		return nil
	}
	l.rich(i, r, b)
	return nil
}

func (l *Log) oneline(r graph.Row) {
	parts := []string{r.ID, stepText(r)}
	if !r.Time.IsZero() {
		parts = append(parts, r.Time.UTC().Format(time.RFC3339))
	}
	if r.Source != "" {
		parts = append(parts, r.Source)
	}
	if r.NS != "" {
		parts = append(parts, "in "+r.NS)
	}
	l.T.put(view.CleanLine(strings.Join(parts, "  ")))
	l.T.put("\n")
}

func stepText(r graph.Row) string {
	if r.NoStep {
		return "@?"
	}
	return fmt.Sprintf("@%d", r.Step)
}

func (l *Log) rich(i int, r graph.Row, b graph.Brief) {
	says := b.Says
	if b.Problem != "" {
		says = b.Problem + "  " + says
	}
	l.T.Say(l.H.Short(i), "  ", stepText(r), "  ", strings.Join(b.Nodes, " + "), "  ", strings.Join(strings.Fields(says), " "))
}

func (l *Log) facts(r graph.Row, b graph.Brief) {
	l.T.Say("checkpoint ", r.ID)
	if r.Parent != "" {
		l.T.Say("parent ", r.Parent)
	}
	l.T.Say("step ", stepText(r))
	l.T.Say("ran ", strings.Join(b.Nodes, " "))
}
