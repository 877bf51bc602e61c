package view

// Fold opens or closes row i. Closing what is closed, or what holds nothing, goes to the parent; opening what is open goes to
// the first row inside.
func (h *History) Fold(i int, open bool) (cursor int, ok bool) {
	if i < 0 || i >= h.Len() {
		return i, false
	}
	s, r := h.SpotOf(i), h.row(i)
	if open {
		return h.unfold(i, s, r)
	}
	switch r.kind {
	case rowTask, rowLoose:
		if k, ok := h.opens(r); ok && h.isOpen(k) && !h.openAll {
			h.openKid[h.kidKey(k)] = false
			h.refreshRow(r)
			return h.RowOf(s), true
		}
		if r.kind == rowLoose {
			return i, false
		}
		if key := (groupKey{r.at, s.Name}); h.openGroup[key] { // out of an open group, to its row
			if k := h.rowOfGroup(i, s.Name); k >= 0 {
				return k, true
			}
		}
		return h.parentRow(i, r)
	case rowGroup:
		if key := (groupKey{r.at, s.Name}); h.openGroup[key] {
			delete(h.openGroup, key)
			h.refreshRow(r)
			return h.RowOf(s), true
		}
		return h.parentRow(i, r)
	case rowStep:
		if r.nest == 0 && r.off && h.closeBranch(int(r.at)) {
			return h.RowOf(Spot{Index: int(r.at), Kind: rowBranches}), true
		}
		if r.nest != 0 { // out of a called graph, to the row of its task
			return h.nestRow(r), true
		}
	}
	return h.parentRow(i, r)
}

func (h *History) unfold(i int, s Spot, r row) (cursor int, ok bool) {
	switch r.kind {
	case rowTask, rowLoose:
		k, ok := h.opens(r)
		if !ok {
			return i, false
		}
		if !h.isOpen(k) {
			h.openKid[h.kidKey(k)] = true
			h.refreshRow(r)
			return h.RowOf(s), true
		}
		return min(i+1, h.Len()-1), true
	case rowGroup:
		key := groupKey{r.at, s.Name}
		if !h.openGroup[key] {
			h.openGroup[key] = true
			h.refreshRow(r)
			return h.RowOf(s), true
		}
		return min(i+1, h.Len()-1), true
	case rowBranches:
		if r.lane+1 >= maxLanes {
			side := int(r.at)
			if r.fold == foldedAll {
				side = h.sides(side)[0]
			}
			h.Only(true, side)
			return h.RowOf(Spot{Index: side, Kind: rowStep}), true
		}
		h.opened[r.at] = true
		at := int(r.at)
		if r.fold == foldedAll {
			at = h.sides(at)[0]
		}
		h.layout()
		return h.RowOf(Spot{Index: at, Kind: rowStep}), true
	case rowStep:
		if k := h.Later(i); i+1 < h.Len() && h.row(i+1).kind != rowStep && h.row(i+1).kind != rowNext {
			return i + 1, true
		} else if k != i {
			return k, true
		}
	}
	return i, false
}

// Foldable reports whether row i opens or closes.
func (h *History) Foldable(i int) bool {
	if i < 0 || i >= h.Len() {
		return false
	}
	r := h.row(i)
	return r.kind == rowGroup || r.kind == rowBranches || h.nsOf(r) != ""
}

// nsOf is the namespace that a task's row opens, "" where it opens none.
func (h *History) nsOf(r row) string {
	switch r.kind {
	case rowTask:
		return h.tasks[r.at][r.task].ns
	case rowLoose:
		return h.hist.Kids[r.at].NS
	}
	return ""
}

// opens is the called graph that a task's row opens.
func (h *History) opens(r row) (kid int, ok bool) {
	switch r.kind {
	case rowTask:
		t := &h.tasks[r.at][r.task]
		return t.kid, t.ns != ""
	case rowLoose:
		return int(r.at), true
	}
	return -1, false
}

// refreshRow counts the place of a row again.
func (h *History) refreshRow(r row) {
	if r.kind != rowLoose {
		h.refresh(int(r.at))
		return
	}
	h.recount()
}

func (h *History) parentRow(i int, r row) (int, bool) {
	k := h.Earlier(i)
	return k, k != i
}

// rowOfGroup looks for the row of a group above one of its members.
func (h *History) rowOfGroup(i int, name string) int {
	for at := h.row(i).at; i >= 0; i-- {
		r := h.row(i)
		if r.kind == rowGroup && r.at == at && h.tasks[r.at][r.task].name == name {
			return i
		}
		if r.kind == rowStep && r.at == at {
			break
		}
	}
	return -1
}

// nestRow is the row of the task whose graph row r is in.
func (h *History) nestRow(r row) int {
	n := h.nests[r.nest]
	if n.at < 0 {
		return h.RowOf(Spot{Kind: rowLoose, Index: n.kid})
	}
	t := &h.tasks[n.at][n.task]
	return h.RowOf(Spot{Index: int(n.at), Kind: rowTask, Task: t.id + t.ns, Name: t.name})
}

// closeBranch folds the branch that begins at checkpoint i where it was opened.
func (h *History) closeBranch(i int) bool {
	if !h.foldsBranches() {
		return false
	}
	key := int32(i)
	if !h.hist.Transcript {
		p := h.dag().Parent(i)
		if p < 0 {
			return false
		}
		key = int32(p)
	}
	if !h.opened[key] {
		return false
	}
	delete(h.opened, key)
	h.layout()
	return true
}

// At tells what row i is about.
func (h *History) At(i int) Place {
	if i < 0 || i >= h.Len() {
		return NoPlace
	}
	r := h.row(i)
	p := Place{Index: h.Checkpoint(i), Row: -1, Thread: h.dag().Thread(), NS: h.nsOf(r), Text: joinWords(h.Row(i, 200))}
	return p
}

// Find gives the rows whose text matches, folded quiet steps and closed graphs left out; smart case, literal.
func (h *History) Find(text string) []int {
	if text == "" {
		return nil
	}
	m := newMatcher(text)
	var out []int
	for p, start := 0, 0; p < len(h.spine); p++ {
		if i := h.spine[p].at; h.plain(p) && h.digests[i] == nil { // nothing to be found, at no cost
			if h.shows(int(i), h.spine[p]) {
				start++
			}
			continue
		}
		rows := h.rowsAt(p)
		for k, r := range rows {
			if r.kind == rowStep && h.digests[r.at] == nil {
				continue
			}
			if m.in(joinWords(h.line(r, digestWidth))) {
				out = append(out, start+k)
			}
		}
		start += len(rows)
	}
	return out
}
