package term

import (
	"strings"
	"unicode"

	"cptui/ui/view"
)

// rowlist is the one list of the program: rows, a cursor, a scroll position. Only what is visible is asked for, so a list of a
// million rows costs as much as one of forty.
type rowlist struct {
	rows   view.Rows
	cursor int
	top    int
	height int    // rows visible when it was last drawn
	match  string // text to mark in the rows
}

func (l *rowlist) len() int {
	if l.rows == nil {
		return 0
	}
	if d, ok := l.rows.(view.Drawing); ok { // the cursor goes from thing to thing
		return d.Stops()
	}
	return l.rows.Len()
}

// to puts the cursor on row i, as near as there is one.
func (l *rowlist) to(i int) { l.cursor = max(0, min(i, l.len()-1)) }

func (l *rowlist) move(d int) { l.to(l.cursor + d) }

// half is what half a page moves.
func (l *rowlist) half() int { return max(1, l.height/2) }

// show moves the scroll position so that the cursor is visible, and never past the end.
func (l *rowlist) show(height int) {
	l.height = height
	n := l.len()
	l.to(l.cursor)
	if d, ok := l.rows.(view.Drawing); ok {
		l.showStop(d, height)
		return
	}
	if l.cursor < l.top {
		l.top = l.cursor
	}
	if l.cursor >= l.top+height {
		l.top = l.cursor - height + 1
	}
	l.top = max(0, min(l.top, n-height))
}

// center puts the cursor row in the middle when it is shown next, unless it is visible already.
func (l *rowlist) center() {
	if l.cursor < l.top || l.cursor >= l.top+l.height {
		l.top = max(0, l.cursor-l.height/2)
	}
}

// draw shows the list on c. resting is for a list whose cursor is shown though the keys are elsewhere; mode hidden draws none.
func (l *rowlist) draw(c canvas, cur cursorMode) {
	if c.h <= 0 || c.w <= 0 {
		return
	}
	if d, ok := l.rows.(view.Drawing); ok {
		l.drawStops(d, c, cur)
		return
	}
	l.show(c.h)
	n := l.len()
	for y := 0; y < c.h && l.top+y < n; y++ {
		i := l.top + y
		row := l.rows.Row(i, c.w)
		if l.match != "" {
			row = markMatches(row, l.match)
		}
		switch {
		case i == l.cursor && cur == cursorActive:
			c.line(y, row, cursorLook, true)
		case i == l.cursor && cur == cursorResting:
			c.line(y, row, restingLook, true)
		default:
			c.line(y, row, plainLook, false)
		}
	}
}

type cursorMode uint8

const (
	cursorHidden cursorMode = iota
	cursorActive
	cursorResting
)

// matches tells whether text holds needle: smart case, so small letters find capitals too and capitals only themselves.
func matches(text, needle string) bool { return indexFold(text, needle, hasUpper(needle)) >= 0 }

func hasUpper(s string) bool { return strings.IndexFunc(s, unicode.IsUpper) >= 0 }

func indexFold(text, needle string, exact bool) int {
	if exact {
		return strings.Index(text, needle)
	}
	low := strings.ToLower(text)
	if len(low) != len(text) { // a few letters change their length: compare exactly rather than mark the wrong cells
		return strings.Index(text, needle)
	}
	return strings.Index(low, needle)
}

// markMatches gives the parts of a row that hold needle the style of a match; a match across two spans is not marked.
func markMatches(l view.Line, needle string) view.Line {
	exact := hasUpper(needle)
	var out view.Line
	for _, s := range l {
		rest := s.Text
		for {
			at := indexFold(rest, needle, exact)
			if at < 0 {
				break
			}
			if at > 0 {
				out = append(out, view.Span{Text: rest[:at], Style: s.Style})
			}
			out = append(out, view.Span{Text: rest[at : at+len(needle)], Style: view.MatchStyle})
			rest = rest[at+len(needle):]
		}
		if rest != "" {
			out = append(out, view.Span{Text: rest, Style: s.Style})
		}
	}
	return out
}
