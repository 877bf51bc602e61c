package talk

import (
	"cptui/loaders"
	"cptui/loaders/transcript"
)

// settleCosts gives each answer what it cost: what its records tell in their last version, each part of an answer once; of
// readings that grow the greatest. What a total tells beyond that belongs to the last answer before it.
func (b *Book) settleCosts() {
	told := map[string]loaders.Usage{} // by answer: what events tell that name it, wherever they stand
	for i := range b.recs {
		if r := &b.recs[i]; r.is(paid) && r.is(partial) && r.group != "" {
			u := told[r.group]
			greatest(&u, r.usage)
			told[r.group] = u
		}
	}
	for n := range b.steps {
		s := &b.steps[n]
		growing, partly := told[s.group]
		partly = partly && s.group != ""
		for _, i := range s.recs {
			r := &b.recs[i]
			if s.own || !r.is(paid) || r.is(total) || r.of >= 0 && b.recs[r.of].latest != i || r.of < 0 && r.latest != i {
				continue
			}
			switch {
			case !r.is(partial):
				s.paid = true
				add(&s.cost, r.usage)
			case r.group == "" && s.kind == transcript.Answer:
				partly = true
				greatest(&growing, r.usage)
			}
		}
		if partly && s.kind == transcript.Answer {
			s.paid = true
			add(&s.cost, growing)
		}
	}
	b.settleTotals()
	b.settleAll()
}

// run is what is known of the answers that a total may be of.
type run struct {
	known loaders.Usage
	last  int32
}

// settleTotals gives what a total tells beyond its answers to the last of them. Programs differ in what they sum up: the answers
// since the total before or all of them, with those of subagents or without. What went in is told by every answer, so it
// shows which of these it is.
func (b *Book) settleTotals() {
	counted := map[int32]bool{}
	runs := [4]run{{last: -1}, {last: -1}, {last: -1}, {last: -1}} // of this run, with subagents; of all, with subagents
	from := 0
	for i := range b.recs {
		r := &b.recs[i]
		if !r.is(total) {
			continue
		}
		for ; from < i; from++ {
			o := &b.recs[from]
			n := o.step
			if n < 0 || b.steps[n].kind != transcript.Answer || counted[n] {
				continue
			}
			counted[n] = true
			for k := range runs {
				if main := o.space == r.space; main || k&1 == 1 {
					add(&runs[k].known, b.steps[n].cost)
					if main {
						runs[k].last = n
					}
				}
			}
		}
		best := &runs[0]
		for k := range runs {
			if u := runs[k].known; u.Input == r.usage.Input && u.CacheRead == r.usage.CacheRead && u.CacheCreation == r.usage.CacheCreation {
				best = &runs[k]
				break
			}
		}
		if best.last >= 0 {
			more := b.rest(best.last, r.usage, best.known)
			for k := range runs {
				add(&runs[k].known, more)
			}
		}
		b.settleAgents(ref(i), runs[2].known, runs[3].known, &runs[3])
		runs[0], runs[1] = run{last: -1}, run{last: -1}
	}
}

// settleAgents gives the last answer of a subagent what all models used beyond what is known, where the total tells that: their
// own answers tell only what went in, and their last one is not printed.
func (b *Book) settleAgents(i ref, main, all loaders.Usage, to *run) {
	r := &b.recs[i]
	if r.all == (loaders.Usage{}) || main == all {
		return
	}
	for n := len(b.steps) - 1; n >= 0; n-- {
		if s := &b.steps[n]; s.kind == transcript.Answer && b.recs[s.first].space != r.space && s.first < i {
			add(&to.known, b.rest(int32(n), r.all, all))
			return
		}
	}
}

// rest adds what a total tells beyond what is known to what an answer cost.
func (b *Book) rest(n int32, all, known loaders.Usage) loaders.Usage {
	more := loaders.Usage{Input: max(0, all.Input-known.Input), Output: max(0, all.Output-known.Output),
		CacheRead: max(0, all.CacheRead-known.CacheRead), CacheCreation: max(0, all.CacheCreation-known.CacheCreation)}
	s := &b.steps[n]
	if more != (loaders.Usage{}) {
		add(&s.cost, more)
		s.rest = true
	}
	s.paid = true
	return more
}

func add(to *loaders.Usage, u loaders.Usage) {
	to.Input += u.Input
	to.Output += u.Output
	to.CacheRead += u.CacheRead
	to.CacheCreation += u.CacheCreation
}

func greatest(to *loaders.Usage, u loaders.Usage) {
	to.Input, to.Output = max(to.Input, u.Input), max(to.Output, u.Output)
	to.CacheRead, to.CacheCreation = max(to.CacheRead, u.CacheRead), max(to.CacheCreation, u.CacheCreation)
}
