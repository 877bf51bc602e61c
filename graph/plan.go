package graph

import (
	"context"
	"slices"

	"cptui/graph/value"
)

// PlanItem is one item of a plan that is kept in a state.
type PlanItem struct {
	Text   string
	Status string
	Value  value.Value // as stored
}

// Done reports whether the item is finished.
func (p PlanItem) Done() bool { return p.Status == "completed" || p.Status == "done" }

// Working reports whether it is being worked on.
func (p PlanItem) Working() bool { return p.Status == "in_progress" || p.Status == "in-progress" }

const (
	mostPlanItems = 500
	mostPlanBytes = 1 << 17
)

// planTexts are the members that hold what an item says, the likeliest first.
var planTexts = []string{"content", "subject", "title", "text", "step"}

// ReadPlan reads a list of things with a status and a text; false where it is anything else.
func ReadPlan(v value.Value) ([]PlanItem, bool) {
	if v.Kind() != value.List || len(v.Raw()) > mostPlanBytes {
		return nil, false
	}
	n := v.Len()
	if n == 0 || n > mostPlanItems {
		return nil, false
	}
	items := make([]PlanItem, 0, n)
	for _, e := range v.Entries() {
		if e.Val.Kind() != value.Map && e.Val.Kind() != value.Object {
			return nil, false
		}
		status, ok := e.Val.Get("status")
		if !ok || status.Kind() != value.String || status.Size() > 40 {
			return nil, false
		}
		var text value.Value
		for _, name := range planTexts {
			if text, ok = e.Val.Get(name); ok && text.Kind() == value.String {
				break
			}
			ok = false
		}
		if !ok {
			return nil, false
		}
		if _, isCall := e.Val.Get("tool_call_id"); isCall {
			return nil, false
		}
		items = append(items, PlanItem{Text: text.Str(), Status: status.Str(), Value: e.Val})
	}
	return items, true
}

// PlanChange is a step that changed a plan.
type PlanChange struct {
	Index   int    // DAG index
	Channel string // that holds the plan
	By      string // the tool or node that changed it, "" where it is not known
	Items   []PlanItem
	Edits   []PlanEdit
}

// PlanEdit is what became of one item.
type PlanEdit struct {
	Op     Op // Added, Removed, Changed
	Item   PlanItem
	Before string // the status before, of a changed one
}

// PlanHistory are the changes of the plans on the way to row i, oldest first.
func (h *History) PlanHistory(ctx context.Context, i int) ([]PlanChange, error) {
	var out []PlanChange
	for _, at := range h.Line(i) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b, err := h.Brief(ctx, at)
		if err != nil {
			return nil, err
		}
		for _, c := range b.Changes {
			after, is := ReadPlan(c.After)
			before, was := ReadPlan(c.Before)
			if !is && (!was || c.After.Kind() == value.List && c.After.Len() > 0) {
				continue
			}
			if edits := planEdits(before, after); len(edits) > 0 {
				out = append(out, PlanChange{Index: at, Channel: c.Channel, By: planner(b, c), Items: after, Edits: edits})
			}
		}
	}
	return out, nil
}

// planner is who changed a plan: the one call that came in with it and has a plan in its input, else the writer that is known, else
// the only node that ran.
func planner(b Brief, c Change) string {
	for _, r := range b.Results {
		for _, e := range r.Input.Entries() {
			if _, ok := ReadPlan(e.Val); ok {
				return r.Name
			}
		}
	}
	var names []string
	for _, r := range b.Results {
		if r.Name != "" && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	switch {
	case len(names) == 1:
		return names[0]
	case len(c.Writers) > 0:
		return c.Writers[0]
	case len(b.Nodes) == 1:
		return b.Nodes[0]
	}
	return ""
}

// planEdits compares two plans by what their items say; of two items that say the same, the first goes with the first.
func planEdits(before, after []PlanItem) (out []PlanEdit) {
	old := map[string][]PlanItem{}
	for _, p := range before {
		old[p.Text] = append(old[p.Text], p)
	}
	for _, p := range after {
		was := old[p.Text]
		if len(was) == 0 {
			out = append(out, PlanEdit{Op: Added, Item: p})
			continue
		}
		old[p.Text] = was[1:]
		if was[0].Status != p.Status {
			out = append(out, PlanEdit{Op: Changed, Item: p, Before: was[0].Status})
		}
	}
	for _, p := range before {
		if left := old[p.Text]; len(left) > 0 {
			old[p.Text] = left[1:]
			out = append(out, PlanEdit{Op: Removed, Item: p})
		}
	}
	return out
}
