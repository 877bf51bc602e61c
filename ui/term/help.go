package term

import (
	"strings"

	"cptui/ui/view"
)

// helpBox shows all keys of a page, made from the command table; typing after / looks for a word.
type helpBox struct {
	a       *app
	entries []helpEntry
	rows    []view.Line
	width   int // the rows are laid out for
	list    rowlist
}

// helpEntry is a heading (no words) or a command: its keys, and where there is room its title; what it does, and why it is off.
type helpEntry struct {
	head  view.Line
	words string
	off   string
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
				h.entries = append(h.entries, helpEntry{})
			}
			group = c.Group
			h.entries = append(h.entries, helpEntry{head: view.Line{{Text: " " + strings.ToUpper(group), Style: view.Title}}})
		}
		help := c.Help
		if c.Args != "" {
			help += "  :" + c.ID + " " + c.Args
		}
		line := view.Line{{Text: " " + view.Pad(c.KeyLabels(a.opt.ASCII), 12) + " ", Style: view.KeyStyle}}
		if a.size[0] >= sideBySide || len(c.Keys) == 0 {
			line = append(line, view.Span{Text: view.Pad(c.Title, 28) + " ", Style: view.Plain})
		}
		e := helpEntry{head: line, words: help}
		if why := c.Disabled(f); why != "" {
			e.off = "now off: " + why
		}
		h.entries = append(h.entries, e)
	}
	if len(h.entries) == 0 {
		a.warn("no command " + about)
		return
	}
	h.list.rows = h
	h.lay(boxWidth(a.size[0]))
	a.open(h)
}

// boxWidth is how wide the box is on a screen of so many cells, and lines within it two less.
func boxWidth(screen int) int { return min(screen, 120) - 2 }

// lay makes the rows for a width: what does not fit beside the keys goes on below, for this is the place to read it.
func (h *helpBox) lay(width int) {
	if width == h.width {
		return
	}
	h.width, h.rows = width, nil
	for _, e := range h.entries {
		if e.words == "" {
			h.rows = append(h.rows, e.head)
			continue
		}
		at := e.head.Width()
		room := max(width-at-1, 16)
		words, _ := view.Wrap(e.words, room, 8)
		var off []string
		last := words[len(words)-1]
		if e.off != "" && view.Width(last)+2+view.Width(e.off) > room {
			off, _ = view.Wrap(e.off, room, 8)
		}
		for i, w := range words {
			line := view.Line{{Text: strings.Repeat(" ", at), Style: view.Plain}}
			if i == 0 {
				line = append(view.Line{}, e.head...)
			}
			line = append(line, view.Span{Text: w, Style: view.Plain})
			if e.off != "" && off == nil && i == len(words)-1 {
				line = append(line, view.Span{Text: "  " + e.off, Style: view.WaitStyle})
			}
			h.rows = append(h.rows, line)
		}
		for _, w := range off {
			h.rows = append(h.rows, view.Line{{Text: strings.Repeat(" ", at), Style: view.Plain}, {Text: w, Style: view.WaitStyle}})
		}
	}
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
	w := boxWidth(c.w) + 2
	h.lay(w - 2)
	ht := min(c.h, len(h.rows)+3)
	in := c.part((c.w-w)/2, (c.h-ht)/2, w, ht).box("keys", h.a.opt.ASCII)
	h.list.draw(in.part(0, 0, in.w, in.h-1), cursorActive)
	in.line(in.h-1, view.Line{{Text: " j/k move   / find   n next   Esc leaves", Style: view.Dim}}, plainLook, false)
}
