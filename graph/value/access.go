package value

import (
	"strconv"
	"unsafe"
)

// Kind tells what the value is.
func (v Value) Kind() Kind { return v.kind }

// Stored wraps the bytes of one value. Nothing is decoded; raw must not change afterwards.
func Stored(c Codec, raw []byte) Value {
	return Value{kind: c.Kind(raw), raw: raw, codec: c}
}

// Codec is what reads the value's bytes, nil for a made one.
func (v Value) Codec() Codec { return v.codec }

// Type is the class path of an Object, else "".
func (v Value) Type() string {
	switch {
	case v.kind != Object:
		return ""
	case v.made != nil:
		return v.made.typ
	}
	_, typ, _ := v.codec.Head(v.raw)
	return typ
}

// Len counts children, or the bytes of a String or Bytes.
func (v Value) Len() int {
	switch v.kind {
	case String, Bytes:
		return len(v.content())
	case List, Map, Object:
		if v.made != nil {
			if v.made.open != nil {
				return v.made.n
			}
			return len(v.made.kids)
		}
		if _, _, n := v.codec.Head(v.raw); n >= 0 {
			return n
		}
		return len(v.Entries())
	}
	return 0
}

// Entries decodes one level; nil for scalars.
func (v Value) Entries() []Entry {
	if v.kind < List {
		return nil
	}
	if m := v.made; m != nil {
		if m.open != nil {
			return m.open()
		}
		return m.kids
	}
	list := v.codec.Entries(v.raw)
	end := int(v.off) + cap(v.raw)
	for i := range list {
		list[i].Key.place(end)
		list[i].Val.place(end)
	}
	if v.off > 0 && v.kind == Object && len(list) == 3 && v.Type() == TypeDamaged {
		if at, ok := list[0].Val.Int64(); ok {
			list[0].Val = NewInt(at + int64(v.off))
		}
	}
	return list
}

// place notes where a stored child lies: children are cut from their parent's bytes, so what is left behind them tells.
func (v *Value) place(end int) {
	if v.raw != nil {
		if at := end - cap(v.raw); at > 0 && at <= 1<<31-1 {
			v.off = int32(at)
		}
	}
}

// Get finds a child by string key, the last one of duplicates.
func (v Value) Get(name string) (Value, bool) {
	if v.kind != Map && v.kind != Object {
		return Value{}, false
	}
	list := v.Entries()
	for i := len(list) - 1; i >= 0; i-- {
		if k := list[i].Key; k.kind == String && k.content() == name {
			return list[i].Val, true
		}
	}
	return Value{}, false
}

// At is the i-th child of any container; Invalid where there is none.
func (v Value) At(i int) Value {
	list := v.Entries()
	if i < 0 || i >= len(list) {
		return Value{}
	}
	return list[i].Val
}

// content is the text of a scalar whatever its kind; it may share memory with the stored bytes, which never change.
func (v Value) content() string {
	if v.made != nil {
		return v.made.text
	}
	if v.codec == nil {
		return ""
	}
	return v.codec.Text(v.raw, v.kind)
}

// Str is the text of a String, invalid UTF-8 kept.
func (v Value) Str() string {
	if v.kind != String {
		return ""
	}
	return v.content()
}

// Num is the digits of an Int or Float as stored, or "NaN", "Infinity", "-Infinity".
func (v Value) Num() string {
	if v.kind != Int && v.kind != Float {
		return ""
	}
	return v.content()
}

// Int64 is the number of an Int that fits.
func (v Value) Int64() (int64, bool) {
	if v.kind != Int {
		return 0, false
	}
	n, err := strconv.ParseInt(v.content(), 10, 64)
	return n, err == nil
}

// Truth is the value of a Bool.
func (v Value) Truth() bool { return v.kind == Bool && v.content() == "true" }

// Bytes is the content of Bytes; it must not be changed.
func (v Value) Bytes() []byte {
	if v.kind != Bytes {
		return nil
	}
	s := v.content()
	return unsafe.Slice(unsafe.StringData(s), len(s))
}

// Raw is the stored span, nil for made values.
func (v Value) Raw() []byte { return v.raw[:len(v.raw):len(v.raw)] }

// Offset is where the span begins in the blob that the outermost value was made from.
func (v Value) Offset() int64 { return int64(v.off) }

// Size counts stored bytes; of a made value those of its parts.
func (v Value) Size() int { return v.size(0) }

func (v Value) size(depth int) int {
	m := v.made
	switch {
	case m == nil:
		return len(v.raw)
	case m.open != nil || depth > MaxDepth:
		return m.n
	}
	n := len(m.text)
	for _, e := range m.kids {
		n += e.Key.size(depth+1) + e.Val.size(depth+1)
	}
	return n
}

// Text shares b as a string: spans of a stored value never change.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// SharedText gives b as a string without copying; for codecs, whose spans never change.
func SharedText(b []byte) string { return text(b) }
