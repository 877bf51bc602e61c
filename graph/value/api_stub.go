package value

// This file fixes the names; each function moves into the file of its concept when it is built.

func (v Value) Kind() Kind                    { return v.kind }
func (v Value) Type() string                  { panic("not built") } // class path of an Object, else ""
func (v Value) Len() int                      { panic("not built") } // children; bytes of a String or Bytes
func (v Value) Entries() []Entry              { panic("not built") } // one level; nil for scalars
func (v Value) Get(name string) (Value, bool) { panic("not built") } // by string key, the last one of duplicates
func (v Value) At(i int) Value                { panic("not built") } // i-th child of any container
func (v Value) Str() string                   { panic("not built") } // String: its text (invalid UTF-8 kept)
func (v Value) Num() string                   { panic("not built") } // Int, Float: digits as stored, "NaN", "Infinity", "-Infinity"
func (v Value) Int64() (int64, bool)          { panic("not built") }
func (v Value) Truth() bool                   { panic("not built") }
func (v Value) Bytes() []byte                 { panic("not built") } // Bytes: content
func (v Value) Raw() []byte                   { return v.raw }       // stored span, nil for made values
func (v Value) Size() int                     { panic("not built") } // stored bytes (made: sum of its parts)
func (v Value) Hash() uint64                  { panic("not built") } // equal values have equal hashes, whatever the codec
func Equal(a, b Value) bool                   { panic("not built") } // order matters in lists, not in sets; NaN equals NaN; 1 and 1.0 differ

func Stored(c Codec, raw []byte) Value      { panic("not built") }
func NewNull() Value                        { panic("not built") }
func NewBool(b bool) Value                  { panic("not built") }
func NewInt(n int64) Value                  { panic("not built") }
func NewNumber(k Kind, digits string) Value { panic("not built") }
func NewString(s string) Value              { panic("not built") }
func NewBytes(b []byte) Value               { panic("not built") }
func NewList(items []Value) Value           { panic("not built") }
func NewMap(entries []Entry) Value          { panic("not built") }
func NewObject(typ string, e []Entry) Value { panic("not built") }
func NamedEntry(name string, v Value) Entry { panic("not built") }

// JSON is the plain JSON codec; LC also reads LangChain's envelopes ({"lc":1|2,"type":"constructor",…}) as Objects.
var JSON, LC Codec

// ParseJSON reads one whole JSON value (NaN and Infinity accepted); an error says the offset. The result is lazy.
func ParseJSON(raw []byte) (Value, error) { panic("not built") }

// ParseTyped reads the contract's typed JSON ("$type" objects) into values that codec can encode.
func ParseTyped(raw []byte, codec Codec) (Value, error) { panic("not built") }

// JSONOptions steer AppendJSON.
type JSONOptions struct {
	Indent string // "" for one line
	Reveal bool   // show secrets that their class hides
}

// AppendJSON writes the typed JSON of CLI.md. The result is always valid UTF-8 and valid JSON.
func AppendJSON(dst []byte, v Value, o JSONOptions) []byte { panic("not built") }

// AppendString writes a JSON string: no HTML escapes, lone surrogates and bad UTF-8 as U+FFFD.
func AppendString(dst []byte, s string) []byte { panic("not built") }

// Fault is damage or oddity found inside a value.
type Fault struct {
	Code    string // "unknown-ext", "blob-truncated", "blob-garbage", "unknown-type", …
	Offset  int64
	Message string
}

// Inspect walks the whole value and lists its faults, at most limit (0: no limit).
func Inspect(v Value, limit int) []Fault { panic("not built") }

// Path is a jq path: .plan.steps[1].status, .["odd name"], .messages[-1].
type Path []Step

// Step is one part of a Path: a name, or an index where Name is "" and IsIndex is true.
type Step struct {
	Name    string
	Index   int
	IsIndex bool
}

func ParsePath(s string) (Path, error)                  { panic("not built") }
func (p Path) String() string                           { panic("not built") }
func (p Path) In(v Value) (Value, bool)                 { panic("not built") }
func Set(root Value, p Path, v Value) (Value, error)    { panic("not built") } // made along the path, the rest untouched
func Delete(root Value, p Path) (Value, error)          { panic("not built") }
func Append(root Value, p Path, v Value) (Value, error) { panic("not built") }
