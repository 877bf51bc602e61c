package view

import "slices"

// Spot names a row so that it can be found again after rows were folded, opened or came in.
type Spot struct {
	Index int    // checkpoint
	Task  string // task id of a dotted row, "" none
	Kind  rowKind
	Name  string // of a group
}

// row finds a row by its number.
func (h *History) row(i int) row {
	p, above := h.rows.find(i)
	return h.rowsAt(p)[above]
}

// SpotOf names row i.
func (h *History) SpotOf(i int) Spot {
	if i < 0 || i >= h.Len() {
		return Spot{Index: -1}
	}
	r := h.row(i)
	s := Spot{Index: int(r.at), Kind: r.kind}
	if r.kind == rowTask || r.kind == rowGroup {
		t := &h.tasks[r.at][r.task]
		s.Task, s.Name = t.id+t.ns, t.name
	}
	return s
}

// RowOf is the row of a spot, or the nearest that stands for it: the row that it is folded into, else the one before.
func (h *History) RowOf(s Spot) int {
	n := h.Len()
	if n == 0 {
		return 0
	}
	if s.Kind == rowLoose {
		if p := h.loosePlace(s.Index); p >= 0 {
			return h.rows.before(p)
		}
		return n - 1
	}
	p := h.placeOf(s.Index)
	if next := p + 1; s.Kind == rowBranches && p >= 0 && next < len(h.spine) && h.spine[next].fold == foldedAll {
		p = next // it stands right below its fork
	}
	if p < 0 {
		p = h.foldPlace(s.Index)
	}
	if p < 0 {
		return n - 1
	}
	start := h.rows.before(p)
	best, score := -1, 0
	for k, r := range h.rowsAt(p) {
		got := 0
		switch same := int(r.at) == s.Index; {
		case same && r.kind == s.Kind && (s.Task == "" || s.Task == h.tasks[r.at][r.task].id+h.tasks[r.at][r.task].ns):
			got = 5
		case same && r.kind == rowGroup && s.Kind == rowTask && h.tasks[r.at][r.task].name == s.Name:
			got = 4
		case same && r.kind == rowStep:
			got = 3
		case r.kind == rowTask && h.holds(r, s.Index):
			got = 2
		case r.kind == rowStep || r.kind == rowBranches:
			got = 1
		}
		if got > score {
			best, score = k, got
		}
	}
	if best < 0 {
		return min(max(start-1, 0), n-1)
	}
	return start + best
}

// holds reports whether the graph called by a task row has checkpoint i in it, at any depth.
func (h *History) holds(r row, i int) bool {
	ns := h.tasks[r.at][r.task].ns
	for range 64 {
		if ns == "" || i < 0 || i >= h.seen {
			return false
		}
		in := h.dag().NS(i)
		if in == ns {
			return true
		}
		k, ok := h.kidOf[in]
		if !ok {
			return false
		}
		i = h.hist.Kids[k].Parent
	}
	return false
}

// foldPlace is the place of the folded branches that checkpoint i is in.
func (h *History) foldPlace(i int) int {
	if i < 0 || i >= h.seen {
		return -1
	}
	d := h.dag()
	from := i
	for range 64 {
		if d.NS(from) == h.ns {
			break
		}
		k, ok := h.kidOf[d.NS(from)]
		if !ok || h.hist.Kids[k].Parent < 0 {
			return -1
		}
		from = h.hist.Kids[k].Parent
	}
	side := from
	for from >= 0 && h.place[from] < 0 {
		side, from = from, d.Parent(from)
	}
	if from < 0 {
		return -1
	}
	for p := int(h.place[from]) + 1; p < len(h.spine); p++ {
		it := h.spine[p]
		switch {
		case it.fold == foldedAll && int(it.at) == from, it.fold == foldedOne && int(it.at) == side:
			return p
		case it.fold == notFolded && !it.off:
			return int(h.place[from])
		}
	}
	return int(h.place[from])
}

// Checkpoint is the checkpoint that row i is about: its own, or the one at which its task was due. -1 for a namespace that
// hangs nowhere.
func (h *History) Checkpoint(i int) int {
	if i < 0 || i >= h.Len() {
		return -1
	}
	r := h.row(i)
	if r.kind == rowLoose {
		return -1
	}
	return int(r.at)
}

