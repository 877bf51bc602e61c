package view

import (
	"cptui/graph"
)

// History is the heart of the screen: the checkpoints of one thread as a tree, time running down along every branch, with
// the tasks and subgraphs between the states they belong to.
//
// It is built from the skeleton at once: a few small numbers a checkpoint, no text. What a row says comes later, as briefs
// are fed: NeedBriefs names the checkpoints that rows on screen still lack, the terminal fetches them elsewhere and gives
// them to SetBriefs. Until then a row shows what the skeleton knows. Folding of quiet steps follows the briefs, so row
// numbers change; a Spot names a row whatever happens (SpotOf, RowOf).
//
// For plain output (`cptui log --graph`) feed every brief, call OpenAll, and print Row(i, width).Text() for every i: a row
// without colour says all of itself. A History is not safe for several goroutines.
type History struct {
	env  Env
	hist *graph.History
	ns   string // the namespace that is the main one here

	shape     *shape
	seen      int             // checkpoints of the DAG that are built in
	firstFork int32           // place of the first fork in lane 0, -1 none
	spine     []station       // places: the tree of the main namespace in the order of the screen
	place     []int32         // checkpoint → place in spine, -1 not there
	rows      *counter        // rows of each place
	extra     map[int32][]row // places that are not just the row of their checkpoint
	nests     []nest          // where namespaces are drawn; 0 is the main one
	nestAt    map[nestKey]int32

	spaces   map[string]*space // by namespace
	kidsAt   map[int32][]int   // checkpoint → index in hist.Kids
	kidsOf   map[string][]int  // namespace → indices in hist.Kids
	kidAt    map[int32]int     // checkpoint → index in hist.Kids, of calls that share a namespace
	kidSpace []*space          // by index in hist.Kids
	nsByTask map[taskKey]string
	loose    []int // kids that hang nowhere

	flags   []uint16 // of each checkpoint
	digests map[int32]*digest
	tasks   map[int32][]task
	verdict *graph.Verdict
	columns measured
	tally   *Counts // nil: to be counted again

	cursor    int32 // checkpoint that is never folded away, -1 none
	only      onlyMode
	anchor    int             // checkpoint whose branch is shown where branches fold
	opened    map[int32]bool  // branches unfolded
	openKid   map[string]bool // by kidKey
	openGroup map[groupKey]bool
	openAll   bool
	filter    matcher
	filterBy  string
	times     TimeMode
	marked    int
	bookmarks map[int][]string
}

type taskKey struct{ ns, id string }

type groupKey struct {
	at   int32
	name string
}

type onlyMode uint8

const (
	onlyAuto onlyMode = iota // folded where more than six lanes would be needed, and rewound turns of a transcript
	onlyOn
	onlyOff
)

// What is known of a checkpoint, for good: texts are dropped where there are too many, these are not.
const (
	flagKnown uint16 = 1 << iota
	flagQuiet
	flagInput
	flagEnd
	flagMatch
	flagDue                     // something is due at this end of a branch
	flagProblem uint16 = 7 << 8 // an index in problemKinds
)

// keptDigests bounds the texts that are held at a time.
const keptDigests = 30_000

// NewHistoryOf makes the model of env.Hist with ns as its main namespace ("" the root), with env.Quiet as the first setting.
func NewHistoryOf(env Env, ns string) *History {
	h := &History{env: env, hist: env.Hist, ns: ns, digests: map[int32]*digest{}, tasks: map[int32][]task{},
		opened: map[int32]bool{}, openKid: map[string]bool{}, openGroup: map[groupKey]bool{}, anchor: -1, cursor: -1, marked: -1}
	h.survey()
	h.cursor = int32(h.Head())
	h.layout()
	return h
}

func (h *History) dag() *graph.DAG { return h.hist.DAG }

// Head is the checkpoint that the screen opens on: the head of the main namespace, -1 where it is empty.
func (h *History) Head() int {
	if h.ns == "" {
		return h.hist.Current
	}
	return h.dag().Head(h.ns)
}

// survey reads the skeleton once: namespaces and who hangs where.
func (h *History) survey() {
	d := h.dag()
	h.seen = d.Len()
	h.spaces = map[string]*space{}
	at, last := (*space)(nil), ""
	for i := range h.seen {
		if ns := d.NS(i); at == nil || ns != last {
			last = ns
			if at = h.spaces[ns]; at == nil {
				at = &space{first: i}
				h.spaces[ns] = at
			}
		}
		at.count++
		at.last = i
		if d.Parent(i) < 0 {
			at.roots = append(at.roots, i)
		}
	}
	h.hangKids()
	h.flags = make([]uint16, h.seen)
	h.shape = newShape(d, h.hist.Current, h.anchor)
	for i := range h.kidsAt {
		h.setTasks(int(i), nil)
	}
}

// foldsBranches reports whether branches other than the anchor's are folded rows now.
func (h *History) foldsBranches() bool {
	switch {
	case h.openAll || h.only == onlyOff && h.lanes() <= maxLanes:
		return false
	case h.only == onlyOn || h.hist.Transcript:
		return true
	}
	return h.lanes() > maxLanes
}

