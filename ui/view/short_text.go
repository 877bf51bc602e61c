package view

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"cptui/graph/value"
)

// textHead gives the first bytes of a text, about n of them, without decoding the rest; whole tells that nothing is left.
func textHead(v value.Value, n int) (head string, whole bool) {
	if n < 0 {
		n = 0
	}
	raw := v.Raw()
	if len(raw) <= 2*n+64 {
		s := v.Str()
		if len(s) <= n {
			return s, true
		}
		return atRune(s, n), false
	}
	switch c := raw[0]; {
	case c == '"': // JSON: close the text early, outside of an escape
		end := jsonCut(raw, n)
		short := append(append(make([]byte, 0, end+1), raw[:end]...), '"')
		return value.Stored(value.JSON, short).Str(), false
	case c == 0xd9:
		return atRune(string(raw[2:2+n]), n), false
	case c == 0xda:
		return atRune(string(raw[3:3+n]), n), false
	case c == 0xdb:
		return atRune(string(raw[5:5+n]), n), false
	}
	return atRune(v.Str(), n), false
}

// jsonCut finds a place near n where a JSON text can end: not inside of an escape, not between surrogate halves.
func jsonCut(raw []byte, n int) int {
	i := 1
	for i < n {
		if raw[i] != '\\' {
			i++
			continue
		}
		step := 2
		if raw[i+1] == 'u' {
			step = 6
			if h := raw[i+2]; (h == 'd' || h == 'D') && raw[i+6] == '\\' {
				step = 12
			}
		}
		i += step
	}
	for !utf8.RuneStart(raw[i]) && i > 1 {
		i--
	}
	return i
}

// atRune cuts s to at most n bytes, at the start of a character.
func atRune(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// headLine is the first line that is not blank, at most n bytes, with … where more follows.
func headLine(s string, n int) string {
	t := strings.TrimLeft(s, "\n\r\t ")
	line, rest, _ := strings.Cut(t, "\n")
	if len(line) > n {
		return atRune(line, n) + "…"
	}
	if strings.TrimSpace(rest) != "" {
		return strings.TrimRight(line, "\r ") + " …"
	}
	return strings.TrimRight(line, "\r ")
}

// plural counts: "1 file", "2 files", "1,204 lines".
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	switch {
	case strings.HasSuffix(one, "y") && !strings.HasSuffix(one, "ey"):
		one = one[:len(one)-1] + "ie"
	case strings.HasSuffix(one, "s"), strings.HasSuffix(one, "x"), strings.HasSuffix(one, "ch"):
		one += "e"
	}
	return thousands(n) + " " + one + "s"
}

// thousands groups digits: 12,400.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// byteCount is a size as people read it: 38 B, 2.1 KB, 144 KB, 7.5 MB.
func byteCount(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	units := "KMGT"
	f := float64(n) / 1000
	u := 0
	for f >= 999.5 && u+1 < len(units) {
		f /= 1000
		u++
	}
	digits := 0
	if f < 9.95 {
		digits = 1
	}
	return strconv.FormatFloat(f, 'f', digits, 64) + " " + units[u:u+1] + "B"
}
