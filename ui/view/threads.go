package view

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"cptui/graph/value"
	"cptui/loaders"
)

// ThreadSort is an order of the thread list.
type ThreadSort uint8

const (
	ByNeed  ThreadSort = iota // what needs a person: waits, failed, running, then the newest
	ByTime                    // newest first
	ByName                    //
	BySteps                   // most checkpoints first
	sortings
)

// String names the order.
func (s ThreadSort) String() string {
	return [...]string{"what needs a person", "newest first", "name", "most steps"}[s%sortings]
}

// Next is the order after s.
func (s ThreadSort) Next() ThreadSort { return (s + 1) % sortings }

// ThreadState is what becomes known of a thread after its head.
type ThreadState struct {
	Status   string // "idle", "pending", "interrupted", "error", "empty", "running"; "" not known yet
	Word     string // what it asks, what failed, what runs, what it stopped before
	Steps    int    // -1: not counted
	Branches int    // -1: not counted
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

func (t *Threads) arrange() {
	t.rows = t.rows[:0]
	word, m := "", newMatcher(t.filter)
	if state, ok := strings.CutPrefix(strings.TrimSpace(t.filter), "state:"); ok {
		word = strings.ToLower(state)
	}
	for i := range t.all {
		th := &t.all[i]
		switch {
		case t.filter == "":
		case word != "":
			if !strings.HasPrefix(StateName(th.state.Status), word) {
				continue
			}
		case !m.in(th.head.ID) && !m.in(th.head.Title) && !m.in(t.stateWords(th)):
			continue
		}
		t.rows = append(t.rows, i)
	}
	slices.SortStableFunc(t.rows, func(a, b int) int { return t.compare(&t.all[a], &t.all[b]) })
}

func (t *Threads) compare(a, b *thread) int {
	newest := func() int { return b.head.Last.Compare(a.head.Last) }
	switch t.sort {
	case ByTime:
		return newest()
	case ByName:
		return cmp.Compare(a.head.ID, b.head.ID)
	case BySteps:
		return cmp.Or(cmp.Compare(b.steps(), a.steps()), newest())
	}
	return cmp.Or(cmp.Compare(need(a.state.Status), need(b.state.Status)), newest())
}

func need(status string) int {
	switch status {
	case "interrupted":
		return 0
	case "error":
		return 1
	case "running":
		return 2
	}
	return 3
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

// Title is the line above the list: how many threads, how many need a look, how large the source is.
func (t *Threads) Title(bytes int64, width int) Line {
	n := map[string]int{}
	known := 0
	for i := range t.all {
		if s := t.all[i].state.Status; s != "" {
			n[s]++
			known++
		}
	}
	left := Line{{" " + CleanLine(fileName(t.env.Source)), Title}, {"    ", Plain}}
	if t.filter != "" {
		left = append(left, Span{"& " + Cut(t.env.clean(t.filter), 30), KeyStyle}, Span{"   " + Count(len(t.rows)) + " of " + plural(len(t.all), "thread"), Plain})
		return spreadLine(left, Line{{"Esc shows all", Dim}}, width)
	}
	count := plural(len(t.all), "thread")
	if t.more {
		count = countMore(len(t.all), "+", "thread")
	}
	left = append(left, Span{count, Plain})
	more := ""
	if known < len(t.all) || t.more {
		more = "+"
	}
	sep := ": "
	for _, s := range []struct {
		status, one, many string
		style             Style
	}{{"interrupted", "waits", "wait", WaitStyle}, {"error", "failed", "failed", ErrStyle}, {"running", "running", "running", Strong}, {"pending", "stopped", "stopped", Plain}} {
		k := n[s.status]
		if k == 0 {
			continue
		}
		word := s.many
		if k == 1 && more == "" {
			word = s.one
		}
		left = append(left, Span{sep, Dim}, Span{Count(k) + more + " " + word, s.style})
		sep = t.env.dot()
	}
	right := Line{}
	if bytes > 0 {
		right = Line{{Size(bytes), Dim}}
	}
	return spreadLine(left, right, width)
}

// threadColumns are the cells of the list's columns at one width.
type threadColumns struct{ name, state, steps, branches, last int }

func (t *Threads) columnsFor(width int) threadColumns {
	var c threadColumns
	room := width - 3
	if width >= edgeFrom {
		room--
	}
	if width >= 34 {
		c.last = 8
		room -= c.last
	}
	if width >= 64 {
		c.steps, c.branches = 8, 4
		room -= c.steps + c.branches
	}
	c.name = room
	if width >= 34 {
		c.name = min(max(room*11/20, 16), 40, room)
		c.state = room - c.name
	}
	return c
}

// Header names the columns.
func (t *Threads) Header(width int) Line {
	c := t.columnsFor(width)
	text := "   " + Pad("thread", c.name)
	if c.state > 0 {
		text += Pad(" state", c.state)
	}
	if c.steps > 0 {
		text += PadLeft("steps", c.steps) + PadLeft("br", c.branches)
	}
	if c.last > 0 {
		text += PadLeft("last", c.last)
	}
	return Line{{text, Dim}}.Fit(width)
}

// Row draws row i.
func (t *Threads) Row(i, width int) Line {
	if i < 0 || i >= len(t.rows) || width <= 0 {
		return nil
	}
	th := &t.all[t.rows[i]]
	c := t.columnsFor(width)
	sign, style := " ", Plain
	switch th.state.Status {
	case "interrupted":
		sign, style = t.env.Glyph(GAsks), WaitStyle
	case "error":
		sign, style = t.env.Glyph(GError), ErrStyle
	case "running":
		sign, style = t.env.Glyph(GStep), Strong
	case "pending":
		sign = t.env.Glyph(GNext)
	}
	w := &writer{max: width}
	w.put(" ", Plain)
	w.put(sign, style)
	w.put(" ", Plain)
	name := CleanLine(th.head.ID)
	if th.head.ID != strings.TrimSpace(th.head.ID) {
		name = `"` + name + `"` // blanks at an end would not be seen
	}
	kind := Plain
	if th.head.ID == t.open {
		kind = Strong
	}
	if th.head.Title != "" && t.env.Hist != nil && t.env.Hist.Transcript {
		name = CutMiddle(name, 8) + " " + t.env.clean(th.head.Title)
		w.put(Pad(name, c.name), kind)
	} else {
		w.put(Pad(CutMiddle(name, c.name), c.name), kind)
	}
	if c.state > 0 {
		words := " " + Cut(t.stateWords(th), c.state-2)
		w.put(Pad(words, c.state), style)
	}
	dash := t.env.own("–")
	if c.steps > 0 {
		steps, branches := dash, dash
		if n := th.steps(); n >= 0 {
			steps = Count(n)
		}
		if th.state.Branches >= 0 {
			branches = Count(th.state.Branches)
		}
		w.put(PadLeft(steps, c.steps)+PadLeft(branches, c.branches), NumStyle)
	}
	if c.last > 0 {
		last := Age(th.head.Last, t.now())
		if last == "" {
			last = dash
		}
		w.put(PadLeft(last, c.last), Dim)
	}
	return w.line.Fit(width)
}

// stateWords says how a thread stands.
func (t *Threads) stateWords(th *thread) string {
	word := t.env.clean(headLine(th.state.Word, 200))
	switch th.state.Status {
	case "interrupted":
		if word == "" {
			return "waits for an answer"
		}
		return "asks " + word
	case "error":
		if word == "" {
			return "failed"
		}
		return word
	case "running":
		if word == "" {
			return "running"
		}
		return "running: " + word
	case "pending":
		if word == "" {
			return "stopped"
		}
		return "stopped before " + word
	case "":
		return t.env.own("–")
	}
	return StateName(th.state.Status)
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
		if m.in(th.head.ID) || m.in(th.head.Title) || m.in(t.stateWords(th)) {
			out = append(out, k)
		}
	}
	return out
}

// QuestionOf is a question in a few words: what an Interrupt of any age asks.
func (e Env) QuestionOf(interrupt value.Value, max int) string {
	return e.Short(questionValue(interrupt), max)
}
