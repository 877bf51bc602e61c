package diff

import (
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	wordTime = 20 * time.Millisecond // for the words of one pair of lines
	wordMost = 16 << 10              // bytes that differ in a line, beyond which its words are not compared
	wordRows = 200                   // lines of one run, beyond which marks would be noise
)

// mark finds the words that differ: in a run of removed and added lines the n-th goes with the n-th.
func mark(lines []Line) {
	for i := 0; i < len(lines); {
		if lines[i].Kind == ' ' {
			i++
			continue
		}
		var minus, plus []int
		for ; i < len(lines) && lines[i].Kind != ' '; i++ {
			if lines[i].Kind == '-' {
				minus = append(minus, i)
			} else {
				plus = append(plus, i)
			}
		}
		if max(len(minus), len(plus)) > wordRows {
			continue
		}
		for k := range min(len(minus), len(plus)) {
			a, b := &lines[minus[k]], &lines[plus[k]]
			a.Spans, b.Spans = words(a.Text, b.Text)
		}
	}
}

// words gives the byte ranges that differ between two lines. Lines that share nothing get none.
func words(a, b string) (x, y [][2]int) {
	start, end := shared(a, b)
	p, q := a[start:len(a)-end], b[start:len(b)-end]
	if len(p)+len(q) > wordMost {
		return span(nil, start, len(p)), span(nil, start, len(q))
	}
	u, v := split(p), split(q)
	ids := map[string]rune{}
	same, i, j := start+end, start, start
	compare(letters(u, ids), letters(v, ids), wordTime, func(kind byte, n int) {
		switch kind {
		case '-':
			w := width(u[:n])
			x, i, u = span(x, i, w), i+w, u[n:]
		case '+':
			w := width(v[:n])
			y, j, v = span(y, j, w), j+w, v[n:]
		default:
			w := width(u[:n])
			same, i, j, u, v = same+w, i+w, j+w, u[n:], v[n:]
		}
	})
	if same == 0 {
		return nil, nil
	}
	return x, y
}

func span(list [][2]int, at, n int) [][2]int {
	if n == 0 {
		return list
	}
	return append(list, [2]int{at, at + n})
}

func width(list []string) (n int) {
	for _, s := range list {
		n += len(s)
	}
	return n
}

// shared gives the bytes that two lines have in common at their begin and end, cut between words (of at most 64 bytes).
func shared(a, b string) (start, end int) {
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	for n := 0; start > 0 && (divides(a, start, n) || divides(b, start, n)); n++ {
		start--
	}
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for n := 0; end > 0 && (divides(a, len(a)-end, n) || divides(b, len(b)-end, n)); n++ {
		end--
	}
	return start, end
}

// divides tells whether a cut before byte i is inside a word, or, after n tries to find its edge, at least inside a character.
func divides(s string, i, n int) bool {
	switch {
	case i <= 0 || i >= len(s):
		return false
	case n >= 64:
		return n < 70 && !utf8.RuneStart(s[i])
	}
	return wordByte(s[i-1]) && wordByte(s[i])
}

func wordByte(c byte) bool {
	return c >= 0x80 || c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// split cuts a line into words and single other characters.
func split(s string) (out []string) {
	for len(s) > 0 {
		n := 0
		for n < len(s) {
			r, w := utf8.DecodeRuneInString(s[n:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
				if n == 0 {
					n = w
				}
				break
			}
			n += w
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}
