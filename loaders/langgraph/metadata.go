package langgraph

import (
	"fmt"

	"cptui/graph"
	"cptui/graph/value"
)

// metadata reads source, step and parents. It is the truth about the step (the id of a copy carries another), so that a row
// whose metadata tells none has none. Odd metadata costs nothing but its own fields.
func (o *opened) metadata(raw []byte) {
	cp := o.cp
	if o.src.schema.meta == "NULL" {
		cp.Metadata = value.NewMap(nil) // these tables have no place for any
		return
	}
	bad := func(offset int64, message string) { o.fault("bad-metadata", graph.Warning, offset, message) }
	if raw == nil {
		cp.NoStep = true
		bad(-1, "metadata is NULL")
		return
	}
	if _, err := value.ParseJSON(raw); err != nil {
		if sniffed(raw) == "msgpack" {
			cp.Metadata = o.stored(msgpackCodec, raw, "metadata")
		} else {
			cp.Metadata = value.NewString(string(raw))
			bad(0, "metadata is no JSON: "+err.Error())
			return
		}
	} else {
		cp.Metadata = value.Stored(o.lc(raw), raw)
	}
	m := cp.Metadata
	if m.Kind() != value.Map {
		cp.NoStep = true
		bad(-1, fmt.Sprintf("metadata is no object: %.200s", raw))
		return
	}
	if v, ok := m.Get("source"); ok && v.Kind() == value.String {
		cp.Source = v.Str()
	} else if ok && v.Kind() != value.Null {
		bad(-1, "metadata.source is no text")
	}
	step, ok := m.Get("step")
	n, whole := step.Int64()
	switch {
	case ok && step.Kind() == value.Int && whole:
		cp.Step, cp.NoStep = int(n), false
	default:
		cp.NoStep = true
		if ok && step.Kind() != value.Null {
			bad(-1, "metadata.step is no whole number")
		}
	}
	parents, ok := m.Get("parents")
	if ok && parents.Kind() == value.Map {
		for _, e := range parents.Entries() {
			cp.Parents = append(cp.Parents, graph.Version{Channel: e.Name(), Value: e.Val})
		}
	} else if ok && parents.Kind() != value.Null {
		bad(-1, "metadata.parents is no object")
	}
}
