package jsonl

import (
	"bytes"
	"encoding/binary"
)

// Kind is the kind of the value that a Walker stands before.
type Kind byte

const (
	None   Kind = iota // the end, or no JSON
	Null               // null
	Bool               // true, false
	Number             // digits; NaN and Infinity are none
	String             // "…"
	Array              // […]
	Object             // {…}
)

// Walker reads one JSON value from left to right, once. The caller steps into what it wants and skips the rest:
//
//	w := jsonl.Walk(line)
//	if w.Enter() {
//		for w.Key() {
//			switch string(w.Name) {
//			case "type":
//				typ, _ = w.Text()
//			default:
//				w.Skip()
//			}
//		}
//	}
//	if w.Bad() { … }
//
// Keys are compared by the caller, exactly; a key that comes twice is seen twice, so the last one wins. After the first
// fault every call returns false or nothing, and Bad tells; no bytes are ever read beyond the end.
type Walker struct {
	b     []byte
	i     int
	fresh bool // just behind '{' or '[': no comma is due
	bad   bool
	high  bool // a byte above 0x7f was met in a string

	// Name is the key that Key found, its escapes not resolved. Valid until the next call of Key.
	Name []byte
}

// Walk starts before the first value of b.
func Walk(b []byte) Walker { return Walker{b: b} }

// Pos is the offset of the next byte to be read: of the fault, once Bad.
func (w *Walker) Pos() int { return w.i }

// Bad tells that what was read so far is no JSON.
func (w *Walker) Bad() bool { return w.bad }

// High tells that a string read or skipped so far holds bytes above 0x7f, so that its UTF-8 may be worth a check.
func (w *Walker) High() bool { return w.high }

// Cut tells that the fault is the end of the bytes: the value goes on where they stop.
func (w *Walker) Cut() bool { return w.bad && w.i >= len(w.b) }

func (w *Walker) space() {
	for w.i < len(w.b) {
		switch w.b[w.i] {
		case ' ', '\t', '\r', '\n':
			w.i++
		default:
			return
		}
	}
}

// Kind tells what comes next without reading it.
func (w *Walker) Kind() Kind {
	if w.bad {
		return None
	}
	w.space()
	if w.i >= len(w.b) {
		return None
	}
	switch c := w.b[w.i]; {
	case c == '"':
		return String
	case c == '{':
		return Object
	case c == '[':
		return Array
	case c == 'n':
		return Null
	case c == 't' || c == 'f':
		return Bool
	case c == '-' || c >= '0' && c <= '9':
		return Number
	}
	return None
}

// Enter steps into an object or an array; false, and nothing read, before anything else.
func (w *Walker) Enter() bool {
	if k := w.Kind(); k != Object && k != Array {
		return false
	}
	w.i++
	w.fresh = true
	return true
}

// Key moves to the next member of the object that was entered, behind its colon; false at its end, which is read.
func (w *Walker) Key() bool {
	if !w.next('}') {
		return false
	}
	if w.i >= len(w.b) || w.b[w.i] != '"' {
		return w.fail()
	}
	start := w.i + 1
	if !w.str() {
		return false
	}
	w.Name = w.b[start : w.i-1]
	w.space()
	if w.i >= len(w.b) || w.b[w.i] != ':' {
		return w.fail()
	}
	w.i++
	return true
}

// Item moves to the next item of the array that was entered; false at its end, which is read.
func (w *Walker) Item() bool { return w.next(']') }

// next reads the comma or the end of a container.
func (w *Walker) next(end byte) bool {
	if w.bad {
		return false
	}
	w.space()
	if w.i >= len(w.b) {
		return w.fail()
	}
	if w.b[w.i] == end {
		w.i++
		w.fresh = false
		return false
	}
	if w.fresh {
		w.fresh = false
		return true
	}
	if w.b[w.i] != ',' {
		return w.fail()
	}
	w.i++
	w.space()
	return true
}

func (w *Walker) fail() bool {
	w.bad = true
	return false
}

// Text reads a string and gives what stands between its quotes, escapes not resolved (see Unquote); anything else is
// skipped and gives nil and false.
func (w *Walker) Text() ([]byte, bool) {
	if w.Kind() != String {
		w.Skip()
		return nil, false
	}
	start := w.i + 1
	if !w.str() {
		return nil, false
	}
	return w.b[start : w.i-1], true
}

// True reads a value and tells whether it is the literal true.
func (w *Walker) True() bool { return string(w.Skip()) == "true" }

// Int reads a whole number, also one written as text; false where it is none or does not fit.
func (w *Walker) Int() (int64, bool) {
	b := w.Skip()
	if len(b) > 2 && b[0] == '"' {
		b = b[1 : len(b)-1]
	}
	neg := len(b) > 0 && b[0] == '-'
	if neg {
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 18 {
		return 0, false
	}
	n := int64(0)
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if neg {
		n = -n
	}
	return n, true
}

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
