package value

import "strconv"

// NewNull makes null.
func NewNull() Value { return Value{kind: Null, made: &nothing} }

var (
	nothing  made
	trueVal  = made{text: "true"}
	falseVal = made{text: "false"}
)

// NewBool makes a truth value.
func NewBool(b bool) Value {
	if b {
		return Value{kind: Bool, made: &trueVal}
	}
	return Value{kind: Bool, made: &falseVal}
}

// NewInt makes an Int.
func NewInt(n int64) Value { return NewNumber(Int, strconv.FormatInt(n, 10)) }

// NewNumber makes an Int or Float of its digits ("NaN", "Infinity" and "-Infinity" are Floats).
func NewNumber(k Kind, digits string) Value { return Value{kind: k, made: &made{text: digits}} }

// NewFloat makes a Float with the digits that Python prints.
func NewFloat(f float64) Value { return NewNumber(Float, FormatFloat(f)) }

// NewString makes text.
func NewString(s string) Value { return Value{kind: String, made: &made{text: s}} }

// NewBytes makes Bytes; b must not change afterwards.
func NewBytes(b []byte) Value { return Value{kind: Bytes, made: &made{text: text(b)}} }

// NewList makes a List.
func NewList(items []Value) Value {
	kids := make([]Entry, len(items))
	for i, v := range items {
		kids[i].Val = v
	}
	return Value{kind: List, made: &made{kids: kids}}
}

// NewMap makes a Map; the entries keep their order.
func NewMap(entries []Entry) Value { return Value{kind: Map, made: &made{kids: entries}} }

// NewObject makes an Object of a class.
func NewObject(typ string, e []Entry) Value {
	return Value{kind: Object, made: &made{typ: typ, kids: e}}
}

// LateList makes a List of n items that are spelt out when somebody looks.
func LateList(n int, open func() []Entry) Value {
	return Value{kind: List, made: &made{n: n, open: open}}
}

// NamedEntry is an entry with a string key.
func NamedEntry(name string, v Value) Entry { return Entry{Key: NewString(name), Val: v} }

// Damaged makes the entries of a "damaged" Object: where, why, and what is left.
func Damaged(offset int, why string, left []byte) []Entry {
	return []Entry{NamedEntry("offset", NewInt(int64(offset))), NamedEntry("error", NewString(why)), NamedEntry("$value", NewBytes(left))}
}

// Origin is the stored value that a made one replaces (after Set and its like), so that a codec can keep its outer form.
func (v Value) Origin() (Value, bool) {
	if v.made == nil || v.made.orig == nil {
		return Value{}, false
	}
	return *v.made.orig, true
}

// instead makes a value of the same kind and type as old with other entries.
func instead(old Value, kids []Entry) Value {
	m := &made{typ: old.Type(), kids: kids}
	if old.made != nil {
		m.orig = old.made.orig
	} else {
		m.orig = &old
	}
	return Value{kind: old.kind, made: m}
}
