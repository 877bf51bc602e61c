// Package value holds the lossless, lazy value tree that every state is made of.
//
// A Value is either *stored* (a span of bytes plus the codec that reads it: msgpack, JSON) or *made* (built by
// cptui: a folded delta list, an edited map). A stored value decodes one level at a time and only when asked, so
// an 800 KB state costs nothing until somebody looks into it. Order, number text, integer width, duplicate keys,
// unknown extensions and the difference between str and bin survive, since an untouched span is copied and never
// encoded again. Nothing stored is executed or imported.
//
// Anything that plain data lacks is an Object: a Type (the class path as stored) and named entries. Entries whose
// name begins with "$" are the contract's own ("$value", "$args", "$items"); see AppendJSON.
package value

// Kind tells what a Value is.
type Kind uint8

const (
	Invalid Kind = iota // the zero Value: nothing there
	Null
	Bool
	Int    // any width; the digits are in Num
	Float  // NaN and infinities included; the text is in Num
	String // text; invalid UTF-8 is kept and made U+FFFD only when shown
	Bytes
	List // list and tuple
	Map  // keys of any kind, duplicates kept
	// Object is typed data: a class with its fields, a datetime, a set, an unknown extension, damage.
	Object
)

// Value is one value of a state. The zero Value is Invalid. Values are immutable and cheap to copy.
type Value struct {
	kind  Kind
	codec Codec  // nil for made values
	raw   []byte // the value's own bytes in codec's encoding; nil for made values
	typ   string
	text  string  // made String, Int, Float, Bytes
	truth bool    // made Bool
	kids  []Entry // made List, Map, Object
	orig  *Value  // for a made value that replaces a stored one: what it was, so that its codec can keep the outer form
}

// Entry is one child. In a List the Key is Invalid; in an Object it is a String; in a Map it is any Value.
type Entry struct {
	Key Value
	Val Value
}

// Name is the key as text where it is a string, else "".
func (e Entry) Name() string {
	if e.Key.Kind() != String {
		return ""
	}
	return e.Key.Str()
}

// Codec reads and writes one encoding. Every length is checked against the bytes at hand; damage is reported as an
// Object of type "damaged" in its place, never as a panic and never as an error for the rest.
type Codec interface {
	// Name is "msgpack" or "json".
	Name() string
	// Head tells the kind, the class path of an Object, and how many entries there are (-1: not known without a scan).
	Head(raw []byte) (k Kind, typ string, n int)
	// Text gives the text of a String, the digits of an Int or Float, the content of Bytes, "true" or "false" of a Bool.
	Text(raw []byte, k Kind) string
	// Entries decodes one level.
	Entries(raw []byte) []Entry
	// Append encodes any value; spans of this codec are copied as they are.
	Append(dst []byte, v Value) ([]byte, error)
}
