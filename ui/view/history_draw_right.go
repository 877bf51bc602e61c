package view

import "time"

// rightBlock is what stands at the right of a step's row: its marks, the end of its id on side branches, the time.
func (h *History) rightBlock(c columns, r row, i int) Line {
	var out Line
	add := func(text string, s Style) {
		if len(out) > 0 {
			out = append(out, Span{"  ", Plain})
		}
		out = append(out, Span{text, s})
	}
	if c.width < 30 {
		return nil
	}
	for _, name := range h.bookmarks[i] {
		add("'"+Cut(CleanLine(name), 16), LinkStyle)
	}
	if i == h.marked {
		add("marked", LinkStyle)
	}
	switch {
	case i == h.Head() && r.nest == 0:
		add("head", Strong)
	case h.flags[i]&flagEnd != 0 && h.shape.first[i] < 0:
		add("end ", Dim)
	case r.nest != 0 && h.shape.first[i] < 0 && h.dag().Head(h.dag().NS(i)) == i && h.flags[i]&flagKnown != 0:
		add("head of "+CutMiddle(CleanLine(h.hist.Kids[h.nests[r.nest].kid].Node), 12), Dim)
	}
	side := r.nest == 0 && (r.lane > 0 || c.id > 0 && h.belowFork(r))
	id := ""
	if side && c.width >= 40 {
		id = h.short(i)
	}
	when := h.timeWord(r, i)
	switch {
	case c.time == 0:
		if id != "" {
			add(id, LinkStyle)
		}
	case c.id > 0:
		add(alignRight(id, idCells)+"  "+alignRight(when, c.time-1), Dim)
	case id != "":
		add(alignRight(id, c.time-1), LinkStyle)
	default:
		add(alignRight(when, c.time-1), Dim)
	}
	return out
}

func (h *History) putRight(w *writer, c columns, right Line) {
	if len(right) == 0 {
		return
	}
	w.to(c.right-right.Width(), 0)
	for _, s := range right {
		w.put(s.Text, s.Style)
	}
}

// belowFork reports whether the step of a row of the main tree is not one of a kind on its way: something forks above it.
func (h *History) belowFork(r row) bool {
	return r.lane > 0 || h.firstFork >= 0 && h.place[r.at] > h.firstFork
}

// timeWord is the time of a step in the chosen form; since the row above is since the nearest row that is shown.
func (h *History) timeWord(r row, i int) string {
	d := h.dag()
	t := d.Time(i)
	if h.times != SinceAbove {
		return h.times.Stamp(t)
	}
	if h.hist.Transcript && d.Parent(i) < 0 || t.IsZero() {
		return h.firstTime(r, t)
	}
	p := d.Parent(i)
	for p >= 0 && !h.shows(p, station{at: int32(p)}) && d.Parent(p) >= 0 {
		p = d.Parent(p)
	}
	if p < 0 {
		return h.firstTime(r, t)
	}
	was := d.Time(p)
	if was.IsZero() {
		return ""
	}
	return Took(t.Sub(was))
}

// firstTime is the clock at the first row of a main tree, which has no row above.
func (h *History) firstTime(r row, t time.Time) string {
	if r.nest != 0 || t.IsZero() || !h.hist.Transcript {
		return ""
	}
	return Clock.Stamp(t)
}
