package langgraph

import (
	"bytes"
	"context"
	"strings"

	"cptui/graph/value"

	"zombiezen.com/go/sqlite"
)

// jsonCodec is the codec of a row's JSON cells: by who wrote the file, and by the generation of LangChain whose classes the rows
// are of. What is stored of an instance is the same through all of them; what the classes add to it is not.
func (o *opened) jsonCodec() value.Codec {
	switch {
	case o.src.JS() && o.cp.V > 0 && o.cp.V < newestV:
		return value.LCOld // LangGraph.js 0
	case o.src.JS():
		return value.LC
	case o.src.schema.id != "checkpoint_id":
		if _, _, uuid := readUUID6(o.cp.ID); !uuid {
			return value.LCPython0 // ids that are times: LangGraph 0.0
		}
		return value.LCPython
	case strings.HasPrefix(o.cp.Encoding, "json"):
		return value.LCPython // LangGraph 0.2.0 to 0.2.19
	}
	for _, tell := range []func() value.Codec{
		func() value.Codec { return codecOfMessages(o.cp.Stored.Raw()) },
		o.src.packedCodec,
	} {
		if c := tell(); c != nil {
			return c
		}
	}
	if o.cp.V >= newestV {
		return value.LCPython1
	}
	return value.LCPython
}

// lc is the codec of a JSON cell. Only an envelope tells the generations apart, and few cells hold one.
func (o *opened) lc(raw []byte) value.Codec {
	if !o.src.JS() && !bytes.Contains(raw, []byte(`"lc"`)) {
		return value.LCPython
	}
	return o.jsonCodec()
}

// codecOfMessages looks at messages in msgpack, which hold all their fields: langchain_core had an "example" in the messages of
// people and models before its version 1. Nil where there are none.
func codecOfMessages(packed []byte) value.Codec {
	const core = "langchain_core.messages."
	if !bytes.Contains(packed, []byte(core+"human")) && !bytes.Contains(packed, []byte(core+"ai")) {
		return nil
	}
	if bytes.Contains(packed, []byte("\xa7example")) {
		return value.LCPython
	}
	return value.LCPython1
}

// toldBy is how many rows from either end of the file are looked at for their messages.
const toldBy = 8

// packedCodec is what the messages in the newest and the oldest rows of the file tell of the library; nil where they do not.
// Read once.
func (s *Source) packedCodec() value.Codec {
	s.mu.Lock()
	known, codec := s.packedKnown, s.packed
	s.mu.Unlock()
	if known || !s.schema.hasRowID {
		return codec
	}
	err := s.with(context.Background(), func(c *sqlite.Conn) error {
		for _, order := range []string{" DESC", ""} {
			query := "SELECT checkpoint FROM (SELECT rowid AS r, checkpoint FROM checkpoints ORDER BY rowid" + order + " LIMIT ?1) WHERE octet_length(checkpoint) <= ?2 ORDER BY r" + order
			err := each(c, query, []key{{class: sqlite.TypeInteger, num: toldBy}, {class: sqlite.TypeInteger, num: sampleLimit}}, func(q *sqlite.Stmt) error {
				if codec = codecOfMessages(columnBytes(q, 0)); codec != nil {
					return errStop
				}
				return nil
			})
			if err != nil || codec != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil
	}
	s.mu.Lock()
	s.packedKnown, s.packed = true, codec
	s.mu.Unlock()
	return codec
}

// rereadJS reads a body of LangGraph.js again by its own format, once that is known.
func (o *opened) rereadJS(v value.Value) value.Value {
	if !o.src.JS() || v.Codec() == msgpackCodec {
		return v
	}
	format, _ := v.Get("v")
	n, _ := format.Int64()
	o.cp.V = int(n)
	return value.Stored(o.jsonCodec(), v.Raw())
}
