package talk

import (
	"slices"

	"cptui/loaders"
	"cptui/loaders/transcript"
)

// step is one checkpoint of a file.
type step struct {
	kind     transcript.Kind
	first    ref    // the record that makes it
	recs     []ref  // its records, in the order of the file
	own      bool   // results that the answer's own record tells
	parent   int32  // step, -1: a root
	relay    int32  // an answer's results, which what comes later hangs on; -1
	group    string // of an answer
	tip      ref    // its last record that something can hang on
	fails    bool   // an error of the API
	halted   bool   // the person stopped the agent in it
	cost     loaders.Usage
	paid     bool
	answered bool // an answer follows
	rest     bool // cost was told for the whole run, not for this answer
}

type grouper struct {
	b      *Book
	listed map[callKey]bool // calls whose results have records of their own
	below  []int32          // of a record that stands ahead: the step before it
}

// group puts the linked records into steps, parents first, else in the order of the file.
func (b *Book) group() {
	g := grouper{b: b, listed: map[callKey]bool{}, below: make([]int32, len(b.recs))}
	b.steps = nil
	b.pair(g.listed)
	var path []ref
	for i := range b.recs {
		path = path[:0]
		for at := ref(i); at >= 0 && b.recs[at].step < 0 && !b.recs[at].lead && b.recs[at].of < 0; at = b.recs[at].up {
			path = append(path, at)
		}
		for _, at := range slices.Backward(path) {
			g.place(at)
		}
	}
	g.findEnds()
	g.versions()
	for i := range b.recs {
		if r := &b.recs[i]; r.step >= 0 && !r.is(listed) || r.step >= 0 && r.of < 0 {
			s := &b.steps[r.step]
			s.recs = append(s.recs, ref(i))
		}
	}
	b.settleCosts()
	b.nameSteps()
}

// pair finds the record that asks each call and the one that tells what it gave. Results with a record of their own come
// before those that an answer's record repeats.
func (b *Book) pair(listed map[callKey]bool) {
	b.callOf, b.resultOf = map[callKey]ref{}, map[callKey]ref{}
	for _, own := range []bool{false, true} {
		for i := range b.recs {
			at := ref(i)
			r := &b.recs[i]
			if r.of >= 0 && (b.recs[r.of].latest != at) {
				continue
			}
			kind := b.kindOf(at)
			for _, o := range r.results {
				key := b.key(at, o.id)
				if _, known := b.resultOf[key]; o.id == "" || known || (kind != Result) != own {
					continue
				}
				b.resultOf[key] = at
				if !own {
					listed[key] = true
				}
			}
			if own || kind != Reply || r.of >= 0 {
				continue
			}
			for _, c := range b.recs[r.latest].calls {
				if _, known := b.callOf[b.key(at, c.id)]; c.id != "" && !known {
					b.callOf[b.key(at, c.id)] = r.latest
				}
			}
		}
	}
}

// place puts record i into the step of what it follows or into a new one.
func (g *grouper) place(i ref) {
	b := g.b
	r := &b.recs[i]
	under := g.under(i)
	g.below[i] = under
	switch kind := b.kindOf(i); kind {
	case Note:
		if waits := r.up >= 0 && b.recs[r.up].lead && b.recs[r.up].step < 0; under < 0 || waits {
			r.lead = true // it goes where that which it follows will go
			return
		}
		r.step = under
		s := &b.steps[under]
		s.halted = s.halted || r.is(stops)
		if b.format.Tree {
			s.tip = i
		}
	case Ahead:
		r.lead = true
	case Prompt:
		g.begin(i, g.follow(under), transcript.Input)
	case Compact:
		if under >= 0 && !b.format.Single && b.steps[under].kind == transcript.Compact && r.list == 0 {
			g.join(i, under)
			return
		}
		g.begin(i, g.follow(under), transcript.Compact)
	case Failure:
		g.begin(i, g.follow(under), transcript.Answer)
		b.steps[r.step].fails = true
	case Reply:
		g.reply(i, under)
	case Result:
		g.result(i, under)
	}
}

// under is the step that record i follows, -1 for a root. What stands ahead belongs to the first step that comes of it; to
// another it is a branch from the step before.
func (g *grouper) under(i ref) int32 {
	up := g.b.recs[i].up
	switch {
	case up < 0:
		return -1
	case g.b.recs[up].lead:
		return g.below[up]
	}
	return g.b.recs[up].step
}

// follow is the step that one which comes later hangs on: an answer's results stand in for it.
func (g *grouper) follow(n int32) int32 {
	for n >= 0 && g.b.steps[n].relay >= 0 {
		n = g.b.steps[n].relay
	}
	return n
}

func (g *grouper) join(i ref, n int32) {
	if n < 0 {
		return
	}
	r := &g.b.recs[i]
	r.step = n
	g.adopt(i, n)
	s := &g.b.steps[n]
	s.halted, s.fails = s.halted || r.is(stops), s.fails || r.is(fails)
	s.tip = i
}

// adopt gives the records that stand before i, and that no step has yet, to its step.
func (g *grouper) adopt(i ref, n int32) {
	for at := g.b.recs[i].up; at >= 0 && g.b.recs[at].step < 0 && g.b.recs[at].of < 0; at = g.b.recs[at].up {
		g.b.recs[at].step = n
	}
}

