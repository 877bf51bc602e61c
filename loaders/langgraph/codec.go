package langgraph

import (
	"fmt"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/msgpack"
)

// msgpackCodec reads LangGraph's msgpack with its extension types.
var msgpackCodec = msgpack.Codec

// wholeCheckpoint is the name of the cell that holds all of a checkpoint.
const wholeCheckpoint = "the checkpoint"

// decode reads a cell by its type column. A type that is missing, unknown or does not fit the bytes is told and the bytes are
// sniffed; what cannot be read is an Object that says why. what names the cell in messages.
func (o *opened) decode(typ string, typed bool, raw []byte, what string) value.Value {
	if base, cipher, ok := strings.Cut(typ, "+"); ok {
		return o.sealed(base, cipher, raw, what)
	}
	switch typ {
	case "null", "empty":
		return value.NewNull()
	case "bytes", "bytearray":
		return value.NewBytes(raw)
	}
	if raw == nil {
		o.fault("blob-garbage", graph.Error, -1, what+" is missing (NULL)")
		return damaged(nil, "NULL")
	}
	switch typ {
	case "pickle":
		return o.pickle(typ, raw, what)
	case "msgpack":
		if s := sniffed(raw); s == "json" {
			if _, err := value.ParseJSON(raw); err == nil {
				o.fault("unknown-type", graph.Warning, -1, what+" has type msgpack, but its bytes are JSON")
				return o.stored(o.lc(raw), raw, what)
			}
		}
		return o.stored(msgpackCodec, raw, what)
	case "json":
		if sniffed(raw) == "msgpack" {
			o.fault("unknown-type", graph.Warning, -1, what+" has type json, but its bytes are msgpack")
			return o.stored(msgpackCodec, raw, what)
		}
		return o.stored(o.lc(raw), raw, what)
	}
	if typed {
		o.fault("unknown-type", graph.Warning, -1, fmt.Sprintf("%s has type %q, which nobody knows; its bytes were read as what they look like", what, typ))
	} else if o.src.schema.typ != "NULL" {
		o.fault("unknown-type", graph.Warning, -1, what+" has no type; its bytes were read as what they look like")
	}
	switch sniffed(raw) {
	case "pickle":
		return o.pickle("", raw, what)
	case "msgpack":
		return o.stored(msgpackCodec, raw, what)
	case "json":
		return o.stored(o.lc(raw), raw, what)
	}
	if _, err := value.ParseJSON(raw); err == nil && !typed {
		return o.stored(o.lc(raw), raw, what)
	}
	return value.NewBytes(raw)
}

// peek reads the body of a checkpoint whose faults are told elsewhere.
func (s *Source) peek(typ string, raw []byte) value.Value {
	o := opened{src: s, cp: &graph.Checkpoint{}}
	return o.decode(typ, typ != "", raw, wholeCheckpoint)
}

// sniffed tells msgpack, json and pickle by their first bytes, "" where they do not tell: a msgpack map, array, text or
// extension; a JSON object, array or text.
func sniffed(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	switch b := raw[0]; {
	case b == 0x80 && len(raw) > 2 && raw[1] >= 2 && raw[1] <= 5 && raw[len(raw)-1] == '.':
		return "pickle"
	case b >= 0x80 && b <= 0xbf, b >= 0xc7 && b <= 0xc9, b >= 0xd4 && b <= 0xdf:
		return "msgpack"
	case b == '{' || b == '[' || b == '"' || b == ' ' || b == '\n':
		return "json"
	}
	return ""
}

// faultLimit is how many faults of one value are told.
const faultLimit = 20

// stored is a lazy value; its faults become problems of the checkpoint.
func (o *opened) stored(c value.Codec, raw []byte, what string) value.Value {
	v := value.Stored(c, raw)
	for _, f := range value.Inspect(v, faultLimit) {
		o.fault(f.Code, severityOf(f.Code), f.Offset, what+": "+f.Message)
	}
	return v
}

// severityOf is the severity of a problem code in the contract.
func severityOf(code string) graph.Severity {
	switch code {
	case "blob-truncated", "blob-garbage", "parent-cycle", "db-corrupt":
		return graph.Error
	case "encrypted", "pickle":
		return graph.Info
	}
	return graph.Warning
}

// damaged stands where bytes cannot be read.
func damaged(raw []byte, why string) value.Value {
	return value.NewObject(value.TypeDamaged, value.Damaged(0, why, raw))
}
