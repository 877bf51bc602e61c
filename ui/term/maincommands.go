package term

import (
	"strings"

	"cptui/ui/view"
)

// tabNames are the tabs of the detail, in the order of their digits.
var tabNames = []string{"Step", "State", "Changes", "Messages", "Tasks", "Seen", "Meta", "Graph"}

// do carries out the commands of the main screen.
func (p *mainPage) do(id, arg string) bool {
	if p.model == nil {
		switch id {
		case "zoom", "pane", "pane-back", "grow", "shrink", "threads", "thread", "store", "welcome":
		default:
			return false
		}
	}
	switch id {
	case "later", "earlier", "page-later", "page-earlier", "first", "last":
		common[id](p.a, arg)
		p.follow.cursorMoved(id)
		p.afterMove()
	case "fold":
		p.fold(false)
	case "unfold":
		p.fold(true)
	case "branch-earlier":
		p.jumpless(p.model.Earlier(p.rows.cursor))
	case "branch-later":
		p.jumpless(p.model.Later(p.rows.cursor))
	case "turn-earlier":
		p.hop("turn", -1, p.model.Turn)
	case "turn-later":
		p.hop("turn", 1, p.model.Turn)
	case "problem-later":
		p.hop("problem", 1, p.model.Problem)
	case "problem-earlier":
		p.hop("problem", -1, p.model.Problem)
	case "change-earlier":
		p.changeOf(-1)
	case "change-later":
		p.changeOf(1)
	case "pane":
		p.nextPane(1)
	case "pane-back":
		p.nextPane(-1)
	case "tab":
		p.openTab(arg)
	case "zoom":
		p.zoom = !p.zoom
	case "grow":
		p.resize(5)
	case "shrink":
		p.resize(-5)
	case "quiet":
		p.toggleQuiet()
	case "times":
		p.model.Times(p.model.TimesMode().Next())
		p.a.say("times: " + p.model.TimesMode().String())
	case "only":
		p.toggleOnly()
	case "filter":
		p.askFilter(arg)
	case "table":
		p.det.toggleTable()
	case "reveal":
		p.env.Reveal = !p.env.Reveal
		p.envChanged()
	case "open":
		p.enter()
	case "leave":
		return p.leave()
	case "back":
		p.undoJump()
	case "goto":
		p.askStep(arg)
	case "bookmark":
		p.askBookmark(arg)
	case "set-bookmark":
		p.askSetBookmark(arg)
	case "threads":
		p.a.push(newThreadsPage(p))
	case "store":
		p.a.push(newStorePage(p))
	case "doctor":
		p.a.push(newDoctorPage(p))
	case "tools", "todos", "files":
		p.a.push(newListPage(p, id))
	case "thread":
		if arg == "" {
			p.a.push(newThreadsPage(p))
			return true
		}
		p.openThread(arg, "")
	case "find":
		p.askFind(arg)
	case "find-all":
		p.askFindAll(arg)
	case "next":
		p.walkFound(1)
	case "previous":
		p.walkFound(-1)
	case "diff":
		p.openTab("3")
	case "mark":
		p.mark()
	case "compare":
		p.compare()
	case "fork":
		p.openFork()
	case "unfork":
		p.unfork(arg)
	case "replay":
		p.a.push(newReplayPage(p))
	case "follow":
		p.follow.toggle()
	default:
		return false
	}
	return true
}

// afterMove lets what depends on a cursor follow it.
func (p *mainPage) afterMove() {
	switch p.focus {
	case paneHistory:
		p.moved()
	case paneThreads:
		p.threads.moved()
	}
}

// jumpless goes to a row near by; `u` does not count it.
func (p *mainPage) jumpless(row int) {
	p.rows.to(row)
	p.moved()
}

func (p *mainPage) fold(open bool) {
	switch p.focus {
	case paneHistory:
		above := p.rows.cursor - p.rows.top
		if to, ok := p.model.Fold(p.rows.cursor, open); ok {
			p.rows.cursor, p.rows.top = to, max(0, to-above)
			p.moved()
		}
	case paneDetail:
		p.det.fold(open)
	}
}

func (p *mainPage) panes() []paneID {
	if p.model == nil {
		return []paneID{paneHistory}
	}
	list := []paneID{paneHistory, paneDetail}
	if p.s.count() > 1 && p.a.size[0] >= threadsFrom {
		list = append(list, paneThreads)
	}
	return list
}

