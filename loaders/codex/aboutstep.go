package codex

import (
	"slices"

	"cptui/graph/value"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// maxStored is the size from which the raw records of a step are not kept beside its state.
const maxStored = 32 << 20

func (t script) About(i int) (transcript.About, error) {
	u, n := t.s.at(i)
	size := int64(0)
	for _, rec := range u.of(n) {
		size += int64(u.recs[rec].size)
	}
	var a transcript.About
	first := u.steps[n].first
	for _, rec := range u.of(n) {
		a.Records = append(a.Records, u.recordName(rec))
		if size > maxStored && rec != first {
			continue
		}
		b, err := u.body(rec)
		if err != nil {
			return a, err
		}
		if size <= maxStored {
			a.Stored = append(a.Stored, value.Stored(value.JSON, b))
		}
		if rec == first {
			a.Metadata = append(a.Metadata, envelope(b)...)
		}
		if rec == u.moment(n) {
			a.TS = transcript.Stamp(b)
		}
	}
	edge := "parent"
	switch {
	case u.steps[n].parent >= 0:
	case u.before() >= 0:
		edge = "inherited"
	default:
		edge = "root"
	}
	a.Metadata = append(a.Metadata, value.NamedEntry("line", value.NewInt(int64(u.recs[first].line))), transcript.Entry("edge", edge))
	if len(t.s.units) > 1 {
		a.Metadata = append(a.Metadata, transcript.Entry("file", u.path))
	}
	return a, nil
}

// envelope is what a line says but for the words: kept as stored.
func envelope(body []byte) []value.Entry {
	var out []value.Entry
	w := jsonl.Walk(body)
	if !w.Enter() {
		return nil
	}
	for w.Key() {
		name := jsonl.Unquote(w.Name)
		raw := w.Skip()
		switch {
		case raw == nil:
			return out
		case name == "payload":
			for _, k := range []string{"type", "turn_id", "status", "phase", "internal_chat_message_metadata_passthrough"} {
				if v := transcript.Spot(raw, k); v != nil {
					out = append(out, value.NamedEntry("payload."+k, value.Stored(value.JSON, slices.Clone(v))))
				}
			}
		case name == "content" || name == "item" || name == "arguments" || name == "input" || name == "output" || name == "message":
		default:
			out = append(out, value.NamedEntry(name, value.Stored(value.JSON, slices.Clone(raw))))
		}
	}
	return out
}
