package view

import (
	"strings"

	"github.com/rivo/uniseg"
)

// TabWidth is the distance of tab stops in cells.
const TabWidth = 8

// Width is the number of terminal cells that a clean text takes. It agrees with the terminal library's own count, cluster by
// cluster, so that what is measured here is what is drawn.
func Width(s string) int {
	if plainASCII(s) {
		return len(s)
	}
	return uniseg.StringWidth(s)
}

// Cut gives the longest beginning of s that fits in width cells; where something is left out, its last cell is "…". A
// character is never cut in two: before a wide one that does not fit, the result may be one cell short.
func Cut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if len(s) <= width && plainASCII(s) {
		return s
	}
	head, rest := Split(s, width)
	if rest == "" {
		return head
	}
	head, _ = Split(head, width-1)
	return head + "…"
}

// CutMiddle is Cut that keeps both ends: for names whose end tells them apart.
func CutMiddle(s string, width int) string {
	w := Width(s)
	if w <= width {
		return s
	}
	if width <= 2 {
		return Cut(s, width)
	}
	head, _ := Split(s, (width-1)/2)
	left := width - 1 - Width(head)
	_, tail := Split(s, w-left)
	for Width(tail) > left {
		cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(tail, -1)
		if cluster == "" {
			break
		}
		tail = rest
	}
	return head + "…" + tail
}

// Split divides s after the last whole character that ends within width cells. A wide character needs two: splitting again
// and again comes to an end for widths of two and more only.
func Split(s string, width int) (head, rest string) {
	if width <= 0 {
		return "", s
	}
	used, at, state := 0, 0, -1
	for at < len(s) {
		if c := s[at]; c < 0x7f && c >= 0x20 && (at+1 == len(s) || s[at+1] < 0x7f) {
			if used == width {
				return s[:at], s[at:]
			}
			used++
			at++
			state = -1
			continue
		}
		cluster, _, w, next := uniseg.FirstGraphemeClusterInString(s[at:], state)
		if used+w > width {
			return s[:at], s[at:]
		}
		used += w
		at += len(cluster)
		state = next
	}
	return s, ""
}

// Pad fills s with spaces to width cells, or cuts it.
func Pad(s string, width int) string {
	w := Width(s)
	if w > width {
		s = Cut(s, width)
		w = Width(s)
	}
	if w < width {
		s += strings.Repeat(" ", width-w)
	}
	return s
}

// PadLeft is Pad with the spaces before the text.
func PadLeft(s string, width int) string {
	w := Width(s)
	if w > width {
		s = Cut(s, width)
		w = Width(s)
	}
	if w < width {
		s = strings.Repeat(" ", width-w) + s
	}
	return s
}

// Wrap breaks a clean text (line feeds allowed) into rows of at most width cells, at spaces where there is one in the last
// third of the row. It gives at most max rows (0: all) and whether there would be more; it looks at no more text than that.
func Wrap(s string, width, max int) (rows []string, more bool) {
	if width < 2 {
		width = 2
	}
	for line := range strings.SplitSeq(s, "\n") {
		for first := true; first || line != ""; first = false {
			if max > 0 && len(rows) == max {
				return rows, true
			}
			head, rest := Split(line, width)
			if strings.HasPrefix(rest, " ") {
				rest = rest[1:]
			} else if rest != "" {
				if at := strings.LastIndexByte(head, ' '); at > 0 && Width(head[:at]) >= width-width/3 {
					head, rest = line[:at], line[at+1:]
				}
			}
			rows = append(rows, head)
			line = rest
		}
	}
	return rows, false
}

// Width of a line is the sum of its spans.
func (l Line) Width() int {
	n := 0
	for _, s := range l {
		n += Width(s.Text)
	}
	return n
}

// Text is the line without styles.
func (l Line) Text() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Fit cuts the line to width cells; the last cell of a line that was cut is "…".
func (l Line) Fit(width int) Line {
	if width <= 0 {
		return nil
	}
	if l.Width() <= width {
		return l
	}
	var out Line
	left := width - 1
	for _, s := range l {
		w := Width(s.Text)
		if w <= left {
			out = append(out, s)
			left -= w
			continue
		}
		head, _ := Split(s.Text, left)
		return append(out, Span{head + "…", s.Style})
	}
	return out
}
