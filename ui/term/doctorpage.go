package term

import (
	"context"
	"slices"
	"time"

	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/view"
)

// doctorPage lists what an examination of the whole source finds, while it goes on; Enter goes to where a finding lies. The
// examination is one job: Esc ends it, a second Esc leaves.
type doctorPage struct {
	a     *app
	main  *mainPage
	model *view.Doctor
	rows  rowlist
	found search
	state string // what is done, or how it ended

	resumed int // sessions that were told of with what their program goes on from
}

// doctorSlot is the examination's slot: leaving the page ends it.
const doctorSlot = "doctor"

// itself heads the findings of no thread.
const itself = "the source itself"

// findingsEvery is how often what was found meanwhile comes on screen.
const findingsEvery = 100 * time.Millisecond

// batch is what was found since the screen was told.
type batch struct {
	p    *doctorPage
	list []func()
	last time.Time
	at   string
}

func (b *batch) add(f func()) { b.list = append(b.list, f) }

// send tells the screen; at most ten times a second, unless it must be now.
func (b *batch) send(now bool) {
	if !now && time.Since(b.last) < findingsEvery {
		return
	}
	b.last = time.Now()
	list, at, p := b.list, b.at, b.p
	b.list = nil
	p.a.post.post(func() {
		if p.state = at; !p.a.jobs.running(doctorSlot) {
			p.state = "stopped"
		}
		for _, f := range list {
			f()
		}
	})
}

func newDoctorPage(main *mainPage) *doctorPage {
	p := &doctorPage{a: main.a, main: main, model: view.NewDoctor(), state: "begins"}
	p.rows.rows = p.model
	src := main.s.src
	p.a.jobs.start(doctorSlot, "examining the source", func(ctx context.Context, me *job) func() {
		b := &batch{p: p, last: time.Now()}
		x := &loaders.Examination{Source: src, Whole: true,
			Begin: func(thread string) {
				b.add(func() { p.model.Begin("thread " + nameOf(thread, `""`)) })
			},
			Report: func(h *graph.History, i int, f graph.Problem) error {
				finding := view.Finding{Problem: f}
				if h != nil && i >= 0 {
					finding.Place = (view.Env{Hist: h}).StepName(i) + " " + h.Short(i)
				}
				b.add(func() { p.model.Add(finding) })
				b.send(false)
				return ctx.Err()
			},
			Resumes: func(_ *graph.History, r loaders.OnResume) {
				b.add(func() { p.resumes(r) })
			},
			Step: func(thread string, done, all int) {
				me.progress(int64(done), int64(all))
				b.at = "thread " + nameOf(thread, "without a name") + ", " + view.Count(done) + " of " + view.Count(all)
				b.send(false)
			}}
		early := slices.Clone(src.Info().Problems)
		tell := func(list []graph.Problem) {
			for _, f := range list {
				x.Report(nil, -1, f)
			}
		}
		b.add(func() { p.model.Begin(itself) })
		tell(early)
		err := x.Threads(ctx)
		if err == nil {
			b.add(func() { p.model.Begin(itself) })
			b.at = "the pages of the file"
			b.send(true)
			err = x.File(ctx)
		}
		if err != nil && isCancel(err) {
			return nil
		}
		tell(slices.DeleteFunc(slices.Clone(src.Info().Problems), func(f graph.Problem) bool { return slices.Contains(early, f) }))
		return func() {
			for _, f := range b.list {
				f()
			}
			p.end(src.Info(), x.Sofar, err)
		}
	})
	return p
}

// resumes tells what the program of a session goes on from.
func (p *doctorPage) resumes(r loaders.OnResume) {
	if p.resumed++; p.resumed > view.ResumedTold {
		return
	}
	says, misses := view.ResumeWords(r)
	p.model.Note("on resume it "+says, view.Plain)
	for _, m := range misses {
		p.model.Note(m, view.WaitStyle)
	}
}

