package msgpack

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"cptui/graph/value"
)

// Append encodes v. Spans of this codec are copied as they are; a made value that replaces a stored extension keeps that one's code,
// module, class and method. A class whose stored form is not known is an error.
func (c codec) Append(dst []byte, v value.Value) ([]byte, error) { return write(dst, v, 0) }

func write(dst []byte, v value.Value, depth int) (_ []byte, err error) {
	if depth > value.MaxDepth {
		return dst, fmt.Errorf("encode msgpack: nested deeper than %d", value.MaxDepth)
	}
	if _, ok := v.Codec().(codec); ok {
		return append(dst, v.Raw()...), nil
	}
	switch v.Kind() {
	case value.Null:
		return append(dst, 0xc0), nil
	case value.Bool:
		if v.Truth() {
			return append(dst, 0xc3), nil
		}
		return append(dst, 0xc2), nil
	case value.Int:
		return appendInt(dst, v.Num())
	case value.Float:
		f, err := strconv.ParseFloat(v.Num(), 64)
		if err != nil {
			return dst, fmt.Errorf("encode msgpack: %s is beyond a 64-bit float", v.Num())
		}
		bits := math.Float64bits(f)
		if f != f {
			bits = 0x7ff8 << 48 // the NaN that Python writes; Go's has another bit set
		}
		return binary.BigEndian.AppendUint64(append(dst, 0xcb), bits), nil
	case value.String:
		return append(appendLen(dst, str, len(v.Str())), v.Str()...), nil
	case value.Bytes:
		return append(appendLen(dst, bin, len(v.Bytes())), v.Bytes()...), nil
	case value.List:
		list := v.Entries()
		dst = appendLen(dst, array, len(list))
		for _, e := range list {
			if dst, err = write(dst, e.Val, depth+1); err != nil {
				return dst, err
			}
		}
		return dst, nil
	case value.Map:
		return writeMap(dst, v.Entries(), depth)
	case value.Object:
		return writeObject(dst, v, depth)
	}
	return dst, fmt.Errorf("encode msgpack: there is no value")
}

func writeMap(dst []byte, list []value.Entry, depth int) (_ []byte, err error) {
	dst = appendLen(dst, mapping, len(list))
	for _, e := range list {
		if dst, err = write(dst, e.Key, depth+1); err != nil {
			return dst, err
		}
		if dst, err = write(dst, e.Val, depth+1); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

func appendInt(dst []byte, s string) ([]byte, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && n < 0 {
		switch {
		case n >= -32:
			return append(dst, byte(n)), nil
		case n >= math.MinInt8:
			return append(dst, 0xd0, byte(n)), nil
		case n >= math.MinInt16:
			return binary.BigEndian.AppendUint16(append(dst, 0xd1), uint16(n)), nil
		case n >= math.MinInt32:
			return binary.BigEndian.AppendUint32(append(dst, 0xd2), uint32(n)), nil
		}
		return binary.BigEndian.AppendUint64(append(dst, 0xd3), uint64(n)), nil
	}
	if s == "-0" {
		s = "0"
	}
	u, err := strconv.ParseUint(s, 10, 64)
	switch {
	case err != nil:
		return dst, fmt.Errorf("encode msgpack: %s is beyond a 64-bit integer", s)
	case u < 0x80:
		return append(dst, byte(u)), nil
	case u <= math.MaxUint8:
		return append(dst, 0xcc, byte(u)), nil
	case u <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, 0xcd), uint16(u)), nil
	case u <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, 0xce), uint32(u)), nil
	}
	return binary.BigEndian.AppendUint64(append(dst, 0xcf), u), nil
}

// appendLen writes the shortest header of a text, bytes, array or map.
func appendLen(dst []byte, f form, n int) []byte {
	var short, limit int
	var wide byte // the code with a length of one byte (str, bin) or two (array, map)
	switch f {
	case str:
		short, limit, wide = 0xa0, 32, 0xd9
	case bin:
		short, limit, wide = 0, 0, 0xc4
	case array:
		short, limit, wide = 0x90, 16, 0xdc
	case mapping:
		short, limit, wide = 0x80, 16, 0xde
	}
	if n < limit {
		return append(dst, byte(short+n))
	}
	if f == str || f == bin {
		if n <= math.MaxUint8 {
			return append(dst, wide, byte(n))
		}
		wide++
	}
	if n <= math.MaxUint16 {
		return binary.BigEndian.AppendUint16(append(dst, wide), uint16(n))
	}
	return binary.BigEndian.AppendUint32(append(dst, wide+1), uint32(n))
}

// appendExt writes an extension around its payload.
func appendExt(dst []byte, code int8, payload []byte) []byte {
	n := len(payload)
	switch {
	case n == 1 || n == 2 || n == 4 || n == 8 || n == 16:
		fix := byte(0xd4)
		for ; 1<<(fix-0xd4) < n; fix++ {
		}
		dst = append(dst, fix)
	case n <= math.MaxUint8:
		dst = append(dst, 0xc7, byte(n))
	case n <= math.MaxUint16:
		dst = binary.BigEndian.AppendUint16(append(dst, 0xc8), uint16(n))
	default:
		dst = binary.BigEndian.AppendUint32(append(dst, 0xc9), uint32(n))
	}
	return append(append(dst, byte(code)), payload...)
}

