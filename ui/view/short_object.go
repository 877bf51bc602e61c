package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/graph/value"
)

// object writes typed data the way its own language would print it, class first where the value alone does not tell.
func (s *shorter) object(v value.Value, depth int) {
	if !s.reveal && secretClass(v.Type()) {
		s.WriteString(secret.Masked)
		return
	}
	inner, hasValue := v.Get("$value")
	name := className(v.Type())
	if dictLike(v) {
		items, _ := v.Get("$items")
		s.WriteByte('{')
		s.fields(pairs(items), ": ", depth)
		s.WriteByte('}')
		return
	}
	switch typeOf(v) {
	case plainText:
		if inner.Kind() == value.String {
			head, _ := textHead(inner, s.room)
			s.WriteString(head)
			return
		}
		s.value(inner, depth)
	case seconds:
		s.value(inner, depth)
		s.WriteString(" s")
	case pattern:
		s.WriteByte('/')
		if !hasValue {
			if args, ok := v.Get("$args"); ok {
				inner = args.At(0)
			}
		}
		if inner.Kind() == value.String {
			s.WriteString(inner.Str())
		}
		s.WriteByte('/')
	case setLike:
		s.WriteByte('{')
		s.items(inner.Entries(), depth)
		s.WriteByte('}')
	case arrayLike:
		s.array(v, depth)
	case question:
		if q, ok := v.Get("value"); ok {
			s.value(q, depth)
		}
	case sendLike:
		node, _ := v.Get("node")
		arg, _ := v.Get("arg")
		s.WriteString("Send " + textOf(node) + " ")
		s.value(arg, depth+1)
	case unreadable:
		if v.Type() == "pickle" {
			s.pickle(v, depth)
			return
		}
		s.WriteString(unreadableWords(v))
	default:
		if m, ok := graph.ReadMessage(v); ok {
			s.message(m)
			return
		}
		if repr, ok := v.Get("$repr"); ok && repr.Kind() == value.String {
			s.WriteString(textOf(repr))
			return
		}
		s.WriteString(name)
		entries := v.Entries()
		if args, ok := v.Get("$args"); ok && len(entries) == 1 {
			s.WriteByte('(')
			s.items(args.Entries(), depth)
			s.WriteByte(')')
			return
		}
		if hasValue && len(entries) == 1 {
			s.WriteByte('(')
			s.value(inner, depth+1)
			s.WriteByte(')')
			return
		}
		if depth > 2 && len(entries) > 0 {
			s.WriteString("(…)")
			return
		}
		s.WriteByte('(')
		s.fields(entries, "=", depth)
		s.WriteByte(')')
	}
}

// objectKind sorts the types that have a customary way of being written.
type objectKind uint8

const (
	otherObject objectKind = iota
	plainText              // datetime, UUID, Decimal, Path …: the text says it
	seconds                // timedelta
	pattern
	setLike
	arrayLike
	question // an Interrupt
	sendLike
	unreadable // damaged, encrypted, pickle, unknown extension
)

var objectKinds = map[string]objectKind{
	"datetime.datetime": plainText, "datetime.date": plainText, "datetime.time": plainText, "uuid.UUID": plainText,
	"decimal.Decimal": plainText, "zoneinfo.ZoneInfo": plainText, "float": plainText, "int": plainText,
	"datetime.timedelta": seconds, "re.Pattern": pattern, "RegExp": pattern,
	"builtins.set": setLike, "builtins.frozenset": setLike, "Set": setLike,
	"numpy.ndarray": arrayLike, "langgraph.types.Interrupt": question, "langgraph.types.Send": sendLike,
	"ext": unreadable, "damaged": unreadable, "encrypted": unreadable, "pickle": unreadable, "undefined": unreadable,
}

func typeOf(v value.Value) objectKind {
	t := v.Type()
	if k, ok := objectKinds[t]; ok {
		return k
	}
	if strings.HasPrefix(t, "pathlib.") || strings.HasPrefix(t, "ipaddress.") {
		return plainText
	}
	return otherObject
}

// dictLike tells a map that is stored as a list of pairs, since its keys are no text.
func dictLike(v value.Value) bool {
	if t := v.Type(); t != "builtins.dict" && t != "Map" {
		return false
	}
	items, ok := v.Get("$items")
	return ok && items.Kind() == value.List
}

// pairs reads a list of pairs as entries.
func pairs(items value.Value) []value.Entry {
	var out []value.Entry
	for _, e := range items.Entries() {
		if p := e.Val.Entries(); len(p) == 2 {
			out = append(out, value.Entry{Key: p[0].Val, Val: p[1].Val})
		}
	}
	return out
}

// secretClass tells classes whose values are secret by their own word.
func secretClass(typ string) bool {
	name := className(typ)
	return name == "SecretStr" || name == "SecretBytes" || typ == "secret" || strings.HasSuffix(typ, ".Secret")
}

// className is the last part of a class path, clean.
func className(typ string) string {
	if i := strings.LastIndexByte(typ, '.'); i >= 0 && i+1 < len(typ) {
		typ = typ[i+1:]
	}
	return CleanLine(typ)
}

// arrayHead is the element type and the shape of a numpy array.
func arrayHead(v value.Value) string {
	dtype, _ := v.Get("dtype")
	shape, _ := v.Get("shape")
	var dims []string
	for i, d := range shape.Entries() {
		if i == 64 { // more than numpy itself has
			dims = append(dims, "…")
			break
		}
		dims = append(dims, textOf(d.Val))
	}
	return "array<" + strings.TrimLeft(textOf(dtype), "<>|=") + ">[" + strings.Join(dims, "×") + "]"
}

// array writes a numpy array: dtype, shape, then the numbers where they can be read.
func (s *shorter) array(v value.Value, depth int) {
	s.WriteString(arrayHead(v))
	inner, ok := v.Get("$value")
	if !ok {
		size := int64(v.Size())
		if b, ok := v.Get("bytes"); ok {
			size, _ = b.Int64()
		}
		s.WriteString(" not readable, " + byteCount(size))
		return
	}
	s.WriteByte(' ')
	s.value(inner, depth+1)
}

// unreadableWords says what is known of data that could not be read.
func unreadableWords(v value.Value) string {
	get := func(name string) string {
		x, _ := v.Get(name)
		return textOf(x)
	}
	switch v.Type() {
	case "undefined":
		return "undefined"
	case "ext":
		return "extension " + get("code") + ", " + byteCount(int64(v.Size()))
	case "encrypted":
		said := "encrypted " + get("cipher") + ", " + get("bytes") + " bytes"
		if why := get("error"); why != "" {
			said += ": " + why
		}
		return said
	case "damaged":
		return "damaged at " + get("offset") + ": " + get("error")
	}
	return v.Type() + ", " + byteCount(int64(v.Size()))
}

// textOf is a scalar as bare text: a string without quotes, digits.
func textOf(v value.Value) string {
	switch v.Kind() {
	case value.String:
		head, _ := textHead(v, 400)
		return head
	case value.Int, value.Float:
		return v.Num()
	case value.Bool:
		return strconv.FormatBool(v.Truth())
	case value.Null:
		return "null"
	}
	return ""
}
