package codex

import (
	"slices"

	"cptui/loaders/transcript"
)

// step is one checkpoint of a file.
type step struct {
	kind   transcript.Kind
	first  int32 // the record that makes it
	parent int32 // step of the same file, -1: a root, or what goes on from another file
	calls  int32 // how many an answer asks
	fails  bool  // an error of the API
	halted bool  // the person stopped the agent in it
	shut   bool  // complete: what comes next begins a step of its own
}

// grouper makes steps out of the records of one file, in their order.
type grouper struct {
	u     *unit
	cur   int32   // the step that the next record goes on from, -1
	ahead []int32 // bookkeeping that belongs to the step that comes next
	meter meter
	paid  int32 // the newest step that a model was asked for
}

// group puts the records before limit into steps. from is what the meter showed where the file goes on from another.
func (u *unit) group(limit int, from tokens) {
	u.limit = limit
	u.pairEchoes(limit)
	u.pair(limit)
	g := grouper{u: u, cur: -1, paid: -1, meter: meter{total: from, begun: from != tokens{}}}
	u.steps, u.costs = nil, nil
	next := 0
	for i := range u.recs[:limit] {
		u.recs[i].step = -1
		g.take(int32(i))
		for ; next < len(u.readings) && u.readings[next].rec == int32(i); next++ {
			g.count(&u.readings[next])
		}
	}
	for i := limit; i < len(u.recs); i++ {
		u.recs[i].step = -1
	}
	u.end, u.meterEnd = g.cur, g.meter.total
	u.collect()
}

// count gives an answer the tokens that a record tells.
func (g *grouper) count(r *reading) {
	n, ok := g.meter.read(r, g.u.inherited(r.rec))
	to := g.paid
	if to < 0 {
		to = g.cur
	}
	if ok && to >= 0 {
		g.u.costs = append(g.u.costs, cost{to, n})
	}
}

// take puts one record where it belongs.
func (g *grouper) take(i int32) {
	r := &g.u.recs[i]
	switch r.kind {
	case meta, opening:
		if g.u.prompt >= 0 && i == g.u.promptAt {
			g.begin(transcript.Input, i)
			return
		}
		g.ahead = append(g.ahead, i)
	case said:
		g.say(i)
	case echo:
		if r.is(partner) || r.voice == thinking && g.kind() == transcript.Answer && !g.steps()[g.cur].shut {
			g.alongside(i)
			return
		}
		g.say(i)
	case thought:
		g.answer(i)
	case asked, served:
		g.answer(i)
		g.steps()[g.cur].calls++
	case did:
		if r.is(ownCall) || g.u.callOf[r.call] >= 0 {
			g.result(i)
		} else {
			g.join(i, false)
		}
	case brought:
		g.result(i)
	case compacted:
		if g.kind() == transcript.Compact && !g.steps()[g.cur].shut {
			g.join(i, true)
		} else {
			g.begin(transcript.Compact, i)
		}
	case rewound:
		g.join(i, false)
		g.back(int(r.num))
	case failed:
		g.fail(i)
	default:
		g.join(i, false)
		if g.cur < 0 {
			return
		}
		s := &g.steps()[g.cur]
		s.halted = s.halted || r.voice == stopped
		s.shut = s.shut || r.is(endsTurn) || s.kind == transcript.Answer && g.u.measures(i)
	}
}

func (g *grouper) steps() []step { return g.u.steps }

// kind is that of the step at hand, 0 before the first.
func (g *grouper) kind() transcript.Kind {
	if g.cur < 0 {
		return 0
	}
	return g.u.steps[g.cur].kind
}

// say takes a message, or an event that stands for one.
func (g *grouper) say(i int32) {
	r := &g.u.recs[i]
	switch r.voice {
	case person, shell:
		g.begin(transcript.Input, i)
	case agent, thinking:
		g.answer(i)
	case stopped:
		g.join(i, false)
		if g.cur >= 0 {
			g.steps()[g.cur].halted = true
		}
	default:
		g.ahead = append(g.ahead, i)
	}
}

