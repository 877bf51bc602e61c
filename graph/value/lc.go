package value

import (
	"strconv"
	"strings"
)

// envelope is LangChain's JSON form of an instance, {"lc":2,"type":"constructor","id":[module…, name],"method","args","kwargs"}.
type envelope struct {
	typ, method          string
	id, args, kwargs     []byte
	name, module, stored string // last part of the id, the parts before it, all of it
	single               bool   // the id has one part: a class of JavaScript
	first                bool   // lc 1: an instance of LangChain's own, not of any class
}

// readEnvelope looks at the keys of a map: another key than an envelope's says at once that it is none.
func readEnvelope(raw []byte) (e envelope, ok bool) {
	lc := false
	i := blanks(raw, 0) + 1
	for {
		if i = blanks(raw, i); i >= len(raw) || raw[i] == '}' {
			break
		}
		if raw[i] == ',' {
			i = blanks(raw, i+1)
		}
		if i >= len(raw) || raw[i] != '"' {
			return e, false
		}
		end := stringEnd(raw, i)
		if end < 0 {
			return e, false
		}
		key := string(raw[i+1 : end-1])
		switch key {
		case "lc", "type", "id", "method", "args", "kwargs", "name", "graph", "repr", "obj":
		default:
			return e, false
		}
		if i = blanks(raw, end); i >= len(raw) || raw[i] != ':' {
			return e, false
		}
		i = blanks(raw, i+1)
		if end = jsonEnd(raw, i); end < 0 {
			return e, false
		}
		span := raw[i:end]
		i = end
		switch key {
		case "lc":
			if lc = len(span) == 1 && (span[0] == '1' || span[0] == '2'); !lc {
				return e, false
			}
			e.first = span[0] == '1'
		case "type":
			if span[0] != '"' {
				return e, false
			}
			e.typ = unquote(span)
		case "method":
			if span[0] == '"' {
				e.method = unquote(span)
			}
		case "id":
			e.id = span
		case "args":
			if span[0] == '[' && len(jsonEntries(span, false)) > 0 {
				e.args = span
			}
		case "kwargs":
			if span[0] == '{' {
				e.kwargs = span
			}
		}
	}
	if !lc {
		return e, false
	}
	switch e.typ {
	case "undefined":
		return e, true
	case "secret":
		return e, e.id != nil
	case "constructor":
	default:
		return e, false // "not_implemented" too: LangChain itself leaves it as it is
	}
	if len(e.id) == 0 || e.id[0] != '[' {
		return e, false
	}
	var parts []string
	for _, p := range jsonEntries(e.id, false) {
		if p.Val.kind != String {
			return e, false
		}
		parts = append(parts, p.Val.Str())
	}
	if len(parts) == 0 {
		return e, false
	}
	last := len(parts) - 1
	e.name, e.module, e.stored, e.single = parts[last], strings.Join(parts[:last], "."), strings.Join(parts, "."), last == 0
	if e.single {
		switch e.name {
		case "Set", "Map", "RegExp", "Error", "Uint8Array":
		default:
			return e, false // another class of JavaScript stays what it is there too
		}
	}
	return e, true
}

func (e envelope) kind() Kind {
	if e.typ == "constructor" && e.single && e.name == "Uint8Array" && e.args != nil {
		if _, ok := e.bytes(); ok {
			return Bytes
		}
	}
	return Object
}

func (e envelope) class(lib *library) string {
	switch {
	case e.typ != "constructor":
		return e.typ
	case e.kind() == Bytes:
		return ""
	case e.single && e.name == "Set":
		return TypeSet
	case e.single && e.name == "Map":
		return TypeDict
	case e.first:
		return lib.class(e.stored)
	}
	return ClassName(e.stored)
}

func (e envelope) entries(c jsonCodec) []Entry {
	switch e.typ {
	case "undefined":
		return nil
	case "secret":
		return []Entry{NamedEntry("id", Stored(JSON, e.id)), NamedEntry("$value", NewString(Masked))}
	}
	class := e.class(c.lib)
	if e.args != nil {
		args := Stored(c, e.args)
		one := len(args.Entries()) == 1
		switch {
		case class == TypeDict && one:
			return []Entry{NamedEntry("$items", args.At(0))}
		case class == TypeSet && one:
			return []Entry{NamedEntry("$value", args.At(0))}
		case e.single:
			return []Entry{NamedEntry("$args", args)}
		case one && !strings.HasPrefix(class, "pathlib") && !strings.HasPrefix(class, "datetime.time"):
			return OneArgument(class, args.At(0))
		}
		return Positional(class, args)
	}
	if e.kwargs == nil {
		return nil
	}
	fields := Keywords(class, Value{kind: Map, codec: c, raw: e.kwargs})
	if k, ok := c.lib.kind(e.stored); ok && e.first {
		return k.filled(fields)
	}
	return fields
}

// bytes reads the numbers of a Uint8Array.
func (e envelope) bytes() (string, bool) {
	list := jsonEntries(e.args, false)
	if len(list) != 1 || list[0].Val.Kind() != List {
		return "", false
	}
	var out []byte
	for _, n := range list[0].Val.Entries() {
		b, err := strconv.ParseUint(n.Val.Num(), 10, 8)
		if err != nil {
			return "", false
		}
		out = append(out, byte(b))
	}
	return text(out), true
}
