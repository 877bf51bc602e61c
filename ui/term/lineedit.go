package term

import (
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"

	"cptui/ui/view"
)

// lineedit is one line of text being typed. The cursor is a byte offset at the border of a character.
type lineedit struct {
	text string
	at   int
}

func (e *lineedit) set(s string) { e.text, e.at = s, len(s) }

// insert types text; line feeds of a paste become spaces and controls are left out, so nothing typed can act by itself.
func (e *lineedit) insert(s string) {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r < 0x20 || r == 0x7f:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	e.text = e.text[:e.at] + s + e.text[e.at:]
	e.at += len(s)
}

// borders of characters before the cursor; the last is the cursor itself.
func (e *lineedit) before() int {
	at, last := 0, 0
	g := uniseg.NewGraphemes(e.text[:e.at])
	for g.Next() {
		last = at
		at += len(g.Str())
	}
	return last
}

func (e *lineedit) after() int {
	c, _, _, _ := uniseg.FirstGraphemeClusterInString(e.text[e.at:], -1)
	return e.at + len(c)
}

// key edits; false where the key means nothing here.
func (e *lineedit) key(k key) bool {
	switch k.name {
	case "Left", "Ctrl-B":
		e.at = e.before()
	case "Right", "Ctrl-F":
		e.at = e.after()
	case "Home", "Ctrl-A":
		e.at = 0
	case "End", "Ctrl-E":
		e.at = len(e.text)
	case "Backspace", "Ctrl-H":
		from := e.before()
		e.text, e.at = e.text[:from]+e.text[e.at:], from
	case "Delete", "Ctrl-D":
		e.text = e.text[:e.at] + e.text[e.after():]
	case "Ctrl-U":
		e.text, e.at = e.text[e.at:], 0
	case "Ctrl-K":
		e.text = e.text[:e.at]
	case "Ctrl-W":
		from := strings.LastIndexByte(strings.TrimRight(e.text[:e.at], " "), ' ') + 1
		e.text, e.at = e.text[:from]+e.text[e.at:], from
	default:
		if k.char == 0 {
			return false
		}
		e.insert(string(k.char))
	}
	return true
}

// draw shows label and text in row y of c, scrolled so that the cursor is visible, and puts the terminal's cursor there.
func (e *lineedit) draw(c canvas, y int, label string) {
	x := c.text(0, y, label, c.th.style(view.Strong))
	room := c.w - x - 1
	if room < 1 {
		return
	}
	head := view.CleanLine(e.text[:e.at])
	if w := view.Width(head); w > room {
		_, head = view.Split(head, w-room)
		for view.Width(head) > room {
			_, head = view.Split(head, 2)
		}
	}
	at := c.text(x, y, head, tcell.StyleDefault)
	c.scr.ShowCursor(c.x+at, c.y+y)
	tail := view.CleanLine(e.text[e.at:])
	if strings.HasPrefix(tail, "◌") && !strings.HasPrefix(e.text[e.at:], "◌") {
		tail = strings.TrimPrefix(tail, "◌")
	}
	c.text(at, y, tail, tcell.StyleDefault)
}
