package value

import (
	"bytes"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// AppendString writes a JSON string: no HTML escapes, a lone surrogate as its escape, other bad UTF-8 as U+FFFD. Controls that would steer a
// terminal (C0, DEL, C1, bidi) are written as \u escapes, so that JSON is safe to print.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c < 0x7f {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = append(dst, s[start:i]...)
			dst = appendEscaped(dst, rune(c))
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(dst, s[start:i]...)
			if c == 0xed && i+2 < len(s) && s[i+1]&0xe0 == 0xa0 && s[i+2]&0xc0 == 0x80 {
				n = 3 // half a surrogate pair: JSON has an escape for it, which loses nothing
				dst = appendEscaped(dst, 0xd000|rune(s[i+1]&0x3f)<<6|rune(s[i+2]&0x3f))
			} else {
				dst = append(dst, "\ufffd"...)
			}
			start = i + n
		case r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
			dst = appendEscaped(append(dst, s[start:i]...), r)
			start = i + n
		}
		i += n
	}
	return append(append(dst, s[start:]...), '"')
}

func appendEscaped(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	return append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// unquote gives the text of a JSON string span. Without an escape it shares the bytes. Lone surrogates are kept as three
// bytes (as msgpack rows hold them); an unknown escape stays as it is written.
func unquote(span []byte) string {
	body := span
	if len(body) > 0 && body[0] == '"' {
		body = body[1:]
	}
	if n := len(body); n > 0 && body[n-1] == '"' {
		body = body[:n-1]
	}
	at := bytes.IndexByte(body, '\\')
	if at < 0 {
		return text(body)
	}
	out := make([]byte, 0, len(body))
	for {
		out = append(out, body[:at]...)
		body = body[at:]
		var n int
		out, n = appendUnescaped(out, body)
		body = body[n:]
		if at = bytes.IndexByte(body, '\\'); at < 0 {
			return text(append(out, body...))
		}
	}
}

// appendUnescaped decodes the escape that b begins with and gives the bytes it took.
func appendUnescaped(dst, b []byte) ([]byte, int) {
	if len(b) < 2 {
		return append(dst, b...), len(b)
	}
	switch b[1] {
	case '"', '\\', '/':
		return append(dst, b[1]), 2
	case 'b':
		return append(dst, '\b'), 2
	case 'f':
		return append(dst, '\f'), 2
	case 'n':
		return append(dst, '\n'), 2
	case 'r':
		return append(dst, '\r'), 2
	case 't':
		return append(dst, '\t'), 2
	case 'u':
		r, ok := hex4(b)
		if !ok {
			break
		}
		if r >= 0xd800 && r < 0xdc00 {
			if low, ok := hex4(b[6:]); ok && low >= 0xdc00 && low < 0xe000 {
				return utf8.AppendRune(dst, (r-0xd800)<<10+(low-0xdc00)+0x10000), 12
			}
		}
		if r >= 0xd800 && r < 0xe000 {
			return append(dst, 0xed, byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f)), 6
		}
		return utf8.AppendRune(dst, r), 6
	}
	return append(dst, '\\'), 1
}

// hex4 reads a whole \uXXXX.
func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range b[2:6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
