package value

import (
	"bytes"
	"encoding/base64"
	"sort"
	"strings"
)

// Masked stands for a secret.
const Masked = "**********"

// JSONOptions steer AppendJSON.
type JSONOptions struct {
	Indent string // "" for one line
	Reveal bool   // show secrets that their class hides
}

// AppendJSON writes the typed JSON of CLI.md. The result is always valid UTF-8 and valid JSON.
func AppendJSON(dst []byte, v Value, o JSONOptions) []byte {
	p := printer{dst: dst, o: o}
	p.value(v, 0)
	return p.dst
}

type printer struct {
	dst []byte
	o   JSONOptions
}

// IsSecret tells whether a class hides its value: pydantic's SecretStr, SecretBytes and Secret[…].
func IsSecret(typ string) bool {
	name := typ[strings.LastIndexByte(typ, '.')+1:]
	return name == "SecretStr" || name == "SecretBytes" || typ == "pydantic.types.Secret" || strings.HasPrefix(typ, "pydantic.types.Secret[")
}

func (p *printer) value(v Value, depth int) {
	if depth > MaxDepth && v.kind >= List {
		p.object(NewObject(TypeDamaged, Damaged(int(v.off), "nested too deep to show", v.raw)), depth)
		return
	}
	switch v.kind {
	case Bool:
		p.dst = append(p.dst, v.content()...)
	case Int:
		if s := v.content(); beyond(s) {
			p.scalar("int", s, depth)
		} else {
			p.dst = append(p.dst, s...)
		}
	case Float:
		if s := v.content(); finite(s) {
			p.dst = append(p.dst, s...)
		} else {
			p.scalar("float", s, depth)
		}
	case String:
		p.dst = AppendString(p.dst, v.content())
	case Bytes:
		p.scalar("bytes", base64.StdEncoding.EncodeToString(v.Bytes()), depth)
	case List:
		p.list(v.Entries(), depth)
	case Map:
		p.mapping(ownEntries(v), depth)
	case Object:
		p.object(v, depth)
	default:
		p.dst = append(p.dst, "null"...)
	}
}

func (p *printer) scalar(typ, text string, depth int) {
	p.typed(typ, []Entry{NamedEntry("$value", NewString(text))}, depth)
}

func (p *printer) list(list []Entry, depth int) {
	p.dst = append(p.dst, '[')
	for i, e := range list {
		p.next(i, depth+1)
		p.value(e.Val, depth+1)
	}
	p.end(len(list), depth, ']')
}

// ownEntries are the entries that the writer's own program gets back. LangGraph.js revives a stored key "__proto__" as the
// prototype of the object, so that its state has no such key, and its constructors take only the fields that they know; the
// stored bytes keep what is lost so, and so do the screens.
func ownEntries(v Value) []Entry {
	list := v.Entries()
	c, ok := v.codec.(jsonCodec)
	if !ok || !c.envelopes() || c.python() {
		return list
	}
	if v.kind == Object {
		if e, ok := readEnvelope(v.raw); ok && e.first {
			if k, ok := c.lib.kind(e.stored); ok {
				return k.own(list)
			}
		}
		return list
	}
	for i, e := range list {
		if e.Name() != "__proto__" {
			continue
		}
		own := append([]Entry(nil), list[:i]...)
		for _, e := range list[i+1:] {
			if e.Name() != "__proto__" {
				own = append(own, e)
			}
		}
		return own
	}
	return list
}

// mapping writes a plain object where every key is text. A key "$type" would make it look like typed data: then its pairs are listed.
func (p *printer) mapping(list []Entry, depth int) {
	for _, e := range list {
		if e.Key.kind != String || e.Key.content() == "$type" {
			p.pairs(list, depth)
			return
		}
	}
	p.dst = append(p.dst, '{')
	for i, e := range list {
		p.next(i, depth+1)
		p.key(e.Key.content())
		p.value(e.Val, depth+1)
	}
	p.end(len(list), depth, '}')
}

func (p *printer) pairs(list []Entry, depth int) {
	items := make([]Value, len(list))
	for i, e := range list {
		items[i] = NewList([]Value{e.Key, e.Val})
	}
	p.typed(TypeDict, []Entry{NamedEntry("$items", NewList(items))}, depth)
}

func (p *printer) object(v Value, depth int) {
	typ := v.Type()
	list := ownEntries(v)
	switch {
	case IsSecret(typ) && !p.o.Reveal:
		list = []Entry{NamedEntry("$value", NewString(Masked))}
	case typ == TypeSet && len(list) == 1:
		list = []Entry{NamedEntry("$value", NewList(sorted(list[0].Val)))}
	case (typ == TypeExt || typ == TypeDamaged) && len(list) > 1:
		// The bytes are base64 text here, since their type is said already.
		last := len(list) - 1
		list = append([]Entry(nil), list...)
		list[last].Val = NewString(base64.StdEncoding.EncodeToString(list[last].Val.Bytes()))
	}
	p.typed(typ, list, depth)
}

func (p *printer) typed(typ string, list []Entry, depth int) {
	p.dst = append(p.dst, '{')
	p.next(0, depth+1)
	p.key("$type")
	p.dst = AppendString(p.dst, typ)
	for _, e := range list {
		p.next(1, depth+1)
		p.key(e.Name())
		p.value(e.Val, depth+1)
	}
	p.end(1, depth, '}')
}

func (p *printer) key(name string) {
	p.dst = append(AppendString(p.dst, name), ':')
	if p.o.Indent != "" {
		p.dst = append(p.dst, ' ')
	}
}

func (p *printer) next(i, depth int) {
	if i > 0 {
		p.dst = append(p.dst, ',')
	}
	p.line(depth)
}

func (p *printer) end(n, depth int, bracket byte) {
	if n > 0 {
		p.line(depth)
	}
	p.dst = append(p.dst, bracket)
}

func (p *printer) line(depth int) {
	if p.o.Indent == "" {
		return
	}
	p.dst = append(p.dst, '\n')
	for range depth {
		p.dst = append(p.dst, p.o.Indent...)
	}
}

// sorted gives the members of a set in one order: numbers by size, then all else by their JSON.
func sorted(v Value) []Value {
	type member struct {
		v    Value
		num  float64
		isN  bool
		text []byte
	}
	var all []member
	for _, e := range v.Entries() {
		m := member{v: e.Val}
		if m.num, m.isN = number(e.Val); !m.isN {
			if m.text = []byte(e.Val.Str()); e.Val.kind != String {
				m.text = AppendJSON(nil, e.Val, JSONOptions{})
			}
		}
		all = append(all, m)
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.isN && b.isN {
			return a.num < b.num
		}
		if a.isN != b.isN {
			return a.isN
		}
		return bytes.Compare(a.text, b.text) < 0
	})
	out := make([]Value, len(all))
	for i, m := range all {
		out[i] = m.v
	}
	return out
}
