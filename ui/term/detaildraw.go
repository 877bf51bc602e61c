package term

import (
	"strings"

	"github.com/gdamore/tcell/v2"

	"cptui/ui/view"
)

// draw shows tab line, card and the rows of the tab.
func (d *detail) draw(c canvas, l frameLayout) {
	if !l.card.empty() {
		d.drawCard(sub(c, l.card))
	}
	if !l.bar.empty() {
		d.drawBar(sub(c, l.bar), l.card.empty())
	}
	if l.detail.empty() {
		return
	}
	t := d.shown()
	body := sub(c, l.detail)
	if d.wide[t] != body.w {
		d.wide[t] = body.w
		if d.panes[t] != nil {
			path := d.lists[t].pathOf(d.panes[t])
			wrap(d.panes[t], body.w)
			d.lists[t].toPath(d.panes[t], path, false)
		}
	}
	pane := d.pane(t)
	if pane == nil {
		return
	}
	if g, ok := pane.(*view.Graph); ok {
		g.Tall(body.h)
	}
	d.drawList(body, &d.lists[t])
}

func (d *detail) drawList(c canvas, list *rowlist) {
	mode := cursorHidden
	if d.p.focus == paneDetail {
		mode = cursorActive
	}
	if d.stale() {
		c.th = dimmed(c.th)
	}
	list.draw(c, mode)
}

// stale tells that the rows are still those of another step.
func (d *detail) stale() bool { return d.m != nil && d.want != d.have }

// dimmed is the theme in which everything is dim.
func dimmed(t *theme) *theme {
	out := &theme{name: t.name, frame: t.frame}
	for i := range out.styles {
		out.styles[i] = tcell.StyleDefault.Dim(true)
	}
	return out
}

// drawCard shows the step card above the tabs, without a cursor of its own.
func (d *detail) drawCard(c canvas) {
	name := "STEP"
	if d.m != nil {
		name += " " + d.p.stepName(d.have)
	}
	head := view.Line{{Text: " " + name, Style: view.Title}}
	if d.stale() {
		head = append(head, view.Span{Text: "  opening " + d.p.stepName(d.want) + "…", Style: view.Dim})
	}
	c.line(0, head, plainLook, false)
	body := c.part(0, 1, c.w, c.h-1)
	if d.wide[tabStep] != body.w {
		d.wide[tabStep] = body.w
		if d.panes[tabStep] != nil {
			wrap(d.panes[tabStep], body.w)
		}
	}
	if d.pane(tabStep) == nil {
		return
	}
	list := rowlist{rows: d.panes[tabStep], match: d.lists[tabStep].match}
	if d.stale() {
		body.th = dimmed(body.th)
	}
	list.draw(body, cursorHidden)
	if n := list.len(); n > body.h && body.h > 0 {
		more := " " + plural(n-body.h+1, "more row") + " · 1 opens the card "
		body.line(body.h-1, view.Line{{Text: view.Pad(more, body.w), Style: view.Dim}}, plainLook, false)
	}
}

// drawBar draws the tab line: ─[1 Step]─ 2 State ─ 3 Changes ───
func (d *detail) drawBar(c canvas, withStep bool) {
	line := "─"
	if d.p.env.ASCII {
		line = "-"
	}
	x := c.text(0, 0, line, c.th.frame)
	first := 0
	if !withStep {
		first = 1
	}
	form, letters := d.barForm(c.w, first)
	for i := range tabs {
		d.tabsX[i] = [2]int{}
		if i < first || !d.hasTab(i) {
			continue
		}
		text := itoa(i+1) + " " + tabNames[i]
		if i != d.shown() {
			switch form {
			case barShort:
				text = itoa(i+1) + " " + short(tabNames[i], letters)
			case barDigits:
				text = itoa(i + 1)
			}
		}
		from := x
		switch {
		case i == d.shown():
			st := c.th.style(view.Strong)
			if d.p.focus == paneDetail {
				st = st.Reverse(true)
			}
			x = c.text(x, 0, "["+text+"]", st)
		case form == barFull:
			x = c.text(x, 0, " "+text+" ", tcell.StyleDefault)
		default:
			x = c.text(x, 0, text, tcell.StyleDefault)
		}
		d.tabsX[i] = [2]int{from, x}
		if form == barFull {
			x = c.text(x, 0, line, c.th.frame)
		} else {
			x = c.text(x, 0, " ", tcell.StyleDefault)
		}
	}
	note := ""
	if d.stale() && withStep {
		note = " opening " + d.p.stepName(d.want) + "… "
	}
	rest := max(0, c.w-x-view.Width(note))
	x = c.text(x, 0, strings.Repeat(line, rest), c.th.frame)
	c.text(x, 0, note, c.th.style(view.Dim))
}

// The forms of the tab line: ─ 2 State ─, 2 State, 2 Sta, 2.
const (
	barFull = iota
	barTight
	barShort
	barDigits
)

// barForm is the widest form that fits, and how many letters names keep in a short one.
func (d *detail) barForm(width, first int) (form, letters int) {
	all := d.tabNames()
	n := len(all) - first
	room := func(letters int) int {
		sum := 0
		for i, name := range all[first:] {
			if i+first != d.shown() {
				name = short(name, letters)
			}
			sum += len(name)
		}
		return 1 + sum + 3*n + 2
	}
	const whole, least = 99, 3
	switch {
	case room(whole)+2*n-2 <= width:
		return barFull, whole
	case room(whole) <= width:
		return barTight, whole
	}
	for letters := 6; letters >= least; letters-- {
		if room(letters) <= width {
			return barShort, letters
		}
	}
	return barDigits, 0
}

func short(name string, letters int) string { return name[:min(letters, len(name))] }

// tabAt tells which tab's name stands at column x of the tab line.
func (d *detail) tabAt(x int) (tab int, ok bool) {
	for i, r := range d.tabsX {
		if x >= r[0] && x < r[1] {
			return i, true
		}
	}
	return 0, false
}
