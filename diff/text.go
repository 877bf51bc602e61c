package diff

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Line is one line of a text comparison.
type Line struct {
	Kind byte // ' ', '+', '-'
	Text string
	// Spans are byte ranges of Text that differ inside a changed line.
	Spans [][2]int
	// Skipped counts unchanged lines that are left out before this one.
	Skipped int
}

const (
	lineTime = 300 * time.Millisecond // for all lines of a text
	runeMost = 0x10ffff - 0x800       // different lines that can be told apart
)

// Text compares two texts line by line, with words marked inside changed lines; context lines around changes, a negative
// number keeps all. Bounded time: huge texts fall back to whole-line replacement.
func Text(a, b string, context int) []Line {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	start := 0
	for start < len(x) && start < len(y) && x[start] == y[start] {
		start++
	}
	endX, endY := len(x), len(y)
	for endX > start && endY > start && x[endX-1] == y[endY-1] {
		endX, endY = endX-1, endY-1
	}
	out := put(nil, ' ', x[:start])
	out = changed(out, x[start:endX], y[start:endY])
	out = put(out, ' ', x[endX:])
	mark(out)
	if context >= 0 {
		return around(out, context)
	}
	return out
}

func put(out []Line, kind byte, lines []string) []Line {
	for _, s := range lines {
		out = append(out, Line{Kind: kind, Text: s})
	}
	return out
}

// changed compares lines as if each were one letter.
func changed(out []Line, x, y []string) []Line {
	ids := map[string]rune{}
	p, q := letters(x, ids), letters(y, ids)
	if len(ids) > runeMost || len(x) == 0 || len(y) == 0 {
		return put(put(out, '-', x), '+', y)
	}
	compare(p, q, lineTime, func(kind byte, n int) {
		switch kind {
		case '-':
			out, x = put(out, kind, x[:n]), x[n:]
		case '+':
			out, y = put(out, kind, y[:n]), y[n:]
		default:
			out, x, y = put(out, kind, x[:n]), x[n:], y[n:]
		}
	})
	return out
}

// compare tells runs of letters that are gone, new or common, within the time.
func compare(p, q []rune, limit time.Duration, run func(kind byte, n int)) {
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = limit
	for _, d := range dmp.DiffMainRunes(p, q, false) {
		kind := byte(' ')
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			kind = '-'
		case diffmatchpatch.DiffInsert:
			kind = '+'
		}
		run(kind, utf8.RuneCountInString(d.Text))
	}
}

// letters gives each different string a letter of its own; surrogates are none.
func letters(list []string, ids map[string]rune) []rune {
	out := make([]rune, len(list))
	for i, s := range list {
		r, ok := ids[s]
		if !ok {
			if r = rune(len(ids)) + 1; r >= 0xd800 {
				r += 0x800
			}
			ids[s] = r
		}
		out[i] = r
	}
	return out
}

// around keeps n lines of context and counts what is left out.
func around(lines []Line, n int) []Line {
	keep := make([]bool, len(lines))
	last := -1 << 30
	for i, l := range lines {
		if l.Kind != ' ' {
			last = i
		}
		keep[i] = i-last <= n
	}
	last = 1 << 30
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Kind != ' ' {
			last = i
		}
		keep[i] = keep[i] || last-i <= n
	}
	var out []Line
	skipped := 0
	for i, l := range lines {
		if !keep[i] {
			skipped++
			continue
		}
		l.Skipped, skipped = skipped, 0
		out = append(out, l)
	}
	return out
}
