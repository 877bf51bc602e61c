package msgpack

import (
	"cptui/graph/value"
	"cptui/loaders/numpy"
)

// Codes of LangGraph's extensions. The payload is msgpack itself: [module, name, argument(s), method?], but for arrays and snapshots.
const (
	codeOne      = 0 // class and one argument
	codeArgs     = 1 // class and a list of arguments
	codeKeywords = 2 // class and keywords
	codeMethod   = 3 // class, one argument and the method that takes it
	codeOldModel = 4 // pydantic v1
	codeModel    = 5 // pydantic v2
	codeArray    = 6 // numpy: [dtype, shape, order, bytes]
	codeDelta    = 7 // delta snapshot: the value itself
)

// ext is an extension as far as its type is known without looking at its content.
type ext struct {
	code         int8
	payload      []byte
	module, name string
	rest         []byte // of a call: what follows the name
	parts        int    // of a call or an array: how many parts there are
	known        bool
}

// readExt looks at the outer form of the extension in raw, whose bytes are all there.
func readExt(raw []byte, h head) ext {
	e := ext{code: h.code, payload: raw[h.size : h.size+h.n]}
	if e.code == codeDelta {
		e.known = len(e.payload) > 0
		return e
	}
	list := read(e.payload)
	if e.code < 0 || e.code > codeDelta || list.form != array {
		return e
	}
	e.parts, e.rest = list.n, e.payload[list.size:]
	if e.code == codeArray {
		e.known = e.parts == 4
		return e
	}
	var ok1, ok2 bool
	e.module, e.rest, ok1 = textOf(e.rest)
	e.name, e.rest, ok2 = textOf(e.rest)
	e.known = ok1 && ok2 && e.parts >= 3
	return e
}

// textOf takes a string from the front of b.
func textOf(b []byte) (s string, rest []byte, ok bool) {
	h := read(b)
	if h.form != str || h.size+h.n > len(b) {
		return "", b, false
	}
	return value.SharedText(b[h.size : h.size+h.n]), b[h.size+h.n:], true
}

func (e ext) class() string {
	switch {
	case !e.known:
		return value.TypeExt
	case e.code == codeDelta:
		return value.TypeDelta
	case e.code == codeArray:
		return value.TypeArray
	}
	return value.ClassName(e.module + "." + e.name)
}

// argument is the third part of a call; where it is cut short it holds all that is left.
func (e ext) argument() value.Value { return first(e.rest) }

func first(b []byte) value.Value {
	if end := skip(b); end >= 0 {
		return value.Stored(codec{exact: true}, b[:end])
	}
	return broken(b)
}

func (e ext) entries() []value.Entry {
	if e.known {
		switch e.code {
		case codeDelta:
			return []value.Entry{value.NamedEntry("value", first(e.payload))}
		case codeArray:
			if list, ok := e.array(); ok {
				return list
			}
		case codeOne, codeMethod:
			return value.OneArgument(e.class(), e.argument())
		case codeArgs:
			return value.Positional(e.class(), e.argument())
		default:
			return value.Keywords(e.class(), e.argument())
		}
	}
	return []value.Entry{value.NamedEntry("code", value.NewInt(int64(e.code))), value.NamedEntry("$value", value.NewBytes(e.payload))}
}

// array reads the parts of a numpy array, [dtype, shape, order, bytes]; false where they are not an array's.
func (e ext) array() ([]value.Entry, bool) {
	name, rest, ok := textOf(e.rest)
	dims := first(rest)
	if !ok || dims.Kind() != value.List {
		return nil, false
	}
	order, rest, ok := textOf(rest[len(dims.Raw()):])
	h := read(rest)
	if !ok || h.form != bin || h.size+h.n > len(rest) {
		return nil, false
	}
	return numpy.Entries(name, dims, order, rest[h.size:h.size+h.n]), true
}

// Arguments gives what the constructor of the extension in raw is called with, as it is stored.
func (c codec) Arguments(raw []byte) (value.Value, bool) {
	h := read(raw)
	if h.form != extension || damage(raw, h) != "" {
		return value.Value{}, false
	}
	e := readExt(raw, h)
	return e.argument(), e.known && e.code != codeArray && e.code != codeDelta
}
