package talk

import (
	"maps"
	"slices"

	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/transcript"
)

// beside is what a file says of the session as a whole.
type beside struct {
	cwd, model, branch, mode string        // at its begin
	members                  []value.Entry // of a document: those beside its records, as stored
	usage                    loaders.Usage // of all answers
	paid                     bool
	since                    int64 // records that are older were taken over from another session; 0: none
	until                    int64 // when it was last active; 0 where it is not told
	labels                   map[string]string
}

// maxBeside bounds what is kept of a document's own members.
const maxBeside = 1 << 20

// hear takes over what a record says of the session, or of another record.
func (s *beside) hear(e *Event) {
	if e.Since != 0 {
		s.since = e.Since
	}
	switch {
	case e.Labels && e.Label == "":
		delete(s.labels, e.Target)
	case e.Labels:
		if s.labels == nil {
			s.labels = map[string]string{}
		}
		s.labels[e.Target] = e.Label
	}
}

// head takes over what a document says beside its records.
func (s *beside) head(e *Event, document []byte, lists []string) {
	s.cwd, s.model, s.branch, s.mode = e.CWD, e.Model, e.Branch, e.Mode
	s.usage, s.paid, s.until = e.Usage, e.Paid, e.Until
	s.members = nil
	size := 0
	Members(document, func(name string, raw []byte) {
		if size += len(name) + len(raw); size <= maxBeside && !slices.Contains(lists, name) {
			s.members = append(s.members, value.NamedEntry(name, transcript.Stored(slices.Clone(raw))))
		} else {
			size -= len(name) + len(raw)
		}
	})
}

func (s *beside) clone() beside {
	out := *s
	out.labels = maps.Clone(s.labels)
	return out
}

// begin is the state that the first step of a branch starts from.
func (s *beside) begin(next *transcript.State) {
	for _, f := range []struct {
		to *string
		v  string
	}{{&next.CWD, s.cwd}, {&next.Model, s.model}, {&next.Branch, s.branch}, {&next.Mode, s.mode}} {
		if f.v != "" {
			*f.to = f.v
		}
	}
}

// told is what is known of step n: what its file says of the session, at the first; the names that a person gave to its records.
func (b *Book) told(n int32) []value.Entry {
	var out []value.Entry
	if n == 0 && len(b.beside.members) > 0 {
		out = append(out, value.NamedEntry("session", value.NewMap(b.beside.members)))
	}
	var names []value.Value
	for _, rec := range b.steps[n].recs {
		if name, ok := b.beside.labels[b.recs[rec].id]; ok && b.recs[rec].of < 0 {
			names = append(names, value.NewString(name))
		}
	}
	if names != nil {
		out = append(out, value.NamedEntry("labels", value.NewList(names)))
	}
	return out
}

// settleAll gives what the session cost beyond its answers to the last of them: nothing tells it apart.
func (b *Book) settleAll() {
	if !b.beside.paid {
		return
	}
	var known loaders.Usage
	last := -1
	for n := range b.steps {
		add(&known, b.steps[n].cost)
		if b.steps[n].kind == transcript.Answer {
			last = n
		}
	}
	if last >= 0 {
		b.rest(int32(last), b.beside.usage, known)
	}
}
