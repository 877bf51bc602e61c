package view

import (
	"strconv"
	"strings"

	"cptui/graph"
)

// drawNext is the last row of a live branch: what a resume would run, and what it keeps.
func (h *History) drawNext(w *writer, c columns, r row) {
	h.prefix(w, r.nest, r.lane, false)
	w.put(h.env.Glyph(GNext), Strong)
	at := h.startColumns(c, r.nest)
	w.to(at.step, 1)
	word, text := h.nextWords(int(r.at))
	w.put(word, Strong)
	w.to(at.node, 2)
	w.put(text, Plain)
	const hint = "y r copies"
	if word == "resume" && !h.env.Print && w.at+2+len(hint) <= c.right {
		w.to(c.right-len(hint), 2)
		w.put(hint, Dim)
	}
}

// nextWords says what comes after the end of a branch.
func (h *History) nextWords(i int) (word, text string) {
	if h.hist.Transcript {
		if h.hist.Resume == "" {
			return "end", "no program goes on from here"
		}
		return "resume", CleanLine(h.hist.Resume)
	}
	f := h.flags[i]
	head := i == h.Head()
	unsure := f&(flagKnown|flagEnd|flagDue) == flagKnown && h.shape.first[i] < 0
	switch {
	case unsure && h.problemOf(i) != "damage":
		return "next", "not known: the file cannot tell what is due"
	case h.problemOf(i) == "damage":
		return "next", "not known: the row cannot be read"
	case head && h.verdict != nil && h.verdict.Told() == "idle" && !h.keepsAt(i), h.verdict == nil && f&flagEnd != 0:
		text := "nothing is due"
		if c := h.Counts(); head && c.Turns > 0 && c.Known == c.Checkpoints {
			text += "; invoke(input) starts turn " + strconv.Itoa(c.Turns+1)
			if h.cutOff(i) { // what came before is not in the file, so turns cannot be counted
				text = "nothing is due; invoke(input) starts the next turn"
			}
		}
		return "end", text
	case f&flagKnown == 0 && !(head && h.verdict != nil):
		return "next", h.env.Glyph(GEllipsis)
	}
	var again, runs, keeps []string
	for k := range h.tasks[int32(i)] {
		t := &h.tasks[int32(i)][k]
		if !t.known { // only a called graph tells of it: what its row says is not read yet, or there is none
			continue
		}
		name := t.name + h.innerName(t)
		if !head { // only the newest checkpoint keeps what its tasks wrote: from another, LangGraph runs all that is due
			if t.status == graph.TaskDue {
				runs = append(runs, t.name)
			} else {
				again = append(again, t.name)
			}
			continue
		}
		switch t.status {
		case graph.TaskWaits, graph.TaskFailed:
			again = append(again, name)
		case graph.TaskDone, graph.TaskRetried:
			keeps = append(keeps, t.name)
		}
	}
	d := h.digests[int32(i)]
	switch {
	case head && h.verdict != nil && len(h.verdict.Next) > 0:
		runs = without(h.verdict.Next, again)
	case head && d != nil:
		runs = d.due
	}
	var parts []string
	if len(again) > 0 {
		text := "runs " + counted(again) + " again"
		if h.waits(i) {
			text += " from its start"
			if len(again) > 1 {
				text = "runs " + counted(again) + " again from their starts"
			}
		}
		parts = append(parts, text)
	}
	if len(runs) > 0 {
		parts = append(parts, "runs "+counted(runs))
	}
	if len(parts) == 0 {
		if len(keeps) > 0 {
			return "resume", "takes in what " + counted(keeps) + " wrote"
		}
		return "next", "not known: the file cannot tell what is due"
	}
	if len(keeps) > 0 {
		parts = append(parts, "keeps "+counted(keeps))
	}
	if d != nil && len(d.then) > 0 {
		parts = append(parts, "then "+counted(d.then))
	}
	return "resume", strings.Join(parts, ", ")
}

// keepsAt reports whether tasks due at the head are done, so that a resume takes in what they wrote.
func (h *History) keepsAt(i int) bool {
	for _, t := range h.tasks[int32(i)] {
		if t.known && (t.status == graph.TaskDone || t.status == graph.TaskRetried) {
			return true
		}
	}
	return false
}

// cutOff reports whether the branch that ends at i begins with a row whose parent is not in the file.
func (h *History) cutOff(i int) bool {
	d := h.dag()
	for p := d.Parent(i); p >= 0; p = d.Parent(i) {
		i = p
	}
	return d.ParentID(i) != ""
}

// waits reports whether a question is open at i.
func (h *History) waits(i int) bool {
	for _, t := range h.tasks[int32(i)] {
		if t.status == graph.TaskWaits {
			return true
		}
	}
	return false
}

// innerName is where inside of a called graph the question or error is: " › ask".
func (h *History) innerName(t *task) string {
	name, status := "", t.status
	for range 8 {
		if t.ns == "" {
			break
		}
		s := h.kidSpace[t.kid]
		var in *task
		for i := s.last; i >= s.first && in == nil; i-- {
			if h.dag().NS(i) != t.ns || !s.has(i) {
				continue
			}
			for k := range h.tasks[int32(i)] {
				if h.tasks[int32(i)][k].status == status {
					in = &h.tasks[int32(i)][k]
					break
				}
			}
		}
		if in == nil {
			break
		}
		name += " › " + in.name
		t = in
	}
	return name
}

// AskedInside is where below the main graph the open question of the head was asked: "child", "child › inner"; "" where it
// was asked in the main graph, or nothing is asked.
func (h *History) AskedInside() string {
	head := h.Head()
	if head < 0 {
		return ""
	}
	for k := range h.tasks[int32(head)] {
		t := &h.tasks[int32(head)][k]
		if inner := h.innerName(t); t.status == graph.TaskWaits && inner != "" {
			return t.name + inner[:strings.LastIndex(inner, " › ")]
		}
	}
	return ""
}

// counted joins names, equal ones counted: "tools ×2, notify".
func counted(names []string) string {
	var out []string
	n := map[string]int{}
	for _, name := range names {
		if n[name]++; n[name] == 1 {
			out = append(out, name)
		}
	}
	for i, name := range out {
		out[i] = CutMiddle(CleanLine(name), 40)
		if n[name] > 1 {
			out[i] += " ×" + strconv.Itoa(n[name])
		}
	}
	if len(out) > 6 {
		out = append(out[:5], strconv.Itoa(len(out)-5)+" more")
	}
	return strings.Join(out, ", ")
}

// without gives the names of list that are not in taken, each as often as it is more.
func without(list, taken []string) []string {
	n := map[string]int{}
	for _, t := range taken {
		name, _, _ := strings.Cut(t, " › ")
		n[name]++
	}
	var out []string
	for _, s := range list {
		if n[s] > 0 {
			n[s]--
			continue
		}
		out = append(out, s)
	}
	return out
}
