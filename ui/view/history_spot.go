package view

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
	t := &h.tasks[r.at][r.task]
	for range 64 {
		if t.ns == "" || i < 0 || i >= h.seen {
			return false
		}
		k, ok := h.kidOf(i)
		if !ok {
			return false
		}
		if k == t.kid {
			return true
		}
		i = h.above(k)
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
		k, ok := h.kidOf(from)
		if !ok || h.above(k) < 0 {
			return -1
		}
		from = h.above(k)
	}
	side := from
	for from >= 0 && h.place[from] < 0 {
		side, from = from, d.Parent(from)
	}
	if from < 0 {
		return -1
	}
	lane := h.spine[h.place[from]].lane
	for p := int(h.place[from]) + 1; p < len(h.spine); p++ {
		it := h.spine[p]
		switch {
		case it.lane > lane: // inside a branch that is open beside it
		case it.fold == foldedAll && int(it.at) == from, it.fold == foldedOne && int(it.at) == side:
			return p
		case it.fold == notFolded && !it.off:
			return int(h.place[from])
		}
	}
	return int(h.place[from])
}
