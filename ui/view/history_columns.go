package view

import (
	"cptui/graph"
	"strconv"
	"strings"
)

// measured is what the columns are sized by. It only grows, so that nothing jumps while briefs come in or rows scroll.
type measured struct {
	lanes int
	step  int  // cells of the widest step
	node  int  // cells of the widest node name that is not exceptional
	texts bool // rows say something (messages), so changes have a column of their own
}

const (
	nodeMin  = 5
	nodeMax  = 11 // longer names run into the text
	nameMax  = 24 // of a node, cut in the middle
	idCells  = 5  // …3a94
	edgeFrom = 60 // from this width on the last cell stays free
)

// skeleton measures what is known without briefs.
func (m *measured) skeleton(h *History) {
	m.step = max(m.step, 2)
	lo, hi := 0, 0
	for i := range h.seen {
		if n, ok := h.dag().Step(i); ok {
			lo, hi = min(lo, n), max(hi, n)
		}
	}
	m.step = max(m.step, len(strconv.Itoa(lo))+1, len(strconv.Itoa(hi))+1)
	m.step = min(m.step, 9)
	m.node = max(m.node, nodeMin)
}

// learn takes in what a row says.
func (m *measured) learn(d *digest) {
	if w := Width(d.node); w <= nodeMax {
		m.node = max(m.node, w)
	}
	if d.text != "" && d.kind == graph.StepRan && d.problem == "" {
		m.texts = true
	}
}

// columns are the first cells of each column at one width.
type columns struct {
	width   int
	lead    int // cells before the lanes
	step    int
	node    int
	text    int
	changes int // where changes begin when there is room
	end     int // first cell of the right block: ids and times
	id      int // cells of the id, 0 where it has no column of its own
	time    int // cells of the time, 0 where there is none
	right   int // first cell after the time
}

// columnsFor sizes the columns for a width.
func (h *History) columnsFor(width int) columns {
	m := h.columns
	c := columns{width: width, lead: 1, right: width}
	if width >= edgeFrom {
		c.right--
	}
	if width < 16 {
		c.lead = 0
	}
	c.step = c.lead + 2*(m.lanes-1) + 1 + 1
	if m.lanes > 1 && width >= 70 {
		c.step++
	}
	c.node = c.step + m.step + 1
	c.text = c.node + m.node + 1
	if width >= 64 {
		c.text++
	}
	if width >= 100 {
		c.node++
		c.text++
	}
	switch {
	case width < 46:
	case h.times == Date:
		c.time = 12
	default:
		c.time = 8
	}
	if width >= 100 && h.branched() {
		c.id = idCells + 2
	}
	c.end = c.right - c.time - c.id
	c.changes = c.text
	if m.texts {
		c.changes = c.text + (c.end-c.text)*55/100
	}
	return c
}

// branched reports whether the main tree has more than one end.
func (h *History) branched() bool {
	s := h.spaces[h.ns]
	if s == nil {
		return false
	}
	return len(s.roots) > 1 || h.columns.lanes > 1 || h.foldsBranches() && h.lanes() > 1
}

// writer builds a row cell by cell.
type writer struct {
	line Line
	at   int // cells written
	max  int // first cell that may not be written
}

// put writes text up to the limit.
func (w *writer) put(text string, s Style) {
	if text == "" || w.at >= w.max {
		return
	}
	n := Width(text)
	if w.at+n > w.max {
		text = Cut(text, w.max-w.at)
		n = Width(text)
	}
	if k := len(w.line); k > 0 && w.line[k-1].Style == s {
		w.line[k-1].Text += text
	} else {
		w.line = append(w.line, Span{text, s})
	}
	w.at += n
}

// to goes on at cell n, at least gap cells after what is there.
func (w *writer) to(n, gap int) {
	if w.at == 0 {
		gap = 0
	}
	if n < w.at+gap {
		n = w.at + gap
	}
	if n > w.at {
		w.put(strings.Repeat(" ", min(n, w.max)-w.at), Plain)
	}
}

// room is how many cells are left.
func (w *writer) room() int { return w.max - w.at }

// joinWords is the text of a line with runs of spaces made one.
func joinWords(l Line) string { return strings.Join(strings.Fields(l.Text()), " ") }
