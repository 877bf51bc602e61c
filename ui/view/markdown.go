package view

import (
	"strings"
)

// MDKind is what a block of Markdown is.
type MDKind uint8

const (
	MDProse   MDKind = iota // one line: prose, an item of a list, a quote
	MDHeading               // one line, Level 1 to 6
	MDCode                  // a fenced block without its fences; Lang as written
	MDRule
)

// MDBlock is a piece of Markdown as people and models write it: what is no heading, rule or fenced code stays as it is, line by
// line, so that nothing of it can get lost.
type MDBlock struct {
	Kind  MDKind
	Level int
	Lang  string
	Text  string
	Raw   []string // its lines as they are written, with the fences of code
	Open  bool     // code whose fence is never closed
}

// Markdown splits a text into blocks. A fence that is never closed reaches to the end, as CommonMark has it.
func Markdown(text string) (out []MDBlock) {
	var code, raw []string
	fence, indent, lang := "", 0, ""
	closeFence := func(open bool) {
		out = append(out, MDBlock{Kind: MDCode, Lang: lang, Text: strings.Join(code, "\n"), Raw: raw, Open: open})
		code, raw, fence = nil, nil, ""
	}
	for line := range strings.SplitSeq(text, "\n") {
		bare := strings.TrimLeft(line, " ")
		at := len(line) - len(bare)
		if fence != "" {
			raw = append(raw, line)
			if run := runOf(bare, fence[0]); at < indent+4 && len(run) >= len(fence) && strings.TrimSpace(bare[len(run):]) == "" {
				closeFence(false)
				continue
			}
			code = append(code, line[min(at, indent):])
			continue
		}
		if open, info, ok := fenceOf(bare); ok {
			fence, indent, lang, raw = open, at, info, []string{line}
			continue
		}
		out = append(out, lineBlock(line, bare, at))
	}
	if fence != "" {
		closeFence(true)
	}
	return out
}

// fenceOf reads the line that opens a block of code: three or more of ` or ~, and what language it is.
func fenceOf(bare string) (fence, lang string, ok bool) {
	if !strings.HasPrefix(bare, "```") && !strings.HasPrefix(bare, "~~~") {
		return "", "", false
	}
	fence = runOf(bare, bare[0])
	info := strings.TrimSpace(bare[len(fence):])
	if fence[0] == '`' && strings.Contains(info, "`") { // words between backticks, on one line
		return "", "", false
	}
	lang, _, _ = strings.Cut(info, " ")
	return fence, strings.Trim(lang, "{}."), true
}

func lineBlock(line, bare string, at int) MDBlock {
	if at < 4 {
		if n := len(runOf(bare, '#')); n > 0 && n <= 6 && (len(bare) == n || bare[n] == ' ') {
			return MDBlock{Kind: MDHeading, Level: n, Raw: []string{line}, Text: strings.TrimSpace(strings.TrimRight(strings.TrimSpace(bare[n:]), "#"))}
		}
		for _, c := range []byte("-*_") {
			if solid := strings.ReplaceAll(bare, " ", ""); len(solid) >= 3 && runOf(solid, c) == solid {
				return MDBlock{Kind: MDRule, Text: line, Raw: []string{line}}
			}
		}
	}
	return MDBlock{Text: line, Raw: []string{line}}
}

// runOf is the run of one character that s begins with.
func runOf(s string, c byte) string {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return s[:n]
}

// MDSpan is a piece of a line: plain words, strong ones, or code.
type MDSpan struct {
	Text         string
	Strong, Code bool
	Raw          string // with its marks
}

// mdLine is the longest line (bytes) in which marks are looked for: what is longer was not written by hand.
const mdLine = 8 << 10

// MDSpans splits a line at `code` and **strong**; marks that have no partner are plain words.
func MDSpans(line string) (out []MDSpan) {
	if len(line) > mdLine {
		return []MDSpan{{Text: line, Raw: line}}
	}
	plainFrom := 0
	put := func(at int, s MDSpan, next int) {
		if at > plainFrom {
			out = append(out, MDSpan{Text: line[plainFrom:at], Raw: line[plainFrom:at]})
		}
		s.Raw = line[at:next]
		out = append(out, s)
		plainFrom = next
	}
	for i := 0; i < len(line); {
		switch {
		case line[i] == '\\' && i+1 < len(line):
			i += 2
		case line[i] == '`':
			ticks := runOf(line[i:], '`')
			end := closing(line[i+len(ticks):], ticks)
			if end < 0 {
				i += len(ticks)
				continue
			}
			from := i + len(ticks)
			put(i, MDSpan{Text: line[from : from+end], Code: true}, from+end+len(ticks))
			i = plainFrom
		case strings.HasPrefix(line[i:], "**"):
			end := strings.Index(line[i+2:], "**")
			if end <= 0 || line[i+2] == ' ' || line[i+1+end] == ' ' || strings.Contains(line[i+2:i+2+end], "`") {
				i += 2
				continue
			}
			put(i, MDSpan{Text: line[i+2 : i+2+end], Strong: true}, i+4+end)
			i = plainFrom
		default:
			i++
		}
	}
	if plainFrom < len(line) {
		out = append(out, MDSpan{Text: line[plainFrom:], Raw: line[plainFrom:]})
	}
	return out
}

// closing finds a run of exactly these backticks.
func closing(s, ticks string) int {
	for at := 0; ; {
		i := strings.IndexByte(s[at:], '`')
		if i < 0 {
			return -1
		}
		run := runOf(s[at+i:], '`')
		if len(run) == len(ticks) {
			return at + i
		}
		at += i + len(run)
	}
}
