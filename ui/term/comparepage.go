package term

import "cptui/ui/view"

// comparePage shows what differs between the marked step and another, three ways.
type comparePage struct {
	a     *app
	main  *mainPage
	pane  *view.Compare
	rows  rowlist
	wide  int
	found search
}

func newComparePage(main *mainPage, f view.CompareFacts) *comparePage {
	p := &comparePage{a: main.a, main: main, pane: view.NewCompare(f, main.env)}
	p.rows.rows = p.pane
	p.rows.to(1) // below the heading
	return p
}

func (p *comparePage) kind() view.Screen { return view.CompareScreen }
func (p *comparePage) list() *rowlist    { return &p.rows }
func (p *comparePage) closed()           {}

func (p *comparePage) facts(f *view.Facts) {
	f.Source, f.Found, f.Threads = true, len(p.found.hits), p.main.s.count()
}

func (p *comparePage) do(id, arg string) bool {
	switch id {
	case "fold", "unfold":
		if to, ok := p.pane.Fold(p.rows.cursor, id == "unfold"); ok {
			p.rows.to(to)
		}
	case "equal":
		p.toggleEqual()
	case "open":
		pl := p.pane.At(p.rows.cursor)
		if pl.Index < 0 {
			return p.do("unfold", "")
		}
		p.a.pop()
		p.main.jump(pl.Index)
	case "find", "next", "previous":
		p.found.findIn(p.a, id, arg, &p.rows, p.pane.Find)
	case "threads":
		p.a.push(newThreadsPage(p.main))
	default:
		return false
	}
	return true
}

// toggleEqual opens or closes the row that stands for the channels that are the same.
func (p *comparePage) toggleEqual() {
	for row := range p.pane.Len() {
		if p.pane.At(row).Text != "equal" {
			continue
		}
		before := p.pane.Len()
		if p.pane.Fold(row, true); p.pane.Len() == before {
			p.pane.Fold(row, false)
		}
		p.rows.to(row)
		return
	}
	p.a.say("no channel is equal on both sides")
}

func (p *comparePage) draw(c canvas) {
	if p.wide != c.w {
		p.wide = c.w
		wrap(p.pane, c.w)
	}
	rows := c.h
	if c.h >= tinyHigh {
		rows -= 2
		c.line(c.h-2, p.a.statusLine(c.w, func(int) view.Line { return nil }), plainLook, false)
		c.line(c.h-1, view.Footer(p.a.facts(), c.w, p.a.opt.ASCII), plainLook, false)
	}
	p.rows.draw(c.part(0, 0, c.w, rows), cursorActive)
}

func (p *comparePage) clicked(_, y int, twice bool) {
	if row := p.rows.top + y; row < p.rows.len() {
		p.rows.to(row)
		if twice {
			p.do("open", "")
		}
	}
}

func (p *comparePage) wheel(_, _, rows int) { p.rows.move(rows) }

func (p *comparePage) copies() []view.CopyItem {
	pl := p.pane.At(p.rows.cursor)
	items := []view.CopyItem{{Key: 'v', Name: "text", Text: pl.Text}}
	if len(pl.Path) > 0 {
		items = append(items, view.CopyItem{Key: 'p', Name: "path", Text: pl.Path.String()})
	}
	return items
}
