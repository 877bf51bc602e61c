package plain

import "cptui/ui/view"

// Table prints rows in columns as wide as their widest cell, the first row dim; align has l or r for each column. Columns
// that are empty but for their head are left out. Nothing is cut but the last column: the others are there to be copied.
func (t *Text) Table(rows [][]string, align string) {
	width := make([]int, len(align))
	used := make([]bool, len(align))
	for i, r := range rows {
		for c := range r {
			r[c] = masked(t.own(r[c]))
			if i > 0 && r[c] != "" {
				used[c] = true
			}
		}
	}
	for _, r := range rows {
		for c := range r {
			if used[c] {
				width[c] = max(width[c], view.Width(r[c]))
			}
		}
	}
	for i, r := range rows {
		style := view.Plain
		if i == 0 {
			style = view.Dim
		}
		line := view.Line{}
		at := 0
		for c, cell := range r {
			if !used[c] {
				continue
			}
			if at > 0 {
				line = append(line, view.Span{Text: "  "})
				at += 2
			}
			switch {
			case c == len(r)-1:
				cell = view.Cut(cell, max(t.Width-at, 20))
			case align[c] == 'r':
				cell = view.PadLeft(cell, width[c])
			default:
				cell = view.Pad(cell, width[c])
			}
			at += width[c]
			line = append(line, view.Span{Text: cell, Style: style})
		}
		t.Line(line)
	}
}
