package msgpack

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"cptui/graph/value"
)

// Codec reads and writes msgpack blobs.
var Codec value.Codec = codec{}

// codec reads a blob. Within one it is known whether the bytes end where the value ends (exact) or before that (broken); either way the
// last child takes what is left, so a blob nested a million deep opens level by level in constant time each.
type codec struct{ exact, broken bool }

const (
	truncated = "truncated: %d bytes are missing"
	cutHeader = "truncated: the value ends too early"
	badByte   = "the byte 0xc1 is no msgpack"
)

func (c codec) Name() string { return "msgpack" }

// damage tells why the value at b[0] itself cannot be read; damage further inside is not looked for.
func damage(b []byte, h head) string {
	switch h.form {
	case bad:
		return badByte
	case cut:
		return cutHeader
	case array, mapping:
		return ""
	}
	if missing := h.size + h.n - len(b); missing > 0 {
		return fmt.Sprintf(truncated, missing)
	}
	return ""
}

func (c codec) Kind(raw []byte) value.Kind {
	h := read(raw)
	switch h.form {
	case array:
		return value.List
	case mapping:
		return value.Map
	case bad, cut, extension:
		return value.Object
	}
	if h.size+h.n > len(raw) {
		return value.Object
	}
	return [...]value.Kind{null: value.Null, boolean: value.Bool, integer: value.Int, float: value.Float, str: value.String, bin: value.Bytes}[h.form]
}

func (c codec) Head(raw []byte) (value.Kind, string, int) {
	h := read(raw)
	if damage(raw, h) != "" {
		return value.Object, value.TypeDamaged, 3
	}
	k := c.Kind(raw)
	switch h.form {
	case array, mapping:
		n := h.n
		if h.form == mapping {
			n *= 2
		}
		if n > len(raw)-h.size {
			return k, "", -1
		}
		return k, "", h.n
	case extension:
		return k, readExt(raw, h).class(), -1
	}
	return k, "", 0
}

func (c codec) Text(raw []byte, k value.Kind) string {
	h := read(raw)
	if h.size+h.n > len(raw) {
		return ""
	}
	body := raw[h.size : h.size+h.n]
	switch h.form {
	case boolean:
		if raw[0] == 0xc3 {
			return "true"
		}
		return "false"
	case str, bin:
		return value.SharedText(body)
	case float:
		if h.n == 4 {
			return value.FormatFloat(float64(math.Float32frombits(binary.BigEndian.Uint32(body))))
		}
		return value.FormatFloat(math.Float64frombits(binary.BigEndian.Uint64(body)))
	case integer:
		return digits(raw[0], body)
	}
	return ""
}

// digits writes the integer whose first byte is c.
func digits(c byte, body []byte) string {
	if len(body) == 0 {
		return strconv.Itoa(int(int8(c)))
	}
	var u uint64
	for _, b := range body {
		u = u<<8 | uint64(b)
	}
	if c < 0xd0 {
		return strconv.FormatUint(u, 10)
	}
	shift := 64 - 8*len(body)
	return strconv.FormatInt(int64(u<<shift)>>shift, 10)
}

func (c codec) Entries(raw []byte) []value.Entry {
	h := read(raw)
	if why := damage(raw, h); why != "" {
		return value.Damaged(0, why, raw)
	}
	switch h.form {
	case array:
		return c.children(raw[h.size:], h.n, false)
	case mapping:
		return c.children(raw[h.size:], h.n, true)
	case extension:
		return readExt(raw, h).entries()
	}
	return nil
}

// children cuts n values or pairs out of b. The last one may be damaged and then holds all that is left.
func (c codec) children(b []byte, n int, pairs bool) []value.Entry {
	list := make([]value.Entry, 0, min(n, len(b), 1024))
	for i := 0; i < n; i++ {
		var e value.Entry
		if pairs {
			end := skip(b)
			if end < 0 {
				return append(list, value.Entry{Key: value.NewString("$damaged"), Val: broken(b)})
			}
			e.Key = value.Stored(codec{exact: true}, b[:end])
			b = b[end:]
		}
		end := len(b)
		switch {
		case i == n-1 && c.exact:
		case i == n-1 && c.broken:
			e.Val = broken(b)
			return append(list, e)
		default:
			if end = skip(b); end < 0 {
				e.Val = broken(b)
				return append(list, e)
			}
		}
		e.Val = value.Stored(codec{exact: true}, b[:end])
		list, b = append(list, e), b[end:]
	}
	return list
}

// broken is a child that cannot be skipped: where it is a container, its readable part still opens.
func broken(b []byte) value.Value { return value.Stored(codec{broken: true}, b) }

func (c codec) Span(raw []byte) (int, bool) {
	n := skip(raw)
	return max(n, 0), n >= 0
}
