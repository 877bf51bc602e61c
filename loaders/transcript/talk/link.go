package talk

import (
	"fmt"
	"slices"

	"cptui/loaders/jsonl"
)

// linker finds what follows what. In most formats that is the order of the file, but for events that go back; in some each
// record names the one before it.
type linker struct {
	b       *Book
	byID    map[string]ref  // the first record of each id
	spaces  map[string]ref  // the last record of each namespace
	given   map[string]bool // calls whose results were told
	windows []ref           // compactions that put a list of messages in the place of the old ones
}

// link gives every record the one it hangs on. What is broken is bridged, never dropped.
func (b *Book) link() {
	l := linker{b: b, byID: map[string]ref{}, spaces: map[string]ref{}, given: map[string]bool{}}
	b.links = nil
	for i := range b.recs {
		r := &b.recs[i]
		r.up, r.of, r.latest, r.step, r.lead = -1, -1, ref(i), -1, false
	}
	if b.format.Tree {
		l.tree()
	} else {
		l.line()
	}
	b.tips = l.spaces
}

func (l *linker) fault(code string, r *record, format string, args ...any) {
	l.b.links = append(l.b.links, jsonl.Fault{Code: code, Line: int(r.line), Offset: r.Off, Message: fmt.Sprintf(format, args...)})
}

// tip is the last record of a namespace, -1 before the first.
func (l *linker) tip(space string) ref {
	if t, ok := l.spaces[space]; ok {
		return t
	}
	return -1
}

// line links records in the order of the file.
func (l *linker) line() {
	copies := map[string]int{}
	for i := 0; i < len(l.b.recs); i++ {
		at := ref(i)
		r := &l.b.recs[i]
		for _, o := range r.results {
			l.given[o.id] = true
		}
		if r.list > 0 {
			l.replace(at, r.list)
			i += int(r.list)
			continue
		}
		if r.is(rewinds) {
			l.rewind(r)
		}
		if r.is(begins) {
			l.spaces[r.space] = -1
		}
		if first, known := l.byID[r.id]; known && r.id != "" && l.b.kindOf(at) != Note {
			if r.is(update) {
				l.again(first, at)
				continue
			}
			if copies[r.id]++; copies[r.id] == 1 {
				l.fault("duplicate-id", r, "%s stands in the file before, for another record; told by its line here", r.id)
			}
		}
		l.follow(at)
	}
}

// follow hangs a record on the last one of its namespace.
func (l *linker) follow(i ref) {
	r := &l.b.recs[i]
	r.up = l.tip(r.space)
	if l.b.kindOf(i) == Note {
		return
	}
	if _, known := l.byID[r.id]; !known && r.id != "" {
		l.byID[r.id] = i
	}
	l.spaces[r.space] = i
}

// again takes record i for a later version of the record first, where it is of the same kind; a copy of another kind says
// nothing new.
func (l *linker) again(first, i ref) {
	r := &l.b.recs[i]
	r.of, r.up = first, l.b.recs[first].up
	if r.kind == l.b.recs[first].kind {
		l.b.recs[first].latest = i
	}
}

// rewind goes on from before the record that r names; where it is not known nothing is left, as the program itself has it.
func (l *linker) rewind(r *record) {
	for at := l.tip(r.space); at >= 0; at = l.b.recs[at].up {
		if l.b.recs[at].id == r.target {
			l.spaces[r.space] = l.b.recs[at].up
			return
		}
		if slices.Contains(l.b.recs[at].window, r.target) {
			l.spaces[r.space] = at // within what a compaction kept
			return
		}
	}
	l.fault("broken-parent", r, "goes back to before %s, which is not on the branch; the program then begins anew", r.target)
	l.spaces[r.space] = -1
}

