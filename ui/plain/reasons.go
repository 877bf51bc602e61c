package plain

import (
	"context"

	"cptui/graph"
	"cptui/graph/value"
)

// checkpointOf opens a top-level object that answers something about checkpoint i.
func (e *enc) checkpointOf(h *graph.History, i int) {
	e.top()
	e.ids(h.Thread(), h.NS(i), h.ID(i))
	e.key("step")
	if step, ok := h.Step(i); ok {
		e.num(int64(step))
	} else {
		e.null()
	}
}

// WhyJSON tells which tasks made checkpoint i, and what set each of them off.
func WhyJSON(ctx context.Context, h *graph.History, i int, reveal bool) ([]byte, error) {
	ran, err := h.Runtime.Ran(ctx, h, i)
	if err != nil {
		return nil, err
	}
	reasons, err := h.Why(ctx, i)
	if err != nil {
		return nil, err
	}
	e := &enc{reveal: reveal}
	e.checkpointOf(h, i)
	e.key("tasks")
	e.tasks(ran)
	e.key("reasons")
	e.reasons(h, reasons)
	e.end()
	return e.b, nil
}

// NextJSON tells what is due after checkpoint i, on which trigger, and which joins still wait for whom.
func NextJSON(ctx context.Context, h *graph.History, i int, reveal bool) ([]byte, error) {
	due, err := h.Runtime.Due(ctx, h, i)
	if err != nil {
		return nil, err
	}
	reasons, err := h.NextReasons(ctx, i)
	if err != nil {
		return nil, err
	}
	e := &enc{reveal: reveal}
	e.checkpointOf(h, i)
	e.key("next")
	if due.Known {
		e.strs(due.Next)
	} else {
		e.null()
	}
	e.key("tasks")
	e.tasks(due.Tasks)
	e.key("reasons")
	e.reasons(h, reasons)
	e.joins(due.Waits)
	if !h.Transcript && len(h.Children(i)) == 0 {
		f, err := h.Forecast(ctx, i)
		if err != nil {
			return nil, err
		}
		e.forecast(f)
	}
	e.end()
	return e.b, nil
}

// forecast says what a resume would do: which tasks run from their start, where inside of a graph that one called it goes
// on, which tasks are done and kept, which joins are complete then, and which still wait.
func (e *enc) forecast(f graph.Forecast) {
	task := func(t graph.Task) {
		e.key("task_id")
		e.str(t.ID)
		e.key("node")
		e.str(t.Name)
	}
	e.key("forecast")
	e.open('{')
	e.key("known")
	e.bool(f.Known)
	e.key("runs")
	e.open('[')
	for _, r := range f.Runs {
		e.open('{')
		task(r.Task)
		e.key("status")
		e.str(string(r.Status))
		e.key("inside")
		e.open('[')
		for _, path := range r.Inside {
			e.strs(path)
		}
		e.close(']')
		e.close('}')
	}
	e.close(']')
	e.key("keeps")
	e.open('[')
	for _, t := range f.Keeps {
		e.open('{')
		task(t)
		e.close('}')
	}
	e.close(']')
	e.key("then")
	e.strs(f.Then)
	e.joins(f.Waits)
	e.key("asks")
	e.open('[')
	for _, a := range f.Asks {
		e.open('{')
		e.key("task_id")
		e.str(a.TaskID)
		e.key("node")
		e.str(a.Node)
		e.key("question")
		e.val(a.Question)
		e.close('}')
	}
	e.close(']')
	e.key("deferred")
	e.strs(f.Deferred)
	e.close('}')
}

// joins are barriers, each with who has come and who is missing.
func (e *enc) joins(waits []graph.Join) {
	e.key("waits")
	e.open('[')
	for _, j := range waits {
		e.open('{')
		e.key("node")
		e.str(j.Node)
		e.key("channel")
		e.str(j.Channel)
		e.key("needs")
		e.strs(j.Needs)
		e.key("has")
		e.strs(j.Has)
		e.key("missing")
		e.strs(j.Missing())
		e.close('}')
	}
	e.close(']')
}

// SeenJSON is the versions_seen table: node × channel, seen against current, and each node's verdict.
func SeenJSON(ctx context.Context, h *graph.History, i int, reveal bool) ([]byte, error) {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return nil, err
	}
	reasons, err := h.SeenTable(ctx, i)
	if err != nil {
		return nil, err
	}
	rows, _ := h.Audited()
	check, err := h.Audit(ctx, rows, nil)
	if err != nil {
		return nil, err
	}
	e := &enc{reveal: reveal}
	e.checkpointOf(h, i)
	e.key("nodes")
	e.reasons(h, reasons)
	e.key("channel_versions")
	e.versions(cp.Versions)
	e.key("versions_seen")
	e.seen(cp.Seen)
	e.key("foretold")
	e.check(check)
	e.end()
	return e.b, nil
}

func (e *enc) reasons(h *graph.History, list []graph.Reason) {
	e.open('[')
	for _, r := range list {
		e.open('{')
		e.key("node")
		e.str(r.Node)
		e.key("verdict")
		e.str(r.Verdict)
		e.key("trigger")
		e.strOrNull(r.Trigger)
		e.key("trigger_guessed")
		e.bool(r.Guessed)
		e.key("version")
		e.val(r.Now)
		e.key("seen")
		e.val(r.Seen)
		e.key("count")
		e.num(int64(max(r.Count, 1)))
		e.key("written_by")
		e.strs(r.By)
		e.key("written_by_tasks")
		e.strs(r.ByTasks)
		e.key("missing")
		e.strs(r.Missing)
		e.key("not_due_to")
		e.strs(r.NotDueTo)
		e.key("last_ran")
		if r.LastRan >= 0 {
			e.str(h.ID(r.LastRan))
		} else {
			e.null()
		}
		e.close('}')
	}
	e.close(']')
}

// Side is one of two checkpoints that are compared; the zero Side is the empty state before a root.
type Side struct {
	Hist  *graph.History
	Index int
	State graph.State
}

// OpenSide opens the state of checkpoint i.
func OpenSide(ctx context.Context, h *graph.History, i int) (Side, error) {
	s, err := h.Runtime.State(ctx, h, i)
	return Side{Hist: h, Index: i, State: s}, err
}

// Compare tells what differs between two states, channel by channel. A state that is no mapping is one channel without a name.
func Compare(a, b Side) (changes []graph.Change, same []string) {
	return graph.ChangedChannels(named(a.State), named(b.State))
}

func named(s graph.State) graph.State {
	if s.Whole.Kind() != value.Invalid {
		return graph.State{Channels: []graph.Channel{{Name: "", Value: s.Whole}}}
	}
	return s
}
