package jsonl

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
