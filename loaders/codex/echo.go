package codex

// pairEchoes finds, for every event that tells a message again, the message that it echoes: the one with its id or its words
// near by, else the nearest one of the same speaker that has no echo yet. What finds none stands for the message itself, as
// in the files that hold nothing else.
func (t *table) pairEchoes(limit int) {
	for i := range t.recs[:limit] {
		t.recs[i].flags &^= partner
	}
	for _, exact := range []bool{true, false} {
		for i := range t.recs[:limit] {
			if r := &t.recs[i]; r.kind == echo && !r.is(partner) {
				if at := t.echoed(int32(i), limit, exact); at >= 0 {
					r.flags |= partner
					if r.voice != thinking { // one item of reasoning is told by as many events as it has parts
						t.recs[at].flags |= partner
					}
				}
			}
		}
	}
}

// How far an echo may stand from its message, in records.
const (
	exactReach = 64
	looseReach = 12
)

// echoed is the message that echo i tells again, -1 for none.
func (t *table) echoed(i int32, limit int, exact bool) int32 {
	e := &t.recs[i]
	reach := int32(looseReach)
	if exact {
		reach = exactReach
	}
	fits := func(k int32) bool {
		r := &t.recs[k]
		switch {
		case e.voice == thinking:
			return r.kind == thought
		case r.kind != said || r.voice != e.voice || r.is(partner):
			return false
		}
		return !exact || r.id != 0 && r.id == e.id || r.hash == e.hash && r.is(hasText)
	}
	for d := int32(1); d <= reach; d++ {
		for _, k := range [2]int32{i + d, i - d} {
			if k >= 0 && int(k) < limit && fits(k) {
				return k
			}
		}
	}
	return -1
}
