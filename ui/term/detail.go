package term

import (
	"context"
	"errors"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/ui/view"
)

// The tabs of the detail.
const (
	tabStep = iota
	tabState
	tabChanges
	tabMessages
	tabTasks
	tabSeen
	tabMeta
	tabGraph
	tabs
)

// detail shows everything of one step. A step is opened once, in the background; the panes are made from it when they are
// first looked at. While a newer step is opened the older one stays, dimmed and by its name.
type detail struct {
	p     *mainPage
	want  int // checkpoint asked for
	have  int // checkpoint shown
	m     *graph.Moment
	facts view.StepFacts
	seen  []graph.Reason
	known bool // seen is there
	err   error

	tab   int
	table bool // Seen shows the whole table
	panes [tabs]view.Pane
	lists [tabs]rowlist
	wide  [tabs]int
	tabsX [tabs][2]int // columns of the names in the tab line
	graph graphTab
	keep  string // path under the cursor, to find it again in the next state
	then  func() // once the step asked for is there
}

func isCancel(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// forget drops all that belongs to another thread.
func (d *detail) forget() {
	d.p.a.jobs.stop("moment")
	d.want, d.have, d.m, d.err = -1, -1, nil, nil
	d.panes = [tabs]view.Pane{}
	d.graph.forget(d)
	for i := range d.lists {
		d.lists[i] = rowlist{}
	}
}

// show asks for checkpoint i; what was asked for before and is not there yet is given up.
func (d *detail) show(i int) {
	if i < 0 || d.m != nil && d.want == i {
		return
	}
	d.want = i
	if d.p.a.jobs.stop("audit") {
		d.p.audit.asked = nil
	}
	h := d.p.hist
	d.p.a.jobs.start("moment", "opening "+d.p.stepName(i), func(ctx context.Context, _ *job) func() {
		m, err := h.Moment(ctx, i)
		if err != nil && isCancel(err) {
			return nil
		}
		return func() { d.take(h, i, m, err) }
	})
}

func (d *detail) take(h *graph.History, i int, m *graph.Moment, err error) {
	if d.p.hist != h {
		return
	}
	d.keep = d.path()
	d.have, d.m, d.err = i, m, err
	d.facts, d.seen, d.known = view.StepFacts{}, nil, false
	d.panes = [tabs]view.Pane{tabGraph: d.panes[tabGraph]}
	d.graph.fresh = false
	if err != nil {
		d.p.a.fail(err)
		return
	}
	d.p.a.jobs.start("facts", "", func(ctx context.Context, _ *job) func() {
		facts, ferr := view.LoadStepFacts(ctx, h, m)
		table, serr := h.SeenTable(ctx, i)
		if isCancel(ferr) || isCancel(serr) {
			return nil
		}
		return func() {
			if d.m != m {
				return
			}
			if ferr == nil {
				d.facts = facts
			}
			d.seen, d.known = table, serr == nil
			for _, t := range []int{tabStep, tabMessages, tabSeen} {
				d.remake(t)
			}
		}
	})
	if d.then != nil {
		then := d.then
		d.then = nil
		then()
	}
}

// remake makes a tab again where it is already made, with the cursor on the same value.
func (d *detail) remake(t int) {
	if d.panes[t] == nil {
		return
	}
	path := d.lists[t].pathOf(d.panes[t])
	d.panes[t] = nil
	d.pane(t)
	d.lists[t].toPath(d.panes[t], path, false)
}

// rebuild makes all tabs again, after a setting changed.
func (d *detail) rebuild() {
	d.graph.fresh = false
	for t := range d.panes {
		d.remake(t)
	}
}

// pane gives the rows of a tab, made now where they are not yet; nil where there is no step.
func (d *detail) pane(t int) view.Pane {
	if d.m == nil {
		return nil
	}
	if t == tabGraph {
		d.graph.ask(d)
	}
	if d.panes[t] != nil {
		return d.panes[t]
	}
	env := d.p.env
	var pane view.Pane
	switch t {
	case tabStep:
		pane = view.NewStep(d.m, d.facts, env)
	case tabState:
		pane = view.NewState(d.m, env)
	case tabChanges:
		pane = view.NewChanges(d.m, env)
	case tabMessages:
		pane = view.NewMessages(d.m, d.facts, env)
	case tabTasks:
		pane = view.NewTasks(d.m, env)
	case tabSeen:
		switch {
		case d.table:
			pane = view.NewSeenTable(d.m, env)
		case !d.known:
			pane = waiting{}
		default:
			pane = d.seenPane(env)
		}
	case tabGraph:
		pane = waiting{}
	default:
		pane = view.NewMeta(d.m, env)
	}
	d.panes[t] = pane
	l := &d.lists[t]
	l.rows = pane
	if d.wide[t] > 0 {
		wrap(pane, d.wide[t])
	}
	switch {
	case d.keep != "" && t == d.tab:
		l.toPath(pane, d.keep, true)
	case t == tabMessages: // what came in last is what the step is about
		l.to(pane.Len() - 1)
	}
	l.to(l.cursor)
	return pane
}

// waiting stands for a pane whose facts are still read.
type waiting struct{}

func (waiting) Len() int                       { return 1 }
func (waiting) Row(int, int) view.Line         { return view.Line{{Text: " reading…", Style: view.Dim}} }
func (waiting) Fold(i int, _ bool) (int, bool) { return i, false }
func (waiting) At(int) view.Place              { return view.NoPlace }
func (waiting) Find(string) []int              { return nil }

func wrap(pane view.Pane, width int) {
	if w, ok := pane.(view.Wrapper); ok {
		w.Wrap(width)
	}
}

// seenPane is the table of nodes, below how well next has foretold in this thread.
func (d *detail) seenPane(env view.Env) view.Pane {
	pane := view.NewSeen(d.m, d.seen, env)
	if len(d.seen) == 0 {
		return pane
	}
	words, wrong, known := d.p.foretold()
	if _, ok := d.p.hist.Runtime.(graph.Auditor); ok && !known {
		words = "not checked yet whether it was foretold right"
	}
	pane.Foretell(words, wrong)
	d.p.startAudit("checking what was foretold")
	return pane
}

// shown is the tab below the tab line: where the step card has a place of its own, the step is not shown twice.
func (d *detail) shown() int {
	if d.tab == tabStep && !d.p.placed.card.empty() {
		return tabState
	}
	return d.tab
}

func (d *detail) list() *rowlist {
	t := d.shown()
	if d.pane(t) == nil {
		return nil
	}
	return &d.lists[t]
}

// place is what the cursor of the detail is on.
func (d *detail) place() view.Place {
	t := d.shown()
	if d.p.focus != paneDetail || d.panes[t] == nil {
		return view.NoPlace
	}
	return d.panes[t].At(d.lists[t].cursor)
}

// path of the value under the cursor, "" none.
func (d *detail) path() string {
	if pl := d.place(); len(pl.Path) > 0 {
		return pl.Path.String()
	}
	return ""
}

func (d *detail) openTab(t int) { d.tab = t }

func (d *detail) toggleTable() {
	d.table = !d.table
	d.tab = tabSeen
	d.panes[tabSeen] = nil
	d.lists[tabSeen] = rowlist{}
	d.pane(tabSeen)
	d.p.focus = paneDetail
}

func (d *detail) fold(open bool) {
	t := d.shown()
	if pane := d.pane(t); pane != nil {
		l := &d.lists[t]
		if to, ok := pane.Fold(l.cursor, open); ok {
			l.to(to)
		}
	}
}

// enter follows what the row points to: another row, a step, a thread, a namespace; else it opens or closes the row.
func (d *detail) enter() {
	t := d.shown()
	pane := d.pane(t)
	if pane == nil {
		return
	}
	l := &d.lists[t]
	pl := pane.At(l.cursor)
	switch {
	case pl.Row >= 0 && pl.Row != l.cursor:
		l.to(pl.Row)
	case pl.Index >= 0 && pl.Index != d.have:
		d.p.jump(pl.Index)
	case pl.NS != "" && d.p.hist.HeadOf(pl.NS) >= 0:
		d.p.jump(d.p.hist.HeadOf(pl.NS))
	case pl.Thread != "" && pl.Thread != d.p.thread:
		d.p.openThread(pl.Thread, "")
	default:
		before := pane.Len()
		to, ok := pane.Fold(l.cursor, true)
		if ok && pane.Len() == before { // it was open
			pane.Fold(l.cursor, false)
			return
		}
		if ok {
			l.to(to)
		}
	}
}

func (d *detail) setMatch(text string) {
	for t := range d.lists {
		d.lists[t].match = text
	}
}

// pathOf is the path under the list's cursor, "" none.
func (l *rowlist) pathOf(pane view.Pane) string {
	if p := pane.At(l.cursor).Path; len(p) > 0 {
		return p.String()
	}
	return ""
}

// toPath puts the cursor on the row of a path, or on the nearest one that holds it; with open it opens what is folded over
// it. Nothing happens where no row is near.
func (l *rowlist) toPath(pane view.Pane, path string, open bool) {
	want, err := value.ParsePath(path)
	if err != nil || len(want) == 0 {
		return
	}
	for range 2*len(want) + 2 {
		best, length := -1, 0
		for i := range pane.Len() {
			if q := pane.At(i).Path; len(q) > length && len(q) <= len(want) && q.String() == want[:len(q)].String() {
				best, length = i, len(q)
			}
		}
		if best < 0 {
			return
		}
		l.to(best)
		before := pane.Len()
		if length == len(want) || !open {
			return
		}
		if _, ok := pane.Fold(best, true); !ok || pane.Len() == before {
			return
		}
	}
}
