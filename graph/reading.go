package graph

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"cptui/graph/value"
)

// reading is a checkpoint as LangGraph's scheduler would take it up: the tasks due after it, with what their writes say, and
// who made each write. It is worked out once and kept beside the opened row.
type reading struct {
	cp     *Checkpoint
	facts  *facts
	tasks  []Task // due: Sends in order, then nodes by name
	others []Task // ran, but are not due by the rule: calls, error handlers, updates, nodes of a barrier that was still open
	writes []Write
	waits  []Join
	known  bool
}

// read works out what checkpoint i says. It starts from the row alone, looks at the last rows of the thread's branches where
// that leaves a task unexplained, and at other threads where even that does not do.
func (p *Pregel) read(ctx context.Context, h *History, i int) (*reading, error) {
	e := h.cache.at(i)
	e.open.Lock()
	cp, err := h.cachedIn(ctx, e)
	have := e.read
	e.open.Unlock()
	if err != nil {
		return nil, err
	}
	if have != nil && have.cp == cp {
		return have, nil
	}
	f := newFacts()
	f.learn(cp)
	r, lacks, err := p.explain(ctx, h, cp, f)
	if err != nil {
		return nil, err
	}
	wide := layoutOf(cp).nodeChannels // only other rows tell which nodes listen
	if lacks >= moreRows || wide {
		if err := p.lookAlong(ctx, h, f, cp.NS); err != nil {
			return nil, err
		}
		if r, lacks, err = p.explain(ctx, h, cp, f); err != nil {
			return nil, err
		}
	}
	if lacks >= moreThreads || wide {
		if err := p.lookAround(ctx, h, f, cp.NS); err != nil {
			return nil, err
		}
		if r, _, err = p.explain(ctx, h, cp, f); err != nil {
			return nil, err
		}
	}
	e.open.Lock()
	if e.cp == cp {
		e.read = r
	}
	e.open.Unlock()
	return r, nil
}

// lookAlong learns from the branches of the thread.
func (p *Pregel) lookAlong(ctx context.Context, h *History, f *facts, ns string) error {
	wide, err := h.widely(ctx, ns)
	if err == nil {
		f.merge(wide)
	}
	return err
}

// lookAround learns from other threads of the source.
func (p *Pregel) lookAround(ctx context.Context, h *History, f *facts, ns string) error {
	if p.Names != nil {
		f.elsewhere = p.Names(ctx)
	}
	if p.Others == nil {
		return nil
	}
	for _, other := range p.Others(ctx) {
		if other.Thread() == h.Thread() {
			continue
		}
		g, err := other.widely(ctx, ns)
		if err != nil {
			return err
		}
		if g.sameGraph(f) {
			f.merge(g)
		}
	}
	return nil
}

// need is how far around a row one has to look to explain it.
type need uint8

const (
	nothing need = iota
	moreRows
	moreThreads
)

// explain reads a checkpoint with what is known so far, and says what else might tell more.
func (p *Pregel) explain(ctx context.Context, h *History, cp *Checkpoint, f *facts) (*reading, need, error) {
	o, due, open, err := p.owned(ctx, h, cp, f)
	if err != nil {
		return nil, nothing, err
	}
	r := &reading{cp: cp, facts: f, known: true, waits: joins(cp)}
	lacks := nothing
	if len(o.open) > 0 {
		lacks = moreThreads
	}
	o.name(due)
	r.tasks, r.others, r.writes = o.tasks(h, due)
	for _, t := range r.tasks {
		if t.Proof != ProofHash && t.Triggers[0] != pushTrigger {
			// The id that it will get is hashed over all its triggers, which only its runs show.
			lacks = max(lacks, moreRows)
			if len(f.seen[t.Name]) == 0 {
				lacks = moreThreads
			}
		}
	}
	if len(open) > 0 {
		// Who is known to hear them need not be all that do, as long as their step has not been made.
		r.known, lacks = false, moreThreads
	}
	if _, starts := cp.Channel(chanStart); starts && f.entry() == "" {
		lacks = moreThreads
	}
	return r, lacks, nil
}

// owned finds who made the writes of a checkpoint and called graphs there, which nodes are due by the rule, and which channels
// may start others.
func (p *Pregel) owned(ctx context.Context, h *History, cp *Checkpoint, f *facts) (o *owners, due []dueNode, open []string, err error) {
	sends, err := p.sends(ctx, h, cp)
	if err != nil {
		return nil, nil, nil, err
	}
	place, hasID := placeOf(cp)
	o = &owners{p: p, cp: cp, place: place, hasID: hasID, facts: f, sends: sends, by: map[string]owner{}, stepBy: place.Step}
	if step, known := h.Step(cp.Index); known {
		o.stepBy = step + 1
	}
	for _, kid := range h.Kids {
		if kid.Parent == cp.Index && kid.TaskID != "" && kid.NS == o.place.path(kid.Node)+":"+kid.TaskID {
			o.called = append(o.called, kid)
		}
	}
	o.learnEntry()
	for _, kid := range o.called {
		if _, ok := o.open[kid.TaskID]; !ok {
			o.open[kid.TaskID] = ""
		}
	}
	if open = unheard(cp, f); len(open) > 0 {
		o.learnEdges()
	}
	due = dueNodes(cp, f)
	o.find(due)
	return o, due, open, nil
}

