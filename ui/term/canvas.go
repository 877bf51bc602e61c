package term

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"

	"cptui/ui/view"
)

// canvas is a rectangle of the screen to draw on; whatever lies outside is cut off, so that no size is too small.
type canvas struct {
	scr        tcell.Screen
	th         *theme
	x, y, w, h int
}

// part is a rectangle inside c, in c's own coordinates, cut to c.
func (c canvas) part(x, y, w, h int) canvas {
	if x < 0 {
		w, x = w+x, 0
	}
	if y < 0 {
		h, y = h+y, 0
	}
	w = max(0, min(w, c.w-x))
	h = max(0, min(h, c.h-y))
	return canvas{c.scr, c.th, c.x + x, c.y + y, w, h}
}

// look changes a style while a row is drawn: the cursor row is reversed.
type look func(tcell.Style) tcell.Style

func plainLook(s tcell.Style) tcell.Style   { return s }
func cursorLook(s tcell.Style) tcell.Style  { return uncoloured(s).Dim(false).Reverse(true) }
func restingLook(s tcell.Style) tcell.Style { return uncoloured(s).Dim(true).Reverse(true) }

// uncoloured keeps weight and underline: reversed, the colours of a row would make a patchwork of it.
func uncoloured(s tcell.Style) tcell.Style {
	return s.Foreground(tcell.ColorDefault).Background(tcell.ColorDefault)
}

// line draws l in row y. Text beyond the width is cut with "…"; with fill the look covers the whole row.
func (c canvas) line(y int, l view.Line, lk look, fill bool) {
	if y < 0 || y >= c.h || c.w <= 0 {
		return
	}
	x := 0
	for _, s := range l.Fit(c.w) {
		x = c.text(x, y, s.Text, lk(c.th.style(s.Style)))
	}
	if fill {
		st := lk(tcell.StyleDefault)
		for ; x < c.w; x++ {
			c.scr.Put(c.x+x, c.y+y, " ", st)
		}
	}
}

// text draws s from column x and gives the column after it. Controls never get here through view.Clean; should one come
// from our own code, it is drawn as "?" rather than sent.
func (c canvas) text(x, y int, s string, st tcell.Style) int {
	if y < 0 || y >= c.h {
		return x
	}
	state := -1
	for len(s) > 0 && x < c.w {
		if b := s[0]; b < 0x80 && (len(s) == 1 || s[1] < 0x80) {
			if b < 0x20 || b == 0x7f {
				c.scr.Put(c.x+x, c.y+y, "?", st)
			} else {
				c.scr.Put(c.x+x, c.y+y, s[:1], st)
			}
			s, state = s[1:], -1
			x++
			continue
		}
		var cluster string
		var w int
		cluster, s, w, state = uniseg.FirstGraphemeClusterInString(s, state)
		if x+w > c.w {
			break
		}
		if w == 0 || cluster[0] < 0x20 {
			continue
		}
		c.scr.Put(c.x+x, c.y+y, cluster, st)
		x += w
	}
	return x
}

// clear fills the rectangle with blanks.
func (c canvas) clear() {
	for y := range c.h {
		for x := range c.w {
			c.scr.Put(c.x+x, c.y+y, " ", tcell.StyleDefault)
		}
	}
}

// box draws a frame with a title around the rectangle, clears the inside and gives it.
func (c canvas) box(title string, ascii bool) canvas {
	if c.w < 2 || c.h < 2 {
		return c.part(0, 0, 0, 0)
	}
	c.clear()
	tl, tr, bl, br, hz, vt := "┌", "┐", "└", "┘", "─", "│"
	if ascii {
		tl, tr, bl, br, hz, vt = "+", "+", "+", "+", "-", "|"
	}
	for x := 1; x < c.w-1; x++ {
		c.text(x, 0, hz, c.th.frame)
		c.text(x, c.h-1, hz, c.th.frame)
	}
	for y := 1; y < c.h-1; y++ {
		c.text(0, y, vt, c.th.frame)
		c.text(c.w-1, y, vt, c.th.frame)
	}
	c.text(0, 0, tl, c.th.frame)
	c.text(c.w-1, 0, tr, c.th.frame)
	c.text(0, c.h-1, bl, c.th.frame)
	c.text(c.w-1, c.h-1, br, c.th.frame)
	if title != "" && c.w > 6 {
		c.text(2, 0, " "+view.Cut(title, c.w-6)+" ", c.th.style(view.Title))
	}
	return c.part(1, 1, c.w-2, c.h-2)
}
