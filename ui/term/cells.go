package term

import "github.com/gdamore/tcell/v2"

// cells is the screen that tview draws on, initialized already: tview would do it again, and tear its input apart.
//
// tview clears the screen before each drawing, and tcell takes a cell that was blank in between for a changed one: every frame
// would go to the terminal whole, ten kilobytes thirty times a second while a count goes on. So a drawing is collected here,
// and only where it differs from what the screen has is it put there.
type cells struct {
	tcell.Screen
	w, h  int
	drawn []cell
}

type cell struct {
	text  string
	style tcell.Style
}

func newCells(scr tcell.Screen) *cells {
	c := &cells{Screen: scr}
	c.Clear()
	return c
}

func (*cells) Init() error { return nil }

// Clear begins a drawing.
func (c *cells) Clear() {
	if w, h := c.Size(); w != c.w || h != c.h {
		c.w, c.h, c.drawn = w, h, make([]cell, max(w*h, 0))
	}
	for i := range c.drawn {
		c.drawn[i] = cell{text: " "}
	}
}

// Put draws one cluster of text.
func (c *cells) Put(x, y int, text string, style tcell.Style) (rest string, width int) {
	if x >= 0 && y >= 0 && x < c.w && y < c.h {
		c.drawn[y*c.w+x] = cell{text, style}
	}
	return "", 0
}

// Show ends a drawing.
func (c *cells) Show() {
	for i, d := range c.drawn {
		x, y := i%c.w, i/c.w
		if text, style, _ := c.Get(x, y); text != d.text || style != d.style {
			c.Screen.Put(x, y, d.text, d.style)
		}
	}
	c.Screen.Show()
}
