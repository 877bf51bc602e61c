package talk

import (
	"slices"
	"time"

	"cptui/graph/value"
	"cptui/loaders/transcript"
)

// maxStored is the size from which the raw records of a step are not kept beside its state.
const maxStored = 32 << 20

func (t script) About(i int) (transcript.About, error) {
	b, n := t.s.at(i)
	s := &b.steps[n]
	size := int64(0)
	for _, rec := range s.recs {
		size += int64(b.recs[rec].Size)
	}
	var a transcript.About
	for _, rec := range s.recs {
		a.Records = append(a.Records, b.recordName(rec))
		if size > maxStored && rec != s.first {
			continue
		}
		raw, err := b.body(rec)
		if err != nil {
			return a, err
		}
		if size <= maxStored {
			a.Stored = append(a.Stored, value.Stored(value.JSON, raw))
		}
		if rec == s.first && !s.own {
			a.Metadata = append(a.Metadata, aside(raw)...)
		}
	}
	a.TS = b.stamp(b.moment(n))
	edge := "parent"
	if s.parent < 0 {
		edge = "root"
	}
	a.Metadata = append(a.Metadata, value.NamedEntry("line", value.NewInt(int64(b.recs[s.first].line))), transcript.Entry("edge", edge))
	if l, ok := b.lent[s.first]; ok {
		a.Metadata = append(a.Metadata, transcript.Entry("prompt_from", l.From))
	}
	if s.rest {
		a.Metadata = append(a.Metadata, transcript.Entry("usage", "what the run's total tells beyond the answers before"))
	}
	a.Metadata = append(a.Metadata, b.told(n)...)
	if len(t.s.books) > 1 {
		a.Metadata = append(a.Metadata, transcript.Entry("file", b.path))
	}
	return a, nil
}

// wordy are the members of a record that its messages tell.
var wordy = map[string]bool{"content": true, "message": true, "messages": true, "toolCalls": true, "tool_calls": true, "parts": true, "output": true,
	"arguments": true, "thoughts": true, "tool_use_result": true, "toolCallResult": true, "data": true, "kwargs": true, "$set": true, "summary": true}

// aside is what a record says beside the words: kept as stored.
func aside(body []byte) []value.Entry {
	var out []value.Entry
	Members(body, func(name string, raw []byte) {
		if !wordy[name] {
			out = append(out, value.NamedEntry(name, value.Stored(value.JSON, slices.Clone(raw))))
		}
	})
	return out
}

// moment is the record that a step's time is taken from: the last of those that say something.
func (b *Book) moment(n int32) ref {
	s := &b.steps[n]
	best := s.first
	for _, rec := range s.recs {
		if r := &b.recs[rec]; r.At != transcript.NoTime && (b.kindOf(rec) != Note && b.kindOf(rec) != Ahead) {
			best = rec
		}
	}
	return best
}

// at is the time of a step: where its own records tell none, that of bookkeeping in it.
func (b *Book) at(n int32) int64 {
	rec := b.moment(n)
	if l, ok := b.lent[rec]; ok {
		return l.Event.At
	}
	if at := b.recs[rec].At; at != transcript.NoTime || b.beside.until == 0 || int(n) != len(b.steps)-1 {
		return at
	}
	return b.beside.until
}

// stamp is the time of a record as stored.
func (b *Book) stamp(rec ref) string {
	if l, ok := b.lent[rec]; ok {
		return l.TS
	}
	if b.recs[rec].At == transcript.NoTime {
		if last := len(b.steps) - 1; b.beside.until != 0 && last >= 0 && b.moment(int32(last)) == rec {
			return transcript.TimeOf(b.beside.until).Format(time.RFC3339Nano)
		}
		return ""
	}
	raw, err := b.body(rec)
	if err != nil {
		return ""
	}
	return stampOf(raw)
}

func stampOf(raw []byte) string {
	for _, name := range []string{"timestamp", "created_at"} {
		if v := transcript.Spot(raw, name); len(v) > 0 {
			if v[0] == '"' {
				return text(v)
			}
			return string(v)
		}
	}
	return ""
}