func (g *grouper) begin(i ref, parent int32, kind transcript.Kind) int32 {
	n := int32(len(g.b.steps))
	if parent >= 0 && kind == transcript.Answer {
		g.b.steps[parent].answered = true
	}
	g.b.steps = append(g.b.steps, step{kind: kind, first: i, parent: parent, relay: -1, tip: -1, group: g.b.recs[i].group})
	g.join(i, n)
	return n
}

func (g *grouper) reply(i ref, under int32) {
	b := g.b
	r := &b.recs[i]
	to := int32(-1)
	for n := under; n >= 0 && to < 0 && !b.format.Single; n = b.steps[n].parent { // other parts may stand behind the first results
		s := &b.steps[n]
		if s.kind != transcript.Answer && s.kind != transcript.Results {
			break
		}
		if s.kind == transcript.Answer {
			if r.group != "" && s.group == r.group || r.group == "" && s.group == "" && n == under && !s.fails && s.relay < 0 && r.up == s.tip {
				to = n
			}
			break
		}
	}
	if to >= 0 {
		g.join(i, to)
	} else {
		to = g.begin(i, g.follow(under), transcript.Answer)
	}
	g.given(i, to)
}

// given makes a step of the results that an answer's own record tells, where nothing else does.
func (g *grouper) given(i ref, answer int32) {
	latest := g.b.recs[i].latest
	for _, o := range g.b.recs[latest].results {
		if g.listed[g.b.key(i, o.id)] {
			continue
		}
		n := g.b.steps[answer].relay
		if n < 0 {
			n = int32(len(g.b.steps))
			g.b.steps = append(g.b.steps, step{kind: transcript.Results, first: latest, own: true, parent: answer, relay: -1, tip: -1, recs: []ref{latest}})
			g.b.steps[answer].relay = n
		}
		return
	}
}

func (g *grouper) result(i ref, under int32) {
	b := g.b
	n := under
	if n >= 0 && b.steps[n].kind == transcript.Answer {
		n = b.steps[n].relay
	}
	if n >= 0 && b.steps[n].kind == transcript.Results {
		g.join(i, n)
		return
	}
	n = g.begin(i, under, transcript.Results)
	if under >= 0 && b.steps[under].kind == transcript.Answer {
		b.steps[under].relay = n
	}
}

// versions puts later versions and copies beside the first, and what no step has taken beside what is next to it: in front of
// the first message, or behind the last.
func (g *grouper) versions() {
	b := g.b
	next := map[string]int32{}
	for i, r := range slices.Backward(b.recs) {
		if r.step >= 0 && r.of < 0 {
			next[r.space] = r.step
		} else if n, ok := next[r.space]; ok && r.of < 0 && g.below[i] < 0 {
			b.recs[i].step = n
		}
	}
	last := map[string]int32{}
	for i := range b.recs {
		r := &b.recs[i]
		switch n, ok := last[r.space]; {
		case r.of >= 0:
			r.step = b.recs[r.of].step
		case r.step >= 0:
			last[r.space] = r.step
		case r.up >= 0 && b.recs[r.up].lead && b.recs[r.up].step >= 0:
			r.step = b.recs[r.up].step
		case g.below[i] >= 0:
			r.step = g.below[i]
		case ok:
			r.step = n
		}
	}
}

// nameSteps gives every step an id of its own.
func (b *Book) nameSteps() {
	b.names = make([]string, len(b.steps))
	taken := map[string]bool{}
	for i := range b.steps {
		s := &b.steps[i]
		name := b.recordName(s.first)
		if s.own {
			name = b.recs[s.first].results[0].id
		}
		if key := b.recs[s.first].space + "\x00" + name; taken[key] {
			name = b.lineName(s.first)
		}
		for taken[b.recs[s.first].space+"\x00"+name] { // two ids that look like lines
			name += "'"
		}
		taken[b.recs[s.first].space+"\x00"+name] = true
		b.names[i] = name
	}
}

// prompted tells whether a step is a person's prompt.
func (b *Book) prompted(n int32) bool {
	s := &b.steps[n]
	if s.kind != transcript.Input {
		return false
	}
	if l, ok := b.lent[s.first]; ok {
		return l.Event.Typed
	}
	return b.recs[s.first].is(typed)
}

// findEnds finds the step that each namespace has come to.
func (g *grouper) findEnds() {
	b := g.b
	b.ends = map[string]int32{}
	for space, at := range b.tips {
		n := int32(-1)
		if at >= 0 && b.recs[at].lead {
			n = g.below[at]
		} else if at >= 0 {
			n = b.recs[at].step
		}
		if n = g.follow(n); n >= 0 {
			b.ends[space] = n
		}
	}
}

// firstOwn is the first step of a forked session that was not taken over from another, -1 in all others.
func (b *Book) firstOwn() int32 {
	taken := func(r *record) bool {
		return r.is(copied) || r.At != transcript.NoTime && r.At < b.beside.since
	}
	for i := range b.steps {
		if p := b.steps[i].parent; p >= 0 && taken(&b.recs[b.steps[p].first]) && !taken(&b.recs[b.steps[i].first]) {
			return int32(i)
		}
	}
	return -1
}
