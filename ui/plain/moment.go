package plain

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cptui/graph"
	"cptui/ui/view"
)

// Moment prints what `show` says of one checkpoint: what it is, the card of its step, its state, its versions and the writes
// of the tasks that are due after it.
func (t *Text) Moment(ctx context.Context, h *graph.History, i int, env view.Env) error {
	m, err := h.Moment(ctx, i)
	if err != nil {
		return err
	}
	facts, err := view.LoadStepFacts(ctx, h, m)
	if err != nil {
		return err
	}
	t.head(h, m.Checkpoint)
	t.put("\n")
	t.Pane(view.NewStep(m, facts, env), openRows)
	t.Section("state", view.NewState(m, env), openRows)
	t.versions(m.Checkpoint)
	t.writes(m.Writes, env)
	t.momentProblems(m)
	return nil
}

// head names a checkpoint.
func (t *Text) head(h *graph.History, cp *graph.Checkpoint) {
	step := "@?"
	if !cp.NoStep {
		step = fmt.Sprintf("@%d", cp.Step)
	}
	t.Line(view.Line{{Text: "checkpoint " + view.CleanLine(cp.ID), Style: view.Title}, {Text: "  " + step}})
	t.fact("thread", quoteBounds(cp.Thread))
	t.fact("ns", cp.NS)
	t.fact("parent", cp.ParentID)
	t.fact("source", cp.Source)
	if !cp.Time.IsZero() {
		t.fact("time", cp.Time.UTC().Format(time.RFC3339Nano))
	}
	if cp.Encoding != "" {
		t.fact("stored", fmt.Sprintf("%s, v%d, %s", cp.Encoding, cp.V, view.Size(cp.Size)))
	}
	if h.HeadOf(cp.NS) == cp.Index {
		t.fact("head", "yes")
	}
}

func (t *Text) versions(cp *graph.Checkpoint) {
	if len(cp.Versions) == 0 {
		return
	}
	t.put("\n")
	t.Line(view.Line{{Text: "versions", Style: view.Title}})
	width := 0
	for _, v := range cp.Versions {
		width = max(width, min(view.Width(view.CleanLine(v.Channel)), 40))
	}
	for _, v := range cp.Versions {
		t.Line(view.Line{{Text: " " + view.Pad(view.CleanCut(v.Channel, 40), width), Style: view.KeyStyle}, {Text: "  " + view.VersionShort(v.Value)}})
	}
}

// writes prints the pending writes, a line each.
func (t *Text) writes(list []graph.Write, env view.Env) {
	if len(list) == 0 {
		return
	}
	t.put("\n")
	t.Line(view.Line{{Text: "writes", Style: view.Title}, {Text: "  stored here by the tasks due after it", Style: view.Dim}})
	for _, w := range list {
		node := w.Node
		if node == "" {
			node = "?"
		}
		left := fmt.Sprintf(" %s  %s  %d  ", view.CleanCut(node, 30), view.CleanCut(w.TaskID, 8), w.Idx)
		name := view.CleanCut(w.Channel, 40)
		t.Line(view.Line{{Text: left}, {Text: name, Style: view.KeyStyle}, {Text: "  " + env.Short(w.Value, max(t.Width-view.Width(left)-view.Width(name)-2, 20))}})
	}
}

func (t *Text) momentProblems(m *graph.Moment) {
	list := append(append([]graph.Problem(nil), m.Problems...), m.State.Problems...)
	if len(list) > 0 {
		t.put("\n")
		t.Problems(list)
	}
}

// Live prints what a resume of head i would start from.
func (t *Text) Live(ctx context.Context, h *graph.History, i int, env view.Env) error {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return err
	}
	live, err := h.Runtime.Live(ctx, h, i)
	if err != nil {
		return err
	}
	t.head(h, cp)
	next := strings.Join(live.Next, ", ")
	if next == "" {
		next = "nothing is due"
	}
	t.fact("next", next)
	for _, task := range live.Tasks {
		t.fact("task", fmt.Sprintf("%s  %s  %s", task.Name, view.CleanCut(task.ID, 8), task.Status))
	}
	if len(live.Unknown) > 0 {
		t.fact("unknown", strings.Join(live.Unknown, ", ")+": reducer not known, left as they were")
	}
	t.Section("state that a resume starts from", view.NewTree(nil, whole(live.State), env), openRows)
	t.Problems(live.State.Problems)
	return nil
}
