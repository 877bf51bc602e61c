package view

import (
	"strconv"
	"strings"
	"time"

	"cptui/graph"
)

// taskSign is the sign of a task: whether it can be opened, and what became of it.
func (h *History) taskSign(t *task, open bool) (string, Style) {
	e := h.env
	mark, style := "", Plain
	switch t.status {
	case graph.TaskWaits:
		mark, style = e.Glyph(GAsks), WaitStyle
	case graph.TaskFailed, graph.TaskRetried:
		mark, style = e.Glyph(GError), ErrStyle
	}
	switch {
	case t.ns != "" && open:
		return e.Glyph(GOpens) + mark, style
	case t.ns != "":
		return e.Glyph(GClosed) + mark, style
	case mark != "":
		return mark, style
	case t.status == graph.TaskDue:
		return e.Glyph(GNext), Plain
	}
	return e.Glyph(GStep), Plain
}

// dotted draws what stands left of a task: lanes, dotted line, dash, sign.
func (h *History) dotted(w *writer, r row, sign string, style Style) {
	h.prefix(w, r.nest, r.lane, false)
	w.put(h.env.Glyph(GTask)+h.env.Glyph(GDash), Dim)
	w.put(sign, style)
	w.put(" ", Plain)
}

func (h *History) drawTask(w *writer, c columns, r row) {
	t := &h.tasks[r.at][r.task]
	open := t.ns != "" && h.isOpen(t.kid)
	sign, style := h.taskSign(t, open)
	h.dotted(w, r, sign, style)

	all := w.max
	when := ""
	if c.time > 0 {
		when = h.taskTime(t, int(r.at))
	}
	right := alignRight(when, c.time-1)
	if when != "" {
		w.max = max(c.right-Width(right)-2, w.at)
	}
	name := t.name
	if t.subagent && t.title != "" {
		name = t.title
	}
	w.put(Pad(CutMiddle(name, nameMax), max(min(Width(name), nameMax), h.columns.node)), KeyStyle)
	if c.width >= 64 && t.id != "" && !t.subagent {
		w.put(" "+beginning(CleanLine(t.id), 4)+t.nth, Dim)
	}
	gap := 2
	if c.width < 60 {
		gap = 1
	}
	for _, p := range h.taskWords(t, int(r.at)) {
		w.to(0, gap)
		w.put(p.Text, p.Style)
		gap = 2
	}
	w.max = all
	if when != "" {
		w.to(c.right-Width(right), 1)
		w.put(right, Dim)
	}
}

// taskWords says of a task what no other row says.
func (h *History) taskWords(t *task, at int) []Span {
	var out []Span
	add := func(text string, s Style) { out = append(out, Span{text, s}) }
	if t.arg != "" && !t.subagent {
		add(t.arg, Plain)
	}
	answered := len(t.answers)
	switch {
	case t.status == graph.TaskWaits && answered > 0 && len(t.asks) > 0: // earlier questions are not stored any more
		add("answered "+strings.Join(t.answers, ", "), Plain)
		add("asks "+strings.Join(t.asks, ", "), WaitStyle)
	case t.status == graph.TaskWaits && len(t.asks) > 0:
		add("asks "+strings.Join(t.asks, ", "), WaitStyle)
	case t.status == graph.TaskWaits:
		add("waits for an answer", WaitStyle)
	case len(t.asks) > 0 && answered > 0:
		add("asked "+strings.Join(t.asks, ", ")+", answered "+strings.Join(t.answers, ", "), Plain)
	case len(t.asks) > 0:
		add("asked "+strings.Join(t.asks, ", "), Plain)
	case answered > 0:
		add("answered "+strings.Join(t.answers, ", "), Plain)
	}
	if t.failure != "" {
		add(t.failure, ErrStyle)
	}
	if t.ns != "" {
		unit := "checkpoint"
		if t.subagent || h.hist.Transcript {
			unit = "step"
		}
		words := plural(t.inside, unit)
		if h.rowOfStep(at) < 0 {
			words += ", task of " + h.stepWord(at)
		}
		add(words, Dim)
	}
	if t.gone {
		add(goneWords, WaitStyle)
	}
	if t.shared >= 0 {
		add("its checkpoints stand at "+h.stepWord(t.shared), Dim)
	}
	words := ""
	if t.status == graph.TaskRetried {
		words = "ran again"
	}
	if len(t.wrote) > 0 {
		if words != "" {
			words += ", "
		}
		words += "wrote " + strings.Join(t.wrote, ", ")
	}
	if words != "" {
		add(words, Plain)
	}
	return out
}

// goneWords says of a called graph that it stands where its own rows tell, not below its task.
const goneWords = "the step that called it is not in the file"

