package view

import (
	"strings"

	"cptui/graph/value"
)

// card makes rows of a label and a text that is wrapped beside it.
type card struct {
	env   Env
	width int
	items []*item
	label int // width of the column of labels
}

func newCard(env Env, width, label int) *card {
	if width < 50 {
		label = min(label, 8)
	}
	return &card{env: env, width: width, label: label}
}

// room is the width of the texts.
func (c *card) room() int { return max(8, c.width-c.label-2) }

// add adds rows of one fact; what does not fit continues below, at most max rows (0: all). right stands at the end of the
// last row where there is room for it, else on a row of its own.
func (c *card) add(label string, place Place, text, right Line, max int) {
	rows := wrapLine(text, c.room(), max)
	if len(rows) == 0 {
		rows = []Line{nil}
	}
	if w := right.Width(); w > 0 {
		if last := len(rows) - 1; rows[last].Width()+w+2 <= c.room() {
			rows[last] = Spread(rows[last], right, c.room())
		} else {
			rows = append(rows, wrapLine(right, c.room(), 2)...)
		}
	}
	for i, row := range rows {
		head := Span{" " + Pad(label, c.label) + " ", Title}
		if i > 0 {
			head = Span{strings.Repeat(" ", c.label+2), Plain}
		}
		it := &item{place: place}
		line := append(Line{head}, row...)
		it.draw = func(int) Line { return line }
		it.place.Text = label + " " + text.Text()
		c.items = append(c.items, it)
	}
}

// fact is add for plain words.
func (c *card) fact(label, text string) { c.add(label, NoPlace, Line{{text, Plain}}, nil, 0) }

func placeOf(path value.Path, v value.Value) Place {
	p := NoPlace
	p.Path, p.Value = path, v
	return p
}

func stepPlace(i int) Place {
	p := NoPlace
	p.Index = i
	return p
}

// wrapLine breaks a styled line into rows at blanks, at most max rows (0: all); the last of a cut text ends with "…".
func wrapLine(l Line, width, max int) []Line {
	if l.Width() <= width {
		if len(l) == 0 {
			return nil
		}
		return []Line{l}
	}
	var rows []Line
	var row Line
	used := 0
	flush := func() {
		rows = append(rows, row)
		row, used = nil, 0
	}
	for _, s := range l {
		rest := s.Text
		for rest != "" {
			if max > 0 && len(rows) == max {
				last := rows[len(rows)-1]
				rows[len(rows)-1] = append(append(Line(nil), last...), Span{"……", Dim}).Fit(min(width, last.Width()+1))
				return rows
			}
			if used == 0 && len(rows) > 0 {
				rest = strings.TrimLeft(rest, " ")
				if rest == "" {
					break
				}
			}
			if w := Width(rest); used+w <= width {
				row = append(row, Span{rest, s.Style})
				used += w
				break
			}
			head, tail := Split(rest, width-used)
			if at := strings.LastIndexByte(head, ' '); at > 0 && !strings.HasPrefix(tail, " ") {
				head, tail = rest[:at], rest[at+1:]
			} else if at <= 0 && used > 0 && !strings.HasPrefix(tail, " ") && Width(firstWord(rest)) <= width {
				flush()
				continue
			}
			if head == "" && used == 0 {
				head, tail = tail, "" // a character wider than the column: it is left to Fit
			}
			row = append(row, Span{head, s.Style})
			flush()
			rest = tail
		}
	}
	if len(row) > 0 {
		if max > 0 && len(rows) == max {
			last := rows[len(rows)-1]
			rows[len(rows)-1] = append(append(Line(nil), last...), Span{"……", Dim}).Fit(min(width, last.Width()+1))
			return rows
		}
		flush()
	}
	return rows
}

func firstWord(s string) string {
	if at := strings.IndexByte(s, ' '); at > 0 {
		return s[:at]
	}
	return s
}
