package view

import "slices"

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
		if t.ns != "" && h.isOpen(t.kid) && h.deeper(t) {
			return false
		}
		return t.troubled() || t.ns != "" && !h.isOpen(t.kid) && h.troubleIn(t)
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

// troubleIn reports whether a row of the graph that a task called has a problem of its own.
func (h *History) troubleIn(t *task) bool {
	s := h.kidSpace[t.kid]
	for i := s.first; i <= s.last; i++ {
		if h.flags[i]>>8 != 0 && h.dag().NS(i) == t.ns && s.has(i) {
			return true
		}
	}
	return false
}
