package graph

import (
	"slices"
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
	caller string // task id of a call's caller, or of the task whose error is handled
	// What the id was hashed from besides, so that the same task can be named at another place.
	triggers []string // of a node
	path     string   // of a call's caller
	nth      int      // which of the ids that the hasher gives matched
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
	called  []Child // graphs that the tasks called: their namespaces hold the names
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
	for _, name := range o.writersNames() {
		for _, id := range o.p.hasher.Pull(o.place, name, []string{chanStart}) {
			if o.opened(id, name) {
				o.facts.consumes(name, chanStart)
				return
			}
		}
	}
}

// opened reports whether a task wrote, or the namespace that it opened stands in the question of a task that it called.
func (o *owners) opened(id, name string) bool {
	if _, ok := o.open[id]; ok {
		return true
	}
	at := o.place.path(name) + ":" + id
	for _, w := range o.cp.Writes {
		if w.Channel != chanInterrupt {
			continue
		}
		for _, q := range append(items(w.Value), w.Value) {
			if ns, _ := q.Get("ns"); ns.At(0).Kind() == value.String && ns.At(0).Str() == at {
				return true
			}
		}
	}
	return false
}

// learnEdges recognises nodes that have not finished a step yet and that a plain edge of an early graph started: nothing but the
// ids of their tasks tells which channel they listen to. Their own names stand in what they wrote.
func (o *owners) learnEdges() {
	if !o.hasID || len(o.open) == 0 {
		return
	}
	edges := nodeChannels(o.cp, o.facts)
	if len(edges) > mostTriggers {
		edges = edges[:mostTriggers]
	}
	for _, name := range o.writersNames() {
		eachSubset(edges, func(some []string) bool {
			for _, id := range o.p.hasher.Pull(o.place, name, some) {
				if _, ok := o.open[id]; ok {
					o.facts.nodes[name], o.facts.hashed[name] = true, some
					return true
				}
			}
			return false
		})
	}
}

// writersNames are names that the tasks of a row may have: those that are known, and those that stand in their writes. A node
// wrote its own name into the channel of that name, and into the joins that wait for it; a question names who asks, and a called
// graph's namespace who called.
func (o *owners) writersNames() []string {
	names := o.facts.candidates()
	for _, kid := range o.called {
		names = append(names, kid.Node)
	}
	for i := range o.cp.Writes {
		w := &o.cp.Writes[i]
		if w.Value.Kind() == value.String && w.Value.Str() == w.Channel {
			names = append(names, w.Channel)
		}
		if needs, _, ok := joinOf(w.Channel); ok {
			names = append(names, needs...)
		}
		if w.Channel == chanInterrupt {
			for _, q := range append(items(w.Value), w.Value) {
				ns, _ := q.Get("ns")
				for _, at := range items(ns) { // "flow:6f0e…", and within it who asked
					if k := strings.LastIndexByte(at.Str(), ':'); k > 0 {
						names = append(names, at.Str()[:k])
					}
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// eachSubset calls f for the subsets of a list, the largest first, until it gives true; never for the empty one.
func eachSubset(all []string, f func(some []string) bool) bool {
	for mask := 1<<len(all) - 1; mask > 0; mask-- {
		var some []string
		for k, t := range all {
			if mask>>k&1 == 1 {
				some = append(some, t)
			}
		}
		if f(some) {
			return true
		}
	}
	return false
}

func (o *owners) claim(ids []string, w owner) bool {
	for k, id := range ids {
		if _, ok := o.open[id]; ok {
			w.proof, w.nth = ProofHash, k
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
	h := o.p.hasher
	by := func(triggers []string) bool {
		return o.claim(h.Pull(o.place, name, triggers), owner{name: name, kind: pullTask, triggers: triggers})
	}
	all := o.facts.triggers(name)
	if !h.Subsets() {
		for _, t := range append(slices.Clone(fired), all...) {
			if by([]string{t}) {
				return true
			}
		}
		return false
	}
	if by(all) || len(fired) > 0 && by(fired) {
		return true
	}
	if len(all) > mostTriggers {
		all = all[:mostTriggers]
	}
	return eachSubset(all, by)
}

// name gives what is left the name in its path, or the one node that is due and has no task yet.
func (o *owners) name(due []dueNode) {
	for id, path := range o.open {
		if name, ok := strings.CutPrefix(path, "~__pregel_pull, "); ok {
			if failed, handler := handledBy(path); handler {
				name = handlerPrefix + failed
			}
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
