package view

// The two lines at the top. Both have a part at the left that is cut last and parts at the right that are left out one by
// one, the least telling first, where the screen is narrow.

// part is one fact of a line; parts with a small rank go first where there is no room.
type part struct {
	text  string
	style Style
	rank  int
}

// fitParts joins the parts that fit in room cells, dropping those of the least rank.
func fitParts(parts []part, sep string, room int) Line {
	for len(parts) > 0 {
		n, worst := 0, 0
		for i, p := range parts {
			n += Width(p.text)
			if i > 0 {
				n += Width(sep)
			}
			if p.rank < parts[worst].rank {
				worst = i
			}
		}
		if n <= room {
			break
		}
		parts = append(parts[:worst:worst], parts[worst+1:]...)
	}
	var l Line
	for i, p := range parts {
		if i > 0 {
			l = append(l, Span{sep, Dim})
		}
		l = append(l, Span{p.text, p.style})
	}
	return l
}

func (e Env) dot() string { return " " + e.Glyph(GDot) + " " }

// spreadLine is Spread with the last cell free on all but narrow screens.
func spreadLine(left, right Line, width int) Line {
	if right.Width() == 0 {
		return left.Fit(width)
	}
	if width >= 60 {
		width--
	}
	return Spread(left, right, width)
}
