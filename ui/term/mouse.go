package term

import "cptui/ui/view"

// clicked puts the cursor on the row under the mouse, and opens it the second time; a tab is opened at once.
func (p *mainPage) clicked(x, y int, twice bool) {
	l := p.placed
	in := func(r rect) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }
	header := 0
	if l.header {
		header = 1
	}
	switch {
	case p.model == nil:
	case in(l.history):
		p.focus = paneHistory
		if row := p.rows.top + y - l.history.y - header; y >= l.history.y+header && row < p.rows.len() {
			p.rows.to(row)
			p.moved()
			if twice {
				p.enter()
			}
		}
	case in(l.bar):
		if i, ok := p.det.tabAt(x - l.bar.x); ok {
			p.det.openTab(i)
			p.focus = paneDetail
		}
	case in(l.detail) || in(l.card):
		p.focus = paneDetail
		r := l.detail
		if in(l.card) {
			return
		}
		if d, ok := p.det.panes[p.det.shown()].(view.Drawing); ok {
			list := p.det.list()
			if k := d.StopAt(list.top+y-r.y, x-r.x); k >= 0 {
				list.to(k)
				if twice {
					p.det.enter()
				}
			}
			return
		}
		if list := p.det.list(); list != nil && list.top+y-r.y < list.len() {
			list.to(list.top + y - r.y)
			if twice {
				p.det.enter()
			}
		}
	case in(l.threads):
		p.focus = paneThreads
		if row := p.threads.list.top + y - l.threads.y - 1; row >= 0 && row < p.threads.list.len() {
			p.threads.list.to(row)
			if twice {
				p.enter()
			}
		}
	}
}

func (p *mainPage) wheel(x, y, rows int) {
	l := p.placed
	list := &p.rows
	switch {
	case p.model == nil:
		return
	case x >= l.threads.x && x < l.threads.x+l.threads.w:
		list = &p.threads.list
	case x >= l.bar.x && x < l.bar.x+l.bar.w && y >= l.bar.y && !l.bar.empty() && p.det.list() != nil:
		list = p.det.list()
	}
	list.move(rows)
	if list == &p.rows {
		p.follow.cursorMoved("")
		p.moved()
	}
}
