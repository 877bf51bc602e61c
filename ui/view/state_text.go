package view

import (
	"sort"
	"strings"

	"cptui/graph/secret"
	"cptui/graph/value"
)

// A long text is opened page by page: its beginning and its end, with gaps between that are opened when asked for. Only
// opened pages are cleaned and broken into rows.
const (
	pageBytes = 16 << 10
	pageLines = 200
	tailBytes = 2 << 10
	tailLines = 20
)

// textBlock makes the rows of one text.
type textBlock struct {
	env   Env
	text  string
	width func() int // of the rows
	pad   func(depth int) Line
	style Style
	rich  bool   // Markdown
	lang  string // code of that language
	path  value.Path
	val   value.Value
	shown [][2]int // byte ranges that are opened, in order, never touching
}

func (b *textBlock) start() {
	if b.shown != nil {
		return
	}
	first := b.pageEnd(0)
	if first == len(b.text) {
		b.shown = [][2]int{{0, first}}
		return
	}
	tail, low := len(b.text), max(0, len(b.text)-tailBytes)
	for n := 0; n <= tailLines; n++ {
		at := strings.LastIndexByte(b.text[low:tail], '\n')
		if at < 0 {
			break
		}
		tail = low + at
	}
	if tail == len(b.text) {
		tail = len(atRune(b.text, len(b.text)-tailBytes))
	} else {
		tail++
	}
	if tail <= first {
		b.shown = [][2]int{{0, len(b.text)}}
		return
	}
	b.shown = [][2]int{{0, first}, {tail, len(b.text)}}
}

// pageEnd is where a page that begins at from ends: after so many lines or bytes, at a line's end where there is one.
func (b *textBlock) pageEnd(from int) int {
	end := from
	for n := 0; n < pageLines; n++ {
		at := strings.IndexByte(b.text[end:min(len(b.text), from+pageBytes)], '\n')
		if at < 0 {
			if from+pageBytes >= len(b.text) {
				return len(b.text)
			}
			if end == from {
				return len(atRune(b.text, from+pageBytes))
			}
			return end
		}
		end += at + 1
	}
	return end
}

// items are the rows of all opened pages, with gaps between.
func (b *textBlock) items() []*item {
	b.start()
	var list []*item
	at := 0
	for _, r := range b.shown {
		if r[0] > at {
			list = append(list, b.gap(at, r[0]))
		}
		list = append(list, b.page(r[0], r[1])...)
		at = r[1]
	}
	if at < len(b.text) {
		list = append(list, b.gap(at, len(b.text)))
	}
	return list
}

func (b *textBlock) page(from, to int) []*item {
	text := b.text[from:to]
	if to-from > 0 && text[len(text)-1] == '\n' && len(text) > 1 {
		text = text[:len(text)-1]
	}
	if !b.env.Reveal {
		text, _ = secret.Mask(text)
	}
	rows := b.rows(Clean(text))
	list := make([]*item, len(rows))
	for i, row := range rows {
		it := &item{place: b.place(row.Text())}
		it.draw = func(int) Line { return append(b.pad(it.depth), row...) }
		list[i] = it
	}
	return list
}

// rows breaks a clean text into rows.
func (b *textBlock) rows(text string) []Line {
	switch {
	case b.rich:
		return wrapStyled(mdLines(text), b.width())
	case b.lang != "":
		if lines := Highlight(b.lang, text); lines != nil {
			return wrapStyled(lines, b.width())
		}
	}
	parts, _ := Wrap(text, b.width(), 0)
	rows := make([]Line, len(parts))
	for i, p := range parts {
		rows[i] = Line{{p, b.style}}
	}
	return rows
}

func (b *textBlock) place(row string) Place {
	p := NoPlace
	p.Path, p.Value, p.Text = b.path, b.val, row
	return p
}

func (b *textBlock) gap(from, to int) *item {
	left := plural(strings.Count(b.text[from:to], "\n")+1, "line") + ", " + byteCount(int64(to-from)) + " more"
	it := &item{place: b.place(left)}
	it.draw = func(int) Line {
		return append(b.pad(it.depth), Span{b.env.foldCell(false), Dim}, Span{left, Dim})
	}
	it.replace = func() []*item {
		end := min(b.pageEnd(from), to)
		b.show(from, end)
		rows := b.page(from, end)
		if end < to {
			rows = append(rows, b.gap(end, to))
		}
		return rows
	}
	return it
}

// show adds an opened range.
func (b *textBlock) show(from, to int) {
	b.shown = append(b.shown, [2]int{from, to})
	sort.Slice(b.shown, func(i, j int) bool { return b.shown[i][0] < b.shown[j][0] })
	merged := b.shown[:1]
	for _, r := range b.shown[1:] {
		last := &merged[len(merged)-1]
		if r[0] <= last[1] {
			last[1] = max(last[1], r[1])
			continue
		}
		merged = append(merged, r)
	}
	b.shown = merged
}

// foundPages bounds how many pages one search opens in one text.
const foundPages = 20

// find opens the pages that hold a text.
func (b *textBlock) find(m matcher) {
	b.start()
	s := b.text
	if m.fold {
		s = strings.ToLower(s)
	}
	if len(s) != len(b.text) { // lower case has another length here: places would be wrong
		s = b.text
	}
	at := 0
	for n := 0; n < foundPages; n++ {
		i := strings.Index(s[at:], m.text)
		if i < 0 {
			return
		}
		from := at + i
		at = from + len(m.text)
		if b.isShown(from, at) {
			continue
		}
		line := strings.LastIndexByte(b.text[:from], '\n') + 1
		if from-line > 400 {
			line = len(atRune(b.text, from))
		}
		b.show(line, max(b.pageEnd(line), at))
		at = max(at, min(b.pageEnd(line), len(b.text)))
	}
}

func (b *textBlock) isShown(from, to int) bool {
	for _, r := range b.shown {
		if r[0] <= from && to <= r[1] {
			return true
		}
	}
	return false
}
