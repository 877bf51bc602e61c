package term

import "cptui/ui/view"

// menuItem is one row of a menu.
type menuItem struct {
	keys  string
	name  string
	about string
	right string
	line  func(width int) view.Line // draws the item itself
	off   bool
	do    func()
}

// menu is a small list over the page: a letter or Enter chooses, Esc leaves.
type menu struct {
	a     *app
	title string
	items []menuItem
	list  rowlist
	foot  string
}

func (m *menu) Len() int { return len(m.items) }

func (m *menu) Row(i, width int) view.Line {
	it := m.items[i]
	if it.line != nil {
		return it.line(width)
	}
	st := view.Plain
	if it.off {
		st = view.Dim
	}
	nameWidth := 0
	for _, one := range m.items {
		nameWidth = max(nameWidth, view.Width(one.name))
	}
	left := " " + it.keys + " " + view.Pad(it.name, nameWidth+2)
	room := width - view.Width(left) - view.Width(it.right) - 2
	return view.Line{{Text: left, Style: view.Strong}, {Text: view.Pad(view.CleanCut(it.about, room), max(0, room)), Style: st}, {Text: " " + it.right, Style: view.Dim}}.Fit(width)
}

func (m *menu) paste(string) {}

func (m *menu) key(k key) {
	switch k.name {
	case "Esc", "q":
		m.a.closeDialog()
		return
	case "Enter":
		if len(m.items) > 0 {
			m.choose(m.list.cursor)
		}
		return
	}
	for i, it := range m.items {
		if it.keys == k.name {
			m.choose(i)
			return
		}
	}
	switch k.name {
	case "j", "Down":
		m.list.move(1)
	case "k", "Up":
		m.list.move(-1)
	}
}

func (m *menu) choose(i int) {
	if m.items[i].off {
		return
	}
	m.a.closeDialog()
	m.items[i].do()
}

func (m *menu) mouse(_, _, rows int) { m.list.move(rows) }

func (m *menu) draw(c canvas) {
	m.list.rows = m
	extra := 2
	if m.foot != "" {
		extra++
	}
	w, h := min(c.w-2, 100), min(c.h, len(m.items)+extra)
	in := c.part((c.w-w)/2, max(0, c.h-h-2), w, h).box(m.title, m.a.opt.ASCII)
	rows := in.h
	if m.foot != "" {
		rows--
		in.line(in.h-1, view.Line{{Text: " " + m.foot, Style: view.Dim}}, plainLook, false)
	}
	m.list.draw(in.part(0, 0, in.w, rows), cursorActive)
}
