package term

import "cptui/ui/view"

// threadsPage is the screen of all threads; Enter opens one on the main screen that it was called from.
type threadsPage struct {
	threadList
	main  *mainPage
	found search
	top   int // row of the screen where the list begins
}

func newThreadsPage(main *mainPage) *threadsPage {
	p := &threadsPage{main: main}
	p.init(main.a, main.s)
	p.fed = true
	p.slot = "all-thread-states"
	p.model.Open(main.thread)
	p.a.countStore(p.s)
	if !main.s.listed {
		p.a.listThreads(main.s, func() {
			p.listed()
			main.threads.listed()
		})
	}
	return p
}

func (p *threadsPage) kind() view.Screen { return view.ThreadsScreen }
func (p *threadsPage) list() *rowlist    { return &p.threadList.list }
func (p *threadsPage) closed()           { p.a.jobs.stop(p.slot) }

func (p *threadsPage) facts(f *view.Facts) {
	f.Source, f.Threads, f.Found, f.Store = true, p.s.count(), len(p.found.hits), p.s.store != nil
}

func (p *threadsPage) do(id, arg string) bool {
	switch id {
	case "open":
		p.openThread()
	case "pane", "store":
		p.a.pop()
		p.a.push(newStorePage(p.main))
	case "sort":
		p.keep(func() { p.model.Sort(p.model.SortedBy().Next()) })
		p.a.say("sorted by " + p.model.SortedBy().String())
	case "filter":
		if arg != "" {
			p.model.Filter(arg)
		} else {
			p.askFilter()
		}
	case "leave":
		if p.model.Filtered() == "" || p.a.note.stays {
			return false
		}
		p.model.Filter("")
	case "find", "next", "previous":
		p.found.findIn(p.a, id, arg, &p.threadList.list, p.model.Find)
	case "doctor":
		p.a.pop()
		p.a.push(newDoctorPage(p.main))
	case "thread":
		if arg == "" {
			p.a.warn("thread: which? Its id follows")
			return true
		}
		p.a.pop()
		p.main.openThread(arg, "")
	case "reveal":
		p.a.opt.Reveal = !p.a.opt.Reveal
		p.model.Forget()
	default:
		return false
	}
	return true
}

func (p *threadsPage) openThread() {
	if id, ok := p.current(); ok {
		p.a.pop()
		p.main.openThread(id, "")
	}
}

func (p *threadsPage) draw(c canvas) {
	c.line(0, p.model.Title(p.s.info.Bytes, c.w), plainLook, false)
	p.top = 1
	if c.h >= tinyHigh {
		if p.s.store != nil {
			c.line(1, p.s.memoryTabs(false), plainLook, false)
		}
		c.line(2, p.model.Header(c.w), plainLook, false)
		p.top = 3
	}
	rows := c.h - p.top
	if c.h >= tinyHigh {
		rows -= 2
	}
	p.threadList.list.draw(c.part(0, p.top, c.w, rows), cursorActive)
	p.feed()
	if c.h >= tinyHigh {
		c.line(c.h-2, p.a.statusLine(c.w, func(int) view.Line {
			return view.Line{{Text: " / name, prompt or error   & state:failed", Style: view.Dim}}
		}), plainLook, false)
		c.line(c.h-1, view.Footer(p.a.facts(), c.w, p.a.opt.ASCII), plainLook, false)
	}
}

func (p *threadsPage) clicked(_, y int, twice bool) {
	if row := p.threadList.list.top + y - p.top; y >= p.top && row < p.model.Len() {
		p.threadList.list.to(row)
		if twice {
			p.openThread()
		}
	}
}

func (p *threadsPage) wheel(_, _, rows int) { p.threadList.list.move(rows) }

func (p *threadsPage) copies() []view.CopyItem {
	id, ok := p.current()
	if !ok {
		return nil
	}
	return []view.CopyItem{{Key: 'i', Name: "thread", Text: id}, {Key: 'c', Name: "command", Text: "cptui " + view.ShellQuote(p.s.path) + " -t " + view.ShellQuote(id)}}
}

func (p *threadsPage) arguments(id string) []string {
	if id == "thread" {
		return p.main.arguments(id)
	}
	return nil
}