// alongside takes an echo: it goes with its message, before or behind it.
func (g *grouper) alongside(i int32) {
	for k := i - 1; k >= 0 && k > i-exactReach; k-- {
		if r := &g.u.recs[k]; r.kind == said && r.voice == g.u.recs[i].voice && r.step == g.cur && g.cur >= 0 && r.hash == g.u.recs[i].hash {
			g.join(i, false)
			return
		}
	}
	if g.u.recs[i].voice == thinking && g.kind() == transcript.Answer && !g.steps()[g.cur].shut {
		g.join(i, false)
		return
	}
	g.ahead = append(g.ahead, i)
}

// begin makes a step of record i.
func (g *grouper) begin(kind transcript.Kind, i int32) {
	u := g.u
	u.steps = append(u.steps, step{kind: kind, first: i, parent: g.cur})
	g.cur = int32(len(u.steps) - 1)
	g.join(i, true)
	if kind == transcript.Answer || kind == transcript.Compact { // a model writes the summary too
		g.paid = g.cur
	}
}

// join puts record i into the step at hand; with what stands before it, where that belongs to it.
func (g *grouper) join(i int32, ahead bool) {
	g.u.recs[i].step = g.cur
	if !ahead || g.cur < 0 {
		return
	}
	for _, k := range g.ahead {
		g.u.recs[k].step = g.cur
	}
	g.ahead = g.ahead[:0]
}

// answer takes a part of an answer: contiguous parts are one, until something else stands between them or the API has told
// what they cost.
func (g *grouper) answer(i int32) {
	if g.kind() == transcript.Answer && !g.steps()[g.cur].shut {
		g.join(i, true)
		return
	}
	g.begin(transcript.Answer, i)
}

func (g *grouper) result(i int32) {
	if g.kind() == transcript.Results && !g.steps()[g.cur].shut {
		g.join(i, true)
		return
	}
	g.begin(transcript.Results, i)
}

// fail takes an error of the API: a step of its own, however often it is told.
func (g *grouper) fail(i int32) {
	if g.kind() == transcript.Answer && g.steps()[g.cur].fails {
		g.join(i, true)
		return
	}
	paid := g.paid
	g.begin(transcript.Answer, i)
	g.paid = paid
	g.steps()[g.cur].fails, g.steps()[g.cur].shut = true, true
}

// back goes on from before the last n prompts.
func (g *grouper) back(n int) {
	g.ahead = g.ahead[:0]
	for at := g.cur; n > 0 && at >= 0; at = g.steps()[at].parent {
		if g.u.prompted(at) {
			n--
		}
		g.cur = g.steps()[at].parent
	}
	if g.cur >= 0 {
		g.steps()[g.cur].shut = true
	}
}

// collect lists the records of each step, in the order of the file.
func (u *unit) collect() {
	u.start = make([]int32, len(u.steps)+1)
	for i := range u.recs {
		if s := u.recs[i].step; s >= 0 {
			u.start[s+1]++
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

// prompted tells whether a step is a person's prompt.
func (u *unit) prompted(n int32) bool {
	s := &u.steps[n]
	return s.kind == transcript.Input && u.recs[s.first].voice == person
}

// measures tells whether record i says what one answer cost: the answer is complete.
func (u *unit) measures(i int32) bool {
	k, ok := slices.BinarySearchFunc(u.readings, i, func(r reading, i int32) int { return int(r.rec - i) })
	return ok && u.readings[k].response != 0
}

// stepBefore is the step that the file has reached before record k, -1 before the first.
func (u *unit) stepBefore(k int32) int32 {
	for k--; k >= 0; k-- {
		if s := u.recs[k].step; s >= 0 && u.steps[s].first <= k {
			return s
		}
	}
	return -1
}
