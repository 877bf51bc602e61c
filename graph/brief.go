package graph

import (
	"context"
	"slices"
	"strings"

	"cptui/graph/value"
)

// Brief is the history row of checkpoint i; safe to call from any goroutine. It opens the checkpoint and its parent, and for
// delta channels the rows back to the last one that was looked at. A row of input has no changes of its own: its Changes
// are what was given.
func (h *History) Brief(ctx context.Context, i int) (Brief, error) {
	b, err := h.brief(ctx, i)
	if err == nil {
		h.cache.judge(i, h.Len(), b.ProblemKind != "")
	}
	return b, err
}

func (h *History) brief(ctx context.Context, i int) (Brief, error) {
	if own, ok := h.Runtime.(Briefer); ok {
		return own.Brief(ctx, h, i)
	}
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return Brief{}, err
	}
	state, err := h.Runtime.State(ctx, h, i)
	if err != nil {
		return Brief{}, err
	}
	var before State
	parent := h.Parent(i)
	if parent >= 0 {
		if before, err = h.Runtime.State(ctx, h, parent); err != nil {
			return Brief{}, err
		}
	}
	ran, err := h.Runtime.Ran(ctx, h, i)
	if err != nil {
		return Brief{}, err
	}
	due, err := h.Runtime.Due(ctx, h, i)
	if err != nil {
		return Brief{}, err
	}
	b := Brief{Index: i, Kind: stepKind(cp), Step: cp.Step, NoStep: cp.NoStep}
	if parent >= 0 && !h.Time(i).IsZero() && !h.Time(parent).IsZero() {
		b.Took = max(h.Time(i).Sub(h.Time(parent)), 0)
	}
	for _, t := range ran {
		if t.Status != TaskFailed { // its handler stands for it
			b.Nodes = append(b.Nodes, t.Name)
		}
	}
	if b.Kind != StepDamaged {
		b.Changes, _ = ChangedChannels(before, state)
		writtenBy(b.Changes, ran)
		switch {
		case unreadable(state):
			b.Changes, b.Blind = []Change{{Channel: "state", Op: Changed, After: state.Whole}}, true
		case parent < 0 && h.ParentID(i) != "" || unreadable(before):
			b.Changes, b.Blind = nil, true // what its parent held is not known
		}
	}
	switch b.Kind {
	case StepInput:
		b.readInput(cp)
	case StepRan, StepUpdate:
		b.readMessages()
		b.Quiet = b.Kind == StepRan && !b.Blind && (len(b.Changes) == 0 || len(ran) == 1 && ran[0].Name == chanStart)
	}
	leaf := h.isLeaf(i)
	b.readDue(due, leaf)
	b.End = leaf && due.Known && len(due.Tasks) == 0
	b.readDamage(cp)
	b.Quiet = b.Quiet && b.ProblemKind == ""
	return b, nil
}

// unreadable reports whether nothing of a state can be told: its row is damaged, encrypted, or a program to be run.
func unreadable(s State) bool {
	if s.Whole.Kind() != value.Object {
		return false
	}
	switch s.Whole.Type() {
	case "damaged", "encrypted", "pickle":
		return true
	}
	return false
}

func stepKind(cp *Checkpoint) StepKind {
	for _, p := range cp.Problems {
		if p.Severity == Error && cp.Body.Kind() != value.Invalid {
			return StepDamaged
		}
	}
	switch cp.Source {
	case "input":
		return StepInput
	case "fork":
		return StepFork
	case "update":
		return StepUpdate
	}
	return StepRan
}

// readInput takes what was given out of the channel that holds it until the first step takes it in.
func (b *Brief) readInput(cp *Checkpoint) {
	in, ok := cp.Channel(chanStart)
	if !ok {
		return
	}
	if in.Kind() != value.Map {
		b.Changes = []Change{{Channel: "input", Op: Added, After: in}}
		b.Says = lastText(in)
		return
	}
	b.Changes = nil
	for _, e := range in.Entries() {
		b.Changes = append(b.Changes, Change{Channel: e.Name(), Op: Added, After: e.Val})
		if s := lastText(e.Val); s != "" {
			b.Says = s
		}
	}
}

// lastText is the text of the last message in an input, which may be a message, a list of them, or pairs of role and text.
func lastText(v value.Value) string {
	if m, ok := ReadMessage(v); ok {
		return m.Text
	}
	if v.Kind() != value.List || v.Len() == 0 {
		return ""
	}
	last := v.At(v.Len() - 1)
	if m, ok := ReadMessage(last); ok {
		return m.Text
	}
	pair := v
	if last.Kind() == value.List {
		pair = last
	}
	if pair.Kind() == value.List && pair.Len() == 2 && pair.At(0).Kind() == value.String && pair.At(1).Kind() == value.String {
		if _, ok := roles[pair.At(0).Str()]; ok {
			return pair.At(1).Str()
		}
	}
	return ""
}