// SetCursor tells which row the cursor is on: it is not folded while it is there. It gives the row's number afterwards.
func (h *History) SetCursor(i int) int {
	if i < 0 || i >= h.Len() {
		return i
	}
	s := h.SpotOf(i)
	at := int32(h.Checkpoint(i))
	if at == h.cursor {
		return i
	}
	old := h.cursor
	h.cursor = at
	h.refresh(int(old))
	h.refresh(int(at))
	return h.RowOf(s)
}

// Reveal opens what it must so that checkpoint i has a row, and gives that row.
func (h *History) Reveal(i int) int {
	if i < 0 || i >= h.seen {
		return h.RowOf(Spot{Index: h.Head()})
	}
	d := h.dag()
	changed := false
	at := i
	for range 64 {
		ns := d.NS(at)
		if ns == h.ns {
			break
		}
		k, ok := h.kidOf[ns]
		if !ok {
			return h.RowOf(Spot{Index: h.Head()})
		}
		if !h.isOpen(ns) {
			h.openNS[ns] = true
			changed = true
		}
		kid := &h.hist.Kids[k]
		if kid.Parent < 0 {
			break
		}
		for _, t := range h.tasks[int32(kid.Parent)] {
			if key := (groupKey{int32(kid.Parent), t.name}); t.ns == ns && !h.openGroup[key] {
				h.openGroup[key] = true
				changed = true
			}
		}
		at = kid.Parent
	}
	old := h.cursor
	h.cursor = int32(i)
	if d.NS(at) == h.ns && h.place[at] < 0 {
		h.unfoldTo(at)
		changed = true
	}
	if changed {
		h.layout()
	} else {
		h.refresh(int(old))
		h.refresh(i)
	}
	return h.RowOf(Spot{Index: i, Kind: rowStep})
}

// unfoldTo opens the branches that lead to checkpoint i, or shows its branch as the one where there is no lane left.
func (h *History) unfoldTo(i int) {
	d := h.dag()
	lane := 0
	for at := i; at >= 0; at = d.Parent(at) {
		if p := d.Parent(at); p >= 0 && h.shape.keeper(p) != at {
			lane++
			if h.hist.Transcript {
				h.opened[int32(at)] = true
			} else {
				h.opened[int32(p)] = true
			}
		}
	}
	if lane >= maxLanes {
		h.anchor = i
		h.opened = map[int32]bool{}
		h.shape = newShape(d, h.hist.Current, i)
	}
}

// sides are the children of i that do not lead on.
func (h *History) sides(i int) []int {
	var out []int
	keeper := h.shape.keeper(i)
	for c := h.shape.first[i]; c >= 0; c = h.shape.next[c] {
		if int(c) != keeper {
			out = append(out, int(c))
		}
	}
	return out
}

// Earlier is the row of the step before on the branch of row i, i itself at the root. Folded quiet steps are passed over;
// from the first step of a called graph it goes to the checkpoint whose task called it.
func (h *History) Earlier(i int) int {
	at := h.Checkpoint(i)
	if at < 0 {
		return i
	}
	if r := h.row(i); r.kind != rowStep {
		if k := h.rowOfStep(at); k >= 0 {
			return k
		}
	}
	d := h.dag()
	for {
		p := d.Parent(at)
		if p < 0 {
			k, ok := h.kidOf[d.NS(at)]
			if !ok || d.NS(at) == h.ns || h.hist.Kids[k].Parent < 0 {
				return i
			}
			p = h.hist.Kids[k].Parent
		}
		if k := h.rowOfStep(p); k >= 0 {
			return k
		}
		at = p
	}
}

// Later is the row of the next step on the branch of row i: of several children the one that keeps the lane.
func (h *History) Later(i int) int {
	at := h.Checkpoint(i)
	if at < 0 {
		return i
	}
	for {
		at = h.shape.keeper(at)
		if at < 0 {
			return i
		}
		if k := h.rowOfStep(at); k >= 0 {
			return k
		}
	}
}

// rowOfStep is the row of checkpoint i's own step, -1 where it is folded.
func (h *History) rowOfStep(i int) int {
	p := h.placeOf(i)
	if p < 0 {
		return -1
	}
	for k, r := range h.rowsAt(p) {
		if r.kind == rowStep && int(r.at) == i {
			return h.rows.before(p) + k
		}
	}
	return -1
}

