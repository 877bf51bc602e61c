package graph

import (
	"context"
	"slices"
	"strings"

	"cptui/graph/value"
)

// Due tells what is due at checkpoint i, as get_state by id does: every task of the step, done or not.
func (p *Pregel) Due(ctx context.Context, h *History, i int) (Due, error) {
	r, err := p.read(ctx, h, i)
	if err != nil {
		return Due{}, err
	}
	d := Due{Tasks: r.tasks, Known: r.known && r.readable(), Waits: r.waits, Next: []string{}}
	for _, t := range r.tasks {
		d.Next = append(d.Next, t.Name)
	}
	sortNames(d.Next)
	if !d.Known {
		d.Next = nil
	}
	return d, nil
}

// readable reports whether the body could be read, so that nothing due means that nothing is.
func (r *reading) readable() bool {
	return r.cp.Body.Kind() == value.Invalid || len(r.cp.Versions) > 0
}

// Ran tells which tasks made checkpoint i: those of its parent that finished, and the nodes whose versions_seen moved where
// the file keeps no writes of them. A checkpoint that took in input, or is a copy, was made by no task.
func (p *Pregel) Ran(ctx context.Context, h *History, i int) ([]Task, error) {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return nil, err
	}
	if cp.Source == "input" || cp.Source == "fork" {
		return nil, nil
	}
	parent := h.Parent(i)
	if parent < 0 {
		if h.ParentID(i) == "" && cp.Source == "loop" {
			return movedNodes(&Checkpoint{}, cp, nil, nil), nil // the only row that its run left
		}
		return nil, nil
	}
	r, err := p.read(ctx, h, parent)
	if err != nil {
		return nil, err
	}
	if cp.Source == "update" {
		return r.updates(cp), nil
	}
	var out []Task
	for _, t := range r.tasks {
		switch {
		case t.Finished():
			out = append(out, t)
		case t.Handler != "" && cp.Source == "loop":
			t.Ran, t.RanKnown = true, true
			out = append(out, t) // it failed, and the step went on all the same
		case t.Status == TaskDue && sent(t) && layoutOf(r.cp).nodeChannels && cp.Source == "loop":
			// Writes of single tasks, and of the last to finish, are not stored there; a step ends when all that was sent has run.
			t.Status, t.Ran, t.RanKnown, t.Proof = TaskDone, true, true, ProofInferred
			out = append(out, t)
		}
	}
	for _, t := range r.others {
		if t.Finished() && t.Name != byUpdate && t.Name != byInput {
			out = append(out, t)
		}
	}
	if !r.readable() {
		return out, nil // what nodes had seen before is not known
	}
	return append(out, movedNodes(r.cp, cp, out, r.tasks)...), nil
}

// updates are the edits of the state stored at a checkpoint that made its child after. An edit in the name of a node that
// was due stands under the id of that node's task, where a run of the node from the same checkpoint stands too. A fork that was
// written as a row stores no writes, and those of other children must not be taken for its own: all that an edit wrote, the
// next step's trigger too, has a new version in its child.
func (r *reading) updates(after *Checkpoint) []Task {
	var out []Task
	for _, t := range r.others {
		if t.Name == byUpdate && r.rose(after, t) {
			out = append(out, t)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, t := range r.tasks {
		if t.Finished() && r.rose(after, t) {
			out = append(out, t)
		}
	}
	return out
}

// rose reports whether every channel that a task wrote has another version in a child.
func (r *reading) rose(after *Checkpoint, t Task) bool {
	for _, w := range t.Writes {
		if w.Idx < 0 || strings.HasPrefix(w.Channel, "__") {
			continue
		}
		if CompareVersions(VersionOf(after.Versions, w.Channel), VersionOf(r.cp.Versions, w.Channel)) == 0 {
			return false
		}
	}
	return true
}

// movedNodes are the nodes that consumed something between two rows and are not among the tasks that are known to have run. A
// node that has a first entry with nothing in it ran where a Send was due to it; else only where no other node moved: LangGraph
// 0.1 gives every node an empty entry at its first step.
func movedNodes(before, after *Checkpoint, ran, due []Task) []Task {
	var out, empty []Task
	for _, s := range after.Seen {
		if noNode(s.Node) || namesTask(ran, s.Node) {
			continue
		}
		was, there := before.SeenBy(s.Node)
		t := Task{Name: s.Node, Status: TaskDone, Proof: ProofInferred, Ran: true, RanKnown: true}
		moved := !there && len(s.Versions) > 0
		for _, v := range s.Versions {
			t.Triggers = append(t.Triggers, v.Channel)
			moved = moved || CompareVersions(v.Value, VersionOf(was, v.Channel)) != 0
		}
		switch {
		case moved || !there && len(ran) == 0 && wasSent(due, s.Node):
			out = append(out, t)
		case !there:
			empty = append(empty, t)
		}
	}
	if len(ran)+len(out) == 0 {
		return empty
	}
	return out
}

// wasSent reports whether a Send to the node was due.
func wasSent(due []Task, name string) bool {
	return slices.ContainsFunc(due, func(t Task) bool { return t.Name == name && sent(t) })
}

func sent(t Task) bool { return len(t.Triggers) > 0 && t.Triggers[0] == pushTrigger }

func namesTask(tasks []Task, name string) bool {
	for _, t := range tasks {
		if t.Name == name {
			return true
		}
	}
	return false
}
