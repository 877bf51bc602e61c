package view

import (
	"strings"

	"cptui/graph"
)

// problemKinds are the kinds of graph.Brief.ProblemKind; a checkpoint keeps the index of its own.
var problemKinds = [...]string{"", "error", "tool", "api", "question", "damage"}

func problemBits(kind string) uint16 {
	for i, k := range problemKinds {
		if k == kind {
			return uint16(i) << 8
		}
	}
	return 1 << 8
}

// problemOf is the kind of problem that the row of checkpoint i shows.
func (h *History) problemOf(i int) string { return problemKinds[h.flags[i]>>8] }

// NeedBriefs names the checkpoints whose briefs the rows top … bottom (bottom excluded) still lack, in the order of the
// rows. Fetch them outside of the loop (graph.History.Brief is safe for that) and give them to SetBriefs.
func (h *History) NeedBriefs(top, bottom int) []int {
	var need []int
	asked := map[int32]bool{}
	want := func(i int32) {
		if i >= 0 && int(i) < h.seen && !asked[i] && (h.flags[i]&flagKnown == 0 || h.digests[i] == nil) {
			asked[i] = true
			need = append(need, int(i))
		}
	}
	for k := max(top, 0); k < min(bottom, h.Len()); k++ {
		switch r := h.row(k); r.kind {
		case rowLoose:
		case rowBranches:
			want(r.at)
			if r.fold == foldedAll {
				if side := h.sides(int(r.at)); len(side) == 1 {
					want(int32(side[0]))
				}
			}
		default:
			want(r.at)
		}
	}
	return need
}

// Unknown names up to limit checkpoints whose briefs were never given, those nearest to checkpoint near first: for filling
// in the rest behind. Counts are whole once it is empty.
func (h *History) Unknown(near, limit int) []int {
	var out []int
	if near < 0 || near >= h.seen {
		near = h.seen - 1
	}
	for up, down := near, near+1; len(out) < limit && (up >= 0 || down < h.seen); up, down = up-1, down+1 {
		if up >= 0 && h.flags[up]&flagKnown == 0 {
			out = append(out, up)
		}
		if down < h.seen && len(out) < limit && h.flags[down]&flagKnown == 0 {
			out = append(out, down)
		}
	}
	return out
}

// SetBriefs takes in what rows say. Row numbers may change: keep a Spot across the call.
func (h *History) SetBriefs(briefs ...graph.Brief) {
	touched := map[int]bool{}
	for i := range briefs {
		b := &briefs[i]
		if b.Index < 0 || b.Index >= h.seen {
			continue
		}
		h.learn(b)
		if p := h.placeOf(b.Index); p >= 0 {
			touched[p] = true
		}
	}
	for p := range touched {
		n := len(h.rowsAt(p))
		h.rows.add(p, h.rowsOf(p)-n)
	}
	h.tally = nil
	h.trim()
}

// learn keeps what a brief says of its checkpoint.
func (h *History) learn(b *graph.Brief) {
	i := int32(b.Index)
	d := h.env.digest(*b)
	d.own()
	h.digests[i] = d
	f := flagKnown | problemBits(d.problem)
	if b.Quiet {
		f |= flagQuiet
	}
	if b.Kind == graph.StepInput {
		f |= flagInput
	}
	if b.End {
		f |= flagEnd
	}
	if len(b.Due) > 0 {
		f |= flagDue
	}
	h.flags[i] = f
	h.setTasks(b.Index, b)
	if h.filterBy != "" && h.matches(b.Index, d) {
		h.flags[i] |= flagMatch
	}
	h.columns.learn(d)
}

// trim drops texts where too many are held; rows on screen ask for theirs again.
func (h *History) trim() {
	if len(h.digests) <= keptDigests {
		return
	}
	for i := range h.digests {
		if len(h.digests) <= keptDigests*3/4 {
			return
		}
		if d := i - h.cursor; d < -500 || d > 500 {
			delete(h.digests, i)
		}
	}
}

// matches reports whether the row of checkpoint i holds the text of the filter.
func (h *History) matches(i int, d *digest) bool {
	if h.filter.in(d.node) || h.filter.in(d.text) || h.filter.in(h.stepWord(i)) {
		return true
	}
	for _, w := range d.changes {
		if h.filter.in(w.text) {
			return true
		}
	}
	for k := range h.tasks[int32(i)] {
		if h.taskMatches(&h.tasks[int32(i)][k]) {
			return true
		}
	}
	for _, name := range h.bookmarks[i] {
		if h.filter.in(name) {
			return true
		}
	}
	return false
}

