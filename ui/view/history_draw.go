package view

import (
	"strconv"
	"strings"

	"cptui/graph"
)

// Row draws row i. The first cell is free for a mark of the cursor.
func (h *History) Row(i, width int) Line {
	if i < 0 || i >= h.Len() || width <= 0 {
		return nil
	}
	return h.line(h.row(i), width)
}

func (h *History) line(r row, width int) Line {
	c := h.columnsFor(width)
	w := &writer{max: width}
	w.to(c.lead, 0)
	switch r.kind {
	case rowTask:
		h.drawTask(w, c, r)
	case rowGroup:
		h.drawGroup(w, c, r)
	case rowBranches:
		h.drawBranches(w, c, r)
	case rowNext:
		h.drawNext(w, c, r)
	case rowLoose:
		h.drawLoose(w, c, r)
	default:
		h.drawStep(w, c, r)
	}
	if h.env.ASCII { // what was cut says so in ASCII too
		for k := range w.line {
			w.line[k].Text = strings.ReplaceAll(w.line[k].Text, "…", ".")
		}
	}
	return w.line.Fit(width)
}

// prefix draws the lanes and dotted lines left of a row's own sign, in nests and out.
func (h *History) prefix(w *writer, in int32, lane uint8, off bool) {
	if in != 0 {
		n := h.nests[in]
		h.prefix(w, n.up, n.lane, false)
		w.put(h.env.Glyph(GTask)+" ", Dim)
	}
	bars := int(lane)
	if off {
		bars--
	}
	for range bars {
		w.put(h.env.Glyph(GLane)+" ", Dim)
	}
	if off {
		w.put(h.env.Glyph(GOff), Dim)
	}
}

// shift is how far a row in a nest stands to the right of the main tree's rows.
func (h *History) shift(in int32) int {
	n := 0
	for ; in != 0; in = h.nests[in].up {
		n += 2 * (1 + int(h.nests[in].lane))
	}
	return n
}

// startColumns moves the step and node columns for rows inside of called graphs.
func (h *History) startColumns(c columns, in int32) columns {
	if n := h.shift(in); n > 0 {
		base := c.lead + n + 2
		c.node = base + c.node - c.step
		c.step = base
	}
	return c
}

// stepSign is the sign of a checkpoint.
func (h *History) stepSign(i int, d *digest) (string, Style) {
	e := h.env
	switch h.problemOf(i) {
	case "question":
		return e.Glyph(GAsks), WaitStyle
	case "damage":
		return e.Glyph(GDamaged), ErrStyle
	case "":
	default:
		return e.Glyph(GError), ErrStyle
	}
	kind := graph.StepRan
	if d != nil {
		kind = d.kind
	} else {
		switch h.dag().Source(i) {
		case "input":
			kind = graph.StepInput
		case "fork":
			kind = graph.StepFork
		case "update":
			kind = graph.StepUpdate
		}
	}
	return e.kindSign(kind)
}

// stepWord is "@14", or the end of the id where the step is not known.
func (h *History) stepWord(i int) string {
	if n, ok := h.dag().Step(i); ok {
		return "@" + strconv.Itoa(n)
	}
	if d := h.digests[int32(i)]; d != nil && d.stepped {
		return "@" + strconv.Itoa(d.step)
	}
	return "@?"
}

func (h *History) drawStep(w *writer, c columns, r row) {
	i := int(r.at)
	d := h.digests[r.at]
	h.prefix(w, r.nest, r.lane, r.off)
	sign, style := h.stepSign(i, d)
	w.put(sign, style)
	right := h.rightBlock(c, r, i)
	limit := c.right - right.Width()
	if right.Width() > 0 {
		limit -= 2
	}
	all := w.max
	w.max = max(min(limit, all), w.at)

	at := h.startColumns(c, r.nest)
	w.to(at.step, 1)
	w.put(h.stepWord(i), NumStyle)
	if d == nil {
		w.to(at.node, 1)
		w.put(h.skeletonWord(i), Dim)
	} else {
		w.to(at.node, 1)
		w.put(CutMiddle(d.node, max(min(nameMax, w.room()-8), min(h.columns.node, w.room()))), KeyStyle)
		h.body(w, c, i, d)
	}
	w.max = all
	h.putRight(w, c, right)
}

