package codex

import "cptui/loaders"

// meter reads what answers cost out of running totals that are told twice, begin anew, or are not told at all.
type meter struct {
	total tokens
	begun bool
}

// cost is what an answer took.
type cost struct {
	step int32
	tokens
}

// read gives what a record adds to what is known already. Of what a file took over from another only the total is noted.
func (m *meter) read(r *reading, inherited bool) (n tokens, ok bool) {
	if !r.hasTotal {
		return r.last, r.hasLast && !inherited
	}
	before := m.total
	m.total, m.begun = r.total, true
	switch {
	case inherited:
		return n, false
	case r.total == before:
		return n, false
	case !r.hasLast && r.total.less(before):
		return r.total, true // begun anew
	case !r.hasLast:
		return r.total.minus(before), true
	case r.total.minus(r.last) == before, r.total == r.last, r.total.less(before):
		return r.last, true
	}
	return r.total.minus(before), true
}

func (a tokens) minus(b tokens) tokens {
	return tokens{a.in - b.in, a.cached - b.cached, a.written - b.written, a.out - b.out}
}

func (a tokens) less(b tokens) bool { return a.in < b.in || a.out < b.out || a.cached < b.cached }

// add counts tokens in the one meaning for all formats: input leaves out what came from the cache.
func (a tokens) add(to *loaders.Usage) {
	to.Input += max(0, a.in-a.cached-a.written)
	to.Output += a.out
	to.CacheRead += a.cached
	to.CacheCreation += a.written
}
