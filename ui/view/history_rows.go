package view

import "cptui/graph"

// A place of the main tree holds: the row of its checkpoint, unless that is folded; the dotted rows of its tasks, with the
// trees of the graphs they called where they are open; and the last row of a live branch.

type rowKind uint8

const (
	rowStep rowKind = iota
	rowTask
	rowGroup
	rowBranches
	rowNext
	rowLoose
)

// row is one row as it stands now.
type row struct {
	kind rowKind
	at   int32 // checkpoint: of a task the one at which it was due; of branches the fork or their first; of loose the kid
	nest int32
	lane uint8
	off  bool
	fold uint8
	task int32 // index in tasks[at]; of a group its first member
}

// nest is where the tree of a called namespace is drawn: below a task, in the lane of the checkpoint it was due at.
type nest struct {
	up   int32
	lane uint8
	kid  int // index in hist.Kids
	at   int32
	task int32
}

type nestKey struct {
	up  int32
	kid int
}

// foldedLoose is a called graph that stands before all that is left of its callers; its station holds the index in hist.Kids.
const foldedLoose uint8 = 3

// rowsOf builds the rows of a place and counts them. Only places with more than their own row are kept.
func (h *History) rowsOf(p int) int {
	it := h.spine[p]
	if i := int(it.at); it.fold == notFolded && len(h.tasks[it.at]) == 0 && !h.lives(i) { // most rows
		delete(h.extra, int32(p))
		if h.shows(i, it) {
			return 1
		}
		return 0
	}
	rows := h.build(nil, it, 0)
	if len(rows) == 0 || len(rows) == 1 && rows[0].kind != rowTask && rows[0].kind != rowGroup && rows[0].kind != rowNext {
		delete(h.extra, int32(p))
		return len(rows)
	}
	h.extra[int32(p)] = rows
	return len(rows)
}

// plain reports whether a place has at most the row of its checkpoint.
func (h *History) plain(p int) bool {
	_, more := h.extra[int32(p)]
	return !more && h.spine[p].fold == notFolded
}

// refresh counts the rows of the place of checkpoint i again.
func (h *History) refresh(i int) {
	if p := h.placeOf(i); p >= 0 {
		old := h.rowsAt(p)
		n := len(old)
		h.rows.add(p, h.rowsOf(p)-n)
	}
}

// rowsAt gives the rows of a place as they are counted.
func (h *History) rowsAt(p int) []row {
	if rows, ok := h.extra[int32(p)]; ok {
		return rows
	}
	if h.rows.before(p+1) == h.rows.before(p) {
		return nil
	}
	it := h.spine[p]
	r := row{kind: rowStep, at: it.at, lane: it.lane, off: it.off, fold: it.fold}
	switch it.fold {
	case foldedOne, foldedAll:
		r.kind = rowBranches
	case foldedLoose:
		r.kind = rowLoose
	}
	return []row{r}
}

// placeOf is the place of the main tree that shows checkpoint i or what it hangs below, -1 where that is folded.
func (h *History) placeOf(i int) int {
	if i < 0 || i >= h.seen {
		return -1
	}
	for range 64 {
		ns := h.dag().NS(i)
		if ns == h.ns {
			return int(h.place[i])
		}
		k, ok := h.kidOf(i)
		if !ok {
			return -1
		}
		if i = h.above(k); i < 0 {
			return h.loosePlace(k)
		}
	}
	return -1
}

// loosePlace is the place of a namespace that hangs nowhere, -1 where it is none.
func (h *History) loosePlace(kid int) int {
	for p := 0; p < len(h.spine) && h.spine[p].fold == foldedLoose; p++ {
		if int(h.spine[p].at) == kid {
			return p
		}
	}
	return -1
}

// build appends the rows of one place of a tree that is drawn in a nest.
func (h *History) build(rows []row, it station, in int32) []row {
	switch it.fold {
	case foldedOne, foldedAll:
		if h.filterBy != "" {
			return rows
		}
		return append(rows, row{kind: rowBranches, at: it.at, nest: in, lane: it.lane, fold: it.fold})
	case foldedLoose:
		rows = append(rows, row{kind: rowLoose, at: it.at, nest: in, fold: it.fold})
		return h.called(rows, int(it.at), -1, -1, 0, in)
	}
	i := int(it.at)
	shown := h.shows(i, it)
	if shown {
		rows = append(rows, row{kind: rowStep, at: it.at, nest: in, lane: it.lane, off: it.off})
	}
	if len(h.tasks[it.at]) > 0 {
		rows = h.buildTasks(rows, it, in, shown)
	}
	if in == 0 && h.lives(i) && h.filterBy == "" {
		rows = append(rows, row{kind: rowNext, at: it.at, nest: in, lane: it.lane})
	}
	return rows
}

