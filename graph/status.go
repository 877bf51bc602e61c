package graph

import (
	"slices"

	"cptui/graph/value"
)

// settle reads a task's status from its writes. A task has finished if and only if it wrote something beside what tells of
// it: that is LangGraph's own rule (a task without output writes __no_writes__). An old error or an answered question may
// still stand beside it.
func (t *Task) settle(functional bool) {
	finished := false
	var failed, asked int64
	t.Error, t.Interrupts, t.Answers = value.Value{}, nil, nil
	for i := range t.Writes {
		w := &t.Writes[i]
		switch {
		case w.Channel == chanError && t.Error.Kind() == value.Invalid:
			t.Error, failed = w.Value, w.Seq
		case w.Channel == chanInterrupt:
			asked = w.Seq
			t.Interrupts = append(t.Interrupts, listOrOne(w.Value)...)
		case w.Channel == chanResume:
			t.Answers = append(t.Answers, listOrOne(w.Value)...)
		case !told(w.Channel):
			finished = true
		}
	}
	switch {
	case finished && t.Error.Kind() != value.Invalid:
		t.Status = TaskRetried
	case finished:
		t.Status = TaskDone
	case t.Error.Kind() != value.Invalid && (len(t.Interrupts) == 0 || t.failedLast(failed, asked)):
		t.Status = TaskFailed
	case len(t.Interrupts) > 0:
		t.Status = TaskWaits
	default:
		t.Status = TaskDue
	}
	if finished {
		t.Result = t.result(functional)
	}
}

// Finished reports whether a resume keeps the task's writes and does not run it again.
func (t *Task) Finished() bool { return t.Status == TaskDone || t.Status == TaskRetried }

func listOrOne(v value.Value) []value.Value {
	if v.Kind() == value.List {
		return items(v)
	}
	return []value.Value{v}
}

// result is what the task returned: the value of a function, else its writes to the state, channel by channel, with
// {"$writes": […]} where it wrote one more than once.
func (t *Task) result(functional bool) value.Value {
	var names []string
	by := map[string][]value.Value{}
	for _, w := range t.Writes {
		switch {
		case w.Channel == chanReturn, functional && w.Channel == chanEnd, w.Channel == chanRoot:
			return w.Value
		case told(w.Channel) || bookkeeping(w.Channel):
			continue
		}
		if !slices.Contains(names, w.Channel) {
			names = append(names, w.Channel)
		}
		by[w.Channel] = append(by[w.Channel], w.Value)
	}
	entries := make([]value.Entry, 0, len(names))
	for _, n := range names {
		v := by[n][0]
		if len(by[n]) > 1 {
			v = value.NewMap([]value.Entry{value.NamedEntry("$writes", value.NewList(by[n]))})
		}
		entries = append(entries, value.NamedEntry(n, v))
	}
	return value.NewMap(entries)
}
