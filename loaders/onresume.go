package loaders

import (
	"context"

	"cptui/graph"
)

// OnResume compares what a session's own program goes on from with what its file holds.
type OnResume struct {
	Leaf              string // the step where it goes on
	Steps, AllSteps   int    // on the branch that it follows, in the file (subagents apart)
	Prompts, AllTyped int
	Messages, History int // what the model sees of the messages on that branch: less after a compaction
	// Stop is where the program's own reader ends its walk up the branch, and Beyond how many steps above it does not see. Told of
	// Claude Code only: the vendor's reader walks parentUuid and ends where that names no record. What it does in a circle of
	// links is not known.
	Stop   *graph.Problem
	Beyond int
	Open   []string // tools asked for that have no result
}

// Resuming looks at the head of a session; false where it has none.
func Resuming(ctx context.Context, format string, h *graph.History) (OnResume, bool, error) {
	if h.Current < 0 {
		return OnResume{}, false, nil
	}
	r := OnResume{Leaf: h.ID(h.Current)}
	root := h.InNS("")
	r.AllSteps = len(root)
	for _, i := range root {
		if h.Source(i) == "input" {
			r.AllTyped++
		}
	}
	broken := map[string]*graph.Problem{}
	if format == "claude-code" {
		for k := range h.Problems {
			if p := &h.Problems[k]; p.NS == "" && p.Checkpoint != "" && p.Code == "broken-parent" {
				broken[p.Checkpoint] = p
			}
		}
	}
	line := h.Line(h.Current)
	for k := len(line) - 1; k >= 0; k-- {
		r.Steps++
		if h.Source(line[k]) == "input" {
			r.Prompts++
		}
		if p := broken[h.ID(line[k])]; p != nil && h.Source(line[k]) != "update" { // a compaction is where it stops anyway
			r.Stop, r.Beyond = p, k
			break
		}
	}
	cp, err := h.Cached(ctx, h.Current)
	if err != nil {
		return r, false, err
	}
	if m, ok := cp.Channel("messages"); ok {
		r.Messages, r.History = m.Len(), m.Len()
	}
	if m, ok := cp.Channel("history"); ok {
		r.History = m.Len()
	}
	due, err := h.Runtime.Due(ctx, h, h.Current)
	if err != nil {
		return r, false, err
	}
	for _, t := range due.Tasks {
		if t.Name != "model" && !t.Ran {
			r.Open = append(r.Open, t.Name)
		}
	}
	return r, true, nil
}
