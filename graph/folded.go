package graph

import (
	"slices"

	"cptui/graph/value"
)

// folded is a delta channel at one checkpoint: a value that was stored, and the writes since. What they make of it is worked
// out when it is asked for (reading.go says by which reducer), but for lists that grow by appending and by message ids,
// which is what most are: those grow along with the branch. Lists and writes share their spines from step to step, so that
// keeping every step costs no more than the last.
type folded struct {
	seed   int // DAG index of the checkpoint with the stored value, -1: none stored yet
	writes int // since the seed
	base   value.Value
	tape   *tape // what was written since base, an Overwrite or the seed: its first n
	n      int

	list *spine // of a list that grows: its first many elements; nil where it is none
	many int
	seen []value.Value // those elements
	as   int           // byMessages or byAppend
	all  bool          // a write removed all messages

	files filesSeen // whether its maps hold files

	lost string // why the value is not in the file, "" where it is

	// own is what this branch itself wrote, where writes of other branches lie on its way; nil where it is the same.
	own  *folded
	leak []Leak
	gone bool // some of what this branch wrote is in no row, so that own is not known
}

// fresh reports whether an Overwrite has just thrown away all that came before, other branches' writes too.
func (f *folded) fresh() bool { return f.own == nil && f.leak == nil }

// Leak says which writes of other branches lie on the way of this one: LangGraph takes them in when it loads the state.
type Leak struct {
	Row    int // at which they are stored
	Writes int
	Nodes  []string // who wrote them, where known
	// Replaced is set where a step of this branch wrote under the task ids of an earlier run from the same checkpoint: SQLite
	// kept the earlier rows, and what this branch wrote is nowhere.
	Replaced bool
}

// tape holds the writes of a branch. Every step sees its own beginning of it; only the step that sees all of it may append
// in place.
type tape struct {
	elems []value.Value
	memo  map[int]*memos // by reducer
}

// memos are what a reducer made of beginnings of a tape: every so many writes, and where it was last asked. So going on along a
// branch costs the new writes only, and going back those since the last milestone.
type memos struct {
	miles []memo
	last  memo
}

type memo struct {
	n   int
	val value.Value
	ok  bool
}

// mile is how many writes lie between two milestones.
const mile = 256

func (t *tape) upTo(n int) *tape {
	if t == nil {
		return &tape{}
	}
	if len(t.elems) == n {
		return t
	}
	return &tape{elems: slices.Clone(t.elems[:n])}
}

func seeded(row int, v value.Value) *folded {
	f := &folded{seed: row, base: v}
	if f.base.Kind() == value.Null {
		f.base = value.Value{}
	}
	if why := opaque(v); why != "" {
		f.lost = "the stored value " + why
	}
	f.begin()
	return f
}

// begin takes a list apart, so that more can be appended.
func (f *folded) begin() {
	f.list, f.many, f.seen, f.all = nil, 0, nil, false
	f.files = filesSeen(0)
	if !isEmpty(f.base) {
		f.files = f.files.and([]value.Value{f.base})
	}
	switch {
	case f.base.Kind() == value.List:
		f.as = byAppend
		f.hold(&spine{elems: items(f.base)})
	case isEmpty(f.base):
		f.as = byAppend
		f.hold(&spine{})
	}
}

// hold makes a list the value. What is seen of it is held apart: the spine grows in place under later steps, while this one
// is read without a lock.
func (f *folded) hold(s *spine) {
	f.list, f.many, f.seen = s, len(s.elems), s.elems[:len(s.elems):len(s.elems)]
}

// opaque says why a value cannot be read, "" where it can.
func opaque(v value.Value) string {
	if v.Kind() != value.Object {
		return ""
	}
	switch v.Type() {
	case value.TypeDamaged:
		return "is damaged"
	case "encrypted":
		return "is encrypted"
	case "pickle":
		return "is a pickle, which is never run"
	}
	return ""
}

