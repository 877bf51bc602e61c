package graph

import (
	"slices"
	"strconv"
	"strings"

	"cptui/graph/value"
)

// Names under which writes stand that no node made.
const (
	byInput  = "__input__"    // a run's own input: answers, updates and gotos of a Command
	byUpdate = "update_state" // a person or program that edited the state
)

// pushTrigger stands for the trigger of a Send.
const pushTrigger = "__pregel_push"

// owner is who a task id belongs to.
type owner struct {
	name   string
	proof  Proof
	kind   ownerKind
	index  int    // of a Send or a call
	caller string // task id of a call's caller
}

type ownerKind uint8

const (
	pullTask ownerKind = iota
	sendTask
	callTask
	handlerTask
	updateTask
	inputTask
	formerTask // due under another id now
)

// owners finds who made the writes of one checkpoint: a task id is a hash over the node's name, so every node that the facts
// know is tried with the triggers that it may have had.
type owners struct {
	p      *Pregel
	cp     *Checkpoint
	place  Place
	hasID  bool
	facts  *facts
	sends  []value.Value
	by     map[string]owner
	open   map[string]string // task ids still unexplained → their task path
	stepBy int               // the step that the id of the checkpoint tells, where the metadata does not
	former bool              // the ids tried are those of stepBy
	// unnamed are calls of which only the caller is known.
	unnamed map[string]owner
}

// learnEntry recognises an entrypoint function that has not finished yet: nothing but the id of its task tells that it
// listens to __start__.
func (o *owners) learnEntry() {
	o.open, o.unnamed = map[string]string{}, map[string]owner{}
	for _, w := range o.cp.Writes {
		if w.TaskID != nullTask {
			o.open[w.TaskID] = w.Path
		}
	}
	if _, ok := o.cp.Channel(chanStart); !ok || !o.hasID || o.facts.entry() != "" {
		return
	}
	for _, name := range o.facts.candidates() {
		for _, id := range o.p.hasher.Pull(o.place, name, []string{chanStart}) {
			if _, ok := o.open[id]; ok {
				o.facts.consumes(name, chanStart)
				return
			}
		}
	}
}

func (o *owners) claim(ids []string, w owner) bool {
	for _, id := range ids {
		if _, ok := o.open[id]; ok {
			w.proof = ProofHash
			if o.former {
				w.kind = formerTask
			}
			o.by[id] = w
			delete(o.open, id)
			return true
		}
	}
	return false
}

// find explains as many task ids as it can, the likely ones first.
func (o *owners) find(due []dueNode) {
	o.by[nullTask] = owner{name: byInput, proof: ProofHash, kind: inputTask}
	if !o.hasID {
		return
	}
	o.findAt(due)
	if o.stepBy != o.place.Step && len(o.open) > 0 {
		// The metadata is damaged: LangGraph would give the tasks other ids, but these wrote.
		was := o.place
		o.place.Step, o.former = o.stepBy, true
		o.findAt(due)
		o.place, o.former = was, false
	}
}

func (o *owners) findAt(due []dueNode) {
	h := o.p.hasher
	for i, s := range o.sends {
		if node, _, ok := readSend(s); ok && len(o.open) > 0 {
			o.claim(h.Push(o.place, node, i), owner{name: node, kind: sendTask, index: i})
		}
	}
	for _, n := range due {
		if len(o.open) > 0 {
			o.pull(n.name, n.fired)
		}
	}
	for i := 0; i < 8 && len(o.open) > 0; i++ {
		o.claim([]string{updateID(o.place.ID, i)}, owner{name: byUpdate, kind: updateTask, index: i})
	}
	o.claim([]string{inputID(o.place.ID)}, owner{name: byInput, kind: inputTask})
	for _, name := range o.facts.candidates() {
		if len(o.open) == 0 {
			return
		}
		o.pull(name, nil)
	}
	o.handlers()
	o.calls()
}

// mostTriggers bounds the triggers of which all subsets are tried.
const mostTriggers = 9

// pull tries a node with all its triggers, with those that fired, then with fewer and fewer of them.
func (o *owners) pull(name string, fired []string) bool {
	w := owner{name: name, kind: pullTask}
	h := o.p.hasher
	all := o.facts.triggers(name)
	if !h.Subsets() {
		for _, t := range append(slices.Clone(fired), all...) {
			if o.claim(h.Pull(o.place, name, []string{t}), w) {
				return true
			}
		}
		return false
	}
	if o.claim(h.Pull(o.place, name, all), w) || len(fired) > 0 && o.claim(h.Pull(o.place, name, fired), w) {
		return true
	}
	if len(all) > mostTriggers {
		all = all[:mostTriggers]
	}
	for mask := 1<<len(all) - 1; mask > 0; mask-- {
		var some []string
		for k, t := range all {
			if mask>>k&1 == 1 {
				some = append(some, t)
			}
		}
		if o.claim(h.Pull(o.place, name, some), w) {
			return true
		}
	}
	return false
}

