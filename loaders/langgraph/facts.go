package langgraph

import (
	"context"
	"slices"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// Facts gathers what info says of a thread: its skeleton, its head, and the state there.
func (s *Source) Facts(ctx context.Context, id string) (*loaders.ThreadFacts, error) {
	h, err := s.Thread(ctx, id)
	if err != nil {
		return nil, err
	}
	t := h.Opener.(*thread)
	f := &loaders.ThreadFacts{ID: id, Namespaces: h.Namespaces(), Checkpoints: h.Len(), Branches: len(h.Leaves("")), Problems: h.Problems}
	if f.Subagents, err = countAgents(ctx, h); err != nil {
		return nil, err
	}
	for _, ns := range f.Namespaces {
		hit := loaders.Hit{Thread: id, NS: ns, ID: h.ID(h.Head(ns))}
		f.Head, f.Leaf = append(f.Head, hit), append(f.Leaf, hit)
	}
	err = s.with(ctx, func(c *sqlite.Conn) error {
		lost, err := t.orphans(c)
		f.Problems = append(f.Problems, lost...)
		return err
	})
	if err != nil {
		if !loaders.Corrupt(err) {
			return nil, err
		}
		f.Problems = append(f.Problems, s.corrupt(id, err))
	}
	if err := span(ctx, h, f); err != nil {
		return nil, err
	}
	if f.Status = "empty"; h.Len() == 0 {
		return f, nil
	}
	agent, err := h.Agent(ctx)
	if err != nil {
		return nil, err
	}
	f.Title = agent.Title()
	v, err := h.Verdict(ctx)
	if err != nil {
		return nil, err
	}
	f.Status, f.Phase, f.Unsure = v.Status, v.Phase, v.Told() != v.Status
	if h.Current < 0 {
		return f, nil
	}
	state, err := h.Runtime.State(ctx, h, h.Current)
	if err != nil {
		return nil, err
	}
	f.Problems = append(f.Problems, state.Problems...)
	fromState(f, state)
	return f, nil
}

// countAgents counts the namespaces that are subagents: metadata says so, or the task that called them was sent to.
func countAgents(ctx context.Context, h *graph.History) (n int, err error) {
	due := map[int]graph.Due{}
	done := map[string]bool{}
	for _, k := range h.Kids {
		if done[k.NS] { // called once more in the same namespace
			continue
		}
		if done[k.NS] = true; k.Kind == "subagent" {
			n++
			continue
		}
		if k.Parent < 0 || k.Node != "tools" {
			continue
		}
		d, ok := due[k.Parent]
		if !ok {
			if d, err = h.Runtime.Due(ctx, h, k.Parent); err != nil {
				return n, err
			}
			due[k.Parent] = d
		}
		for _, t := range d.Tasks {
			if t.ID == k.TaskID && graph.CalledAgent(t.Arg) != "" {
				n++
			}
		}
	}
	return n, nil
}

// span fills in the times of the first and the last checkpoint, as stored and as moments, and the last one's problems.
func span(ctx context.Context, h *graph.History, f *loaders.ThreadFacts) error {
	first, last := -1, -1
	for i := range h.Len() {
		at := h.Time(i)
		if at.IsZero() {
			continue
		}
		if first < 0 || at.Before(h.Time(first)) {
			first = i
		}
		if last < 0 || !at.Before(h.Time(last)) {
			last = i
		}
	}
	if root := h.Current; root >= 0 && last < 0 { // ids that tell no time
		first, last = h.InNS("")[0], root
	}
	if first < 0 {
		return nil
	}
	for _, end := range []struct {
		i  int
		at *time.Time
		ts *string
	}{{first, &f.First, &f.FirstTS}, {last, &f.Last, &f.LastTS}} {
		cp, err := h.Cached(ctx, end.i)
		if err != nil {
			return err
		}
		*end.at, *end.ts = cp.Time, cp.TS
		if cp.TS == "" && !h.Time(end.i).IsZero() { // the body is not to be read, but the id tells
			*end.at = h.Time(end.i)
			*end.ts = end.at.Format(time.RFC3339Nano)
		}
	}
	if h.Current >= 0 {
		cp, err := h.Cached(ctx, h.Current)
		if err != nil {
			return err
		}
		for _, p := range cp.Problems {
			if !slices.Contains(f.Problems, p) {
				f.Problems = append(f.Problems, p)
			}
		}
	}
	return nil
}

// fromState reads what messages, todos and files of the state at the head tell.
func fromState(f *loaders.ThreadFacts, state graph.State) {
	for _, c := range state.Channels {
		if messages, ok := graph.Messages(c.Value); ok {
			fromMessages(f, messages)
		}
	}
	if v, ok := state.Get("todos"); ok {
		for _, e := range v.Entries() {
			content, _ := e.Val.Get("content")
			status, _ := e.Val.Get("status")
			if content.Kind() != value.String {
				continue
			}
			todo := loaders.Todo{Content: content.Str()}
			if status.Kind() == value.String {
				todo.Status = status.Str()
			}
			f.Todos = append(f.Todos, todo)
			f.PlanAll++
			switch todo.Status {
			case "completed":
				f.PlanDone++
			case "in_progress":
				f.CurrentTask = todo.Content
			}
		}
	}
	if v, ok := state.Get("files"); ok && v.Kind() == value.Map {
		for _, e := range v.Entries() {
			if e.Name() != "" {
				f.Files = append(f.Files, e.Name())
			}
		}
	}
	if f.CurrentTask == "" && len(f.Prompts) > 0 {
		f.CurrentTask = f.Prompts[len(f.Prompts)-1]
	}
}

func fromMessages(f *loaders.ThreadFacts, messages []graph.Message) {
	names := map[string]string{} // call id → tool
	tool := func(name string) *loaders.ToolCount {
		for i := range f.Tools {
			if f.Tools[i].Name == name {
				return &f.Tools[i]
			}
		}
		f.Tools = append(f.Tools, loaders.ToolCount{Name: name})
		return &f.Tools[len(f.Tools)-1]
	}
	for _, m := range messages {
		switch m.Role {
		case "human":
			f.Prompts = append(f.Prompts, m.Text)
		case "ai":
			f.Usage.Input += int64(m.In)
			f.Usage.Output += int64(m.Out)
			if m.Model != "" && !slices.Contains(f.Models, m.Model) {
				f.Models = append(f.Models, m.Model)
			}
		case "tool":
			name := m.Name
			if n, ok := names[m.CallID]; ok {
				name = n
			}
			if m.Error && name != "" {
				tool(name).Errors++
			}
		}
		for _, c := range m.Calls {
			names[c.ID] = c.Name
			tool(c.Name).Calls++
		}
	}
}
