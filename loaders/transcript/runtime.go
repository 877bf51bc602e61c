package transcript

import (
	"context"

	"cptui/graph"
	"cptui/graph/value"
)

// Runtime opens the steps of a session and says what ran and what is due: graph.Opener, graph.Runtime and graph.Briefer.
type Runtime struct {
	Script
	Folds *Fold
	Hist  *graph.History // the session's, once made: what leads from ids to steps
}

// NewRuntime makes a Runtime for a session; its History is set by the caller.
func NewRuntime(s Script) *Runtime { return &Runtime{Script: s, Folds: NewFold(s)} }

// Open reads one step and folds the state at it.
func (rt *Runtime) Open(ctx context.Context, i int) (*graph.Checkpoint, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	row := rt.Hist.Row(i)
	cp := &graph.Checkpoint{Index: i, ID: row.ID, Thread: rt.Hist.Thread(), NS: row.NS, ParentID: row.Parent, Time: row.Time,
		Source: row.Source, Step: row.Step, NoUpdated: true, Size: row.Size}
	var err error
	if cp.Channels, err = rt.Folds.channels(i); err != nil {
		return nil, err
	}
	if cp.Writes, err = rt.writes(i); err != nil {
		return nil, err
	}
	about, err := rt.About(i)
	if err != nil {
		return nil, err
	}
	cp.TS, cp.Records, cp.Metadata = about.TS, about.Records, value.NewMap(about.Metadata)
	cp.Stored = value.NewMap([]value.Entry{value.NamedEntry("records", value.NewList(about.Stored))})
	for _, p := range rt.Hist.Problems {
		if p.Checkpoint == cp.ID && p.NS == cp.NS {
			cp.Problems = append(cp.Problems, p)
		}
	}
	return cp, nil
}

// writes lists what a step added, by whom.
func (rt *Runtime) writes(i int) ([]graph.Write, error) {
	list, err := rt.Folds.MessagesOf(i)
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
		put(m.Task, m.Node, "messages", m.Value)
	}
	before, now, err := rt.Folds.Around(i)
	if err != nil {
		return nil, err
	}
	switch rt.Kind(i) {
	case Answer:
		task := rt.Author(i)
		if now.Usage != before.Usage {
			put(task, "model", "usage", usageMap(now.Usage))
		}
		if now.Model != before.Model {
			put(task, "model", "model", value.NewString(now.Model))
		}
	case Results:
		calls, err := rt.Brought(i)
		if err != nil {
			return nil, err
		}
		for _, c := range calls {
			switch rt.Touches(i, c.ID) {
			case "files":
				put(c.ID, "tool:"+c.Name, "files", now.FileMap())
			case "todos":
				put(c.ID, "tool:"+c.Name, "todos", now.TodoList())
			}
		}
	}
	return out, nil
}

// State is the state as it is folded: there is no other reader of it.
func (rt *Runtime) State(ctx context.Context, h *graph.History, i int) (graph.State, error) {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return graph.State{}, err
	}
	return graph.State{Channels: cp.Channels, Problems: cp.Problems}, nil
}

// Control is never true: what the program keeps for itself is in the metadata.
func (rt *Runtime) Control(string) bool { return false }

// Live is the state that a resume would go on from: that of the head itself, with what is due there.
func (rt *Runtime) Live(ctx context.Context, h *graph.History, i int) (*graph.Live, error) {
	st, err := rt.State(ctx, h, i)
	if err != nil {
		return nil, err
	}
	due, err := rt.Due(ctx, h, i)
	if err != nil {
		return nil, err
	}
	return &graph.Live{State: st, Next: due.Next, Left: due.Next, Known: due.Known, Tasks: due.Tasks}, nil
}

// keeper is a Script whose program keeps copies of the files that its tools change.
type keeper interface {
	// Kept are the files as they were when the turn that step i begins was asked for.
	Kept(i int) ([]graph.KeptFile, error)
}

// KeptFiles makes a Runtime a graph.FileKeeper: with nothing to give where the program keeps no copies.
func (rt *Runtime) KeptFiles(ctx context.Context, i int) ([]graph.KeptFile, error) {
	k, ok := rt.Script.(keeper)
	if !ok || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return k.Kept(i)
}

// Told are the messages of the step's own records. They are read past the cache: a walk over a whole session would only fill it.
func (rt *Runtime) Told(ctx context.Context, _ *graph.History, i int) ([]value.Value, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list, err := rt.Messages(i)
	if err != nil {
		return nil, err
	}
	out := make([]value.Value, len(list))
	for k, m := range list {
		out[k] = m.Value
	}
	return out, nil
}
