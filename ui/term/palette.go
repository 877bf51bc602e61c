package term

import (
	"sort"
	"strings"

	"cptui/ui/view"
)

// entry is one thing that the palette can do or go to.
type entry struct {
	kind  byte // '>' command, '@' step, '\'' bookmark, '#' node, 't' thread
	name  string
	keys  string
	about string
	off   string // why it cannot be done now
	do    func()
}

// maxHits is how many entries the palette sorts out; the list scrolls through them.
const maxHits = 500

// palette is one list of everything: commands, steps, nodes, threads, bookmarks.
type palette struct {
	a       *app
	edit    lineedit
	entries []entry
	hits    []int
	list    rowlist
}

// withEntries is a page that has more to offer than commands.
type withEntries interface{ entries() []entry }

func (a *app) openPalette() {
	p := &palette{a: a}
	f := a.facts()
	for _, c := range view.Commands() {
		if c.ID == "palette" || c.Screens&f.Screen == 0 {
			continue
		}
		p.entries = append(p.entries, entry{kind: '>', name: c.Title, keys: c.KeyLabels(a.opt.ASCII), about: c.Help,
			off: c.Disabled(f), do: func() { a.fromPalette(c) }})
	}
	if w, ok := a.page().(withEntries); ok {
		p.entries = append(p.entries, w.entries()...)
	}
	p.list.rows = p
	p.sift()
	a.open(p)
}

// fromPalette carries out a command; the tab to open is asked for on the `:` line.
func (a *app) fromPalette(c view.Command) {
	if c.ID == "tab" {
		a.openLineWith("tab ")
		return
	}
	a.command(c, "")
}

// sift finds the entries for what is typed: the best first; what cannot be done comes after what can.
func (p *palette) sift() {
	query, kind := p.edit.text, byte(0)
	switch {
	case query == "":
	case strings.HasPrefix(query, "t "):
		kind, query = 't', query[2:]
	case strings.ContainsRune(">@'#", rune(query[0])):
		kind = query[0]
		if kind != '@' {
			query = query[1:]
		}
	}
	query = strings.TrimSpace(query)
	type hit struct{ at, score int }
	var hits []hit
	for i, e := range p.entries {
		if kind != 0 && e.kind != kind {
			continue
		}
		score, ok := fuzzy(e.name, query)
		if !ok {
			if !matches(e.about, query) {
				continue
			}
			score = -20
		}
		if e.off != "" {
			score -= 10
		}
		hits = append(hits, hit{i, score})
	}
	sort.SliceStable(hits, func(i, j int) bool {
		a, b := hits[i], hits[j]
		if query == "" || a.score == b.score {
			return false
		}
		return a.score > b.score
	})
	p.hits = p.hits[:0]
	for _, h := range hits[:min(len(hits), maxHits)] {
		p.hits = append(p.hits, h.at)
	}
	p.list.to(0)
}

func (p *palette) Len() int { return len(p.hits) }

func (p *palette) Row(i, width int) view.Line {
	e := p.entries[p.hits[i]]
	name := view.Pad(view.CleanLine(e.name), min(30, max(12, width/3)))
	about, st := e.about, view.Dim
	if e.off != "" {
		about, st = e.off, view.WaitStyle
	}
	return view.Line{{Text: " " + string(e.kind) + " ", Style: view.Dim}, {Text: name, Style: view.Plain}, {Text: " " + view.Pad(e.keys, 9) + " ", Style: view.KeyStyle},
		{Text: view.CleanLine(about), Style: st}}.Fit(width)
}

func (p *palette) paste(text string) {
	p.edit.insert(text)
	p.sift()
}

func (p *palette) key(k key) {
	switch k.name {
	case "Esc":
		p.a.closeDialog()
	case "Enter":
		p.choose()
	case "Down", "Ctrl-N", "Tab":
		p.list.move(1)
	case "Up", "Ctrl-P", "Shift-Tab":
		p.list.move(-1)
	case "PgDn":
		p.list.move(p.list.half())
	case "PgUp":
		p.list.move(-p.list.half())
	default:
		if p.edit.key(k) {
			p.sift()
		}
	}
}

func (p *palette) choose() {
	if len(p.hits) == 0 {
		return
	}
	e := p.entries[p.hits[p.list.cursor]]
	p.a.closeDialog()
	if e.off != "" {
		p.a.warn(e.name + ": " + e.off)
		return
	}
	e.do()
}

func (p *palette) mouse(_, _, rows int) { p.list.move(rows) }

func (p *palette) draw(c canvas) {
	w, h := min(c.w-2, 100), min(c.h-2, 18)
	in := c.part((c.w-w)/2, 1, w, h).box("^P", p.a.opt.ASCII)
	p.edit.draw(in, 0, " > ")
	p.list.draw(in.part(0, 1, in.w, in.h-2), cursorActive)
	if len(p.hits) == 0 {
		in.line(1, view.Line{{Text: "   nothing like it", Style: view.Dim}}, plainLook, false)
	}
	in.line(in.h-1, view.Line{{Text: " @ step   ' bookmark   # node   t thread   > command", Style: view.Dim}}, plainLook, false)
}
