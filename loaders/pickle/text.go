package pickle

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cptui/graph/value"
)

var (
	errNumber = errors.New("no pickle: a number is none")
	errText   = errors.New("no pickle: a text without its quotes")
)

// longLimit is how many bytes an integer may have to be spelt out; its decimal digits take more than linear time.
const longLimit = 16 << 10

// longNode reads a little-endian integer in two's complement.
func longNode(b []byte) node {
	if len(b) > longLimit {
		return node{kind: outside, text: "integer", items: []*node{{kind: str, text: fmt.Sprintf("of %d bytes, not spelt out", len(b))}}}
	}
	big1 := slices.Clone(b)
	slices.Reverse(big1)
	n := new(big.Int).SetBytes(big1)
	if len(big1) > 0 && big1[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(big1))))
	}
	return node{kind: integer, text: n.String()}
}

// numberLine reads the numbers that are written as text: INT, LONG, FLOAT.
func numberLine(op byte, line []byte) (node, error) {
	s := strings.TrimSpace(string(line))
	switch {
	case op == 'F':
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return node{}, errNumber
		}
		return node{kind: float, text: value.FormatFloat(f)}, nil
	case op == 'I' && s == "00":
		return *falseNode, nil
	case op == 'I' && s == "01":
		return *trueNode, nil
	}
	if op == 'L' {
		s = strings.TrimSuffix(s, "L")
	}
	if len(s) > 3*longLimit {
		return node{kind: outside, text: "integer", items: []*node{{kind: str, text: fmt.Sprintf("of %d digits, not spelt out", len(s))}}}, nil
	}
	n, ok := new(big.Int).SetString(s, 0)
	if !ok {
		return node{}, errNumber
	}
	return node{kind: integer, text: n.String()}, nil
}

// textLine reads the texts of protocol 0: STRING is a Python literal in quotes, UNICODE is text with \u escapes.
func textLine(op byte, line []byte) (node, error) {
	if op == 'V' {
		return node{kind: str, text: rawUnicode(line)}, nil
	}
	line = bytes.TrimRight(line, "\r")
	n := len(line)
	if n < 2 || line[0] != line[n-1] || line[0] != '\'' && line[0] != '"' {
		return node{}, errText
	}
	return oldText(unescape(line[1 : n-1])), nil
}

// oldText is a text of Python 2: ASCII is text today, anything else Python itself would not load; it is shown as bytes.
func oldText(b []byte) node {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return node{kind: bin, text: value.SharedText(b)}
		}
	}
	return node{kind: str, text: value.SharedText(b)}
}

// unescape reads the escapes of a Python literal of bytes.
func unescape(b []byte) []byte {
	if bytes.IndexByte(b, '\\') < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' || i+1 == len(b) {
			out = append(out, b[i])
			continue
		}
		i++
		switch c := b[i]; c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'a':
			out = append(out, 7)
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'v':
			out = append(out, '\v')
		case '\\', '\'', '"':
			out = append(out, c)
		case '\n':
		case 'x':
			if i+2 < len(b) {
				if u, err := strconv.ParseUint(string(b[i+1:i+3]), 16, 8); err == nil {
					out, i = append(out, byte(u)), i+2
					continue
				}
			}
			out = append(out, '\\', 'x')
		case '0', '1', '2', '3', '4', '5', '6', '7':
			end := i + 1
			for end < len(b) && end < i+3 && b[end] >= '0' && b[end] <= '7' {
				end++
			}
			u, _ := strconv.ParseUint(string(b[i:end]), 8, 16)
			out, i = append(out, byte(u)), end-1
		default:
			out = append(out, '\\', c)
		}
	}
	return out
}

// rawUnicode reads Latin-1 text with \uXXXX and \UXXXXXXXX.
func rawUnicode(b []byte) string {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) {
			width := map[byte]int{'u': 4, 'U': 8}[b[i+1]]
			if width > 0 && i+2+width <= len(b) {
				if u, err := strconv.ParseUint(string(b[i+2:i+2+width]), 16, 32); err == nil && u <= utf8.MaxRune {
					out, i = appendRune(out, rune(u)), i+1+width
					continue
				}
			}
		}
		out = utf8.AppendRune(out, rune(b[i]))
	}
	return string(out)
}

// appendRune keeps half a surrogate pair as the three bytes that the other codecs have for it.
func appendRune(dst []byte, r rune) []byte {
	if r >= 0xd800 && r < 0xe000 {
		return append(dst, 0xed, byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f))
	}
	return utf8.AppendRune(dst, r)
}