func (h *History) buildTasks(rows []row, it station, in int32, shown bool) []row {
	list := h.tasks[it.at]
	alike := map[string]int{}
	for _, t := range list {
		alike[t.name]++
	}
	grouped := map[string]bool{}
	for k, t := range list {
		if h.filterBy != "" && !shown && !h.taskMatches(&list[k]) {
			continue
		}
		if alike[t.name] >= manyAlike {
			if grouped[t.name] {
				continue
			}
			grouped[t.name] = true
			rows = append(rows, row{kind: rowGroup, at: it.at, nest: in, lane: it.lane, task: int32(k)})
			if !h.openAll && !h.openGroup[groupKey{it.at, t.name}] {
				continue
			}
			for j := k; j < len(list); j++ {
				if list[j].name == t.name {
					rows = h.buildTask(rows, it, in, j)
				}
			}
			continue
		}
		rows = h.buildTask(rows, it, in, k)
	}
	return rows
}

func (h *History) buildTask(rows []row, it station, in int32, k int) []row {
	t := &h.tasks[it.at][k]
	rows = append(rows, row{kind: rowTask, at: it.at, nest: in, lane: it.lane, task: int32(k)})
	if t.ns == "" {
		return rows
	}
	return h.called(rows, t.kid, it.at, int32(k), it.lane, in)
}

// called appends the tree of a called graph where it is open.
func (h *History) called(rows []row, kid int, at, task int32, lane uint8, in int32) []row {
	if !h.isOpen(kid) || h.depth(in) > 32 {
		return rows
	}
	key := nestKey{in, kid}
	n, ok := h.nestAt[key]
	if !ok {
		n = int32(len(h.nests))
		h.nests = append(h.nests, nest{})
		h.nestAt[key] = n
	}
	h.nests[n] = nest{up: in, lane: lane, kid: kid, at: at, task: task}
	s := h.kidSpace[kid]
	h.shape.order(s.roots, folding{anyLane: h.openAll, within: s.within}, func(it station) {
		rows = h.build(rows, it, n)
	})
	return rows
}

// isOpen reports whether the graph that a task called is shown: where it was opened, and by itself where a question or an
// error is inside and nobody closed it.
func (h *History) isOpen(k int) bool {
	if h.openAll {
		return true
	}
	if open, ok := h.openKid[h.kidKey(k)]; ok {
		return open
	}
	kid := &h.hist.Kids[k]
	if kid.Parent < 0 || h.shape.first[kid.Parent] >= 0 {
		return false
	}
	for _, t := range h.tasks[int32(kid.Parent)] {
		if t.ns != "" && t.kid == k {
			return t.status == graph.TaskWaits || t.status == graph.TaskFailed
		}
	}
	return false
}

func (h *History) depth(in int32) int {
	n := 0
	for ; in != 0; in = h.nests[in].up {
		n++
	}
	return n
}

// shows reports whether the row of checkpoint i is drawn: quiet steps fold, but never the head, forks, ends, the first row
// of a branch, problems, marked rows, or the row of the cursor.
func (h *History) shows(i int, it station) bool {
	f := h.flags[i]
	if h.filterBy != "" {
		return f&flagMatch != 0 || int32(i) == h.cursor
	}
	if h.QuietShown() || f&flagQuiet == 0 {
		return true
	}
	return it.off || int32(i) == h.cursor || i == h.marked || len(h.bookmarks[i]) > 0 || h.protected(i)
}

// protected reports whether the row of checkpoint i never folds, whatever is marked: an input or another root, a problem, a
// fork, an end.
func (h *History) protected(i int) bool {
	return h.flags[i]&(flagProblem|flagInput) != 0 || h.dag().Parent(i) < 0 || h.shape.first[i] < 0 || h.shape.forks(i) || i == h.hist.Current
}

// lives reports whether a last row belongs below checkpoint i: the head, and every other end where something is due.
func (h *History) lives(i int) bool {
	if i == h.Head() {
		return true
	}
	return h.shape.first[i] < 0 && !h.hist.Transcript && h.flags[i]&(flagEnd|flagDue) == flagDue
}
