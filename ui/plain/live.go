package plain

import (
	"context"
	"fmt"
	"strings"

	"cptui/graph"
	"cptui/ui/view"
)

// Live prints what a resume of head i would start from.
func (t *Text) Live(ctx context.Context, h *graph.History, i int, env view.Env) error {
	live, err := h.Runtime.Live(ctx, h, i)
	if err != nil {
		return err
	}
	t.title(h, i, env)
	next := strings.Join(live.Next, ", ")
	switch {
	case !live.Known && next == "":
		next = "not known: a node behind a plain edge that never ran would not show"
	case !live.Known:
		next += ", and what may stand behind a plain edge that never ran"
	case next == "":
		next = "nothing is due"
	}
	t.fact("next", next)
	for _, task := range live.Tasks {
		t.fact("task", fmt.Sprintf("%s  %s  %s", task.Name, view.CleanCut(task.ID, 8), task.Status))
	}
	if len(live.Unknown) > 0 {
		t.fact("unknown", strings.Join(live.Unknown, ", ")+": reducer not known, left as stored")
	}
	t.Section("state that a resume starts from", view.NewTree(nil, live.State.Value(), env), openRows)
	if len(live.State.Problems) > 0 {
		t.put("\n")
		t.Problems(live.State.Problems)
	}
	return nil
}
