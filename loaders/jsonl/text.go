package jsonl

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote resolves the escapes of what Walker.Text gave. Half a surrogate pair becomes U+FFFD, as do bytes that are no
// UTF-8; an unknown escape stays as it stands. The result is always valid UTF-8.
func Unquote(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return strings.ToValidUTF8(string(raw), "\uFFFD")
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		c := raw[i]
		if c != '\\' || i+1 >= len(raw) {
			out = append(out, c)
			i++
			continue
		}
		i += 2
		switch c = raw[i-1]; c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case '"', '\\', '/':
			out = append(out, c)
		case 'u':
			r, n := escape(raw[i:])
			if n == 0 {
				out = append(out, '\\', 'u')
				continue
			}
			i += n
			if utf16.IsSurrogate(r) {
				if low, m := lowHalf(raw[i:]); m > 0 && utf16.DecodeRune(r, low) != utf8.RuneError {
					r, i = utf16.DecodeRune(r, low), i+m
				} else {
					r = utf8.RuneError
				}
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, '\\', c)
		}
	}
	return strings.ToValidUTF8(string(out), "\uFFFD")
}

// Valid tells whether b is UTF-8. It is utf8.Valid for texts that are mostly ASCII with a sign here and there, which that one
// reads byte by byte from the first sign on.
func Valid(b []byte) bool {
	for i := 0; i < len(b); {
		if i+8 <= len(b) {
			x := binary.LittleEndian.Uint64(b[i:]) & highs
			if x == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(x) >> 3
		} else if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		switch c := b[i]; {
		case c >= 0xc2 && c < 0xe0 && i+1 < len(b) && b[i+1]&0xc0 == 0x80:
			i += 2
		case c > 0xe0 && c < 0xed && i+2 < len(b) && b[i+1]&0xc0 == 0x80 && b[i+2]&0xc0 == 0x80:
			i += 3
		default:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n == 1 {
				return false
			}
			i += n
		}
	}
	return true
}

// escape reads the four digits behind \u.
func escape(b []byte) (rune, int) {
	if len(b) < 4 {
		return 0, 0
	}
	r := rune(0)
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, 0
		}
	}
	return r, 4
}

// lowHalf reads a whole \uXXXX that may be the second half of a pair.
func lowHalf(b []byte) (rune, int) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, 0
	}
	r, n := escape(b[2:])
	if n == 0 {
		return 0, 0
	}
	return r, 6
}

// Decode turns a file that begins with a UTF-16 byte order mark (as PowerShell's > writes) into UTF-8; false for all others.
func Decode(b []byte) ([]byte, bool) {
	if len(b) < 2 || !(b[0] == 0xff && b[1] == 0xfe || b[0] == 0xfe && b[1] == 0xff) {
		return nil, false
	}
	big := b[0] == 0xfe
	units := make([]uint16, 0, len(b)/2)
	for i := 2; i+1 < len(b); i += 2 {
		if big {
			units = append(units, uint16(b[i])<<8|uint16(b[i+1]))
		} else {
			units = append(units, uint16(b[i+1])<<8|uint16(b[i]))
		}
	}
	return []byte(string(utf16.Decode(units))), true
}

// BOM is the UTF-8 byte order mark, which some editors put before the first line.
var BOM = []byte("\xef\xbb\xbf")
