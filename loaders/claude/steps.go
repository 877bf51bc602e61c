package claude

import "slices"

// stepKind is what a step is: the four that make checkpoints, and what stands before the first of them.
type stepKind uint8

const (
	pre     stepKind = iota // records that no message has followed yet
	input                   // a person's prompt, or what was put in for one
	model                   // one answer: all lines of one message.id
	results                 // the results of an answer's calls, up to the next answer
	compact                 // a compaction
)

// step is one checkpoint of a file.
type step struct {
	kind   stepKind
	side   bool  // of an inline sidechain
	first  int32 // the record that makes it, whose uuid is its id
	parent int32 // step, -1: a root
	depth  int32 // steps before it on its branch
	root   int32 // the root of its branch
	msg    ref   // of an answer
	calls  int32 // how many an answer asks
	answer int32 // of results: the answer whose calls they are, -1 where unknown
	// relay is the step that a later child of this one hangs on instead: an answer's results (the next answer may name the
	// answer or any of the results as its parent), a prompt that has no uuid and so cannot be named. -1: none.
	relay int32
}

// grouper makes steps out of linked records.
type grouper struct {
	t     *table
	steps []step
	agent bool // a subagent's own file: sidechain is no difference
}

// group puts every record that stands in the tree into a step, parents first, else in the order of the file.
func (t *table) group(agentFile bool) []step {
	g := grouper{t: t, agent: agentFile}
	var path []int32
	for i := range t.recs {
		if !t.recs[i].inTree() {
			continue
		}
		path = path[:0]
		for at := int32(i); at >= 0 && t.recs[at].step < 0 && !t.recs[at].is(copied|leading); at = t.recs[at].up {
			path = append(path, at)
		}
		for _, at := range slices.Backward(path) {
			g.place(at)
		}
	}
	return g.steps
}

func (g *grouper) side(r *record) bool { return r.is(sidechain) && !g.agent }

// place puts record i into the step of its parent or into a new one.
func (g *grouper) place(i int32) {
	r := &g.t.recs[i]
	under, lead := int32(-1), false
	if r.up >= 0 {
		p := &g.t.recs[r.up]
		under, lead = p.step, p.is(leading)
		if under >= 0 && g.steps[under].side != g.side(r) {
			under, lead = -1, false // a sidechain is a branch of its own
		}
	}
	to, kind := g.choose(r, under)
	switch {
	case to >= 0:
		r.step = to
		s := &g.steps[to]
		if s.kind == pre {
			r.flags |= leading
		}
		if s.kind == model {
			s.calls += int32(len(g.t.callsOf(i)))
		}
		return
	case kind == pre && !r.inTree():
		return
	case lead && g.steps[under].kind == pre && kind != pre: // what stood before now has its step
		g.steps[under].kind, g.steps[under].first = kind, i
		g.begin(i, under)
		return
	case lead:
		under = -1
	}
	g.steps = append(g.steps, step{kind: kind, side: g.side(r), first: i, parent: -1, answer: -1, relay: -1})
	n := int32(len(g.steps) - 1)
	if kind == pre {
		r.flags |= leading
	}
	g.hang(n, under)
	g.begin(i, n)
}

// hang puts step n under another, or under what stands in for it.
func (g *grouper) hang(n, under int32) {
	s := &g.steps[n]
	s.root = n
	if under < 0 {
		return
	}
	if s.kind != compact || !g.t.recs[s.first].is(logical) {
		under = g.follow(under)
	}
	p := &g.steps[under]
	s.parent, s.depth, s.root = under, p.depth+1, p.root
}

func (g *grouper) follow(n int32) int32 {
	for g.steps[n].relay >= 0 {
		n = g.steps[n].relay
	}
	return n
}

// begin is what a step's own record does to it and around it.
func (g *grouper) begin(i, n int32) {
	r, s := &g.t.recs[i], &g.steps[n]
	r.step = n
	switch s.kind {
	case model:
		s.msg = r.msg
		s.calls = int32(len(g.t.callsOf(i)))
	case results:
		if s.answer = g.above(s.parent, func(p *step) bool { return p.kind == model }); s.answer >= 0 {
			g.steps[s.parent].relay = n
		}
	case input:
		if r.id == 0 && s.parent >= 0 {
			g.steps[s.parent].relay = n
		}
	}
}

// above walks up over prompts and results that stand inside an answer, and gives the first step that fits, else -1.
func (g *grouper) above(n int32, fits func(*step) bool) int32 {
	for n >= 0 {
		s := &g.steps[n]
		if fits(s) {
			return n
		}
		if s.kind != input && s.kind != results {
			return -1
		}
		n = s.parent
	}
	return -1
}

// choose gives the step that a record joins, or the kind of the new one that it makes.
func (g *grouper) choose(r *record, under int32) (join int32, kind stepKind) {
	at := pre
	if under >= 0 {
		at = g.steps[under].kind
	}
	fresh := under < 0 || at == pre
	switch {
	case r.is(boundary):
		return -1, compact
	case r.kind == assistant:
		if r.msg != 0 {
			if n := g.above(under, func(s *step) bool { return s.kind == model && s.msg == r.msg }); n >= 0 {
				return n, model
			}
		}
		return -1, model
	case r.kind == user && r.is(hasResult):
		if at == results {
			return under, results
		}
		if m := g.above(under, func(s *step) bool { return s.kind == model }); m >= 0 {
			for n := g.steps[m].relay; n >= 0; n = g.steps[n].relay {
				if g.steps[n].kind == results && g.steps[n].answer == m {
					return n, results
				}
			}
		}
		return -1, results
	case r.prompt():
		return -1, input
	case r.kind == user && r.is(summary):
		if at == compact {
			return under, compact
		}
		return -1, compact
	case r.kind == user || r.kind == attachment && r.is(queued):
		if fresh && r.is(meta) && r.voice != plain {
			return under, pre
		}
		if fresh {
			return -1, input
		}
		if at == model && !r.is(meta) && (r.voice == command || r.voice == shell || r.voice == notice || r.voice == plain) {
			return -1, input
		}
		return under, at
	}
	return under, pre
}

// sweep drops what no message followed and gives each step its records, in the order of the file.
func (u *unit) sweep() {
	moved := make([]int32, len(u.steps))
	kept := u.steps[:0]
	for i, s := range u.steps {
		if moved[i] = -1; s.kind != pre {
			moved[i] = int32(len(kept))
			kept = append(kept, s)
		}
	}
	u.steps = kept
	to := func(n int32) int32 {
		if n < 0 {
			return -1
		}
		return moved[n]
	}
	for i := range u.steps {
		s := &u.steps[i]
		s.parent, s.root, s.answer, s.relay = to(s.parent), to(s.root), to(s.answer), to(s.relay)
	}
	u.start = make([]int32, len(u.steps)+1)
	for i := range u.recs {
		r := &u.recs[i]
		if r.step = to(r.step); r.step >= 0 {
			u.start[r.step+1]++
		}
	}
	for i := range u.steps {
		u.start[i+1] += u.start[i]
	}
	next := slices.Clone(u.start)
	u.members = make([]int32, u.start[len(u.steps)])
	for i := range u.recs {
		if s := u.recs[i].step; s >= 0 {
			u.members[next[s]] = int32(i)
			next[s]++
		}
	}
}
