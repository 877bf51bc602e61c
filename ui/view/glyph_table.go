package view

import "strings"

// Glyph names a sign of the screen; Env.Glyph gives it in Unicode or as its ASCII twin. No sign is of an emoji block and none
// is two cells wide in some terminals only.
type Glyph uint8

const (
	GInput Glyph = iota
	GStep
	GFork
	GUpdate
	GCompact
	GAsks
	GError
	GDamaged
	GNext
	GDone
	GClosed // something folded
	GOpen   // something unfolded
	GLane   // a branch passes
	GOff    // a branch leaves to the right
	GTask   // dotted: task, subgraph, subagent
	GDash   // between a dotted line and its glyph; nothing known
	GOpens  // a dotted line that opens below
	GDot
	GUpTo
	GTimes
	GArrow
	GEllipsis
	GLoop // leads back to where it comes from
	GAtLeast
	glyphs
)

// glyphTable holds each sign and its ASCII twin.
var glyphTable = [glyphs][2]string{
	GInput:    {"○", "o"},
	GStep:     {"●", "*"},
	GFork:     {"◆", "F"},
	GUpdate:   {"◇", "U"},
	GCompact:  {"≋", "="},
	GAsks:     {"?", "?"},
	GError:    {"✗", "X"},
	GDamaged:  {"!", "!"},
	GNext:     {"▷", ">"},
	GDone:     {"✓", "ok"},
	GClosed:   {"▸", "[+]"},
	GOpen:     {"▾", "[-]"},
	GLane:     {"│", "|"},
	GOff:      {"├─", "|-"},
	GTask:     {"╎", ":"},
	GDash:     {"─", "-"},
	GOpens:    {"┬", "+"},
	GDot:      {"·", "-"},
	GUpTo:     {"≤", "<="},
	GTimes:    {"×", "x"},
	GArrow:    {"→", "->"},
	GEllipsis: {"…", "..."},
	GLoop:     {"↺", "loop:"},
	GAtLeast:  {"≥", ">="},
}

// Glyph is a sign as it is drawn here.
func (e Env) Glyph(g Glyph) string {
	if e.ASCII {
		return glyphTable[g][1]
	}
	return glyphTable[g][0]
}

// twin turns the program's own words into ASCII. It is not for text of a source.
var twin = func() *strings.Replacer {
	var pairs []string
	for _, g := range glyphTable {
		if g[0] != g[1] {
			pairs = append(pairs, g[0], g[1])
		}
	}
	return strings.NewReplacer(append(pairs, "–", "-")...)
}()

// own is a word of the program itself, in the signs that are drawn here.
func (e Env) own(s string) string {
	if e.ASCII {
		return twin.Replace(s)
	}
	return s
}
