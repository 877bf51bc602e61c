package view

import "strings"

// mdLines gives the lines of a Markdown text as they are written, with a style for what each part is: marks stay, so that what is
// read, found and copied is the text itself.
func mdLines(text string) (out []Line) {
	for _, b := range Markdown(text) {
		switch b.Kind {
		case MDCode:
			out = append(out, codeLines(b)...)
		case MDHeading:
			out = append(out, Line{{b.Raw[0], Strong}})
		case MDRule:
			out = append(out, Line{{b.Raw[0], Dim}})
		default:
			var l Line
			for _, s := range MDSpans(b.Text) {
				style := Plain
				switch {
				case s.Code:
					style = KeyStyle
				case s.Strong:
					style = Strong
				}
				l = append(l, Span{s.Raw, style})
			}
			out = append(out, l)
		}
	}
	return out
}

// codeLines are the lines of a block of code between its fences.
func codeLines(b MDBlock) []Line {
	body := b.Raw[1:]
	out := []Line{{{b.Raw[0], Dim}}}
	if !b.Open {
		body = body[:len(body)-1]
	}
	if len(body) > 0 {
		lines := Highlight(b.Lang, strings.Join(body, "\n"))
		if len(lines) != len(body) {
			lines = plainLines(body)
		}
		out = append(out, lines...)
	}
	if !b.Open {
		out = append(out, Line{{b.Raw[len(b.Raw)-1], Dim}})
	}
	return out
}

func plainLines(text []string) []Line {
	out := make([]Line, len(text))
	for i, s := range text {
		out[i] = Line{{s, Plain}}
	}
	return out
}

// wrapStyled breaks styled lines into rows of at most width cells, as Wrap does.
func wrapStyled(lines []Line, width int) (rows []Line) {
	for _, l := range lines {
		text := l.Text()
		parts, _ := Wrap(text, width, 0)
		at := 0
		for k, p := range parts {
			if k > 0 && at < len(text) && text[at] == ' ' {
				at++ // the blank at which the line was broken
			}
			rows = append(rows, l.slice(at, at+len(p)))
			at += len(p)
		}
	}
	return rows
}

// slice is the part of a line between two bytes of its text.
func (l Line) slice(from, to int) (out Line) {
	at := 0
	for _, s := range l {
		lo, hi := max(from-at, 0), min(to-at, len(s.Text))
		if lo < hi {
			out = append(out, Span{s.Text[lo:hi], s.Style})
		}
		at += len(s.Text)
	}
	return out
}
