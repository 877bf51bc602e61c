package claude

import (
	"fmt"

	"cptui/loaders/jsonl"
)

// link resolves parent links over the whole file, since a child can stand before its parent. After it every record knows
// the one it hangs on, each uuid is shown once at the place of its first copy, and there is no cycle.
//
// What is broken is bridged, never dropped: a link to a record that is not in the file leads to the record before it.
func (t *table) link() []jsonl.Fault {
	l := linker{t: t, first: make([]int32, t.Names.Count()), spare: map[int32]int32{}}
	l.index()
	l.resolve()
	l.cut()
	for i := range t.recs {
		r := &t.recs[i]
		if r.up >= 0 && !r.is(logical|copied) {
			t.recs[r.up].flags |= hasChild
		}
	}
	return l.faults
}

type linker struct {
	t      *table
	first  []int32         // ref of a uuid → its first record, -1
	spare  map[int32]int32 // record → the link of its first copy, where a later copy gave it another
	faults []jsonl.Fault
}

func (l *linker) fault(code string, r *record, format string, args ...any) {
	l.faults = append(l.faults, jsonl.Fault{Code: code, Line: int(r.line), Offset: r.off, Message: fmt.Sprintf(format, args...)})
}

// index finds the first copy of each uuid. The link of the last copy counts, as in the vendor's own reader, unless it is
// null: copies written by /branch have none, and then the first one's is the good one.
func (l *linker) index() {
	t := l.t
	for i := range l.first {
		l.first[i] = -1
	}
	copies := map[int32]int{}
	last := map[int32]ref{}
	for i := range t.recs {
		r := &t.recs[i]
		r.up, r.step = -1, -1
		r.flags &^= copied | repaired | logical | leading | hasChild
		if r.id == 0 {
			continue
		}
		f := l.first[r.id]
		if f < 0 {
			l.first[r.id] = int32(i)
			continue
		}
		r.flags |= copied
		copies[f]++
		if r.parent != 0 && r.parent != t.recs[f].parent {
			last[f] = r.parent
		} else if r.parent != 0 {
			delete(last, f)
		}
	}
	for i := range t.recs {
		f := int32(i)
		if n := copies[f]; n > 0 {
			l.fault("duplicate-id", &t.recs[i], "%s stands %d times in the file, shown once", t.Text(t.recs[i].id), n+1)
		}
		if p, ok := last[f]; ok {
			l.spare[f] = l.target(t.recs[f].parent)
			t.recs[f].up = l.target(p)
			if t.recs[f].up < 0 {
				t.recs[f].up = l.spare[f]
			}
		}
	}
}

// target is the record that a link names, -1 where it is not in the file.
func (l *linker) target(p ref) int32 {
	if p == 0 {
		return -1
	}
	return l.first[p]
}

// resolve gives every record its parent.
func (l *linker) resolve() {
	t := l.t
	before := [2]int32{-1, -1} // the last record of the session, of its sidechains
	for i := range t.recs {
		r := &t.recs[i]
		if r.is(copied) {
			continue
		}
		side := 0
		if r.is(sidechain) {
			side = 1
		}
		switch {
		case r.up >= 0: // by a later copy
		case r.is(boundary) && r.parent == 0:
			r.flags |= logical
			name := t.logical[int32(i)]
			if r.up = l.target(name); r.up < 0 {
				r.up = before[side]
				if name != 0 {
					r.flags |= repaired
					l.fault("broken-parent", r, "the compaction follows %s, which is not in the file; shown behind the record before it", t.Text(name))
				}
			}
		case r.parent != 0:
			if r.up = l.target(r.parent); r.up < 0 {
				r.up = before[side]
				r.flags |= repaired
				l.fault("broken-parent", r, "its parent %s is not in the file; shown behind the record before it", t.Text(r.parent))
			}
		case r.is(unlinked):
			r.up = before[side]
		}
		if r.inTree() {
			before[side] = int32(i)
		}
	}
}

// cut ends every cycle at its first record in the file, which then follows the record before it.
func (l *linker) cut() {
	t := l.t
	const fresh, open, done = 0, 1, 2
	state := make([]uint8, len(t.recs))
	var path []int32
	for i := range t.recs {
		path = path[:0]
		at := int32(i)
		for at >= 0 && state[at] == fresh {
			state[at] = open
			path = append(path, at)
			at = t.recs[at].up
		}
		if at >= 0 && state[at] == open {
			first, k := at, len(path)-1
			for ; path[k] != at; k-- {
				first = min(first, path[k])
			}
			l.open(first)
		}
		for _, k := range path {
			state[k] = done
		}
	}
}

// open takes the link of record c, the first of its cycle, and gives it another that leads out of it, if there is one.
func (l *linker) open(c int32) {
	r := &l.t.recs[c]
	if up, ok := l.spare[c]; ok && !l.leadsTo(up, c) {
		r.up = up // a later copy's link made the cycle: the first copy's did not
		return
	}
	l.fault("parent-cycle", r, "parent links lead in a circle; cut here")
	r.flags |= repaired
	r.up = -1
	for up := c - 1; up >= 0; up-- {
		if p := &l.t.recs[up]; p.inTree() && !p.is(copied) && p.is(sidechain) == r.is(sidechain) {
			if !l.leadsTo(up, c) {
				r.up = up
			}
			return
		}
	}
}

// leadsTo tells whether the parents of from reach c. Bounded by the number of records, for other cycles may be on the way.
func (l *linker) leadsTo(from, c int32) bool {
	for n := 0; from >= 0 && n <= len(l.t.recs); n++ {
		if from == c {
			return true
		}
		from = l.t.recs[from].up
	}
	return from >= 0
}
