package term

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fuzzy scores how well the letters of query occur in text in their order: more for runs and for beginnings of words, less
// for what lies between. False where they do not. An empty query matches all alike.
func fuzzy(text, query string) (score int, ok bool) {
	exact := hasUpper(query)
	if !exact {
		text = strings.ToLower(text)
	}
	prev, at, run := rune(' '), 0, 0
	want, n := utf8.DecodeRuneInString(query)
	for _, r := range text {
		if n == 0 {
			break
		}
		if r == want {
			run++
			score += 2 * run
			if !unicode.IsLetter(prev) && !unicode.IsDigit(prev) {
				score += 6
			}
			if at == 0 {
				score += 4
			}
			query = query[n:]
			want, n = utf8.DecodeRuneInString(query)
		} else {
			run = 0
			if score > 0 {
				score--
			}
		}
		prev = r
		at++
	}
	return score, n == 0
}
