package term

import (
	"context"
	"os"

	"cptui/loaders"
	"cptui/ui/view"
)

// welcomePage lists what was found in the usual places, and opens it.
type welcomePage struct {
	a     *app
	model *view.Welcome
	rows  rowlist
	found search
	top   int
}

func newWelcomePage(a *app) *welcomePage {
	p := &welcomePage{a: a}
	env := view.Env{ASCII: a.opt.ASCII, Reveal: a.opt.Reveal}
	p.model = view.NewWelcome(env, a.now, nil)
	p.rows.rows = p.model
	p.look()
	return p
}

// look lists the usual places, then opens each for what it holds.
func (p *welcomePage) look() {
	p.a.jobs.start("places", "looking in the usual places", func(ctx context.Context, me *job) func() {
		home, _ := os.UserHomeDir()
		dir, _ := os.Getwd()
		places := loaders.FindPlaces(ctx, home, dir)
		first := foundOf(places)
		p.a.post.post(func() { p.set(first) })
		for i := range places {
			if ctx.Err() != nil {
				return nil
			}
			places[i].Look(ctx, loaders.Options{Key: p.a.opt.Key})
			me.progress(int64(i+1), int64(len(places)))
			some := foundOf(places)
			p.a.post.post(func() { p.set(some) })
		}
		return nil
	})
}

// foundOf are the places worth a row.
func foundOf(places []loaders.Place) (list []view.Found) {
	for i := range places {
		pl := &places[i]
		if pl.Foreign {
			continue
		}
		list = append(list, view.Found{Path: pl.Path, Shown: pl.Shown, Threads: pl.Threads, Capped: pl.Capped(), Bytes: pl.Bytes, Last: pl.Last, State: pl.State, Looked: pl.Looked})
	}
	return list
}

// set shows what is found so far; the cursor stays on its row.
func (p *welcomePage) set(list []view.Found) {
	was, _ := p.model.Found(p.rows.cursor)
	p.model.Set(list)
	for i := range p.model.Len() {
		if f, _ := p.model.Found(i); f.Path == was.Path && f.Demo == was.Demo && p.rows.cursor > 0 {
			p.rows.to(i)
			return
		}
	}
	p.rows.to(p.rows.cursor)
}

func (p *welcomePage) kind() view.Screen { return view.WelcomeScreen }
func (p *welcomePage) list() *rowlist    { return &p.rows }
func (p *welcomePage) closed()           { p.a.jobs.stop("places") }

func (p *welcomePage) facts(f *view.Facts) { f.Found = len(p.found.hits) }

func (p *welcomePage) do(id, arg string) bool {
	switch id {
	case "open":
		p.open()
	case "source":
		p.ask(arg)
	case "find", "next", "previous":
		p.found.findIn(p.a, id, arg, &p.rows, p.model.Find)
	default:
		return false
	}
	return true
}

func (p *welcomePage) open() {
	f, ok := p.model.Found(p.rows.cursor)
	switch {
	case !ok:
	case f.Opens:
		p.ask("")
	case f.Demo:
		p.a.openDemo()
	default:
		p.a.openPath(f.Path)
	}
}

func (p *welcomePage) ask(path string) {
	if path != "" {
		p.a.openPath(expandHome(path))
		return
	}
	pr := p.a.ask("open: ", "", func(text string, ok bool) {
		if ok && text != "" {
			p.a.openPath(expandHome(text))
		}
	})
	pr.complete = completePath
}

// openDemo opens the database that the program carries.
func (a *app) openDemo() {
	if a.opt.DemoPath == nil {
		a.warn("this build carries no demo")
		return
	}
	path, err := a.opt.DemoPath()
	if err != nil {
		a.fail(err)
		return
	}
	a.openSource(path, true)
}

// openPath opens a source and shows it; Esc comes back here.
func (a *app) openPath(path string) { a.openSource(path, false) }

func (a *app) openSource(path string, demo bool) {
	a.jobs.start("open", "opening "+view.CleanCut(path, 50), func(ctx context.Context, _ *job) func() {
		src, err := loaders.Open(ctx, path, loaders.Options{Key: a.opt.Key})
		if err != nil {
			return func() { a.fail(err) }
		}
		return func() {
			main := newMainPage(a, newSource(src, path), "", "")
			main.owned, main.demo = true, demo
			a.push(main)
			main.load("")
		}
	})
}

func (p *welcomePage) draw(c canvas) {
	high := c.h
	if c.h >= tinyHigh {
		high -= 2
		c.line(c.h-2, p.a.statusLine(c.w, func(int) view.Line { return nil }), plainLook, false)
		c.line(c.h-1, view.Footer(p.a.facts(), c.w, p.a.opt.ASCII), plainLook, false)
	}
	y := 0
	if c.h >= tinyHigh {
		for _, l := range p.model.Above(c.w) {
			c.line(y, l, plainLook, false)
			y++
		}
	}
	p.top = y
	rows := min(p.model.Len(), high-y)
	p.rows.draw(c.part(0, y, c.w, rows), cursorActive)
	y += rows
	for _, l := range p.model.Below(c.w) {
		if y < high {
			c.line(y, l, plainLook, false)
		}
		y++
	}
}

func (p *welcomePage) clicked(_, y int, twice bool) {
	if row := p.rows.top + y - p.top; y >= p.top && row < p.rows.len() {
		p.rows.to(row)
		if twice {
			p.open()
		}
	}
}

func (p *welcomePage) wheel(_, _, rows int) { p.rows.move(rows) }

func (p *welcomePage) copies() []view.CopyItem {
	return []view.CopyItem{{Key: 'p', Name: "path", Text: p.model.Copy(p.rows.cursor)}}
}