// skeletonWord is what the skeleton says of what ran.
func (h *History) skeletonWord(i int) string {
	switch s := h.dag().Source(i); s {
	case "", "loop":
		return h.env.Glyph(GEllipsis)
	default:
		return CleanLine(s)
	}
}

// body writes text and changes into what is left of the row. A problem's text wins over the changes; else changes keep
// their column where both fit, and about half of the room where they do not.
func (h *History) body(w *writer, c columns, i int, d *digest) {
	text, style := d.text, d.style
	if note := h.originNote(i); note != "" {
		if text != "" {
			text = note + "  " + text
		} else {
			text = note
		}
		style = WaitStyle
	}
	if p := h.twinOf(i, d); p >= 0 && len(d.changes) > 0 && text == "" {
		text = "copy of " + h.short(p)
	}
	if text == "" && len(d.changes) == 0 {
		text, style = h.nothing(i, d), Dim
	}
	gap := 1
	if c.width >= 64 || Width(d.node) > h.columns.node {
		gap = 2
	}
	if text == "" {
		at := c.text
		if w.at < c.changes-8 && c.changes > c.text && Width(h.changesText(d)) <= w.max-c.changes {
			at = c.changes
		}
		w.to(at, gap)
		h.putChanges(w, d)
		return
	}
	w.to(c.text, gap)
	tw, cw := Width(text), Width(h.changesText(d))
	room := w.room()
	switch {
	case cw == 0 || room < 24 || d.problem != "" && tw+2+8 > room:
		w.put(text, style)
		return
	case tw+2+cw <= room:
		w.put(text, style)
		w.to(min(c.changes, w.max-cw), 2)
	case d.problem != "":
		w.put(text, style)
		w.to(0, 2)
	default:
		share := max(c.changes-2-w.at, room-cw-2, 12)
		w.put(Cut(text, min(share, room)), style)
		w.to(0, 2)
	}
	if w.room() >= 4 {
		h.putChanges(w, d)
	}
}

// nothing is said of a step that changed nothing.
func (h *History) nothing(i int, d *digest) string {
	switch d.kind {
	case graph.StepInput, graph.StepDamaged:
		return ""
	case graph.StepFork:
		if p := h.dag().Parent(i); p >= 0 {
			return "exact copy of " + h.short(p)
		}
		return "exact copy"
	}
	return "no change"
}

// twinOf is the checkpoint that a copy was made of where it hangs beside it and not below: LangGraph gives the copy the
// original's parent and the next step. -1 where that is not so, or not clear.
func (h *History) twinOf(i int, d *digest) int {
	p := h.dag().Parent(i)
	if d.kind != graph.StepFork || p < 0 {
		return -1
	}
	step, ok := h.dag().Step(i)
	found := -1
	for c := h.shape.first[p]; ok && c >= 0 && int(c) < i; c = h.shape.next[c] {
		if s, ok := h.dag().Step(int(c)); ok && s == step-1 {
			if found >= 0 {
				return -1
			}
			found = int(c)
		}
	}
	return found
}

// originNote says what a root is, where its parent is missing or there are several.
func (h *History) originNote(i int) string {
	d := h.dag()
	if d.Parent(i) >= 0 {
		return ""
	}
	id := d.ParentID(i)
	if _, ok := d.FindIn(id, d.NS(i)); ok && id != "" {
		return "parent …" + ending(CleanLine(id), 4) + " makes a loop"
	}
	if id != "" {
		return "parent …" + ending(CleanLine(id), 4) + " is not in the file"
	}
	return ""
}

// short names a checkpoint by the end of its id.
func (h *History) short(i int) string {
	id := CleanLine(h.dag().ID(i))
	n := 4
	if h.seen <= shortFrom {
		n = min(max(n, len([]rune(CleanLine(h.dag().Short(i))))), 8)
	}
	return h.env.Glyph(GEllipsis) + ending(id, n)
}

// shortFrom is up to how many checkpoints endings are made as long as it takes to be the only one; beyond, looking for
// that would be felt.
const shortFrom = 200_000

// beginning gives the first n characters of clean text.
func beginning(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

// alignRight is PadLeft that never cuts.
func alignRight(s string, width int) string { return PadLeft(s, max(width, Width(s))) }

// ending gives the last n characters of clean text.
func ending(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[len(r)-n:])
}
