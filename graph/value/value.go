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
	kind Kind
	off  int32  // where raw begins in the blob it was cut from, as far as it is known
	raw  []byte // the value's own bytes in codec's encoding; nil for made values
	// codec reads raw; nil for made values.
	codec Codec
	made  *made // nil for stored values
}

// made is the content of a value that lies nowhere in a file.
type made struct {
	typ  string  // Object
	text string  // String, Int, Float, Bytes; "true" or "false" of a Bool
	kids []Entry // List, Map, Object
	// open gives n kids later, for what is too large to spell out before somebody looks (an array of numbers).
	open func() []Entry
	n    int
	orig *Value // the stored value that this one replaces, so that its codec can keep the outer form
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
	// Kind tells the kind alone, without building anything.
	Kind(raw []byte) Kind
	// Head tells the kind, the class path of an Object, and how many entries there are (-1: not known without a scan).
	Head(raw []byte) (k Kind, typ string, n int)
	// Text gives the text of a String, the digits of an Int or Float, the content of Bytes, "true" or "false" of a Bool.
	// The result may share memory with raw.
	Text(raw []byte, k Kind) string
	// Entries decodes one level. Children share memory with raw.
	Entries(raw []byte) []Entry
	// Span is the length of the first value in raw; false where it is cut short or unreadable.
	Span(raw []byte) (n int, ok bool)
	// Append encodes any value; spans of this codec are copied as they are.
	Append(dst []byte, v Value) ([]byte, error)
}

// Types of the contract that more than one package names.
const (
	TypeDamaged   = "damaged"                                         // entries offset, error, $value (Bytes)
	TypeExt       = "ext"                                             // entries code, $value (Bytes)
	TypeDelta     = "langgraph.checkpoint.serde.types._DeltaSnapshot" // entry value
	TypeSend      = "langgraph.types.Send"                            // entries node, arg
	TypeInterrupt = "langgraph.types.Interrupt"
	TypeArray     = "numpy.ndarray" // entries dtype, shape, $value
	TypeSet       = "builtins.set"  // entry $value
	TypeDict      = "builtins.dict" // entry $items: a JS Map
)

// MaxDepth is how deep anything here descends; below it there is "damaged".
const MaxDepth = 512
