package view

import (
	"strconv"
	"strings"

	"cptui/diff"
	"cptui/graph/secret"
	"cptui/graph/value"
)

// changed is the row of one place that holds something else now; texts of several lines are compared below it.
func (c *changeList) changed(d diff.Difference, name string, width int, path value.Path, right string) *item {
	it := &item{place: placeOf(path, d.After)}
	it.place.Text = name
	under := ""
	if len(path) > 0 {
		under = path[len(path)-1].Name
	}
	hidden := !c.env.Reveal && (hiddenUnder(under, d.Before) || hiddenUnder(under, d.After))
	texts := !hidden && d.Before.Kind() == value.String && d.After.Kind() == value.String && (longOrLines(d.Before) || longOrLines(d.After))
	if texts {
		it.open = true
		it.loose = true
		it.kids = func() []*item { return c.textDiff(it, d.Before.Str(), d.After.Str()) }
	}
	it.draw = func(w int) Line {
		glyph := c.env.noFold()
		if it.kids != nil {
			glyph = c.env.foldCell(it.open)
		}
		line := Line{{"~", ModStyle}, {strings.Repeat(" ", indentOf(it.depth)-1), Plain}, {glyph, Dim}, {Pad(name, max(width, Width(name))), KeyStyle}, {"  ", Plain}}
		room := w - line.Width() - 3
		if right != "" {
			room -= Width(right) + 2
		}
		switch {
		case hidden:
			line = append(line, Span{secret.Masked + "  another secret than before", Dim})
		case texts && it.open:
			line = append(line, Span{"text, " + byteCount(textSize(d.Before)) + " " + c.env.Glyph(GArrow) + " " + byteCount(textSize(d.After)), Dim})
		default:
			a := c.env.typed(d.Before, d.After, max(room/2, room-40))
			b := c.env.typed(d.After, d.Before, max(room/2, room-Width(a)))
			if Width(a)+Width(b) > room {
				a = Cut(a, max(room/2, room-Width(b)))
				b = Cut(b, room-Width(a))
			}
			line = append(line, Span{a, DelStyle}, Span{" " + c.env.Glyph(GArrow) + " ", Dim}, Span{b, AddStyle})
		}
		if right != "" {
			line = Spread(line, Line{{right, Dim}}, w)
		}
		return line
	}
	return it
}

// typed is a value in short, with its type in front where only the type tells the two apart.
func (e Env) typed(v, other value.Value, max int) string {
	s := e.Short(v, max)
	if v.Kind() == other.Kind() && v.Type() == other.Type() {
		return s
	}
	if s == e.Short(other, max) || v.Kind() == value.Object && typeOf(v) == plainText {
		if v.Kind() == value.Object {
			return Cut(className(v.Type())+" "+s, max)
		}
		return Cut(kindWord(v.Kind())+" "+s, max)
	}
	return s
}

func kindWord(k value.Kind) string {
	switch k {
	case value.Null:
		return "null"
	case value.Bool:
		return "bool"
	case value.Int:
		return "int"
	case value.Float:
		return "float"
	case value.String:
		return "text"
	case value.Bytes:
		return "bytes"
	case value.List:
		return "list"
	case value.Map:
		return "map"
	}
	return "value"
}

func longOrLines(v value.Value) bool {
	head, whole := textHead(v, longText)
	if _, ok := dataURL(head, v); ok {
		return false
	}
	return !whole || strings.Contains(head, "\n")
}

const (
	diffWhole = 60  // texts up to so many changed and kept lines are shown whole
	diffRows  = 400 // rows of one text comparison that are shown
	longLine  = 1500
)

// textDiff makes the rows of a comparison of two texts, words marked inside of changed lines.
func (c *changeList) textDiff(up *item, a, b string) []*item {
	context := 3
	if strings.Count(a, "\n")+strings.Count(b, "\n") < diffWhole {
		context = -1
	}
	var list []*item
	room := max(8, c.tree.width-indentOf(up.depth+1)-4)
	lines := diff.Text(a, b, context)
	if n := len(lines) - 1; n > 0 && lines[n].Kind == ' ' && lines[n].Text == "" {
		lines = lines[:n] // both texts end with a line feed
	}
	for _, l := range lines {
		if len(list) >= diffRows {
			list = append(list, plainItem(Line{{strings.Repeat(" ", indentOf(up.depth+1)+2) + "and more: too many rows to show", Dim}}))
			break
		}
		style := Plain
		switch l.Kind {
		case '+':
			style = AddStyle
		case '-':
			style = DelStyle
		}
		for i, row := range wrapLine(c.marked(l, style), room, 12) {
			mark := Span{string(rune(l.Kind)), style}
			if i > 0 {
				mark.Text = " "
			}
			it := &item{place: up.place}
			it.place.Text = row.Text()
			it.draw = func(int) Line {
				line := Line{mark, {strings.Repeat(" ", indentOf(it.depth)+1), Plain}}
				return append(line, row...)
			}
			list = append(list, it)
		}
	}
	return list
}

// maskWhole is up to which size secrets are looked for in a whole line; of longer ones only what is shown is looked at.
const maskWhole = 1 << 16

// marked splits a line of a comparison into what is common and the words that differ. Of a very long line only the
// surroundings of the differences are kept.
func (c *changeList) marked(l diff.Line, style Style) Line {
	text, spans := strings.TrimSuffix(l.Text, "\r"), l.Spans
	if !c.env.Reveal && len(text) <= maskWhole {
		if masked, n := secret.Mask(text); n > 0 {
			text, spans = masked, nil
		}
	}
	if len(spans) == 0 {
		if len(text) > longLine {
			text = atRune(text, longLine) + "… " + byteCount(int64(len(l.Text)))
		}
		return Line{{c.env.clean(text), style}}
	}
	var line Line
	put := func(s string, st Style) {
		if !c.env.Reveal {
			s, _ = secret.Mask(s)
		}
		if s != "" {
			line = append(line, Span{CleanLine(s), st})
		}
	}
	at := 0
	for i, sp := range spans {
		if sp[0] < at || sp[1] > len(text) || sp[0] > sp[1] {
			continue
		}
		if i == 20 {
			break
		}
		put(around(text[at:sp[0]], i == 0), style)
		word := text[sp[0]:sp[1]]
		if len(word) > longLine {
			word = atRune(word, longLine) + "…"
		}
		put(word, MatchStyle)
		at = sp[1]
	}
	rest := text[at:]
	if len(text) > longLine && len(rest) > 120 {
		rest = atRune(rest, 100) + "… " + strconv.Itoa(len(rest)-100) + " bytes more"
	}
	put(rest, style)
	return line
}

// around shortens the text between two differences of a line.
func around(s string, first bool) string {
	if len(s) <= 240 {
		return s
	}
	tail := s[len(s)-100:]
	for tail != "" && tail[0]&0xc0 == 0x80 {
		tail = tail[1:]
	}
	if first {
		return "…" + tail
	}
	return atRune(s, 100) + "…" + tail
}