// taskTime is how long a task took: inside a subagent between its first and last state, else at most as long as the step.
func (h *History) taskTime(t *task, at int) string {
	if t.gone {
		return ""
	}
	d := h.dag()
	if t.ns != "" && t.subagent {
		s := h.kidSpace[t.kid]
		if a, b := d.Time(s.first), d.Time(s.last); s.count > 1 && !a.IsZero() && !b.IsZero() {
			return Took(b.Sub(a))
		}
	}
	var best time.Duration
	found := false
	for c := h.shape.first[at]; c >= 0; c = h.shape.next[c] {
		a, b := d.Time(at), d.Time(int(c))
		if a.IsZero() || b.IsZero() {
			return ""
		}
		if k := b.Sub(a); !found || k < best {
			best, found = k, true
		}
	}
	if !found {
		return ""
	}
	return h.env.Glyph(GUpTo) + " " + Took(best)
}

func (h *History) drawGroup(w *writer, c columns, r row) {
	list := h.tasks[r.at]
	name := list[r.task].name
	n, inside := 0, 0
	by := map[string]int{}
	trouble := Style(Plain)
	for k := range list {
		t := &list[k]
		if t.name != name {
			continue
		}
		n++
		inside += t.inside
		switch {
		case t.status == graph.TaskWaits:
			by["waits"]++
			trouble = max(trouble, WaitStyle)
		case t.status == graph.TaskFailed:
			by["failed"]++
			trouble = ErrStyle
		case t.status == graph.TaskRetried:
			by["ran again"]++
		case t.status == graph.TaskDue:
			by["due"]++
		case t.known:
			by["done"]++
		}
	}
	open := h.openAll || h.openGroup[groupKey{r.at, name}]
	sign := h.env.Glyph(GClosed)
	if open {
		sign = h.env.Glyph(GOpens)
	}
	switch {
	case by["failed"] > 0:
		sign += h.env.Glyph(GError)
	case by["waits"] > 0:
		sign += h.env.Glyph(GAsks)
	}
	h.dotted(w, r, sign, trouble)
	w.put(Pad(CutMiddle(name, nameMax)+" "+h.env.Glyph(GTimes)+strconv.Itoa(n), h.columns.node), KeyStyle)
	w.to(0, 2)
	var parts []string
	for _, word := range []string{"done", "ran again", "due", "waits", "failed"} {
		switch k := by[word]; {
		case k == 0:
		case word == "waits" && k > 1:
			parts = append(parts, Count(k)+" wait")
		default:
			parts = append(parts, Count(k)+" "+word)
		}
	}
	if inside > 0 {
		parts = append(parts, plural(inside, "checkpoint"))
	}
	w.put(strings.Join(parts, " "+h.env.Glyph(GDot)+" "), Plain)
}

func (h *History) drawLoose(w *writer, c columns, r row) {
	kid := h.hist.Kids[r.at]
	sign := h.env.Glyph(GClosed)
	if h.isOpen(int(r.at)) {
		sign = h.env.Glyph(GOpens)
	}
	w.put(h.env.Glyph(GTask)+h.env.Glyph(GDash)+sign+" ", Dim)
	name := CleanLine(kid.Node)
	if kid.Title != "" {
		name = h.env.clean(kid.Title)
	}
	if name == "" {
		name = CleanLine(kid.NS)
	}
	w.put(Pad(CutMiddle(name, nameMax), h.columns.node), KeyStyle)
	w.to(0, 2)
	w.put(plural(h.kidSpace[r.at].count, "checkpoint"), Dim)
	w.to(0, 2)
	w.put(goneWords, WaitStyle)
}

// drawBranches is the row of folded branches.
func (h *History) drawBranches(w *writer, c columns, r row) {
	e := h.env
	h.prefix(w, r.nest, r.lane, false)
	off := e.Glyph(GOff)
	if !e.ASCII {
		off = "├"
	}
	w.put(off+e.Glyph(GClosed), Dim)
	tops := []int{int(r.at)}
	if r.fold == foldedAll {
		tops = h.sides(int(r.at))
	}
	steps, ends, newest := 0, 0, 0
	for _, t := range tops {
		s, l, n := h.shape.below(t)
		steps, ends, newest = steps+s, ends+l, max(newest, n)
	}
	w.to(c.step, 1)
	hint := "l opens"
	all := w.max
	if c.width >= 60 {
		w.max = max(c.right-Width(hint)-2, w.at)
	}
	top := tops[0]
	d := h.digests[int32(top)]
	switch {
	case h.hist.Transcript && d != nil && d.kind == graph.StepInput:
		w.to(c.node, 1)
		w.put("rewound", Dim)
		w.to(c.text, 2)
		words := plural(steps, "step")
		w.put(Cut(d.text, max(w.room()-Width(words)-3, 8)), Plain)
		w.to(0, 3)
		w.put(words, Dim)
	default:
		text := plural(ends, "branch")
		if len(tops) == 1 {
			text += " from " + h.stepWord(top)
			if d != nil {
				text += " " + CutMiddle(d.node, nameMax)
			}
		}
		w.put(text, Plain)
		w.to(0, 3)
		unit := "checkpoint"
		if h.hist.Transcript {
			unit = "step"
		}
		w.put(plural(steps, unit)+", newest "+h.short(newest), Dim)
	}
	w.max = all
	if c.width >= 60 {
		w.to(c.right-Width(hint), 2)
		w.put(hint, Dim)
	}
}
