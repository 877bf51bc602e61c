package view

import (
	"slices"
	"strings"
	"time"

	"cptui/graph/value"
	"cptui/loaders"
)

// ThreadState is what becomes known of a thread after its head.
type ThreadState struct {
	Status   string // "idle", "pending", "interrupted", "error", "empty", "running"; "" not known yet
	Word     string // what it asks, what failed, what runs, what it stopped before
	Steps    int    // -1: not counted
	Branches int    // -1: not counted
	Title    string // of the thread, where its head has none: agent and prompt
}

// thread is a row of the list.
type thread struct {
	head  loaders.ThreadHead
	state ThreadState
}

// Threads is the thread list: a row for each thread of the source, sorted by what needs a person. Heads are given at once,
// states come later for the rows on screen (Need), and a dash stands for what is not counted yet.
type Threads struct {
	env    Env
	now    func() time.Time
	all    []thread
	at     map[string]int // thread → index in all
	rows   []int          // index in all, in the order of the screen
	sort   ThreadSort
	filter string
	open   string // the thread that is shown
	more   bool   // there are more threads than were listed
}

// NewThreads makes an empty list; now tells the time for ages.
func NewThreads(env Env, now func() time.Time) *Threads {
	return &Threads{env: env, now: now, at: map[string]int{}}
}

// Add takes in heads, those that are listed already with what they tell now. More says that the source has further ones.
func (t *Threads) Add(heads []loaders.ThreadHead, more bool) {
	for _, h := range heads {
		if i, ok := t.at[h.ID]; ok {
			t.all[i].head = h
			continue
		}
		t.at[h.ID] = len(t.all)
		t.all = append(t.all, thread{head: h, state: ThreadState{Steps: -1, Branches: -1}})
	}
	t.more = more
	t.arrange()
}

// Set tells what became known of a thread.
func (t *Threads) Set(id string, s ThreadState) {
	if i, ok := t.at[id]; ok {
		t.all[i].state = s
		t.arrange()
	}
}

// Forget drops all states, so that Need names them again: the source changed.
func (t *Threads) Forget() {
	for i := range t.all {
		t.all[i].state.Status = ""
	}
}

// Open tells which thread is on the main screen.
func (t *Threads) Open(id string) { t.open = id }

// Sort sets the order.
func (t *Threads) Sort(s ThreadSort) {
	t.sort = s
	t.arrange()
}

// SortedBy reports the order.
func (t *Threads) SortedBy() ThreadSort { return t.sort }

// Filter shows only threads whose name, title or state holds text; state:failed (waits, running, stopped, finished) picks by
// state. "" shows all.
func (t *Threads) Filter(text string) {
	t.filter = text
	t.arrange()
}

// Filtered is the text of the filter.
func (t *Threads) Filtered() string { return t.filter }

// HeadTitle is the title of a thread, with what it was forked from.
func HeadTitle(h loaders.ThreadHead) string {
	if h.ForkedFrom == "" {
		return h.Title
	}
	return strings.TrimSpace("fork of " + CutMiddle(h.ForkedFrom, 12) + "  " + h.Title)
}

// title names the thread beside its id, "" where nothing tells.
func (th *thread) title() string {
	if th.head.Title != "" || th.head.ForkedFrom != "" {
		return HeadTitle(th.head)
	}
	return th.state.Title
}

func (th *thread) steps() int {
	if th.state.Steps >= 0 {
		return th.state.Steps
	}
	return th.head.Count
}

// StateName is a status as the list calls it.
func StateName(status string) string {
	switch status {
	case "interrupted":
		return "waits"
	case "error":
		return "failed"
	case "pending":
		return "stopped"
	case "idle":
		return "finished"
	case "unknown":
		return "not known"
	}
	return status
}

// Len is the number of rows.
func (t *Threads) Len() int { return len(t.rows) }

// All is the number of threads listed, filtered or not.
func (t *Threads) All() int { return len(t.all) }

// ID is the thread of row i, "" where there is none.
func (t *Threads) ID(i int) string {
	if i < 0 || i >= len(t.rows) {
		return ""
	}
	return t.all[t.rows[i]].head.ID
}

// RowOf is the row of a thread, -1 where it is not shown.
func (t *Threads) RowOf(id string) int {
	i, ok := t.at[id]
	if !ok {
		return -1
	}
	return slices.Index(t.rows, i)
}

// Need names the threads of rows top … bottom (excluded) whose state is not known.
func (t *Threads) Need(top, bottom int) []string {
	var ids []string
	for i := max(top, 0); i < min(bottom, len(t.rows)); i++ {
		if th := &t.all[t.rows[i]]; th.state.Status == "" {
			ids = append(ids, th.head.ID)
		}
	}
	return ids
}

// Unknown names up to limit threads whose state is not known, in the order of the list.
func (t *Threads) Unknown(limit int) []string {
	var ids []string
	for i := 0; i < len(t.all) && len(ids) < limit; i++ {
		if t.all[i].state.Status == "" {
			ids = append(ids, t.all[i].head.ID)
		}
	}
	return ids
}

// At tells what row i is about.
func (t *Threads) At(i int) Place {
	p := NoPlace
	p.Thread = t.ID(i)
	p.Text = joinWords(t.Row(i, 120))
	return p
}

// Fold has nothing to do here.
func (t *Threads) Fold(i int, open bool) (int, bool) { return i, false }

// Find gives the rows that hold text.
func (t *Threads) Find(text string) []int {
	if text == "" {
		return nil
	}
	m := newMatcher(text)
	var out []int
	for k, i := range t.rows {
		th := &t.all[i]
		if m.in(th.head.ID) || m.in(th.title()) || m.in(t.stateWords(th)) {
			out = append(out, k)
		}
	}
	return out
}

// QuestionOf is a question in a few words: what an Interrupt of any age asks.
func (e Env) QuestionOf(interrupt value.Value, max int) string {
	return e.asked(interrupt, max)
}
