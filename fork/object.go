package fork

import (
	"time"

	"cptui/graph/value"
	"cptui/loaders/jsonl"
)

// member is one key of a JSON object with its value's bytes, which are never read here: number text, escapes and signatures
// stay as they are.
type member struct {
	name string
	raw  []byte
}

// object is a JSON object whose members can be replaced one by one.
type object []member

// parseObject lists the members; of doubled keys the last one, in the place of the first.
func parseObject(raw []byte) object {
	var o object
	w := jsonl.Walk(raw)
	if w.Kind() != jsonl.Object || !w.Enter() {
		return nil
	}
	for w.Key() {
		name := jsonl.Unquote(w.Name)
		o.set(name, w.Skip())
	}
	return o
}

func (o object) get(name string) []byte {
	for _, m := range o {
		if m.name == name {
			return m.raw
		}
	}
	return nil
}

func (o *object) set(name string, raw []byte) {
	for i := range *o {
		if (*o)[i].name == name {
			(*o)[i].raw = raw
			return
		}
	}
	*o = append(*o, member{name, raw})
}

func (o *object) drop(names ...string) {
	kept := (*o)[:0]
	for _, m := range *o {
		gone := false
		for _, n := range names {
			gone = gone || m.name == n
		}
		if !gone {
			kept = append(kept, m)
		}
	}
	*o = kept
}

func (o object) bytes() []byte {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		out = value.AppendString(out, m.name)
		out = append(out, ':')
		out = append(out, m.raw...)
	}
	return append(out, '}')
}

func quoted(s string) []byte { return value.AppendString(nil, s) }

func stampNow(now time.Time) []byte { return quoted(now.UTC().Format("2006-01-02T15:04:05.000Z")) }
