package term

import (
	"strings"

	"cptui/ui/view"
)

// helpBox shows all keys of a page, made from the command table; typing after / looks for a word.
type helpBox struct {
	a    *app
	rows []view.Line
	list rowlist
}

// openHelp shows the keys of this page, or what is said of one command.
func (a *app) openHelp(about string) {
	h := &helpBox{a: a}
	f := a.facts()
	group := ""
	for _, c := range view.Commands() {
		if c.Screens&f.Screen == 0 || about != "" && !strings.Contains(c.ID+" "+c.Title, about) {
			continue
		}
		if c.Group != group {
			if group != "" {
				h.rows = append(h.rows, nil)
			}
			group = c.Group
			h.rows = append(h.rows, view.Line{{Text: " " + strings.ToUpper(group), Style: view.Title}})
		}
		help := c.Help
		if c.Args != "" {
			help += "  :" + c.ID + " " + c.Args
		}
		line := view.Line{{Text: " " + view.Pad(c.KeyLabels(a.opt.ASCII), 12) + " ", Style: view.KeyStyle}}
		if a.size[0] >= sideBySide || len(c.Keys) == 0 {
			line = append(line, view.Span{Text: view.Pad(c.Title, 28) + " ", Style: view.Plain})
		}
		line = append(line, view.Span{Text: help, Style: view.Plain})
		if why := c.Disabled(f); why != "" {
			line = append(line, view.Span{Text: "  now off: " + why, Style: view.WaitStyle})
		}
		h.rows = append(h.rows, line)
	}
	if len(h.rows) == 0 {
		a.warn("no command " + about)
		return
	}
	h.list.rows = h
	a.open(h)
}

func (h *helpBox) Len() int                   { return len(h.rows) }
func (h *helpBox) Row(i, width int) view.Line { return h.rows[i].Fit(width) }
func (h *helpBox) paste(string)               {}
func (h *helpBox) mouse(_, _, rows int)       { h.list.move(rows) }

func (h *helpBox) key(k key) {
	switch k.name {
	case "Esc", "q", "?", "Enter":
		h.a.closeDialog()
	case "j", "Down":
		h.list.move(1)
	case "k", "Up":
		h.list.move(-1)
	case "Ctrl-D", "PgDn", "Space":
		h.list.move(h.list.half())
	case "Ctrl-U", "PgUp":
		h.list.move(-h.list.half())
	case "g", "Home":
		h.list.to(0)
	case "G", "End":
		h.list.to(h.Len() - 1)
	case "/":
		h.a.ask("/", h.list.match, func(text string, ok bool) {
			if !ok {
				return
			}
			h.list.match = text
			h.next(0)
		})
	case "n":
		h.next(1)
	}
}

// next puts the cursor on the next row that holds what was looked for.
func (h *helpBox) next(from int) {
	for i := range h.rows {
		at := (h.list.cursor + from + i) % len(h.rows)
		if h.list.match != "" && matches(h.rows[at].Text(), h.list.match) {
			h.list.to(at)
			return
		}
	}
}

func (h *helpBox) draw(c canvas) {
	w, ht := min(c.w, 120), min(c.h, len(h.rows)+3)
	in := c.part((c.w-w)/2, (c.h-ht)/2, w, ht).box("keys", h.a.opt.ASCII)
	h.list.draw(in.part(0, 0, in.w, in.h-1), cursorActive)
	in.line(in.h-1, view.Line{{Text: " j/k move   / find   n next   Esc leaves", Style: view.Dim}}, plainLook, false)
}
