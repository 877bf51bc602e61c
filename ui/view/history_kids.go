package view

// A called graph is drawn below the task that called it. Most have a namespace of their own; one with a memory of its own is
// called again and again in the same, and each call has some of its checkpoints.

// space is what is known of the checkpoints of one namespace, or of one call.
type space struct {
	roots       []int
	count       int
	first, last int
	within      map[int32]bool // the checkpoints of a call that shares its namespace with others, nil: all of it
}

// has reports whether a checkpoint of the namespace belongs to it.
func (s *space) has(i int) bool { return s.within == nil || s.within[int32(i)] }

// hangKids notes where each called graph stands.
func (h *History) hangKids() {
	d := h.dag()
	h.kidsAt, h.kidsOf, h.kidAt, h.kidSpace = map[int32][]int{}, map[string][]int{}, map[int32]int{}, make([]*space, len(h.hist.Kids))
	h.nsByTask, h.loose = map[taskKey]string{}, nil
	for k := range h.hist.Kids {
		kid := &h.hist.Kids[k]
		if h.spaces[kid.NS] == nil || kid.NS == h.ns {
			continue
		}
		h.kidsOf[kid.NS] = append(h.kidsOf[kid.NS], k)
		h.kidSpace[k] = h.spaceOf(k)
		at := h.above(k)
		if at < 0 {
			if h.ns == "" {
				h.loose = append(h.loose, k)
			}
			continue
		}
		h.kidsAt[int32(at)] = append(h.kidsAt[int32(at)], k)
		if kid.Parent >= 0 {
			h.nsByTask[taskKey{d.NS(at), kid.TaskID}] = kid.NS
		}
	}
}

// spaceOf gathers the checkpoints of one call.
func (h *History) spaceOf(k int) *space {
	kid := &h.hist.Kids[k]
	if kid.Rows == nil {
		return h.spaces[kid.NS]
	}
	s := &space{within: map[int32]bool{}, first: -1}
	for _, i := range kid.Rows {
		if i >= h.seen {
			continue
		}
		s.within[int32(i)], h.kidAt[int32(i)] = true, k
		if s.first < 0 {
			s.first = i
		}
		s.last = i
		s.count++
		if p := h.dag().Parent(i); p < 0 || !s.within[int32(p)] {
			s.roots = append(s.roots, i)
		}
	}
	return s
}

// above is the checkpoint below which a called graph stands: the one whose task called it, or where that is not in the file the
// one before it. -1 where there is none.
func (h *History) above(k int) int {
	kid := &h.hist.Kids[k]
	at := kid.Parent
	if at < 0 {
		at = kid.Near
	}
	if at >= h.seen {
		return -1
	}
	return at
}

// kidOf is the call that checkpoint i of a called graph belongs to.
func (h *History) kidOf(i int) (int, bool) {
	if k, ok := h.kidAt[int32(i)]; ok {
		return k, true
	}
	list := h.kidsOf[h.dag().NS(i)]
	if len(list) == 0 {
		return 0, false
	}
	return list[0], true
}

// callAt is the call of a namespace that stands below checkpoint i; else the last one, and false.
func (h *History) callAt(ns string, i int) (k int, here bool) {
	list := h.kidsOf[ns]
	for _, k := range list {
		if h.above(k) == i {
			return k, true
		}
	}
	if len(list) == 0 {
		return -1, false
	}
	return list[len(list)-1], false
}

// kidKey names a call so that it is found again after the file has grown.
func (h *History) kidKey(k int) string {
	kid := &h.hist.Kids[k]
	if kid.Rows == nil {
		return kid.NS
	}
	return kid.NS + "\x00" + kid.Caller
}