// Turn is the row of the input before (dir < 0) or after on the branch of row i. Where briefs on the way are not known yet,
// missing names them: fetch, feed, ask again. ok is false where there is no such turn, or where something is missing.
func (h *History) Turn(i, dir int) (to int, missing []int, ok bool) {
	at := h.Checkpoint(i)
	if at < 0 {
		return i, nil, false
	}
	if r := h.row(i); dir < 0 && r.kind != rowStep { // the input whose tasks these are
		if h.flags[at]&flagInput != 0 {
			return h.Reveal(at), nil, true
		}
	}
	for len(missing) < 256 {
		if dir < 0 {
			at = h.dag().Parent(at)
		} else {
			at = h.shape.keeper(at)
		}
		if at < 0 {
			break
		}
		if h.flags[at]&flagKnown == 0 {
			missing = append(missing, at)
		}
		if len(missing) == 0 && h.flags[at]&flagInput != 0 {
			return h.Reveal(at), nil, true
		}
	}
	return i, missing, false
}

// Problem is the next row with a problem after row i (dir > 0) or before it, in the order of the screen, round the end. A
// graph that is closed counts as one problem where there is one inside. missing names checkpoints on the way whose briefs
// are not known: the answer is the first only where there are none. ok is false where no problem is known.
func (h *History) Problem(i, dir int) (to int, missing []int, ok bool) {
	n := h.Len()
	if n == 0 {
		return i, nil, false
	}
	p, above := h.rows.find(min(max(i, 0), n-1))
	step := 1
	if dir < 0 {
		step = -1
	}
	found := -1
	places := len(h.spine)
	for k := 0; k <= places && found < 0; k++ {
		at := ((p+step*k)%places + places) % places
		var rows []row
		if !h.plain(at) || h.flags[h.spine[at].at]&flagProblem != 0 {
			rows = h.rowsAt(at)
		}
		for j := range rows {
			if step < 0 {
				j = len(rows) - 1 - j
			}
			if k == 0 && (j-above)*step <= 0 || k == places && (j-above)*step > 0 {
				continue
			}
			if h.troubled(rows[j]) {
				found = h.rows.before(at) + j
				break
			}
		}
		if it := h.spine[at]; it.fold == notFolded && h.flags[it.at]&flagKnown == 0 && len(missing) < 256 {
			missing = append(missing, int(it.at))
		}
	}
	if found < 0 {
		return i, missing, false
	}
	return found, missing, true
}

// troubled reports whether a row shows a problem, or is closed over one.
func (h *History) troubled(r row) bool {
	switch r.kind {
	case rowStep:
		return h.problemOf(int(r.at)) != ""
	case rowTask:
		t := &h.tasks[r.at][r.task]
		if t.ns != "" && h.isOpen(t.ns) && h.deeper(t) {
			return false
		}
		return t.troubled() || t.ns != "" && !h.isOpen(t.ns) && h.troubleIn(t.ns)
	case rowGroup:
		list := h.tasks[r.at]
		if h.openGroup[groupKey{r.at, list[r.task].name}] {
			return false
		}
		return slices.ContainsFunc(list, func(t task) bool { return t.name == list[r.task].name && t.troubled() })
	case rowBranches:
		tops := []int{int(r.at)}
		if r.fold == foldedAll {
			tops = h.sides(int(r.at))
		}
		return slices.ContainsFunc(tops, h.troubleBelow)
	}
	return false
}

// troubleBelow reports whether a checkpoint of the tree under i has a problem.
func (h *History) troubleBelow(i int) bool {
	todo := []int32{int32(i)}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if h.flags[at]>>8 != 0 || slices.ContainsFunc(h.tasks[at], task.troubled) {
			return true
		}
		for c := h.shape.first[at]; c >= 0; c = h.shape.next[c] {
			todo = append(todo, c)
		}
	}
	return false
}

// troubleIn reports whether a row of a namespace has a problem of its own.
func (h *History) troubleIn(ns string) bool {
	s := h.spaces[ns]
	for i := s.first; i <= s.last; i++ {
		if h.flags[i]>>8 != 0 && h.dag().NS(i) == ns {
			return true
		}
	}
	return false
}
