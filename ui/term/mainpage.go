package term

import (
	"context"

	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/view"
)

// mainPage shows one thread: its history and, of the step under the cursor, everything.
type mainPage struct {
	a   *app
	s   *source
	env view.Env

	thread  string
	ns      string
	hist    *graph.History // nil while it is read
	model   *view.History
	rows    rowlist
	verdict *graph.Verdict

	det    detail
	focus  paneID
	zoom   bool
	side   int
	stack  int
	placed frameLayout

	jumps      []int // checkpoints that jumps began at
	found      search
	marks      bookmarks
	follow     follower
	threads    threadList
	wanted     string // reference to go to once the thread is there
	usage      loaders.Usage
	why        string // why no thread is shown, "" while it is read
	inside     string // graph below the main one that asks
	demo       bool   // the lessons are in the verdict line
	owned      bool   // the source was opened here
	replay     bool   // start replaying once the thread is there
	taught     int    // lessons of the demo that are done
	audit      audit
	forkResume string // what goes on from the session file that the last fork here made
}

func newMainPage(a *app, s *source, thread, ns string) *mainPage {
	p := &mainPage{a: a, s: s, thread: thread, ns: ns, side: 54, stack: 58}
	p.det.p = p
	p.follow.p = p
	p.threads.init(a, s)
	p.env = view.Env{Source: s.path, ASCII: a.opt.ASCII, Reveal: a.opt.Reveal}
	return p
}

// load reads the thread, the newest one where none is named, and goes to a reference of it.
func (p *mainPage) load(ref string) {
	p.wanted = ref
	thread := p.thread
	p.a.jobs.start("thread", "reading "+nameOf(thread, "the newest thread"), func(ctx context.Context, _ *job) func() {
		if thread == "" {
			newest, ok, err := p.s.src.Newest(ctx)
			if err != nil {
				return func() { p.nothing(err.Error(), err) }
			}
			if !ok {
				return func() {
					if p.s.store != nil && p.hist == nil && p.a.page() == page(p) {
						p.a.push(newStorePage(p))
					}
					p.verdict = &graph.Verdict{Status: "empty"}
					p.nothing("no checkpoint in "+p.s.path+"", nil)
				}
			}
			thread = newest
		}
		h, err := p.s.src.Thread(ctx, thread)
		if err != nil {
			return func() { p.nothing(err.Error(), err) }
		}
		return func() { p.show(h) }
	})
}

// nothing says why no thread is shown; one that is shown already stays.
func (p *mainPage) nothing(why string, err error) {
	if isCancel(err) {
		why = "stopped: t shows the threads"
	}
	p.why = view.CleanLine(why)
	if p.hist != nil {
		p.thread = p.hist.Thread()
		p.a.fail(err)
	}
}

func nameOf(s, other string) string {
	if s == "" {
		return other
	}
	return view.CleanCut(s, 40)
}

// show takes over a thread that was read. A thread that is shown already keeps its place.
func (p *mainPage) show(h *graph.History) {
	again := p.hist != nil && p.thread == h.Thread()
	at := ""
	if again {
		if i := p.checkpoint(); i >= 0 {
			at = p.hist.ID(i)
		}
	}
	old := p.model
	p.hist, p.thread = h, h.Thread()
	p.env.Hist = h
	p.model = view.NewHistoryOf(p.env, p.ns)
	p.rows.rows = p.model
	p.verdict, p.inside = nil, ""
	p.found.reset()
	if !again {
		p.jumps = nil
		p.rows.top = 0
		p.det.forget()
	} else if old != nil {
		p.model.Adopt(old)
	}
	p.marks.read(p)
	where := p.model.Head()
	if i, ok := h.Find(at); at != "" && ok {
		where = i
	}
	p.land(where)
	if p.wanted != "" {
		ref := p.wanted
		p.wanted = ""
		p.gotoRef(ref)
	}
	if p.replay {
		p.replay = false
		p.a.push(newReplayPage(p))
	}
	p.readVerdict()
	p.threads.opened(p.thread)
	if !p.s.listed {
		p.a.listThreads(p.s, func() { p.threads.listed() })
	}
	p.a.readForks(p.s)
}

func (p *mainPage) readVerdict() {
	h := p.hist
	p.a.jobs.start("verdict", "", func(ctx context.Context, _ *job) func() {
		v, err := h.Verdict(ctx)
		if err != nil {
			return func() { p.a.fail(err) }
		}
		inside := ""
		if v.Status == "interrupted" {
			inside = askedInside(ctx, h)
		}
		return func() {
			if p.hist != h {
				return
			}
			p.verdict, p.inside = &v, inside
			p.keepPlace(func() { p.model.SetVerdict(v) })
		}
	})
	if !p.s.info.Transcript {
		return
	}
	thread := p.thread
	p.a.jobs.start("usage", "", func(ctx context.Context, _ *job) func() {
		f, err := p.s.src.Facts(ctx, thread)
		if err != nil {
			return nil // the counts are left out
		}
		return func() {
			if p.hist == h {
				p.usage = f.Usage
			}
		}
	})
}

