package claude

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// Brief makes a history row from the step's own records: no state is opened for it.
func (rt *runtime) Brief(ctx context.Context, h *graph.History, i int) (graph.Brief, error) {
	if err := ctx.Err(); err != nil {
		return graph.Brief{}, err
	}
	s := rt.s
	u, n := s.at(i)
	b := graph.Brief{Index: i, Kind: graph.StepRan}
	if p := h.Parent(i); p >= 0 && !h.Time(p).IsZero() && h.Time(i).After(h.Time(p)) {
		b.Took = h.Time(i).Sub(h.Time(p))
	}
	var err error
	switch u.steps[n].kind {
	case input:
		b.Kind, b.Nodes = graph.StepInput, []string{"human"}
		b.Quiet = !u.asksModel(n)
		err = s.says(&b, u, n)
	case model:
		b.Nodes = []string{"model"}
		b.Quiet = u.recs[u.steps[n].first].is(synthetic) && !u.fails(n)
		if err = s.says(&b, u, n); err == nil {
			b.Asks, err = u.asks(n)
		}
		if u.fails(n) {
			b.Problem, b.ProblemKind = b.Says, "api"
		}
	case results:
		err = s.results(&b, u, n)
	case compact:
		b.Kind, b.Nodes = graph.StepCompact, []string{"compaction"}
		b.Says, err = u.compaction(n)
	}
	if err != nil {
		return b, err
	}
	if b.Changes, err = s.changes(u, n); err != nil {
		return b, err
	}
	return b, rt.after(ctx, h, &b)
}

// says takes the words of a step's newest message that has some.
func (s *session) says(b *graph.Brief, u *unit, n int32) error {
	list, err := s.folds.messagesOf(u, n)
	if err != nil {
		return err
	}
	for _, m := range list {
		c, _ := m.value.Get("content")
		if t := wordsOf(c); t != "" && (b.Says == "" || u.steps[n].kind != input || !u.prompted(n)) {
			b.Says = t
		}
	}
	return nil
}

// wordsOf is what a content says, as textOf has it.
func wordsOf(c value.Value) string {
	if c.Kind() == value.String {
		return c.Str()
	}
	if c.Kind() != value.List {
		return ""
	}
	var out []string
	for _, e := range c.Entries() {
		switch {
		case e.Val.Kind() == value.String:
			out = append(out, e.Val.Str())
		case named(e.Val, "type") == "text":
			out = append(out, named(e.Val, "text"))
		}
	}
	return strings.Join(out, "\n")
}

// asks lists the calls of an answer.
func (u *unit) asks(n int32) ([]graph.Call, error) {
	var out []graph.Call
	for _, i := range u.of(n) {
		for _, c := range u.callsOf(i) {
			call, err := u.call(&c)
			if err != nil {
				return nil, err
			}
			out = append(out, call)
		}
	}
	return out, nil
}

func (u *unit) call(c *call) (graph.Call, error) {
	out := graph.Call{ID: u.text(c.id), Name: u.text(c.name)}
	b, err := u.block(c)
	if in := spot(b, "input"); in != nil {
		out.Input = value.Stored(value.JSON, slices.Clone(in))
	}
	return out, err
}

// results lists the results that a step brought, each with its call, and the first that failed as the row's problem.
func (s *session) results(b *graph.Brief, u *unit, n int32) error {
	for _, i := range u.of(n) {
		for _, r := range u.resultsOf(i) {
			out := graph.Call{ID: u.text(r.id)}
			var err error
			if c := u.callFor(&r); c != nil {
				if out, err = u.call(c); err != nil {
					return err
				}
			}
			var t graph.Task
			if err := u.settle(&t, &r); err != nil {
				return err
			}
			out.Result, out.Error, out.Done = t.Result, r.err, true
			b.Results = append(b.Results, out)
			b.Nodes = append(b.Nodes, "tool:"+out.Name)
			if r.err && b.Problem == "" {
				b.Problem, b.ProblemKind = wordsOf(t.Result), "tool"
			}
		}
	}
	return nil
}

// compaction says how a conversation was made shorter.
func (u *unit) compaction(n int32) (string, error) {
	out := "compacted"
	for _, i := range u.of(n) {
		if !u.recs[i].is(boundary | summary) {
			continue
		}
		body, err := u.body(i)
		if err != nil {
			return "", err
		}
		if t := word(spot(body, "compactMetadata", "trigger")); t != "" {
			out += " (" + t + ")"
		}
		before, after := spot(body, "compactMetadata", "preTokens"), spot(body, "compactMetadata", "postTokens")
		switch {
		case before != nil && after != nil:
			out += fmt.Sprintf(", %s → %s tokens", before, after)
		case before != nil:
			out += fmt.Sprintf(", %s tokens", before)
		}
		if d := word(spot(body, "summarizeMetadata", "direction")); d != "" {
			out += ", " + map[string]string{"from": "from here on", "up_to": "up to here"}[d]
		}
	}
	return strings.TrimSuffix(out, ", "), nil
}

// changes compares the channels but for the messages with those before the step.
func (s *session) changes(u *unit, n int32) ([]graph.Change, error) {
	now, err := s.folds.at(u.base + int(n))
	if err != nil {
		return nil, err
	}
	before := &small{}
	if p := u.steps[n].parent; p >= 0 {
		if before, err = s.folds.at(u.base + int(p)); err != nil {
			return nil, err
		}
	}
	list, _ := graph.ChangedChannels(graph.State{Channels: before.channels()}, graph.State{Channels: now.channels()})
	return slices.DeleteFunc(list, func(c graph.Change) bool {
		return c.Channel == "usage" || before.cwd == "" && c.Op == graph.Added && c.Channel != "files" && c.Channel != "todos"
	}), nil
}

// after says what follows the step: the end of the branch, calls that wait, subagents that a call started.
func (rt *runtime) after(ctx context.Context, h *graph.History, b *graph.Brief) error {
	leaf := len(h.Children(b.Index)) == 0
	agents := slices.ContainsFunc(rt.s.kids, func(k graph.Child) bool { return k.Parent == b.Index })
	if !leaf && !agents {
		return nil
	}
	d, err := rt.Due(ctx, h, b.Index)
	if err != nil {
		return err
	}
	b.End = leaf && len(d.Next) == 0
	for _, t := range d.Tasks {
		if leaf && t.Name != "model" || t.NS != "" {
			b.Due = append(b.Due, t)
		}
	}
	return nil
}
