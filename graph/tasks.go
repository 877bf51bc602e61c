package graph

import (
	"slices"
	"strings"
)

// tasks puts together the tasks that are due, with their writes, and those that ran besides.
func (o *owners) tasks(h *History, due []dueNode) (tasks, others []Task, writes []Write) {
	writes = slices.Clone(o.cp.Writes)
	byTask := map[string][]Write{}
	var order []string
	for i := range writes {
		w := &writes[i]
		w.Proof = ProofUnknown
		if own, ok := o.by[w.TaskID]; ok {
			w.Node, w.Proof = own.name, own.proof
		}
		if _, ok := byTask[w.TaskID]; !ok {
			order = append(order, w.TaskID)
		}
		byTask[w.TaskID] = append(byTask[w.TaskID], *w)
	}
	done := map[string]bool{nullTask: true}
	add := func(t Task) {
		done[t.ID] = true
		t.Writes = byTask[t.ID]
		t.NS = called(h, o.place.path(t.Name), t.ID)
		t.Ran, t.RanKnown = o.ran(h, &t)
		t.settle(o.facts.functional())
		if !o.p.hasher.Listed(o.place) {
			t.ID = ""
		}
		tasks = append(tasks, t)
	}
	for i, s := range o.sends {
		node, arg, ok := readSend(s)
		if !ok {
			continue
		}
		t := Task{Name: node, Path: []any{pushTrigger, i, false}, Triggers: []string{pushTrigger}, Arg: arg}
		if kept, _ := o.cp.Channel(chanTasks); layoutOf(o.cp).shortSendPath || pairedTopic(kept) {
			t.Path = t.Path[:2]
		}
		t.ID, t.Proof = o.idOf(node, sendTask, i, func() []string { return o.p.hasher.Push(o.place, node, i) })
		add(t)
	}
	for _, n := range due {
		t := Task{Name: n.name, Path: []any{"__pregel_pull", n.name}, Triggers: n.fired}
		t.ID, t.Proof = o.idOf(n.name, pullTask, 0, func() []string { return o.p.hasher.Pull(o.place, n.name, o.likely(n)) })
		add(t)
	}
	for _, id := range order {
		own, ok := o.by[id]
		if done[id] || !ok {
			continue
		}
		t := Task{ID: id, Name: own.name, Writes: byTask[id], Proof: own.proof, Ran: true, RanKnown: true}
		if path := byTask[id][0].Path; path != "" {
			t.Path = []any{path}
		}
		if own.kind != updateTask && own.kind != inputTask {
			t.NS = called(h, strings.TrimSuffix(o.namespaceOf(id, own), ":"+id), id)
		}
		t.settle(false)
		others = append(others, t)
		if failed, ok := strings.CutPrefix(t.Name, handlerPrefix); ok && t.Finished() {
			handled(tasks, failed, t.Name)
		}
	}
	return tasks, others, writes
}

// handled notes that a failed task's error was taken up by its handler.
func handled(tasks []Task, failed, handler string) {
	for k := range tasks {
		if t := &tasks[k]; t.Name == failed && t.Status == TaskFailed && t.Handler == "" {
			t.Handler = handler
			return
		}
	}
}

// called is the namespace of the graph that a task called: its own, or that of a subgraph that keeps its memory from call to
// call; "" where it called none.
func called(h *History, path, id string) string {
	if ns := path + ":" + id; id != "" && h.hasNS(ns) {
		return ns
	}
	if h.hasNS(path) {
		return path
	}
	return ""
}

// likely are the triggers that a due task's id was hashed over, as far as the rows tell.
func (o *owners) likely(n dueNode) []string {
	if !o.p.hasher.Subsets() {
		return n.fired[:1]
	}
	if layoutOf(o.cp).nodeChannels {
		return n.fired
	}
	return o.facts.triggers(n.name)
}

// idOf is the id of a due task: that of its writes where it has any, else the one that it should get.
func (o *owners) idOf(node string, kind ownerKind, index int, hash func() []string) (string, Proof) {
	for id, w := range o.by {
		if w.kind == kind && w.name == node && w.index == index {
			return id, w.proof
		}
	}
	if !o.hasID {
		return "", ProofUnknown
	}
	ids := hash()
	if len(ids) == 0 {
		return "", ProofUnknown
	}
	return ids[0], ProofInferred
}

// ran tells whether the loop really took a due task up: its writes say so, or updated_channels, since a node runs if and
// only if one of its triggers is among them.
func (o *owners) ran(h *History, t *Task) (ran, known bool) {
	if len(t.Writes) > 0 {
		return true, true
	}
	if len(o.cp.Updated) == 0 || !layoutOf(o.cp).tellsTaken { // an empty list is none to LangGraph: it looks at all nodes
		return false, false
	}
	if h.isLeaf(o.cp.Index) {
		return false, true
	}
	if t.Triggers[0] == pushTrigger {
		return true, true
	}
	for _, ch := range t.Triggers {
		if slices.Contains(o.cp.Updated, ch) {
			return true, true
		}
	}
	return false, true
}