// handlers finds the tasks that LangGraph starts at once when a node fails that has an error handler.
func (o *owners) handlers() {
	for _, w := range o.cp.Writes {
		if w.Channel != chanError {
			continue
		}
		for _, name := range o.facts.candidates() {
			if len(o.open) == 0 {
				return
			}
			o.claim(o.p.hasher.Handler(o.place, name, w.TaskID), owner{name: name, kind: handlerTask, caller: w.TaskID})
		}
	}
}

// calls finds the task functions that an entrypoint, or another task function, called. Their paths hold the caller's and a
// number; the name is not stored, so the names known to the file are tried.
func (o *owners) calls() {
	type call struct {
		id, caller string
		n          int
	}
	var all []call
	for id, path := range o.open {
		if caller, n, ok := callPath(path); ok {
			all = append(all, call{id, caller, n})
		}
	}
	slices.SortFunc(all, func(a, b call) int { // callers before those they call
		if d := len(a.caller) - len(b.caller); d != 0 {
			return d
		}
		if d := compareText(a.caller, b.caller); d != 0 {
			return d
		}
		return a.n - b.n
	})
	byPath := map[string]string{}
	for _, w := range o.cp.Writes {
		byPath[w.Path] = w.TaskID
	}
	for id, own := range o.by { // a caller that has written nothing yet
		if own.kind == pullTask {
			byPath["~__pregel_pull, "+own.name] = id
		}
	}
	for _, c := range all {
		callerID := byPath[c.caller]
		if callerID == "" {
			callerID = byPath[c.caller+", 0000000001"] // paths of calls end so in the rows, but not where they are hashed
		}
		by, ok := o.by[callerID]
		if !ok {
			continue
		}
		in := o.place
		in.NS = o.namespaceOf(callerID, by)
		w := owner{kind: callTask, index: c.n, caller: callerID}
		for _, name := range o.facts.candidates() {
			w.name = name
			if o.claim(o.p.hasher.Call(in, name, c.caller, c.n), w) {
				break
			}
		}
		if _, still := o.open[c.id]; still {
			w.name, w.proof = "call "+strconv.Itoa(c.n+1)+" of "+by.name, ProofInferred
			o.unnamed[c.id] = w
		}
	}
}

// namespaceOf is the namespace in which a task's own calls and subgraphs run.
func (o *owners) namespaceOf(id string, w owner) string {
	at := o.place
	if w.kind == callTask {
		at.NS = o.namespaceOf(w.caller, o.by[w.caller])
	}
	return at.path(w.name) + ":" + id
}

// callPath reads "~__pregel_push, CALLER, 0000000002, 0000000001": a call, not a Send, which has no caller.
func callPath(path string) (caller string, n int, ok bool) {
	rest, ok := strings.CutPrefix(path, "~__pregel_push, ~")
	if !ok {
		return "", 0, false
	}
	rest, ok = strings.CutSuffix("~"+rest, ", 0000000001")
	if !ok {
		return "", 0, false
	}
	k := strings.LastIndex(rest, ", ")
	if k < 0 {
		return "", 0, false
	}
	n, err := strconv.Atoi(rest[k+2:])
	return rest[:k], n, err == nil
}

// name gives what is left the name in its path, or the one node that is due and has no task yet.
func (o *owners) name(due []dueNode) {
	for id, path := range o.open {
		if name, ok := strings.CutPrefix(path, "~__pregel_pull, "); ok {
			w := owner{name: name, proof: ProofPath}
			if o.stepBy != o.place.Step {
				w.kind = formerTask
			}
			o.by[id] = w
			delete(o.open, id)
		} else if w, ok := o.unnamed[id]; ok {
			o.by[id] = w
			delete(o.open, id)
		}
	}
	if len(o.open) != 1 || len(o.sends) > 0 {
		return
	}
	var left []string
	for _, n := range due {
		if !o.has(n.name) {
			left = append(left, n.name)
		}
	}
	if len(left) == 1 {
		for id := range o.open {
			o.by[id] = owner{name: left[0], proof: ProofInferred}
			delete(o.open, id)
		}
	}
}

func (o *owners) has(node string) bool {
	for _, w := range o.by {
		if w.kind == pullTask && w.name == node {
			return true
		}
	}
	return false
}

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
		if formatOf(o.cp) < 3 {
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
	}
	return tasks, others, writes
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
	if formatOf(o.cp) <= 2 {
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
	if o.cp.NoUpdated || o.cp.V < 4 {
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
