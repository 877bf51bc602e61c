package value

import "errors"

// JSON is the plain JSON codec; the others also read LangChain's envelopes ({"lc":1|2,"type":"constructor",…}) as Objects and
// differ in whose classes they take them for.
var (
	JSON Codec = jsonCodec{}
	// LC is for LangGraph.js 1 and later (checkpoint v 4): a message has the type of its class as a field.
	LC Codec = jsonCodec{lib: langchain2}
	// LCOld is for LangGraph.js 0 (checkpoint v 1), whose messages have no type and no usage.
	LCOld Codec = jsonCodec{lib: langchainJ}
	// LCPython is for the JSON that LangGraph for Python wrote, with langchain_core 0.2 and 0.3; new values get Python's forms.
	LCPython Codec = jsonCodec{lib: langchain}
	// LCPython0 is the same with langchain_core 0.1, as LangGraph 0.0 had it.
	LCPython0 Codec = jsonCodec{lib: langchain0}
	// LCPython1 is the same with langchain_core 1.
	LCPython1 Codec = jsonCodec{lib: langchain1}
)

// jsonCodec reads JSON; lib is nil for plain JSON.
type jsonCodec struct{ lib *library }

func (c jsonCodec) envelopes() bool { return c.lib != nil }
func (c jsonCodec) python() bool    { return c.lib != nil && c.lib.python }

func (c jsonCodec) Name() string { return "json" }

func (c jsonCodec) Kind(raw []byte) Kind {
	k, _ := jsonKind(raw)
	if k == Map && c.envelopes() {
		if e, ok := readEnvelope(raw); ok {
			return e.kind()
		}
	}
	return k
}

func (c jsonCodec) Head(raw []byte) (Kind, string, int) {
	k, why := jsonKind(raw)
	switch {
	case why != "":
		return Object, TypeDamaged, 3
	case k == Map && c.envelopes():
		if e, ok := readEnvelope(raw); ok {
			return e.kind(), e.class(c.lib), -1
		}
	}
	return k, "", -1
}

func (c jsonCodec) Text(raw []byte, k Kind) string {
	i := blanks(raw, 0)
	if k == Bytes {
		e, _ := readEnvelope(raw)
		s, _ := e.bytes()
		return s
	}
	end := jsonEnd(raw, i)
	if end < 0 {
		return ""
	}
	if k == String {
		return unquote(raw[i:end])
	}
	return text(raw[i:end])
}

func (c jsonCodec) Entries(raw []byte) []Entry {
	k, why := jsonKind(raw)
	switch {
	case why != "":
		return Damaged(0, why, raw)
	case k != Map && k != List:
		return nil
	}
	if k == Map && c.envelopes() {
		if e, ok := readEnvelope(raw); ok {
			return e.entries(c)
		}
	}
	return c.children(raw, k == Map)
}

// children are the entries of a list or map, read by this codec.
func (c jsonCodec) children(raw []byte, isMap bool) []Entry {
	list := jsonEntries(raw, isMap)
	if !c.envelopes() {
		return list
	}
	for i := range list {
		v := &list[i].Val
		if _, plain := v.codec.(jsonCodec); plain {
			v.codec = c
			if v.kind == Map {
				v.kind = c.Kind(v.raw)
			}
		}
	}
	return list
}

func (c jsonCodec) Span(raw []byte) (int, bool) {
	end := jsonEnd(raw, blanks(raw, 0))
	return max(end, 0), end >= 0
}

// brokenJSON reads bytes that are no JSON as what they are.
type brokenJSON struct{ why string }

func (c brokenJSON) Name() string                               { return "json" }
func (c brokenJSON) Kind([]byte) Kind                           { return Object }
func (c brokenJSON) Head([]byte) (Kind, string, int)            { return Object, TypeDamaged, 3 }
func (c brokenJSON) Text([]byte, Kind) string                   { return "" }
func (c brokenJSON) Entries(raw []byte) []Entry                 { return Damaged(0, c.why, raw) }
func (c brokenJSON) Span(raw []byte) (int, bool)                { return len(raw), false }
func (c brokenJSON) Append(dst []byte, v Value) ([]byte, error) { return JSON.Append(dst, v) }

// ParseJSON reads one whole JSON value (NaN and Infinity accepted); an error says the offset. The result is lazy.
func ParseJSON(raw []byte) (Value, error) {
	if len(raw) == 0 {
		return Value{}, errors.New("offset 0: nothing here")
	}
	if err := CheckJSON(raw); err != nil {
		return Value{}, err
	}
	return Stored(JSON, raw), nil
}