// next takes in the writes of one more step.
func (f *folded) next(writes []value.Value) *folded {
	if len(writes) == 0 {
		return f
	}
	g := *f
	g.writes += len(writes)
	for i := len(writes) - 1; i >= 0; i-- {
		if v, ok := overwritten(writes[i]); ok {
			// What came before is thrown away; a null begins anew.
			g.base, g.tape, g.n, g.lost = v, nil, 0, ""
			g.own, g.leak, g.gone = nil, nil, false
			if v.Kind() == value.Null {
				g.base = value.Value{}
			}
			g.begin()
			writes = writes[i+1:]
			break
		}
	}
	for _, w := range writes {
		if why := opaque(w); why != "" && g.lost == "" {
			g.lost = "a write that belongs to it " + why
		}
	}
	if len(writes) == 0 {
		return &g
	}
	g.files = g.files.and(writes)
	t := g.tape.upTo(g.n)
	t.elems = append(t.elems, writes...)
	g.tape, g.n = t, len(t.elems)
	if g.list != nil && !g.grow(writes) {
		g.list, g.many, g.seen = nil, 0, nil
	}
	return &g
}

// grow takes writes into a list. False where they are not those of a list.
func (f *folded) grow(writes []value.Value) bool {
	lists, messages := true, f.as == byMessages && f.n > len(writes) || f.many > 0 && isMessage(f.seen[0])
	for _, w := range writes {
		lists = lists && w.Kind() == value.List
		for _, m := range listOrOne(w) {
			messages = messages || isMessage(m)
		}
	}
	switch {
	case messages:
		for _, w := range writes {
			f.all = f.all || slices.ContainsFunc(listOrOne(w), removesAll)
		}
		list, ok := takeMessages(f.list.upTo(f.many), writes)
		if !ok {
			return false
		}
		f.as = byMessages
		f.hold(list)
	case lists:
		list := f.list.upTo(f.many)
		for _, w := range writes {
			list.elems = append(list.elems, items(w)...)
		}
		list.ids = nil
		f.as = byAppend
		f.hold(list)
	default:
		return false
	}
	return true
}

// by is what reducer k makes of the writes.
func (f *folded) by(k int) (value.Value, bool) {
	if f.n == 0 {
		return f.base, true
	}
	if f.list != nil && k == f.as {
		return value.NewList(f.seen), true
	}
	r := &deltaReducers[k]
	if f.tape.memo == nil {
		f.tape.memo = map[int]*memos{}
	}
	m := f.tape.memo[k]
	if m == nil {
		m = &memos{}
		f.tape.memo[k] = m
	}
	if m.last.n == f.n {
		return m.last.val, m.last.ok
	}
	if r.grouped {
		v, ok := r.fold(f.base, f.tape.elems[:f.n])
		m.last = memo{f.n, v, ok}
		return v, ok
	}
	at := memo{val: f.base, ok: true}
	if past := min(len(m.miles), f.n/mile); past > 0 {
		at = m.miles[past-1]
	}
	if m.last.n > at.n && m.last.n < f.n {
		at = m.last
	}
	for at.n < f.n && at.ok {
		to := min(f.n, (at.n/mile+1)*mile)
		at.val, at.ok = r.fold(at.val, f.tape.elems[at.n:to])
		if at.n = to; to == (len(m.miles)+1)*mile {
			m.miles = append(m.miles, at)
		}
	}
	m.last = memo{f.n, at.val, at.ok}
	return at.val, at.ok
}

// raw is the value where it cannot be told: the last that was stored and what was written since.
func (f *folded) raw() value.Value {
	base := f.base
	if base.Kind() == value.Invalid {
		base = value.NewNull()
	}
	var writes []value.Value
	if f.tape != nil {
		writes = f.tape.elems[:f.n:f.n]
	}
	return value.NewObject("delta", []value.Entry{value.NamedEntry("base", base), value.NamedEntry("writes", value.NewList(writes))})
}
