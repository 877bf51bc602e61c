package claude

import (
	"slices"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// script tells what the steps of a session are: transcript.Script, by DAG index.
type script struct{ s *session }

var stepKinds = [...]transcript.Kind{input: transcript.Input, model: transcript.Answer, results: transcript.Results, compact: transcript.Compact}

func (t script) Kind(i int) transcript.Kind {
	u, n := t.s.at(i)
	return stepKinds[u.steps[n].kind]
}

func (t script) Parent(i int) int {
	u, n := t.s.at(i)
	if p := u.steps[n].parent; p >= 0 {
		return u.base + int(p)
	}
	return -1
}

func (t script) Depth(i int) int     { u, n := t.s.at(i); return int(u.steps[n].depth) }
func (t script) Prompted(i int) bool { u, n := t.s.at(i); return u.prompted(n) }
func (t script) Asks(i int) bool     { u, n := t.s.at(i); return u.asksModel(n) }
func (t script) Stopped(i int) bool  { u, n := t.s.at(i); return u.stoppedIn(n) }
func (t script) Fails(i int) bool    { u, n := t.s.at(i); return u.fails(n) }
func (t script) Synthetic(i int) bool {
	u, n := t.s.at(i)
	return u.recs[u.steps[n].first].is(synthetic)
}

// Author is the id of the message, else of the record that makes the step.
func (t script) Author(i int) string {
	u, n := t.s.at(i)
	if r := u.recs[u.steps[n].first]; r.msg != 0 {
		return u.Text(r.msg)
	}
	return u.name(n)
}

func (t script) Says(i int) (string, error) {
	u, n := t.s.at(i)
	if u.steps[n].kind == compact {
		return u.compaction(n)
	}
	return u.says(n)
}

func (t script) Typed(i int) (string, error) {
	u, n := t.s.at(i)
	b, err := u.body(u.steps[n].first)
	return transcript.TextOf(content(b)), err
}

func (t script) Called(i int) ([]graph.Call, error)  { u, n := t.s.at(i); return u.asks(n) }
func (t script) Brought(i int) ([]graph.Call, error) { u, n := t.s.at(i); return u.brought(n) }

func (t script) Open(i int) ([]graph.Call, error) {
	u, n := t.s.at(i)
	var out []graph.Call
	for _, c := range u.pending(n) {
		call, err := u.call(&c)
		if r := u.resultOf[c.id]; err == nil && r >= 0 {
			err = u.settle(&call, &u.results[r])
		}
		if err != nil {
			return nil, err
		}
		out = append(out, call)
	}
	return out, nil
}

func (t script) Touches(i int, id string) string {
	u, n := t.s.at(i)
	for _, rec := range u.of(n) {
		for _, r := range u.resultsOf(rec) {
			c := u.callFor(&r)
			if c == nil || r.err || u.Text(r.id) != id {
				continue
			}
			switch name := u.Text(c.name); {
			case writers[name] && c.path != 0:
				return "files"
			case name == "TodoWrite" || name == "TaskCreate" || name == "TaskUpdate":
				return "todos"
			}
		}
	}
	return ""
}

func (t script) Messages(i int) ([]transcript.Message, error) {
	u, n := t.s.at(i)
	return u.messages(n)
}

func (t script) Compacted(i int, own []transcript.Message) ([]transcript.Message, error) {
	u, n := t.s.at(i)
	return t.s.afterCompaction(u, n, own)
}

func (t script) Fold(next *transcript.State, i int) error {
	u, n := t.s.at(i)
	for _, r := range u.of(n) {
		u.context(next, r)
	}
	for _, c := range u.paid(n) {
		add(&next.Usage, c)
		next.Paid = true
	}
	if u.steps[n].kind != results {
		return nil
	}
	for _, rec := range u.of(n) {
		for _, r := range u.resultsOf(rec) {
			if err := u.effect(next, &r, n); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t script) About(i int) (transcript.About, error) {
	u, n := t.s.at(i)
	size := int64(0)
	for _, r := range u.of(n) {
		size += int64(u.recs[r].size)
	}
	a := transcript.About{TS: u.stamp(u.moment(n))}
	err := u.describe(&a, n, size)
	return a, err
}

// maxStored is the size from which the raw records of a step are not kept beside its state.
const maxStored = 32 << 20

// describe sets what is known of a step beside its state: its records' ids, what their lines say but for the message, and
// the lines themselves.
func (u *unit) describe(a *transcript.About, n int32, size int64) error {
	for _, i := range u.of(n) {
		a.Records = append(a.Records, u.recordName(i))
		if size > maxStored && i != u.steps[n].first {
			continue
		}
		body, err := u.body(i)
		if err != nil {
			return err
		}
		if size <= maxStored {
			a.Stored = append(a.Stored, value.Stored(value.JSON, body))
		}
		if i == u.steps[n].first {
			a.Metadata = append(a.Metadata, u.envelope(body)...)
		}
	}
	a.Metadata = append(a.Metadata, value.NamedEntry("line", value.NewInt(int64(u.recs[u.steps[n].first].line))), transcript.Entry("edge", u.edge(n)))
	return nil
}

// edge names the kind of a step's link to its parent.
func (u *unit) edge(n int32) string {
	r := &u.recs[u.steps[n].first]
	switch {
	case u.steps[n].parent < 0:
		return "root"
	case r.is(repaired):
		return "repaired"
	case r.is(logical):
		return "logical"
	}
	return "parent"
}

// envelope is what a line says but for its message: kept as stored.
func (u *unit) envelope(body []byte) []value.Entry {
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
		case name == "message":
			for _, k := range []string{"stop_reason", "stop_sequence", "usage"} {
				if v := transcript.Spot(raw, k); v != nil {
					out = append(out, value.NamedEntry(k, value.Stored(value.JSON, slices.Clone(v))))
				}
			}
		case name == "toolUseResult" || name == "attachment" || name == "content":
		default:
			out = append(out, value.NamedEntry(name, value.Stored(value.JSON, slices.Clone(raw))))
		}
	}
	return out
}