// end closes the list.
func (p *doctorPage) end(info loaders.Info, e loaders.Examined, err error) {
	if err != nil {
		p.state = "ended early"
		p.model.End("the examination ended early: " + err.Error())
		return
	}
	p.state = "done"
	lines := []string{view.CheckedWords(info, e)}
	if c := e.Exam.Check; c.Children > 0 {
		lines = append(lines, view.PredictionWords(c))
	}
	if p.main.s.store != nil {
		lines = append(lines, "the store's values were not opened here: cptui doctor reads them too")
	}
	p.model.End(append(lines, p.model.Words())...)
}

func (p *doctorPage) kind() view.Screen { return view.DoctorScreen }
func (p *doctorPage) list() *rowlist    { return &p.rows }
func (p *doctorPage) closed()           { p.a.jobs.stop(doctorSlot) }

func (p *doctorPage) facts(f *view.Facts) {
	f.Source, f.Found, f.Threads = true, len(p.found.hits), p.main.s.count()
	f.Transcript = p.main.s.info.Transcript
}

func (p *doctorPage) do(id, arg string) bool {
	switch id {
	case "open":
		p.open()
	case "find", "next", "previous":
		p.found.findIn(p.a, id, arg, &p.rows, p.model.Find)
	case "leave":
		if p.state == "done" || !p.a.interrupt() {
			return false
		}
		p.state = "stopped"
	default:
		return false
	}
	return true
}

// open goes to the row in which the finding under the cursor lies.
func (p *doctorPage) open() {
	f := p.model.At(p.rows.cursor)
	switch {
	case f == nil:
		p.a.say("no finding under the cursor")
	case f.Problem.Thread == "" && f.Problem.Checkpoint == "":
		p.a.say("it lies in the file, not in a thread")
	case f.Place == "" && f.Problem.Checkpoint != "":
		p.a.say("its checkpoint is not in the database")
	default:
		p.a.pop()
		p.main.openThread(f.Problem.Thread, f.Problem.Checkpoint)
	}
}

func (p *doctorPage) draw(c canvas) {
	left := view.Line{{Text: " " + view.CleanLine(p.main.s.path), Style: view.Title}, {Text: "  doctor: " + view.CleanLine(p.state), Style: view.Dim}}
	c.line(0, view.Spread(left, view.Line{{Text: p.model.Words() + " ", Style: view.Strong}}, c.w), plainLook, false)
	rows := c.h - 1
	if c.h >= tinyHigh {
		rows -= 2
		c.line(c.h-2, p.a.statusLine(c.w, p.about), plainLook, false)
		c.line(c.h-1, view.Footer(p.a.facts(), c.w, p.a.opt.ASCII), plainLook, false)
	}
	p.model.Wrap(c.w)
	p.rows.draw(c.part(0, 1, c.w, rows), cursorActive)
}

// about is the line above the keys: the command that prints the same.
func (p *doctorPage) about(width int) view.Line {
	return view.Spread(view.Line{{Text: " cptui doctor " + view.CleanLine(view.ShellQuote(p.main.s.path)), Style: view.Dim}}, view.Line{{Text: "y c copies", Style: view.Dim}}, width)
}

func (p *doctorPage) clicked(_, y int, twice bool) {
	if row := p.rows.top + y - 1; y > 0 && row < p.rows.len() {
		p.rows.to(row)
		if twice {
			p.open()
		}
	}
}

func (p *doctorPage) wheel(_, _, rows int) { p.rows.move(rows) }

func (p *doctorPage) copies() []view.CopyItem {
	items := []view.CopyItem{{Key: 'c', Name: "command", Text: "cptui doctor " + view.ShellQuote(p.main.s.path)}}
	if f := p.model.At(p.rows.cursor); f != nil {
		items = append(items, view.CopyItem{Key: 'v', Name: "text", Text: f.Problem.Code + ": " + f.Problem.Message})
		if f.Problem.Checkpoint != "" {
			items = append(items, view.CopyItem{Key: 'i', Name: "id", Text: f.Problem.Checkpoint})
		}
	}
	return items
}