// lanes counts the lanes that the whole tree needs.
func (h *History) lanes() int {
	n := 1
	if s := h.spaces[h.ns]; s != nil {
		for _, r := range s.roots {
			n = max(n, int(h.shape.need[r]))
		}
	}
	return n
}

// layout puts the main tree in order and counts the rows of each place.
func (h *History) layout() {
	h.tally = nil
	if s := h.spaces[h.ns]; s != nil && cap(h.spine) < s.count {
		h.spine = make([]station, 0, s.count+s.count/16)
	}
	h.spine = h.spine[:0]
	h.extra = map[int32][]row{}
	h.nests, h.nestAt = []nest{{}}, map[nestKey]int32{}
	h.place = make([]int32, h.seen)
	for i := range h.place {
		h.place[i] = -1
	}
	for _, k := range h.loose {
		h.spine = append(h.spine, station{at: int32(k), fold: foldedLoose})
	}
	if s := h.spaces[h.ns]; s != nil {
		fold := folding{on: h.foldsBranches(), each: h.hist.Transcript, opened: h.opened, anyLane: h.openAll}
		roots := append([]int(nil), s.roots...)
		for k, r := range roots { // the tree that leads to the newest row comes last
			if last := len(roots) - 1; h.shape.lead[r] > h.shape.lead[roots[last]] {
				copy(roots[k:], roots[k+1:])
				roots[last] = r
			}
		}
		h.shape.order(roots, fold, func(it station) {
			if it.fold == notFolded {
				h.place[it.at] = int32(len(h.spine))
			}
			h.spine = append(h.spine, it)
		})
	}
	h.columns.lanes, h.firstFork = 1, -1
	for p, it := range h.spine {
		h.columns.lanes = max(h.columns.lanes, int(it.lane)+1)
		if h.firstFork < 0 && it.lane == 0 && it.fold == notFolded && h.shape.forks(int(it.at)) {
			h.firstFork = int32(p)
		}
	}
	h.columns.skeleton(h)
	h.rows = newCounter(len(h.spine), h.rowsOf)
}

// Len is the number of rows now.
func (h *History) Len() int { return h.rows.total() }

// Quiet sets whether quiet steps are shown.
func (h *History) Quiet(show bool) {
	h.env.Quiet = show
	h.recount()
}

// QuietShown reports it.
func (h *History) QuietShown() bool { return h.env.Quiet || h.openAll }

// Only sets whether only the branch of checkpoint at is drawn, the others folded to one row where they leave it.
func (h *History) Only(on bool, at int) {
	h.only = onlyOff
	if on {
		h.only = onlyOn
	}
	h.opened = map[int32]bool{}
	h.anchor = at
	h.shape = newShape(h.dag(), h.hist.Current, h.anchor)
	if !on && h.lanes() <= maxLanes {
		h.anchor = -1
		h.shape = newShape(h.dag(), h.hist.Current)
	}
	h.layout()
}

// OnlyOn reports whether branches are folded, by choice or because they are too many.
func (h *History) OnlyOn() bool { return h.foldsBranches() }

// OpenAll unfolds everything there is: branches, quiet steps, subgraphs, groups. Plain output uses it, so rows name no keys.
func (h *History) OpenAll() {
	h.openAll = true
	h.layout()
}

// Filter shows only the rows that hold text; "" shows all. Rows whose brief is not there yet are hidden until it is, so
// Unknown must be fed. It reports how many known rows match.
func (h *History) Filter(text string) int {
	h.filterBy, h.filter = text, newMatcher(text)
	n := 0
	for i := range h.flags {
		h.flags[i] &^= flagMatch
		if text == "" || h.flags[i]&flagKnown == 0 {
			continue
		}
		d := h.digests[int32(i)]
		if d == nil {
			h.flags[i] &^= flagKnown // its text was dropped: ask again
			h.tally = nil
			continue
		}
		if h.matches(i, d) {
			h.flags[i] |= flagMatch
			n++
		}
	}
	h.recount()
	return n
}

// Filtered is the text of the filter, "" where there is none.
func (h *History) Filtered() string { return h.filterBy }

// Times sets what the right column tells.
func (h *History) Times(m TimeMode) { h.times = m }

// TimesMode reports it.
func (h *History) TimesMode() TimeMode { return h.times }

// Mark sets the checkpoint that `D` compares with, -1 none; a marked row is never folded.
func (h *History) Mark(i int) {
	old := h.marked
	h.marked = i
	h.refresh(old)
	h.refresh(i)
}

// Marked is the marked checkpoint, -1 none.
func (h *History) Marked() int { return h.marked }

// Bookmarks sets the names at checkpoints; such rows are never folded.
func (h *History) Bookmarks(names map[int][]string) {
	h.bookmarks = names
	h.recount()
}

// SetVerdict tells what a resume would do, for the last row.
func (h *History) SetVerdict(v graph.Verdict) {
	h.verdict = &v
	h.refresh(h.Head())
}

// recount counts the rows of every place again.
func (h *History) recount() {
	h.extra = map[int32][]row{}
	h.rows = newCounter(len(h.spine), h.rowsOf)
}