func (h *History) taskMatches(t *task) bool {
	return h.filter.in(t.name + "\n" + t.title + "\n" + t.failure + "\n" + strings.Join(t.asks, "\n") + "\n" + strings.Join(t.answers, "\n"))
}

// Counts are the numbers of the verdict line. Those of problems, turns and quiet steps count what is known; Known tells how
// much that is.
type Counts struct {
	Checkpoints, Known                int // all namespaces
	Branches                          int // ends of the main namespace
	Turns, Rewound                    int // inputs on the branch of the head, and beside it
	Quiet                             int
	Errors, Tools, API, Asks, Damaged int
	Subgraphs, Subagents              int
	Folded                            bool // quiet steps are folded
	HeadDamaged                       bool // the head cannot be read, so what is due is not known
	HeadUnsure                        bool // the file cannot tell what is due at the head
}

// Problems is the number of all problems.
func (c Counts) Problems() int { return c.Errors + c.Tools + c.API + c.Asks + c.Damaged }

// Counts counts; asking again costs nothing until something new is known.
func (h *History) Counts() Counts {
	if h.tally == nil {
		c := h.countAll()
		h.tally = &c
	}
	c := *h.tally
	c.Folded = !h.QuietShown()
	return c
}

func (h *History) countAll() Counts {
	c := Counts{Checkpoints: h.seen}
	inputs := 0
	byKind := [len(problemKinds)]int{}
	d := h.dag()
	for i, f := range h.flags {
		if h.shape.first[i] < 0 && d.NS(i) == h.ns {
			c.Branches++
		}
		if f&flagKnown == 0 {
			continue
		}
		c.Known++
		if f&flagQuiet != 0 && !h.protected(i) {
			c.Quiet++
		}
		if f&flagInput != 0 && d.NS(i) == h.ns {
			inputs++
		}
		byKind[f>>8]++
	}
	for i := h.Head(); i >= 0; i = d.Parent(i) {
		if h.flags[i]&(flagInput|flagKnown) == flagInput|flagKnown {
			c.Turns++
		}
	}
	c.Rewound = inputs - c.Turns
	if head := h.Head(); head >= 0 && !h.hist.Transcript {
		c.HeadUnsure = h.flags[head]&(flagKnown|flagEnd|flagDue) == flagKnown && h.shape.first[head] < 0
	}
	c.HeadDamaged = h.Head() >= 0 && h.problemOf(h.Head()) == "damage"
	c.Errors, c.Tools, c.API, c.Asks, c.Damaged = byKind[1], byKind[2], byKind[3], byKind[4], byKind[5]
	for _, list := range h.tasks {
		for k := range list {
			switch t := &list[k]; {
			case h.deeper(t): // told by a task inside
			case t.status == graph.TaskWaits:
				c.Asks++
			case t.troubled():
				c.Errors++
			}
		}
	}
	agents := map[string]bool{}
	for _, list := range h.tasks {
		for k := range list {
			if list[k].subagent {
				agents[list[k].ns] = true
			}
		}
	}
	for ns, list := range h.kidsOf {
		if h.hist.Kids[list[0]].Kind == "subagent" || agents[ns] {
			c.Subagents++
		} else {
			c.Subgraphs++
		}
	}
	return c
}

// deeper reports whether a waiting or failed task is so because of a task inside the graph it called, so that one question
// is not counted twice.
func (h *History) deeper(t *task) bool {
	if t.ns == "" {
		return false
	}
	s := h.kidSpace[t.kid]
	for i := s.last; i >= s.first; i-- {
		if h.dag().NS(i) != t.ns || !s.has(i) {
			continue
		}
		for _, in := range h.tasks[int32(i)] {
			if in.status == t.status {
				return true
			}
		}
	}
	return false
}

// LastPrompt is what the last input on the branch of the head said, "" while it is not known.
func (h *History) LastPrompt() string {
	for i, n := h.Head(), 0; i >= 0 && n < 5000; i, n = h.dag().Parent(i), n+1 {
		if h.flags[i]&flagKnown == 0 {
			return ""
		}
		if d := h.digests[int32(i)]; h.flags[i]&flagInput != 0 && d != nil {
			return strings.TrimSuffix(strings.TrimPrefix(d.text, `"`), `"`)
		}
	}
	return ""
}