// readMessages reads the messages that came with the step: what the model said and asked, which results came in.
func (b *Brief) readMessages() {
	for _, c := range b.Changes {
		if c.Op == Removed {
			continue
		}
		var fresh []Message
		for _, v := range newItems(c.Before, c.After) {
			if m, ok := ReadMessage(v); ok {
				fresh = append(fresh, m)
			}
		}
		if len(fresh) == 0 {
			continue
		}
		for _, m := range fresh {
			b.Asks = append(b.Asks, m.Calls...)
			b.Results = append(b.Results, m.Results...)
			if m.Role != "tool" && m.Text != "" {
				b.Says = m.Text
			}
		}
		b.answers(c.After)
	}
	for _, r := range b.Results {
		if r.Error {
			b.ProblemKind = "tool"
			b.Problem = contentText(r.Result)
			if r.Name != "" {
				b.Problem = r.Name + ": " + b.Problem
			}
			return
		}
	}
}

// answers gives the results that came in the name and input of the calls that they answer, looking back from the end.
func (b *Brief) answers(list value.Value) {
	if list.Kind() != value.List {
		return
	}
	open := 0
	for _, r := range b.Results {
		if r.Input.Kind() == value.Invalid && r.ID != "" {
			open++
		}
	}
	for k := list.Len() - 1; k >= 0 && open > 0; k-- {
		m, ok := ReadMessage(list.At(k))
		if !ok {
			continue
		}
		for _, c := range m.Calls {
			for j := range b.Results {
				if r := &b.Results[j]; r.ID == c.ID && r.ID != "" && r.Input.Kind() == value.Invalid {
					r.Input = c.Input
					if c.Name != "" {
						r.Name = c.Name
					}
					open--
				}
			}
		}
	}
}

// newItems are the elements of after that before does not have. Lists mostly grow at their end, so the common beginning is
// skipped first.
func newItems(before, after value.Value) []value.Value {
	if after.Kind() != value.List {
		if isMessage(after) {
			return []value.Value{after}
		}
		return nil
	}
	a, b := items(before), items(after)
	k := 0
	for k < len(a) && k < len(b) && value.Equal(a[k], b[k]) {
		k++
	}
	a, b = a[k:], b[k:]
	if len(a) == 0 {
		return b
	}
	had := map[uint64]bool{}
	for _, v := range a {
		had[v.Hash()] = true
	}
	return slices.DeleteFunc(b, func(v value.Value) bool { return had[v.Hash()] })
}

// readDue keeps the tasks that the next row does not tell of: those that wait, failed, were run again or called a graph; at
// a leaf all, so that it can be said what a resume would run and keep, with the joins that wait for them.
func (b *Brief) readDue(due Due, leaf bool) {
	for _, t := range due.Tasks {
		switch t.Status {
		case TaskFailed, TaskRetried:
			if b.ProblemKind != "error" || b.Retried {
				b.ProblemKind, b.Problem = "error", ErrorText(t.Error)
				b.Retried = t.Status == TaskRetried
			}
		case TaskWaits:
			if leaf && b.ProblemKind != "error" {
				b.ProblemKind, b.Problem = "question", questionText(t.Interrupts)
			}
		}
		if leaf || t.Status == TaskFailed || t.Status == TaskRetried || t.NS != "" || len(t.Interrupts) > 0 {
			b.Due = append(b.Due, t)
		}
	}
	if leaf {
		b.Waits = due.Waits
	}
}

func (b *Brief) readDamage(cp *Checkpoint) {
	for _, p := range cp.Problems {
		if p.Severity == Error {
			b.ProblemKind, b.Problem = "damage", p.Message
			return
		}
	}
}

// ErrorText is a stored error in words: Python keeps its repr, JavaScript name and message.
func ErrorText(v value.Value) string {
	switch v.Kind() {
	case value.String:
		return v.Str()
	case value.Map, value.Object:
		name, message := text(v, "name"), text(v, "message")
		if message == "" {
			break
		}
		if name == "" {
			return message
		}
		return name + ": " + message
	case value.Invalid:
		return ""
	}
	return string(value.AppendJSON(nil, v, value.JSONOptions{}))
}

// questionText is what open interrupts ask.
func questionText(interrupts []value.Value) string {
	var all []string
	for _, q := range interrupts {
		if in := field(q, "value"); in.Kind() != value.Invalid {
			q = in
		}
		if q.Kind() == value.String {
			all = append(all, q.Str())
		} else {
			all = append(all, string(value.AppendJSON(nil, q, value.JSONOptions{})))
		}
	}
	return strings.Join(all, "; ")
}
