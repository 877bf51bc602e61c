package transcript

import (
	"slices"

	"cptui/graph/value"
	"cptui/loaders"
)

// Fill adds to the facts of a session what its steps tell: how it stands at its head, the prompts that lead there, the plan.
// What is counted over all branches (tools, usage, models, files) is the loader's.
func (rt *Runtime) Fill(f *loaders.ThreadFacts) {
	h := rt.Hist
	f.Title, f.Status, f.Namespaces, f.Checkpoints = h.Title, "empty", h.Namespaces(), h.Len()
	f.Subagents, f.Problems = len(h.Kids), h.Problems
	if h.Current < 0 {
		return
	}
	f.Status, f.Phase = rt.status(h.Current)
	f.Prompts = rt.Prompts(h.Current)
	if len(f.Prompts) > 0 {
		f.CurrentTask = f.Prompts[len(f.Prompts)-1]
	}
	rt.plan(f, h.Current)
}

// status tells how the session stands at step i.
func (rt *Runtime) status(i int) (status, phase string) {
	next, _, _ := rt.Next(i)
	switch {
	case rt.Fails(i):
		return "error", "model"
	case next != "":
		return "pending", next
	}
	return "idle", [...]string{Input: "human", Answer: "model", Results: "tools", Compact: "compaction"}[rt.Kind(i)]
}

// Prompts are what a person typed on the way to step i, across compactions.
func (rt *Runtime) Prompts(i int) []string {
	var out []string
	for at := i; at >= 0; at = rt.Parent(at) {
		if !rt.Prompted(at) {
			continue
		}
		if t, err := rt.Typed(at); err == nil {
			out = append(out, t)
		}
	}
	slices.Reverse(out)
	return out
}

// plan reads the todos at the head.
func (rt *Runtime) plan(f *loaders.ThreadFacts, head int) {
	st, err := rt.Folds.At(head)
	if err != nil {
		return
	}
	for _, e := range st.TodoList().Entries() {
		t := loaders.Todo{Content: named(e.Val, "content"), Status: named(e.Val, "status")}
		f.Todos = append(f.Todos, t)
		f.PlanAll++
		switch t.Status {
		case "completed":
			f.PlanDone++
		case "in_progress":
			f.CurrentTask = t.Content
		}
	}
}

// named is a member that is a text, "" for all others.
func named(v value.Value, name string) string {
	if m, ok := v.Get(name); ok && m.Kind() == value.String {
		return m.Str()
	}
	return ""
}

// Branches counts the leaves that a person would call a branch: a step is a fork only where two or more of the steps behind
// it lead to a prompt of a person's. A retry, an answer that a crash cut off, a progress record is none. Parents stand before
// their children; mine leaves out steps of subagents, gone those that something else has taken the place of.
func Branches(n int, parent func(i int) int, mine, prompted, gone func(i int) bool) int {
	asked := make([]bool, n) // a prompt at or behind the step
	ends := make([]int, n)   // branches behind it
	total := 0
	for i := n - 1; i >= 0; i-- {
		if !mine(i) {
			continue
		}
		asked[i] = asked[i] || prompted(i)
		if !asked[i] {
			continue
		}
		ends[i] = max(ends[i], 1)
		p := parent(i)
		if p < 0 {
			total += ends[i]
			continue
		}
		asked[p] = true
		if !gone(i) {
			ends[p] += ends[i]
		}
	}
	if total == 0 && n > 0 {
		return 1
	}
	return total
}
