package talk

import (
	"cptui/loaders"
	"cptui/loaders/transcript"
)

// settleCosts gives each answer what it cost: what its records tell in their last version, each part of an answer once; of
// readings that grow the greatest. What a total tells beyond that belongs to the last answer before it.
func (b *Book) settleCosts() {
	for n := range b.steps {
		s := &b.steps[n]
		var growing loaders.Usage
		partly := false
		for _, i := range s.recs {
			r := &b.recs[i]
			if s.own || !r.is(paid) || r.is(total) || r.of >= 0 && b.recs[r.of].latest != i || r.of < 0 && r.latest != i {
				continue
			}
			s.paid = true
			if !r.is(partial) {
				add(&s.cost, r.usage)
				continue
			}
			partly = true
			greatest(&growing, r.usage)
		}
		if partly {
			add(&s.cost, growing)
		}
	}
	b.settleTotals()
}

// settleTotals spreads what the totals of runs tell over what is known of their answers.
func (b *Book) settleTotals() {
	counted := map[int32]bool{}
	from := 0
	for i := range b.recs {
		r := &b.recs[i]
		if !r.is(total) {
			continue
		}
		var known loaders.Usage
		last := int32(-1)
		for ; from < i; from++ {
			o := &b.recs[from]
			if n := o.step; n >= 0 && b.steps[n].kind == transcript.Answer && !counted[n] {
				counted[n] = true
				add(&known, b.steps[n].cost)
				if o.space == r.space {
					last = n
				}
			}
		}
		if last < 0 {
			continue
		}
		s := &b.steps[last]
		more := loaders.Usage{Input: max(0, r.usage.Input-known.Input), Output: max(0, r.usage.Output-known.Output),
			CacheRead: max(0, r.usage.CacheRead-known.CacheRead), CacheCreation: max(0, r.usage.CacheCreation-known.CacheCreation)}
		if more != (loaders.Usage{}) {
			add(&s.cost, more)
			s.rest = true
		}
		s.paid = true
	}
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
