package view

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
		k, ok := h.kidOf(at)
		if !ok {
			return h.RowOf(Spot{Index: h.Head()})
		}
		if !h.isOpen(k) {
			h.openKid[h.kidKey(k)] = true
			changed = true
		}
		up := h.above(k)
		if up < 0 {
			break
		}
		for _, t := range h.tasks[int32(up)] {
			if key := (groupKey{int32(up), t.name}); t.ns == ns && t.kid == k && !h.openGroup[key] {
				h.openGroup[key] = true
				changed = true
			}
		}
		at = up
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
		if k, called := h.kidOf(at); called && d.NS(at) != h.ns && (p < 0 || !h.kidSpace[k].has(p)) {
			p = h.above(k)
		}
		if p < 0 {
			return i
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
	from, called := h.kidOf(at)
	for {
		at = h.shape.keeper(at)
		if at < 0 || called && h.dag().NS(at) != h.ns && !h.kidSpace[from].has(at) {
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