func writeObject(dst []byte, v value.Value, depth int) ([]byte, error) {
	if v.Type() == value.TypeExt {
		code, _ := v.Get("code")
		data, _ := v.Get("$value")
		n, ok := code.Int64()
		if !ok || n < math.MinInt8 || n > math.MaxInt8 || data.Kind() != value.Bytes {
			return dst, fmt.Errorf("encode msgpack: an ext has a code and bytes")
		}
		return appendExt(dst, int8(n), data.Bytes()), nil
	}
	if o, ok := v.Origin(); ok && o.Type() == v.Type() {
		if _, mine := o.Codec().(codec); mine {
			return rewrite(dst, o, v, depth)
		}
	}
	c, err := construct(v)
	if err != nil {
		return dst, err
	}
	payload, err := c.payload(depth)
	if err != nil {
		return dst, err
	}
	return appendExt(dst, c.code, payload), nil
}

// rewrite writes v in the outer form of the stored extension o: only its argument is new.
func rewrite(dst []byte, o, v value.Value, depth int) ([]byte, error) {
	h := read(o.Raw())
	if h.form != extension || damage(o.Raw(), h) != "" {
		return dst, fmt.Errorf("encode msgpack: a damaged value cannot be changed")
	}
	e := readExt(o.Raw(), h)
	var arg value.Value
	switch {
	case !e.known || e.code == codeArray:
		return dst, fmt.Errorf("encode msgpack: a value of type %s cannot be changed in part", v.Type())
	case e.code == codeDelta:
		val, ok := v.Get("value")
		if !ok {
			return dst, fmt.Errorf("encode msgpack: a delta snapshot has one entry, value")
		}
		payload, err := write(nil, val, depth+1)
		return appendExt(dst, codeDelta, payload), err
	case e.code == codeOne || e.code == codeMethod || e.code == codeArgs:
		list, err := value.Arguments(v)
		if err != nil {
			return dst, fmt.Errorf("encode msgpack: %w", err)
		}
		switch {
		case e.code == codeArgs:
			arg = value.NewList(list)
		case len(list) == 1:
			arg = list[0]
		default:
			return dst, fmt.Errorf("encode msgpack: %s takes one value", v.Type())
		}
	default:
		if val, ok := v.Get("$value"); ok && v.Len() == 1 {
			if v.Type() == "datetime.time" {
				return dst, fmt.Errorf("encode msgpack: a datetime.time cannot be changed yet")
			}
			arg = val
			break
		}
		arg = value.NewMap(v.Entries())
	}
	end := skip(e.rest)
	if end < 0 {
		return dst, fmt.Errorf("encode msgpack: a damaged value cannot be changed")
	}
	payload := append([]byte(nil), e.payload[:len(e.payload)-len(e.rest)]...)
	payload, err := write(payload, arg, depth+1)
	if err != nil {
		return dst, err
	}
	return appendExt(dst, e.code, append(payload, e.rest[end:]...)), nil
}

// call is an extension in the making: [module, name, argument, method?].
type call struct {
	code         int8
	module, name string
	arg          value.Value
	method       string
}

func (c call) payload(depth int) ([]byte, error) {
	if c.code == codeDelta {
		return write(nil, c.arg, depth+1)
	}
	n := 3
	if c.method != "" {
		n = 4
	}
	b := appendLen(nil, array, n)
	b = append(appendLen(b, str, len(c.module)), c.module...)
	b = append(appendLen(b, str, len(c.name)), c.name...)
	b, err := write(b, c.arg, depth+1)
	if c.method != "" {
		b = append(appendLen(b, str, len(c.method)), c.method...)
	}
	return b, err
}

// construct chooses the form in which LangGraph itself stores an instance of the class.
func construct(v value.Value) (c call, err error) {
	typ := v.Type()
	at := strings.LastIndexByte(typ, '.')
	if at < 0 {
		return c, fmt.Errorf("encode msgpack: no form for %s", typ)
	}
	c.module, c.name = typ[:at], typ[at+1:]
	_, hasValue := v.Get("$value")
	_, hasArgs := v.Get("$args")
	switch {
	case typ == value.TypeArray || typ == value.TypeDict || value.IsSecret(typ) || typ == "builtins.complex" || typ == "datetime.time" || typ == "datetime.timezone":
		return c, unknown(typ)
	case typ == value.TypeDelta:
		c.code = codeDelta
		val, ok := v.Get("value")
		if !ok {
			return c, fmt.Errorf("encode msgpack: a delta snapshot has one entry, value")
		}
		c.arg = val
		return c, nil
	case typ == value.TypeInterrupt || typ == "langgraph.types.Command":
		c.code, c.arg = codeKeywords, value.NewMap(v.Entries())
		return c, nil
	case typ == value.TypeSend || hasArgs || typ == "re.Pattern" || typ == "datetime.date" || typ == "datetime.timedelta" || c.module == "pathlib":
		c.code = codeArgs
		if typ == "re.Pattern" {
			c.name = "compile"
		}
		list, err := value.Arguments(v)
		if err != nil {
			return c, fmt.Errorf("encode msgpack: %w", err)
		}
		c.arg = value.NewList(list)
		return c, nil
	case hasValue:
		if typ == "datetime.datetime" {
			c.code, c.method = codeMethod, "fromisoformat"
		}
		list, err := value.Arguments(v)
		if err != nil {
			return c, fmt.Errorf("encode msgpack: %w", err)
		}
		c.arg = list[0]
		return c, nil
	case strings.HasPrefix(typ, "langchain_core."):
		c.code, c.arg, c.method = codeModel, value.NewMap(v.Entries()), "model_validate_json"
		return c, nil
	}
	return c, unknown(typ)
}

func unknown(typ string) error {
	return fmt.Errorf("encode msgpack: how an instance of %s is stored is not known (change the fields of a stored one instead)", typ)
}
