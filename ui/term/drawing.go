package term

import "cptui/ui/view"

// A drawing has things to stand on where other lists have rows: the cursor of its rowlist counts those.

// noteFrom is from how many rows on the last one is kept for what the drawing says of the thing under the cursor.
const noteFrom = 5

// showStop scrolls so that all rows of the thing under the cursor are visible, the upper ones first.
func (l *rowlist) showStop(d view.Drawing, height int) {
	top, bottom := d.Span(l.cursor)
	if bottom >= l.top+height {
		l.top = bottom - height + 1
	}
	if top < l.top {
		l.top = top
	}
	l.top = max(0, min(l.top, d.Len()-height))
}

func (l *rowlist) drawStops(d view.Drawing, c canvas, cur cursorMode) {
	body := c
	if c.h >= noteFrom {
		body = c.part(0, 0, c.w, c.h-1)
	}
	l.show(body.h)
	picked := l.cursor
	if cur == cursorHidden {
		picked = -1
	}
	d.Pick(picked)
	for y := 0; y < body.h && l.top+y < d.Len(); y++ {
		row := d.Row(l.top+y, c.w)
		if l.match != "" {
			row = markMatches(row, l.match)
		}
		body.line(y, row, plainLook, false)
	}
	if body.h < c.h && d.Stops() > 0 {
		c.line(c.h-1, d.Note(l.cursor, c.w), plainLook, false)
	}
}
