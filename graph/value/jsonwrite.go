package value

import (
	"fmt"
	"strconv"
	"strings"
)

// Append writes v as JSON. What it cannot say is an error, never a guess: bytes and classes need the LC codec, and a class
// that is not known needs the stored value that it replaces.
func (c jsonCodec) Append(dst []byte, v Value) ([]byte, error) { return c.write(dst, v, 0) }

func (c jsonCodec) write(dst []byte, v Value, depth int) ([]byte, error) {
	if depth > MaxDepth {
		return dst, fmt.Errorf("encode json: nested deeper than %d", MaxDepth)
	}
	if from, ok := v.codec.(jsonCodec); ok && (from.envelopes() == c.envelopes() || v.kind < Bytes) {
		return append(dst, v.raw...), nil
	}
	switch v.kind {
	case Null:
		return append(dst, "null"...), nil
	case Bool, Int, Float:
		s := v.content()
		if v.kind != Bool && !finite(s) && (!c.python() || s == "") {
			return dst, fmt.Errorf("encode json: JSON has no number %s", s)
		}
		return append(dst, s...), nil
	case String:
		return appendExact(dst, v.content()), nil
	case Bytes:
		return c.writeBytes(dst, v)
	case List:
		return c.writeList(dst, v, depth)
	case Map:
		return c.writeMap(dst, v.Entries(), depth)
	case Object:
		return c.writeObject(dst, v, depth)
	}
	return dst, fmt.Errorf("encode json: there is no value")
}

func (c jsonCodec) writeList(dst []byte, v Value, depth int) (_ []byte, err error) {
	dst = append(dst, '[')
	for i, e := range v.Entries() {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = c.write(dst, e.Val, depth+1); err != nil {
			return dst, err
		}
	}
	return append(dst, ']'), nil
}

func (c jsonCodec) writeMap(dst []byte, list []Entry, depth int) (_ []byte, err error) {
	dst = append(dst, '{')
	for i, e := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if e.Key.Kind() != String {
			return dst, fmt.Errorf("encode json: a key is no string")
		}
		if dst, err = c.write(dst, e.Key, depth+1); err != nil {
			return dst, err
		}
		if dst, err = c.write(append(dst, ':'), e.Val, depth+1); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

func (c jsonCodec) writeBytes(dst []byte, v Value) ([]byte, error) {
	if !c.envelopes() || c.python() {
		return dst, fmt.Errorf("encode json: no form for bytes in this file")
	}
	dst = append(dst, `{"lc":2,"type":"constructor","id":["Uint8Array"],"method":"from","args":[[`...)
	for i, b := range v.Bytes() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(b), 10)
	}
	return append(dst, `]],"kwargs":{}}`...), nil
}

// writeObject keeps the envelope of the stored value that v replaces, with the changed part in its place; without one it
// writes the classes whose form is known.
func (c jsonCodec) writeObject(dst []byte, v Value, depth int) ([]byte, error) {
	typ := v.Type()
	if !c.envelopes() {
		return dst, fmt.Errorf("encode json: no form for %s in this file", typ)
	}
	if o, ok := v.Origin(); ok && o.Type() == typ {
		if from, ok := o.codec.(jsonCodec); ok && from.envelopes() {
			return c.rewrite(dst, o, v, depth)
		}
	}
	val, has := v.Get("$value")
	id, args, kwargs, method := strings.Split(typ, "."), []Value(nil), []Entry(nil), "null"
	switch {
	case typ == TypeDamaged || typ == TypeExt:
		return dst, fmt.Errorf("encode json: no form for %s", typ)
	case typ == "undefined":
		return append(dst, `{"lc":2,"type":"undefined"}`...), nil
	case typ == TypeSet && has:
		if !c.python() {
			id = []string{"Set"}
		}
		args = []Value{val}
	case typ == TypeDict:
		items, ok := v.Get("$items")
		if c.python() || !ok {
			return dst, fmt.Errorf("encode json: no form for a map with keys that are not strings")
		}
		id, args = []string{"Map"}, []Value{items}
	case typ == TypeSend && !c.python():
		node, _ := v.Get("node")
		arg, _ := v.Get("arg")
		return c.writeMap(dst, []Entry{NamedEntry("node", node), NamedEntry("args", arg)}, depth)
	case typ == TypeInterrupt && !c.python():
		return c.writeMap(dst, v.Entries(), depth)
	case strings.HasPrefix(typ, "langchain_core.") || strings.HasPrefix(typ, "langchain."):
		return c.writeMessage(dst, v, id, depth)
	case !strings.Contains(typ, "."):
		list, ok := v.Get("$args")
		if !ok || c.python() {
			return dst, unknownClass("json", typ)
		}
		for _, e := range list.Entries() {
			args = append(args, e.Val)
		}
	case typ == "datetime.datetime" && c.python() && has:
		args, method = []Value{val}, `"fromisoformat"`
	case (typ == "uuid.UUID" || typ == "decimal.Decimal") && c.python() && has:
		args = []Value{val}
	case typ == TypeSend || typ == TypeInterrupt:
		kwargs = v.Entries()
	default:
		return dst, unknownClass("json", typ)
	}
	dst = append(dst, `{"lc":2,"type":"constructor","id":`...)
	dst = appendNames(dst, id)
	dst = append(append(dst, `,"method":`...), method...)
	dst = append(dst, `,"args":`...)
	dst, err := c.writeList(dst, NewList(args), depth)
	if err != nil {
		return dst, err
	}
	if dst, err = c.writeMap(append(dst, `,"kwargs":`...), kwargs, depth); err != nil {
		return dst, err
	}
	return append(dst, '}'), nil
}

