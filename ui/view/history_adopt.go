package view

// Adopt takes over from an older model of the same thread what is still true after its source has grown: what rows say, what
// is open, marked, filtered. Checkpoints are found by their ids, since new rows may stand between old ones. Rows whose
// surroundings changed (the old end of a branch, a task whose graph went on) keep their words until their brief comes again.
func (h *History) Adopt(old *History) {
	to := func(i int) int {
		if i < 0 || i >= old.seen {
			return -1
		}
		if j, ok := h.dag().FindIn(old.dag().ID(i), old.dag().NS(i)); ok && j < h.seen {
			return j
		}
		return -1
	}
	h.env.Quiet, h.times, h.only, h.openAll = old.env.Quiet, old.times, old.only, old.openAll
	h.columns = old.columns
	h.marked = to(old.marked)
	for key, open := range old.openKid {
		h.openKid[key] = open
	}
	for key := range old.openGroup {
		if j := to(int(key.at)); j >= 0 {
			h.openGroup[groupKey{int32(j), key.name}] = true
		}
	}
	for at := range old.opened {
		if j := to(int(at)); j >= 0 {
			h.opened[int32(j)] = true
		}
	}
	if h.anchor = to(old.anchor); h.anchor >= 0 {
		h.shape = newShape(h.dag(), h.hist.Current, h.anchor)
	}
	if c := to(int(old.cursor)); c >= 0 {
		h.cursor = int32(c)
	}
	for i, f := range old.flags {
		if f&flagKnown == 0 {
			continue
		}
		j := to(i)
		if j < 0 {
			continue
		}
		h.flags[j] = f
		if d := old.digests[int32(i)]; d != nil {
			h.digests[int32(j)] = d
		}
		list := old.tasks[int32(i)]
		if (old.shape.first[i] < 0) != (h.shape.first[j] < 0) || len(old.kidsAt[int32(i)]) != len(h.kidsAt[int32(j)]) {
			h.flags[j] &^= flagKnown
		}
		for _, t := range list {
			t.shared = to(t.shared)
			if k, ok := h.callAt(t.ns, j); t.ns != "" && ok {
				if t.kid = k; h.kidSpace[k].count != t.inside {
					t.inside = h.kidSpace[k].count
					h.flags[j] &^= flagKnown
				}
			} else {
				t.ns = ""
			}
			if !h.hasTask(j, &t) {
				h.tasks[int32(j)] = append(h.tasks[int32(j)], t)
			}
		}
	}
	if old.filterBy != "" {
		h.Filter(old.filterBy)
	}
	h.layout()
}

// hasTask puts what is known of a task in the place of what the skeleton told of it.
func (h *History) hasTask(i int, t *task) bool {
	list := h.tasks[int32(i)]
	for k := range list {
		if list[k].id == t.id && list[k].ns == t.ns {
			list[k] = *t
			return true
		}
	}
	return false
}
