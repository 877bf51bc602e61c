package graph

import (
	"context"
	"slices"
	"strings"
	"time"

	"cptui/graph/value"
)

// ToolUse is one call of a tool with what came of it.
type ToolUse struct {
	Call            // as it was asked, with the result where there is one
	Asked    int    // DAG index of the step that asks it, -1 where only its result is known
	Answered int    // of the step that its result came in with, -1 where it has none
	Beside   int    // calls that the same answer asked, this one among them
	NS       string // namespace
	Current  bool   // on the branch of the head of its namespace
	// Took is how long it took at most: from the step that asked it to the step with its result, which also holds the time that a
	// person took to allow it, and that of the calls beside it. 0 where the times are not known.
	Took time.Duration

	slim bool // parts of Input or Result are left out, see Whole
}

// Status is what became of it: "ok", "error" or "open".
func (t ToolUse) Status() string {
	switch {
	case t.Answered < 0:
		return "open"
	case t.Error:
		return "error"
	}
	return "ok"
}

// CallReader reads calls whole, one after the other; what one answer asked together is read once.
type CallReader struct {
	H    *History
	last map[int]Brief // the steps of the call before
}

// Whole gives the call with all of its input and result, which ToolUses leaves out where they are large.
func (r *CallReader) Whole(ctx context.Context, t ToolUse) (ToolUse, error) {
	if !t.slim {
		return t, nil
	}
	now := map[int]Brief{}
	for _, at := range []int{t.Asked, t.Answered} {
		if at < 0 {
			continue
		}
		b, known := r.last[at]
		if !known {
			var err error
			if b, err = r.H.Brief(ctx, at); err != nil {
				return t, err
			}
		}
		now[at] = b
		for _, c := range b.Asks {
			if c.ID == t.ID && at == t.Asked {
				t.Input = c.Input
			}
		}
		for _, c := range b.Results {
			if c.ID == t.ID && at == t.Answered {
				t.Result = c.Result
			}
		}
	}
	r.last = now
	return t, nil
}

// mostKept is the size up to which a part of a call is kept while all calls are gathered: a session may hold gigabytes of results.
const mostKept = 2 << 10

// slimmed leaves out what is large of an input or a result: of a map the members, of anything else all of it but the first text.
func slimmed(v value.Value) (value.Value, bool) {
	if v.Size() <= mostKept {
		return v, false
	}
	switch v.Kind() {
	case value.String:
		s := v.Str()
		return value.NewString(strings.ToValidUTF8(s[:min(len(s), mostKept)], "")), true
	case value.Map, value.Object:
		var small []value.Entry
		for _, e := range v.Entries() {
			if e.Val.Size() <= mostKept {
				small = append(small, e)
			}
		}
		return value.NewMap(small), true
	case value.List:
		if first, _ := slimmed(v.At(0)); v.Len() > 0 {
			return value.NewList([]value.Value{first}), true
		}
	}
	return value.Value{}, true
}

// ToolUses are the calls of the given rows, in the order in which they were asked. The rows of all namespaces may be given;
// calls are paired within one, along the branch.
func (h *History) ToolUses(ctx context.Context, rows []int) ([]ToolUse, error) {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b int) int { return h.Time(a).Compare(h.Time(b)) })
	current := map[int]bool{}
	for _, ns := range h.Namespaces() {
		if head := h.HeadOf(ns); head >= 0 {
			for _, i := range h.Line(head) {
				current[i] = true
			}
		}
	}
	type key struct{ ns, id string }
	var out []ToolUse
	asked := map[key][]int{} // places in out
	for _, i := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b, err := h.Brief(ctx, i)
		if err != nil {
			return nil, err
		}
		for _, c := range b.Asks {
			k := key{h.NS(i), c.ID}
			asked[k] = append(asked[k], len(out))
			slim := false
			c.Input, slim = slimmed(c.Input)
			out = append(out, ToolUse{slim: slim, Call: c, Asked: i, Answered: -1, Beside: len(b.Asks), NS: h.NS(i), Current: current[i]})
		}
		for _, r := range b.Results {
			slim, cut := false, false
			r.Result, slim = slimmed(r.Result)
			r.Input, cut = slimmed(r.Input)
			k := key{h.NS(i), r.ID}
			at := -1
			for _, n := range slices.Backward(asked[k]) {
				if out[n].Answered < 0 && h.leadsTo(out[n].Asked, i) {
					at = n
					break
				}
			}
			if at < 0 {
				out = append(out, ToolUse{slim: slim || cut, Call: r, Asked: -1, Answered: i, Beside: 1, NS: h.NS(i), Current: current[i]})
				continue
			}
			t := &out[at]
			t.slim = t.slim || slim
			t.Answered, t.Result, t.Error, t.Done = i, r.Result, r.Error, true
			if a, b := h.Time(t.Asked), h.Time(i); !a.IsZero() && b.After(a) {
				t.Took = b.Sub(a)
			}
		}
	}
	return out, nil
}

// leadsTo reports whether row a stands above row i on its branch, or is it.
func (h *History) leadsTo(a, i int) bool {
	for ; i >= 0; i = h.Parent(i) {
		if i == a {
			return true
		}
	}
	return false
}
