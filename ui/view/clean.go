package view

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks one character keeps; what people write needs fewer, stacks of them draw over other rows.
const maxMarks = 8

// maxGlued is how many characters one cell may hold otherwise: joined emoji (a kiss of two skin tones takes ten), old Hangul.
const maxGlued = 24

// Clean makes text of a source fit to be shown: every C0 and C1 control, DEL, bidi control, invisible character and byte that
// is no UTF-8 becomes a token that can be seen and counted (␛, ^G, <U+202E>, <0x9B>). Letters, emoji and their joiners stay as
// they are. A line feed is the one control that stays; a tab becomes spaces up to the next stop of its line, \r\n a line feed,
// a lone \r the token ␍.
//
// Clean(Clean(s)) equals Clean(s). What was changed cannot be told from text that always looked so: for copying and exports
// take the source's own text.
func Clean(s string) string { return clean(s, false) }

// CleanLine is Clean for a text that has to fit in one row: a line feed becomes ⏎, a tab one space.
func CleanLine(s string) string { return clean(s, true) }

// CleanCut is CleanLine cut to width cells; of a huge text it looks at no more than the row needs.
func CleanCut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	// A cell rarely takes more than a few bytes, and a cluster no more than maxMarks marks of four bytes: enough is left even then.
	limit := (width + 1) * 4 * (maxMarks + 2)
	if len(s) <= limit {
		return Cut(CleanLine(s), width)
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	head := CleanLine(s[:limit])
	if Width(head) < width {
		return head + "…" // only reached by text that is nearly all marks
	}
	return Cut(head+"…", width)
}

func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c > 0x7e {
			return false
		}
	}
	return true
}

func clean(s string, oneLine bool) string {
	if plainASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	from, column := 0, 0 // a place in b and its column, for the next tab
	prev := rune(0)
	base := rune(0) // the character that marks, joiners and tags belong to
	marks, glued := 0, 0
	token := func(t string) {
		b.WriteString(t)
		prev, base, marks, glued = 0, 0, 0, 0
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n <= 1:
			t, used := badBytes(s[i:])
			token(t)
			i += used
			continue
		case r == '\n' || r == '\r' && i+1 < len(s) && s[i+1] == '\n':
			if r == '\r' {
				n = 2
			}
			if oneLine {
				token("⏎")
			} else {
				token("\n")
				from, column = b.Len(), 0
			}
		case r == '\t':
			if oneLine {
				token(" ")
			} else {
				column += Width(b.String()[from:])
				fill := TabWidth - column%TabWidth
				token(strings.Repeat(" ", fill))
				from, column = b.Len(), column+fill
			}
		case r == 0x1b:
			token("␛")
		case r == '\r':
			token("␍")
		case r < 0x20:
			token("^" + string(r+0x40))
		case r == 0x7f:
			token("^?")
		case r == 0x200d || r == 0x200c:
			next, _ := utf8.DecodeRuneInString(s[i+n:])
			if glued++; glued > maxGlued || !joins(r, prev, next) {
				token(codeToken(r))
				break
			}
			b.WriteRune(r)
			prev = r
		case variationSelector(r) || tag(r):
			if base == 0 || prev == r || tag(r) && base != 0x1f3f4 || marks >= maxMarks {
				token(codeToken(r))
				break
			}
			b.WriteRune(r)
			marks++
			prev = r
		case hidden(r):
			token(codeToken(r))
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc):
			if base == 0 { // a mark on its own would be drawn on the border
				b.WriteString("◌")
				base = '◌'
			}
			if marks++; marks > maxMarks {
				skip := 0
				for i < len(s) {
					r, n = utf8.DecodeRuneInString(s[i:])
					if !unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) {
						break
					}
					i += n
					skip++
				}
				token(fmt.Sprintf("<+%d marks>", skip))
				continue
			}
			b.WriteRune(r)
			prev = r
		default:
			if prev != 0x200d && !unicode.Is(visibleFormats, prev) && !jamo(r) {
				glued = 0
			} else if glued++; glued > maxGlued {
				token(codeToken(r))
				break
			}
			b.WriteRune(r)
			prev, base, marks = r, r, 0
		}
		i += n
	}
	return b.String()
}

// badBytes names what is no UTF-8: half of a surrogate pair by its code, all else byte by byte.
func badBytes(s string) (token string, used int) {
	if len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf && s[2] >= 0x80 && s[2] <= 0xbf {
		return codeToken(rune(s[0]&0x0f)<<12 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f)), 3
	}
	return fmt.Sprintf("<0x%02X>", s[0]), 1
}

func codeToken(r rune) string { return fmt.Sprintf("<U+%04X>", r) }

// blanks have no ink but are letters or symbols to Unicode, so they hide text or forge names.
var blanks = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x034f, Hi: 0x034f, Stride: 1}, {Lo: 0x115f, Hi: 0x1160, Stride: 1}, {Lo: 0x17b4, Hi: 0x17b5, Stride: 1},
	{Lo: 0x180b, Hi: 0x180f, Stride: 1}, {Lo: 0x2028, Hi: 0x2029, Stride: 1}, {Lo: 0x3164, Hi: 0x3164, Stride: 1},
	{Lo: 0xffa0, Hi: 0xffa0, Stride: 1},
}}

// visibleFormats are format characters that have a shape: Arabic number signs and the like.
var visibleFormats = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0600, Hi: 0x0605, Stride: 1}, {Lo: 0x06dd, Hi: 0x06dd, Stride: 1}, {Lo: 0x070f, Hi: 0x070f, Stride: 1},
	{Lo: 0x0890, Hi: 0x0891, Stride: 1}, {Lo: 0x08e2, Hi: 0x08e2, Stride: 1},
}, R32: []unicode.Range32{{Lo: 0x110bd, Hi: 0x110bd, Stride: 1}, {Lo: 0x110cd, Hi: 0x110cd, Stride: 1}}}

// hidden tells what must not reach a terminal as it is: controls, bidi controls, invisible or unassigned characters.
func hidden(r rune) bool {
	switch {
	case r >= 0x20 && r < 0x7f:
		return false
	case unicode.Is(blanks, r):
		return true
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(visibleFormats, r)
	case unicode.Is(unicode.Co, r), unicode.Is(unicode.Zs, r), unicode.Is(unicode.M, r):
		return false
	}
	return !unicode.IsGraphic(r)
}

func variationSelector(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef
}

// jamo are the parts that Hangul syllables are put together from, any number into one.
func jamo(r rune) bool {
	return r >= 0x1100 && r <= 0x11ff || r >= 0xa960 && r <= 0xa97f || r >= 0xd7b0 && r <= 0xd7ff
}

// tag characters spell the name of a flag (England) after a black flag, and hide text anywhere else.
func tag(r rune) bool { return r >= 0xe0020 && r <= 0xe007f }

// joiningScripts are those whose spelling needs the joiner and the non-joiner.
var joiningScripts = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// joins tells whether a joiner between prev and next has a meaning: in an emoji sequence, or in a script that spells with it.
func joins(r, prev, next rune) bool {
	if unicode.In(prev, joiningScripts...) && unicode.In(next, joiningScripts...) {
		return true
	}
	return r == 0x200d && emojiPart(prev) && emojiPart(next)
}

func emojiPart(r rune) bool {
	return r == 0xfe0f || r >= 0x1f000 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff && unicode.Is(unicode.So, r) || tag(r)
}
