package claude

import (
	"context"
	"slices"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/jsonl"
)

// runtime opens the steps of a session and says what ran and what is due: graph.Opener, graph.Runtime and graph.Briefer.
type runtime struct{ s *session }

// Open reads one step and folds the state at it.
func (rt *runtime) Open(ctx context.Context, i int) (*graph.Checkpoint, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := rt.s
	u, n := s.at(i)
	row := s.hist.Row(i)
	cp := &graph.Checkpoint{Index: i, ID: row.ID, Thread: s.id, NS: row.NS, ParentID: row.Parent, Time: row.Time, Source: row.Source,
		Step: row.Step, NoUpdated: true, Size: row.Size}
	cp.TS = u.stamp(u.moment(n))
	var err error
	if cp.Channels, err = s.folds.channels(i); err != nil {
		return nil, err
	}
	if cp.Writes, err = s.writes(i); err != nil {
		return nil, err
	}
	if err := u.describe(cp, n); err != nil {
		return nil, err
	}
	for _, p := range s.faults {
		if p.Checkpoint == cp.ID && p.NS == cp.NS {
			cp.Problems = append(cp.Problems, p)
		}
	}
	return cp, nil
}

// maxStored is the size from which the raw records of a step are not kept beside its state.
const maxStored = 32 << 20

// describe sets what is known of a step beside its state: its records' ids, what their lines say but for the message, and
// the lines themselves.
func (u *unit) describe(cp *graph.Checkpoint, n int32) error {
	var lines []value.Value
	var about []value.Entry
	for _, i := range u.of(n) {
		cp.Records = append(cp.Records, u.recordName(i))
		if cp.Size > maxStored && i != u.steps[n].first {
			continue
		}
		body, err := u.body(i)
		if err != nil {
			return err
		}
		if cp.Size <= maxStored {
			lines = append(lines, value.Stored(value.JSON, body))
		}
		if i == u.steps[n].first {
			about = append(about, u.envelope(body)...)
		}
	}
	about = append(about, value.NamedEntry("line", value.NewInt(int64(u.recs[u.steps[n].first].line))), text("edge", u.edge(n)))
	cp.Metadata = value.NewMap(about)
	cp.Stored = value.NewMap([]value.Entry{value.NamedEntry("records", value.NewList(lines))})
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
				if v := spot(raw, k); v != nil {
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

// writes lists what a step added, by whom.
func (s *session) writes(i int) ([]graph.Write, error) {
	u, n := s.at(i)
	list, err := s.folds.messagesOf(u, n)
	if err != nil {
		return nil, err
	}
	var out []graph.Write
	idx := map[string]int{}
	put := func(task, node, channel string, v value.Value) {
		out = append(out, graph.Write{TaskID: task, Idx: idx[task], Channel: channel, Value: v, Node: node, Proof: graph.ProofPath})
		idx[task]++
	}
	for _, m := range list {
		put(m.task, m.node, "messages", m.value)
	}
	before, now, err := s.around(u, n)
	if err != nil {
		return nil, err
	}
	s.effects(u, n, before, now, put)
	return out, nil
}

// around gives the small channels before a step and after it; before the first step there are none.
func (s *session) around(u *unit, n int32) (before, now *small, err error) {
	if now, err = s.folds.at(u.base + int(n)); err != nil {
		return nil, nil, err
	}
	before = &small{}
	if p := u.steps[n].parent; p >= 0 {
		if before, err = s.folds.at(u.base + int(p)); err != nil {
			return nil, nil, err
		}
	}
	return before, now, nil
}

// effects tells which of the small channels a step wrote.
func (s *session) effects(u *unit, n int32, before, now *small, put func(task, node, channel string, v value.Value)) {
	switch u.steps[n].kind {
	case model:
		task := u.recordName(u.steps[n].first)
		if r := u.recs[u.steps[n].first]; r.msg != 0 {
			task = u.text(r.msg)
		}
		if now.usage != before.usage {
			put(task, "model", "usage", usageMap(now.usage))
		}
		if now.model != before.model {
			put(task, "model", "model", value.NewString(now.model))
		}
	case results:
		for _, i := range u.of(n) {
			for _, r := range u.resultsOf(i) {
				c := u.callFor(&r)
				if c == nil || r.err {
					continue
				}
				name := u.text(c.name)
				switch {
				case writers[name] && c.path != 0:
					put(u.text(c.id), "tool:"+name, "files", now.fileMap())
				case name == "TodoWrite" || name == "TaskCreate" || name == "TaskUpdate":
					put(u.text(c.id), "tool:"+name, "todos", now.todoList())
				}
			}
		}
	}
}

// State is the state as it is folded: there is no other reader of it.
func (rt *runtime) State(ctx context.Context, h *graph.History, i int) (graph.State, error) {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return graph.State{}, err
	}
	return graph.State{Channels: cp.Channels, Problems: cp.Problems}, nil
}

// Control is never true: what the program keeps for itself is in the metadata.
func (rt *runtime) Control(string) bool { return false }

// Live is the state that a resume would go on from: that of the head itself, with what is due there.
func (rt *runtime) Live(ctx context.Context, h *graph.History, i int) (*graph.Live, error) {
	st, err := rt.State(ctx, h, i)
	if err != nil {
		return nil, err
	}
	due, err := rt.Due(ctx, h, i)
	if err != nil {
		return nil, err
	}
	return &graph.Live{State: st, Next: due.Next, Tasks: due.Tasks}, nil
}
