package jsonl

import (
	"bytes"
	"encoding/binary"
)

// Skip reads one value of any kind and gives its bytes; nil on a fault. Inside it only strings and brackets are checked.
func (w *Walker) Skip() []byte {
	start := -1
	switch w.Kind() {
	case String:
		start = w.i
		w.str()
	case Object, Array:
		start = w.i
		w.skipContainer()
	case Null:
		start = w.i
		w.literal("null")
	case Bool:
		start = w.i
		if w.b[w.i] == 't' {
			w.literal("true")
		} else {
			w.literal("false")
		}
	case Number:
		start = w.i
		w.number()
	default:
		w.fail()
	}
	w.fresh = false
	if w.bad {
		return nil
	}
	return w.b[start:w.i]
}

func (w *Walker) literal(s string) {
	for k := 0; k < len(s); k++ {
		if w.i >= len(w.b) || w.b[w.i] != s[k] {
			w.fail()
			return
		}
		w.i++
	}
}

func (w *Walker) number() {
	for w.i < len(w.b) {
		switch c := w.b[w.i]; {
		case c >= '0' && c <= '9', c == '-', c == '+', c == '.', c == 'e', c == 'E':
			w.i++
		default:
			return
		}
	}
}

// skipContainer runs over brackets and strings; the kinds of the open brackets are kept as bits, so that depth costs no
// stack and three million brackets no more than their bytes in eighths.
func (w *Walker) skipContainer() {
	var near [16]uint64
	kinds := near[:]
	depth := 0
	for w.i < len(w.b) {
		switch c := w.b[w.i]; c {
		case '"':
			if !w.str() {
				return
			}
			continue
		case '{', '[':
			if depth>>6 == len(kinds) {
				kinds = append(kinds, 0)
			}
			if c == '{' {
				kinds[depth>>6] |= 1 << (depth & 63)
			} else {
				kinds[depth>>6] &^= 1 << (depth & 63)
			}
			depth++
		case '}', ']':
			depth--
			if (kinds[depth>>6]>>(depth&63)&1 == 1) != (c == '}') {
				w.fail()
				return
			}
			if depth == 0 {
				w.i++
				return
			}
		default:
			if c < ' ' && c != '\t' && c != '\r' && c != '\n' {
				w.fail()
				return
			}
		}
		w.i++
	}
	w.fail()
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// str reads a string from its opening quote to behind its closing one: the next quote that no odd run of backslashes stands
// before, then one pass over what is between. Control characters end it: JSON forbids them, and a crash leaves them behind.
func (w *Walker) str() bool {
	start := w.i + 1
	for at := start; ; {
		q := bytes.IndexByte(w.b[at:], '"')
		if q < 0 {
			w.i = start
			if w.plain(len(w.b)) {
				w.i = len(w.b)
			}
			return w.fail()
		}
		q += at
		slashes := q
		for slashes > start && w.b[slashes-1] == '\\' {
			slashes--
		}
		if (q-slashes)&1 == 1 {
			at = q + 1
			continue
		}
		w.i = start
		if !w.plain(q) {
			return w.fail()
		}
		w.i = q + 1
		w.fresh = false
		return true
	}
}

// plain tells whether no control character stands before end; else the walker stands at the first.
func (w *Walker) plain(end int) bool {
	b, i := w.b[:end], w.i
	odd, seen := uint64(0), uint64(0)
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		odd |= (x - ones*' ') &^ x // a byte below 0x20 borrows; those above 0x7f are left out by &^ x
		seen |= x
	}
	for ; i < len(b); i++ {
		if b[i] < ' ' {
			odd = highs
		}
		seen |= uint64(b[i])
	}
	w.high = w.high || seen&highs != 0
	if odd&highs == 0 {
		return true
	}
	for w.i < end && w.b[w.i] >= ' ' {
		w.i++
	}
	return w.i == end
}