// writeMessage writes a LangChain instance under the name that its own library stores; what the class gives by itself in JavaScript
// is left out.
func (c jsonCodec) writeMessage(dst []byte, v Value, id []string, depth int) ([]byte, error) {
	fields := v.Entries()
	switch {
	case c.python():
		if stored, ok := storedAs[v.Type()]; ok {
			id = strings.Split(stored, ".")
		}
	case len(id) == 4 && id[1] == "messages": // the Python path of the same class
		id = []string{id[0], id[1], id[3]}
	}
	if k, ok := c.lib.kind(strings.Join(id, ".")); ok && k.takes != nil {
		fields = without(fields, "type")
	}
	dst = appendNames(append(dst, `{"lc":1,"type":"constructor","id":`...), id)
	dst, err := c.writeMap(append(dst, `,"kwargs":`...), fields, depth)
	return append(dst, '}'), err
}

func without(list []Entry, name string) []Entry {
	var kept []Entry
	for _, e := range list {
		if e.Name() != name {
			kept = append(kept, e)
		}
	}
	return kept
}

func appendNames(dst []byte, names []string) []byte {
	dst = append(dst, '[')
	for i, s := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendExact(dst, s)
	}
	return append(dst, ']')
}

// rewrite copies the envelope of o and puts what v holds in the place of its arguments or keywords.
func (c jsonCodec) rewrite(dst []byte, o, v Value, depth int) ([]byte, error) {
	e, _ := readEnvelope(o.raw)
	part, content := e.kwargs, NewMap(v.Entries())
	if e.args != nil {
		part = e.args
		args, err := e.arguments(v)
		if err != nil {
			return dst, err
		}
		content = args
	} else if k, ok := c.lib.kind(e.stored); ok && e.first {
		content = NewMap(k.stored(v.Entries(), jsonEntries(e.kwargs, true)))
	}
	if part == nil {
		return dst, fmt.Errorf("encode json: %s has nothing that could be changed", v.Type())
	}
	at := cap(o.raw) - cap(part)
	dst = append(dst, o.raw[:at]...)
	dst, err := c.write(dst, content, depth)
	return append(dst, o.raw[at+len(part):]...), err
}

func has(list []Entry, name string) bool {
	for _, e := range list {
		if e.Name() == name {
			return true
		}
	}
	return false
}

// arguments turns the entries of v back into the list that its constructor takes.
func (e envelope) arguments(v Value) (Value, error) {
	if list, ok := v.Get("$args"); ok {
		return list, nil
	}
	list, err := Arguments(v)
	if err != nil {
		return Value{}, fmt.Errorf("encode json: %w", err)
	}
	return NewList(list), nil
}

func unknownClass(codec, typ string) error {
	return fmt.Errorf("encode %s: how an instance of %s is stored is not known (change the fields of a stored one instead)", codec, typ)
}

// appendExact writes a JSON string that reads back to the same bytes: half surrogates as escapes.
func appendExact(dst []byte, s string) []byte {
	start := 0
	var out []byte
	for i := 0; i+2 < len(s); i++ {
		if s[i] == 0xed && s[i+1]&0xe0 == 0xa0 && s[i+2]&0xc0 == 0x80 {
			part := AppendString(nil, s[start:i])
			out = append(out, part[1:len(part)-1]...)
			r := 0xd000 | rune(s[i+1]&0x3f)<<6 | rune(s[i+2]&0x3f)
			out = appendEscaped(out, r)
			start = i + 3
			i += 2
		}
	}
	if start == 0 {
		return AppendString(dst, s)
	}
	part := AppendString(nil, s[start:])
	dst = append(append(dst, '"'), out...)
	return append(dst, part[1:]...)
}