// placeOf is what task ids are hashed from. LangGraph takes the step from the metadata alone, and -1 where that lacks it.
func placeOf(cp *Checkpoint) (Place, bool) {
	id, ok := uuidBytes(cp.ID)
	step := int64(-1)
	odd := ""
	switch v := field(cp.Metadata, "step"); v.Kind() {
	case value.Int:
		step, _ = v.Int64()
	case value.Float:
		if f, err := strconv.ParseFloat(v.Num(), 64); err == nil {
			step, odd = int64(math.Floor(max(min(f, 1<<40), -1<<40))), value.FormatFloat(f+1)
		}
	}
	return Place{ID: id, NS: cp.NS, Step: int(step) + 1, Odd: odd, V: formatOf(cp), Packed: strings.HasPrefix(cp.Encoding, "msgpack")}, ok
}

// dueNode is a node with a trigger that it has not seen.
type dueNode struct {
	name  string
	fired []string // available and newer than seen, sorted
}

// dueNodes applies the rule of LangGraph's scheduler to one row.
func dueNodes(cp *Checkpoint, f *facts) []dueNode {
	var out []dueNode
	for _, name := range f.names() {
		seen, _ := cp.SeenBy(name)
		var fired []string
		for _, ch := range f.triggers(name) {
			now := VersionOf(cp.Versions, ch)
			v, there := cp.Channel(ch)
			if now.Kind() == value.Invalid || !there || !available(ch, v) {
				continue
			}
			if CompareVersions(now, VersionOf(seen, ch)) > 0 {
				fired = append(fired, ch)
			}
		}
		if fired != nil {
			out = append(out, dueNode{name, fired})
		}
	}
	return out
}

// joins lists the barriers that hold some of their members, but not all.
func joins(cp *Checkpoint) []Join {
	var out []Join
	for _, c := range cp.Channels {
		needs, node, ok := joinOf(c.Name)
		if !ok || available(c.Name, c.Value) {
			continue
		}
		v := c.Value
		if inner, _, deferred := afterFinish(v); deferred {
			v = inner
		}
		if has := members(v); len(has) > 0 {
			slices.Sort(has)
			out = append(out, Join{Channel: c.Name, Node: node, Needs: needs, Has: has})
		}
	}
	return out
}

// unheard lists the channels of a row that may start a node that no row names. Before checkpoint format 3 a node a writes a
// channel named a, and only a node that has run tells that it listens to it. A channel that has run out somewhere without
// anybody having seen it has no listener.
func unheard(cp *Checkpoint, f *facts) []string {
	var out []string
	for _, ch := range nodeChannels(cp, f) {
		heard := f.unheard[ch]
		for _, chans := range f.seen {
			heard = heard || chans[ch]
		}
		if !heard {
			out = append(out, ch)
		}
	}
	return out
}

// nodeChannels are the channels that hold something and do not name the node that they start, sorted: plain edges of old formats, and
// the barriers behind their branches once all have come.
func nodeChannels(cp *Checkpoint, f *facts) []string {
	plain := layoutOf(cp).nodeChannels
	var out []string
	for _, c := range cp.Channels {
		then := strings.HasPrefix(c.Name, "branch:") && strings.HasSuffix(c.Name, branchThen) && available(c.Name, c.Value)
		if then || plain && f.nodes[c.Name] && !bookkeeping(c.Name) {
			out = append(out, c.Name)
		}
	}
	slices.Sort(out)
	return out
}

// sends are the pending Sends of a checkpoint, from whichever place its format keeps them.
func (p *Pregel) sends(ctx context.Context, h *History, cp *Checkpoint) ([]value.Value, error) {
	if v, ok := cp.Channel(chanTasks); ok {
		return TopicItems(v), nil
	}
	if layoutOf(cp).sendsInside {
		return nil, nil
	}
	if cp.Stored.Kind() == value.Map {
		if v, ok := cp.Stored.Get("pending_sends"); ok && v.Kind() == value.List {
			return items(v), nil
		}
	}
	parent := h.Parent(cp.Index)
	if parent < 0 {
		return nil, nil
	}
	up, err := h.Cached(ctx, parent)
	if err != nil {
		return nil, err
	}
	var out []value.Value
	for _, w := range inPathOrder(up.Writes) {
		if w.Channel == chanTasks {
			out = append(out, w.Value)
		}
	}
	return out, nil
}

// inPathOrder sorts writes as LangGraph applies them: by task path, task id and index.
func inPathOrder(writes []Write) []Write {
	out := slices.Clone(writes)
	slices.SortStableFunc(out, func(a, b Write) int {
		switch {
		case a.Path != b.Path:
			return compareText(a.Path, b.Path)
		case a.TaskID != b.TaskID:
			return compareText(a.TaskID, b.TaskID)
		}
		return a.Idx - b.Idx
	})
	return out
}

func compareText(a, b string) int {
	if a < b {
		return -1
	} else if a > b {
		return 1
	}
	return 0
}

// readSend reads a Send: its node and argument. JavaScript stores {"node","args"}.
func readSend(v value.Value) (node string, arg value.Value, ok bool) {
	if v.Kind() != value.Object && v.Kind() != value.Map {
		return "", value.Value{}, false
	}
	n, ok := v.Get("node")
	if !ok || n.Kind() != value.String {
		return "", value.Value{}, false
	}
	if arg, ok = v.Get("arg"); !ok {
		arg, _ = v.Get("args")
	}
	return n.Str(), arg, true
}
