package graph

import (
	"context"
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
			return movedNodes(&Checkpoint{}, cp, nil), nil // the only row that its run left
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
		if !t.Finished() {
			continue
		}
		out = append(out, t)
	}
	for _, t := range r.others {
		if t.Finished() && t.Name != byUpdate && t.Name != byInput {
			out = append(out, t)
		}
	}
	if !r.readable() {
		return out, nil // what nodes had seen before is not known
	}
	return append(out, movedNodes(r.cp, cp, out)...), nil
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

// movedNodes are the nodes that consumed something between two rows and are not among the tasks that are known to have run.
func movedNodes(before, after *Checkpoint, ran []Task) []Task {
	var out []Task
	for _, s := range after.Seen {
		if noNode(s.Node) || namesTask(ran, s.Node) {
			continue
		}
		was, there := before.SeenBy(s.Node)
		moved := !there && (len(s.Versions) > 0 || len(ran) == 0)
		for _, v := range s.Versions {
			moved = moved || CompareVersions(v.Value, VersionOf(was, v.Channel)) != 0
		}
		if moved {
			t := Task{Name: s.Node, Status: TaskDone, Proof: ProofInferred, Ran: true, RanKnown: true}
			for _, v := range s.Versions {
				t.Triggers = append(t.Triggers, v.Channel)
			}
			out = append(out, t)
		}
	}
	return out
}

func namesTask(tasks []Task, name string) bool {
	for _, t := range tasks {
		if t.Name == name {
			return true
		}
	}
	return false
}
