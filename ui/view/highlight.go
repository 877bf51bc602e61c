package view

import (
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Bounds of highlighting: a lexer works by backtracking, and what it is given may be made to slow it down.
const (
	highlightBytes = 32 << 10
	highlightTime  = 60 * time.Millisecond
)

// Highlight splits code into lines of styled spans, by the name of its language ("go", "py") or of a file ("main.go"). Nil where
// the language is not known, the code is too long, or it takes too long: then it is shown plain. The text of all spans, line
// by line, is the code itself.
func Highlight(language, code string) []Line {
	if language == "" || len(code) > highlightBytes {
		return nil
	}
	lexer := lexers.Get(language)
	if lexer == nil {
		return nil
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		return nil
	}
	end := time.Now().Add(highlightTime)
	var line Line
	lines := []Line{}
	total := 0
	for t := tokens(); t != chroma.EOF; t = tokens() {
		if time.Now().After(end) {
			return nil
		}
		total += len(t.Value)
		style := tokenStyle(t.Type)
		for i, part := range strings.Split(t.Value, "\n") {
			if i > 0 {
				lines, line = append(lines, line), nil
			}
			if part != "" {
				line = append(line, Span{part, style})
			}
		}
	}
	if total != len(code) {
		return nil
	}
	return append(lines, line)
}

// tokenStyle gives the kinds of tokens the roles that a theme has colours for.
func tokenStyle(t chroma.TokenType) Style {
	switch {
	case t.InCategory(chroma.Keyword):
		return KeyStyle
	case t.InSubCategory(chroma.LiteralString):
		return StrStyle
	case t.InSubCategory(chroma.LiteralNumber):
		return NumStyle
	case t.InCategory(chroma.Comment):
		return Dim
	case t == chroma.GenericInserted:
		return AddStyle
	case t == chroma.GenericDeleted:
		return DelStyle
	case t.InSubCategory(chroma.NameFunction), t == chroma.NameClass, t == chroma.NameTag, t == chroma.GenericHeading, t == chroma.GenericSubheading:
		return Strong
	}
	return Plain
}