func (p *mainPage) nextPane(d int) {
	list := p.panes()
	for i, id := range list {
		if id == p.focus {
			p.focus = list[(i+d+len(list))%len(list)]
			return
		}
	}
	p.focus = paneHistory
}

func (p *mainPage) openTab(arg string) {
	names := p.det.tabNames()
	for i, name := range names {
		if arg == itoa(i+1) || arg != "" && strings.HasPrefix(strings.ToLower(name), strings.ToLower(arg)) {
			p.det.openTab(i)
			if !p.placed.card.empty() && i == 0 {
				p.a.say("the step card is always shown here")
				return
			}
			p.focus = paneDetail
			return
		}
	}
	p.a.warn("no tab " + arg + ": there are " + strings.Join(names, ", "))
}

func (p *mainPage) resize(d int) {
	if p.placed.bar.w == p.placed.title.w {
		p.stack = max(10, min(90, p.stack+d))
	} else {
		p.side = max(20, min(80, p.side+d))
	}
}

func (p *mainPage) toggleQuiet() {
	if p.focus == paneDetail {
		p.env.Control = !p.env.Control
		p.det.rebuild()
		return
	}
	show := !p.model.QuietShown()
	p.env.Quiet = show
	p.keepPlace(func() { p.model.Quiet(show) })
	p.moved()
}

func (p *mainPage) toggleOnly() {
	i := p.checkpoint()
	p.keepPlace(func() { p.model.Only(!p.model.OnlyOn(), i) })
	p.land(i)
}

// envChanged makes the models again after a setting that they read once.
func (p *mainPage) envChanged() {
	if p.hist != nil {
		p.show(p.hist)
	}
	p.det.rebuild()
}

// enter opens what the cursor is on: a fold, a link, a step, a namespace.
func (p *mainPage) enter() {
	switch p.focus {
	case paneThreads:
		if id, ok := p.threads.current(); ok {
			p.focus = paneHistory
			p.openThread(id, "")
		}
	case paneDetail:
		p.det.enter()
	default:
		if p.model.Foldable(p.rows.cursor) {
			row := p.rows.cursor
			p.fold(true)
			if p.rows.cursor == row+1 { // it was open: Enter closes what it opened
				p.rows.to(row)
				p.fold(false)
			}
			return
		}
		p.focus = paneDetail
	}
}

// leave goes one step back: out of a filter, a zoom, the detail; then out of the page.
func (p *mainPage) leave() bool {
	switch {
	case p.a.note.stays || p.a.jobs.long(0) != nil:
		return false
	case p.found.needle != "":
		p.found.reset()
		p.rows.match = ""
		p.det.setMatch("")
	case p.zoom:
		p.zoom = false
	case p.focus != paneHistory:
		p.focus = paneHistory
	case p.model != nil && p.model.Filtered() != "":
		p.setFilter("")
	default:
		return false
	}
	return true
}

func (p *mainPage) askFilter(arg string) {
	if p.focus == paneThreads {
		p.threads.askFilter()
		return
	}
	if arg != "" {
		p.setFilter(arg)
		return
	}
	was := p.model.Filtered()
	pr := p.a.ask("& ", was, func(text string, ok bool) {
		if !ok {
			text = was
		}
		p.setFilter(text)
	})
	pr.changed = p.setFilter
}

// setFilter shows only the rows of the history that hold text; rows that are not read yet come in as they are.
func (p *mainPage) setFilter(text string) {
	if text == p.model.Filtered() {
		return
	}
	p.keepPlace(func() { p.model.Filter(text) })
	p.moved()
	if text == "" {
		p.a.note = note{}
		return
	}
	p.a.note = note{text: "filter " + view.CleanCut(text, 40) + " · " + plural(p.model.Len(), "row") + " · & changes it, Esc ends it"}
}

func (p *mainPage) askStep(arg string) {
	if arg != "" {
		p.gotoRef(arg)
		return
	}
	p.a.ask("@", "", func(text string, ok bool) {
		text = strings.TrimSpace(text)
		if !ok || text == "" {
			return
		}
		if _, err := atoi(text); err == nil {
			text = "@" + text
		}
		p.gotoRef(text)
	})
}