// askedInside names the graph below the main one in which a question is open, "" where the main graph itself asks.
func askedInside(ctx context.Context, h *graph.History) string {
	for _, kid := range h.Kids {
		at := h.HeadOf(kid.NS)
		if at < 0 {
			continue
		}
		b, err := h.Brief(ctx, at)
		if err != nil {
			return ""
		}
		for _, t := range b.Due {
			if t.Status == graph.TaskWaits {
				return kid.Node
			}
		}
	}
	return ""
}

func (p *mainPage) kind() view.Screen { return view.MainScreen }

// closed ends all work for this page, and closes a source that it opened itself.
func (p *mainPage) closed() {
	p.follow.stop()
	for _, slot := range []string{"thread", "verdict", "usage", "moment", "facts", "briefs", "hop", "find-all", "change", "threads", p.threads.slot, "forks", "bookmarks"} {
		p.a.jobs.stop(slot)
	}
	if p.owned {
		src := p.s.src
		p.a.jobs.start("close", "", func(context.Context, *job) func() {
			_ = src.Close()
			return nil
		})
	}
}

// list has the keys: of the pane in focus.
func (p *mainPage) list() *rowlist {
	switch {
	case p.model == nil:
		return nil
	case p.focus == paneDetail:
		return p.det.list()
	case p.focus == paneThreads:
		return &p.threads.list
	}
	return &p.rows
}

// checkpoint is the one under the cursor of the history, -1 none.
func (p *mainPage) checkpoint() int {
	if p.model == nil {
		return -1
	}
	return p.model.Checkpoint(p.rows.cursor)
}

func (p *mainPage) facts(f *view.Facts) {
	f.Source = true
	f.CanFork = p.s.info.CanFork
	f.Transcript = p.s.info.Transcript
	f.Forks = len(p.s.forks)
	f.Threads = p.s.count()
	f.Live = true
	f.Store = p.s.store != nil
	if p.model == nil {
		return
	}
	c := p.model.Counts()
	f.Branches, f.Quiet = c.Branches, c.Quiet
	if c.Known == c.Checkpoints || c.Problems() > 0 {
		f.Problems = c.Problems()
	}
	if i := p.checkpoint(); i >= 0 {
		f.Step = p.stepName(i)
		f.Root = p.hist.Parent(i) < 0
	}
	if m := p.model.Marked(); m >= 0 {
		f.Marked = p.stepName(m)
	}
	f.Bookmarks = p.marks.count()
	f.Found = len(p.found.hits)
	f.Jumps = len(p.jumps) > 0
	f.Value = len(p.det.place().Path) > 0
	if p.focus == paneHistory {
		f.Foldable = p.model.Foldable(p.rows.cursor)
	}
}

// stepName is @12, with the ending of its id where the step alone is no name.
func (p *mainPage) stepName(i int) string { return p.env.StepName(i) }

func (p *mainPage) layout(c canvas) frameLayout {
	p.placed = layoutOf(shape{w: c.w, h: c.h, threads: p.s.count() > 1, zoom: p.zoom, focus: p.focus, side: p.side, stack: p.stack})
	if p.focus == paneThreads && p.placed.threads.empty() {
		p.focus = paneHistory
		return p.layout(c)
	}
	return p.placed
}

func sub(c canvas, r rect) canvas { return c.part(r.x, r.y, r.w, r.h) }

func (p *mainPage) draw(c canvas) {
	l := p.layout(c)
	sub(c, l.title).line(0, p.titleLine(l.title.w), plainLook, false)
	sub(c, l.verdict).line(0, p.verdictLine(l.verdict.w), plainLook, false)
	if p.model == nil {
		why, st := p.why, view.Plain
		if why == "" {
			why, st = "reading…", view.Dim
		}
		rows, _ := view.Wrap(why, max(8, l.history.w-4), 4)
		for y, row := range rows {
			sub(c, l.history).line(1+y, view.Line{{Text: "  " + row, Style: st}}, plainLook, false)
		}
	} else {
		p.drawHistory(sub(c, l.history), l.header)
		p.det.draw(c, l)
		if !l.threads.empty() {
			p.threads.drawPane(sub(c, l.threads), p.cursorOf(paneThreads))
		}
		for _, r := range []rect{l.split, l.split2} {
			bar := "│"
			if p.env.ASCII {
				bar = "|"
			}
			for y := range r.h {
				sub(c, r).text(0, y, bar, p.a.th.frame)
			}
		}
	}
	if !l.line.empty() {
		sub(c, l.line).line(0, p.a.statusLine(l.line.w, p.commandLine), plainLook, false)
		sub(c, l.foot).line(0, view.Footer(p.a.facts(), l.foot.w, p.env.ASCII), plainLook, false)
	} else if p.a.note.text != "" {
		sub(c, l.verdict).clear()
		sub(c, l.verdict).line(0, p.a.noteLine(), plainLook, false)
	}
}

func (p *mainPage) cursorOf(id paneID) cursorMode {
	if p.focus == id {
		return cursorActive
	}
	return cursorResting
}