// replace takes a list of messages that is put in the place of all that were said. What the list holds of the talk is walked,
// what it adds follows; a list that leaves out what was said and puts something else in its place is a compaction.
func (l *linker) replace(i ref, n int32) {
	b := l.b
	head := &b.recs[i]
	head.up = l.tip(head.space)
	head.kind, head.window = Note, nil
	before, at, k := l.tip(head.space), ref(-1), i+1
	var ids []string
	for j := i + 1; j <= i+n; j++ {
		ids = append(ids, b.recs[j].id)
	}
	for _, w := range slices.Backward(l.windows) {
		if win := b.recs[w].window; len(win) <= len(ids) && slices.Equal(win, ids[:len(win)]) {
			at, k = w, i+1+ref(len(win))
			for j := i + 1; j < k; j++ {
				b.recs[j].of = w
			}
			break
		}
	}
	for ; k <= i+n; k++ {
		known, ok := l.byID[b.recs[k].id]
		if !ok && at >= 0 && l.told(k) {
			b.recs[k].of = at
			continue
		}
		next := ok && l.said(b.recs[known].up) == l.said(at)
		if !next && (!ok || !l.on(known, at)) {
			break
		}
		if next && !l.on(known, at) {
			at = known
		}
		b.recs[k].of = known // as the program sent it: the record of its own tells more
	}
	if k <= i+n && before >= 0 && !l.on(before, at) { // something else stands in the place of what was said
		for j := k; j <= i+n; j++ {
			b.recs[j].of = i
		}
		head.kind, head.window = Compact, ids
		l.windows = append(l.windows, i)
		l.spaces[head.space] = i
		return
	}
	l.spaces[head.space] = at
	for ; k <= i+n; k++ {
		l.follow(k)
	}
}

// said is the last record at or before at that is more than what a program puts ahead of a talk: after a rewind that is left out.
func (l *linker) said(at ref) ref {
	for at >= 0 && l.b.recs[at].kind == Ahead {
		at = l.b.recs[at].up
	}
	return at
}

// told tells whether record k says no more than results that are known already: the program tells them once more for the API.
func (l *linker) told(k ref) bool {
	r := &l.b.recs[k]
	for _, o := range r.results {
		if !l.given[o.id] {
			return false
		}
	}
	return r.kind == Result && len(r.results) > 0
}

// on tells whether record i is at or one of those before it.
func (l *linker) on(i, at ref) bool {
	for ; at >= 0; at = l.b.recs[at].up {
		if at == i {
			return true
		}
	}
	return false
}

// tree links records by the ids that they name. Records with the id of one before are copies.
func (l *linker) tree() {
	b := l.b
	copies := map[ref]int{}
	for i := range b.recs {
		r := &b.recs[i]
		if r.id == "" {
			continue
		}
		first, known := l.byID[r.id]
		if !known {
			l.byID[r.id] = ref(i)
			continue
		}
		r.of = first
		copies[first]++
		if f := &b.recs[first]; r.is(update) && r.kind == f.kind { // what the last copy says counts, and its link where it has one
			f.latest = ref(i)
			if r.parent != "" {
				f.parent = r.parent
			}
		}
	}
	before := map[string]ref{}
	for i := range b.recs {
		r := &b.recs[i]
		last, ok := before[r.space]
		if !ok {
			last = -1
		}
		if n := copies[ref(i)]; n > 0 {
			l.fault("duplicate-id", r, "%s stands %d times in the file, shown once", r.id, n+1)
		}
		if r.of >= 0 {
			continue
		}
		switch {
		case r.parent != "":
			up, known := l.byID[r.parent]
			if !known {
				up = last
				l.fault("broken-parent", r, "its parent %s is not in the file; shown behind the record before it", r.parent)
			}
			r.up = up
		case r.is(unlinked):
			r.up = last
		}
		if r.id != "" || r.is(unlinked) { // what is of no known kind and has no place in the tree is not where it goes on from
			before[r.space] = ref(i)
		}
	}
	for i := range b.recs {
		if r := &b.recs[i]; r.kept != "" {
			r.keeps = -1
			if first, known := l.byID[r.kept]; known {
				r.keeps = first
			}
		}
	}
	l.cut()
	l.spaces = before
}

// cut ends every circle of links at its first record in the file, which then begins a branch of its own.
func (l *linker) cut() {
	b := l.b
	const fresh, open, done = 0, 1, 2
	state := make([]uint8, len(b.recs))
	var path []ref
	for i := range b.recs {
		path = path[:0]
		at := ref(i)
		for at >= 0 && state[at] == fresh {
			state[at] = open
			path = append(path, at)
			at = b.recs[at].up
		}
		if at >= 0 && state[at] == open {
			first := at
			for k := len(path) - 1; path[k] != at; k-- {
				first = min(first, path[k])
			}
			l.fault("parent-cycle", &b.recs[first], "parent links lead in a circle; cut here")
			b.recs[first].up = -1
		}
		for _, k := range path {
			state[k] = done
		}
	}
}
