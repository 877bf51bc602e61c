package value

import (
	"encoding/base64"
	"fmt"
	"strings"
	"time"
)

// ParseTyped reads the contract's typed JSON ("$type" objects) into values that codec can encode; an error says where and why.
// What only a stored value can tell how to write (a pydantic model, a dataclass, an array, a masked secret) is read too: put with Set
// in the place of the stored one it keeps that one's form, elsewhere encoding it is an error.
func ParseTyped(raw []byte, codec Codec) (Value, error) {
	v, err := ParseJSON(raw)
	if err != nil {
		return Value{}, fmt.Errorf("read JSON: %w", err)
	}
	t := typedReader{json: codec.Name() == "json"}
	return t.read(v, nil)
}

type typedReader struct {
	json bool // the codec is JSON: no NaN and no keys but text
}

func (t typedReader) read(v Value, at Path) (Value, error) {
	if len(at) > MaxDepth {
		return v, fmt.Errorf("at %.40s…: nested deeper than %d", at, MaxDepth)
	}
	switch v.kind {
	case List:
		var items []Value
		for i, e := range v.Entries() {
			item, err := t.read(e.Val, append(at[:len(at):len(at)], Step{Index: i, IsIndex: true}))
			if err != nil {
				return v, err
			}
			items = append(items, item)
		}
		return NewList(items), nil
	case Map:
		return t.readMap(v, at)
	case Null:
		return NewNull(), nil
	case Bool:
		return NewBool(v.Truth()), nil
	case String:
		return NewString(v.Str()), nil
	}
	return NewNumber(v.kind, v.Num()), nil
}

func (t typedReader) readMap(v Value, at Path) (Value, error) {
	var list []Entry
	typ := ""
	for _, e := range v.Entries() {
		name := e.Name()
		if name == "$type" {
			if typ = e.Val.Str(); e.Val.kind != String || typ == "" {
				return v, fmt.Errorf("at %s: $type is the name of a class", at)
			}
			continue
		}
		val, err := t.read(e.Val, append(at[:len(at):len(at)], Step{Name: name}))
		if err != nil {
			return v, err
		}
		list = append(list, NamedEntry(strings.Clone(name), val))
	}
	if typ == "" {
		return NewMap(list), nil
	}
	out, err := t.instance(typ, list)
	if err != nil {
		return v, fmt.Errorf("at %s: %w", at, err)
	}
	return out, nil
}

// instance checks what its type promises. The names without a module are the contract's own.
func (t typedReader) instance(typ string, list []Entry) (Value, error) {
	o := NewObject(typ, list)
	val, has := o.Get("$value")
	text := val.Str()
	need := func(k Kind, what string) error {
		if !has || val.kind != k {
			return fmt.Errorf("%s needs a $value that is %s", typ, what)
		}
		return nil
	}
	switch typ {
	case "int":
		n, k := numberEnd([]byte(text))
		if err := need(String, "digits in quotes"); err != nil || k != Int || n != len(text) {
			return o, fmt.Errorf("int needs a $value of digits in quotes")
		}
		return NewNumber(Int, text), nil
	case "float":
		n, k := numberEnd([]byte(text))
		if k == Invalid || n != len(text) {
			return o, fmt.Errorf(`float needs a $value of "NaN", "Infinity", "-Infinity" or digits`)
		}
		return NewNumber(Float, text), nil
	case "bytes", "builtins.bytes", "builtins.bytearray":
		b, err := base64.StdEncoding.DecodeString(text)
		if e := need(String, "base64"); e != nil || err != nil {
			return o, fmt.Errorf("bytes need a $value of base64")
		}
		return NewBytes(b), nil
	case "builtins.list", "builtins.tuple", "tuple":
		return val, need(List, "a list")
	case TypeDict:
		return t.dict(o)
	case "builtins.frozenset", "set", "Set", TypeSet:
		return NewObject(TypeSet, []Entry{NamedEntry("$value", val)}), need(List, "a list")
	case "collections.deque":
		return o, need(List, "a list")
	case "datetime.datetime":
		if err := need(String, "a time in ISO form"); err != nil {
			return o, err
		}
		return o, isoTime(text)
	case "datetime.date", "uuid.UUID", "datetime.timedelta", "pathlib.PosixPath", "pathlib.PurePosixPath", "pathlib.Path", TypeSend:
		if typ == "datetime.timedelta" && !has {
			return o, need(Float, "a number of seconds")
		}
		_, err := Arguments(o)
		return o, err
	case "decimal.Decimal":
		if err := need(String, "a number in quotes"); err != nil {
			return o, err
		}
		s := strings.ToLower(strings.TrimLeft(text, "+-"))
		if _, k := numberEnd([]byte(s)); k == Invalid && s != "nan" && s != "snan" && s != "inf" && s != "infinity" {
			return o, fmt.Errorf("%q is no decimal number", text)
		}
		return o, nil
	case TypeDamaged, "pickle", "encrypted", "delta":
		return o, fmt.Errorf("a value of type %s cannot be written", typ)
	case TypeExt:
		code, _ := o.Get("code")
		b, err := base64.StdEncoding.DecodeString(text)
		if n, ok := code.Int64(); err != nil || !ok || n < -128 || n > 127 || !has {
			return o, fmt.Errorf("ext needs a code and a $value of base64")
		}
		return NewObject(typ, []Entry{NamedEntry("code", code), NamedEntry("$value", NewBytes(b))}), nil
	case "undefined":
		if !t.json {
			return o, fmt.Errorf("undefined is a value of JavaScript only")
		}
		return NewObject(typ, nil), nil
	}
	return o, nil
}

// dict reads pairs: in JSON they are a Map of JavaScript, elsewhere a map with keys of any kind.
func (t typedReader) dict(o Value) (Value, error) {
	items, _ := o.Get("$items")
	if items.kind != List {
		return o, fmt.Errorf("%s needs $items, a list of pairs", TypeDict)
	}
	var list []Entry
	for _, e := range items.Entries() {
		if e.Val.kind != List || e.Val.Len() != 2 {
			return o, fmt.Errorf("%s needs $items, a list of pairs", TypeDict)
		}
		list = append(list, Entry{Key: e.Val.At(0), Val: e.Val.At(1)})
	}
	if t.json {
		return o, nil
	}
	return NewMap(list), nil
}

func isoTime(s string) error {
	for _, layout := range [...]string{"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999", "2006-01-02T15:04:05Z07:00:00",
		"2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999", "2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04Z07:00"} {
		if _, err := time.Parse(layout, s); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%q is no time in ISO form (2026-03-07T09:00:00+00:00)", s)
}
