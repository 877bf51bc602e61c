package fork

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cptui/graph"
)

// held is what hangs on the tasks of the chosen checkpoint. Their ids are made from its id, so it comes along only on request.
type held struct{ asked, done, failed, inner []string }

func hanging(ctx context.Context, h *graph.History, at int) (held, error) {
	var out held
	due, err := h.Runtime.Due(ctx, h, at)
	if err != nil {
		return out, err
	}
	for _, t := range due.Tasks {
		switch t.Status {
		case graph.TaskWaits:
			out.asked = append(out.asked, t.Name)
		case graph.TaskDone, graph.TaskRetried:
			out.done = append(out.done, t.Name)
		case graph.TaskFailed:
			out.failed = append(out.failed, t.Name)
		}
		if t.Finished() {
			continue
		}
		for _, kid := range h.Kids {
			if kid.Parent == at && kid.TaskID == t.ID && t.ID != "" {
				out.inner = append(out.inner, t.Name)
			}
		}
	}
	return out, nil
}

// lost says it of a fork that leaves it behind.
func (d held) lost() []string {
	return said([]saying{
		{d.asked, "open question: it is asked again when its node runs", "open questions: they are asked again when their nodes run"},
		{d.done, "finished task's writes: it runs again", "finished tasks' writes: they run again"},
		{d.failed, "recorded error", "recorded errors"},
		{d.inner, "subgraph in the middle of its work: it starts afresh", "subgraphs in the middle of their work: they start afresh"},
	}, false)
}

// kept says it of a fork that takes it along.
func (d held) kept() []string {
	return said([]saying{
		{d.asked, "open question", "open questions"},
		{d.done, "finished task: it does not run again", "finished tasks: they do not run again"},
		{d.failed, "recorded error: its node runs again", "recorded errors: their nodes run again"},
		{d.inner, "subgraph in the middle of its work: it goes on inside", "subgraphs in the middle of their work: they go on inside"},
	}, true)
}

type saying struct {
	names     []string
	one, many string
}

func said(all []saying, named bool) []string {
	var out []string
	for _, s := range all {
		n := len(s.names)
		if n == 0 {
			continue
		}
		what := s.many
		if n == 1 {
			what = s.one
		}
		if named {
			slices.Sort(s.names)
			head, tail, _ := strings.Cut(what, ":")
			what = head + " (" + strings.Join(slices.Compact(s.names), ", ") + ")"
			if tail != "" {
				what += ":" + tail
			}
		}
		out = append(out, fmt.Sprintf("%d %s", n, what))
	}
	return out
}
