package transcript

import (
	"context"

	"cptui/graph"
	"cptui/graph/value"
)

// Next says what comes after step i, as CLI.md has it: "tools" while a call has no result, "model" while a prompt or result
// has no answer, "" where nothing is due.
func (rt *Runtime) Next(i int) (string, []graph.Call, error) {
	open, err := rt.Script.Open(i)
	if err != nil || len(open) > 0 {
		return "tools", open, err
	}
	kind := rt.Kind(i)
	if kind != Results && kind != Input || rt.Stopped(i) || kind == Input && !rt.Asks(i) {
		return "", nil, nil
	}
	return "model", nil, nil
}

// Due tells what comes after a step: the calls that have no result yet at it, or an answer of the model. A call that was
// answered later carries its result already.
func (rt *Runtime) Due(_ context.Context, _ *graph.History, i int) (graph.Due, error) {
	d := graph.Due{Known: true, Next: []string{}}
	next, open, err := rt.Next(i)
	if err != nil || next == "" {
		return d, err
	}
	d.Next = []string{next}
	if next == "model" {
		d.Tasks = []graph.Task{{ID: rt.Hist.ID(i), Name: "model", Status: graph.TaskDue, Proof: graph.ProofPath}}
		return d, nil
	}
	for _, c := range open {
		d.Tasks = append(d.Tasks, rt.task(c))
	}
	return d, nil
}

// task is the task of one call, with its result where there is one.
func (rt *Runtime) task(c graph.Call) graph.Task {
	t := graph.Task{ID: c.ID, Name: "tool:" + c.Name, Status: graph.TaskDue, RanKnown: true, Proof: graph.ProofPath, Arg: c.Input}
	if c.Name == "" {
		t.Proof = graph.ProofUnknown
	}
	for _, k := range rt.Hist.Kids {
		if k.TaskID == t.ID && c.ID != "" {
			t.NS = k.NS
		}
	}
	if !c.Done {
		return t
	}
	t.Ran, t.Status, t.Result = true, graph.TaskDone, c.Result
	if c.Error {
		t.Status, t.Error = graph.TaskFailed, c.Result
	}
	return t
}

// Ran tells who made a step: the person, the model, the tools whose results came in, the compaction.
func (rt *Runtime) Ran(_ context.Context, _ *graph.History, i int) ([]graph.Task, error) {
	one := graph.Task{ID: rt.Hist.ID(i), Status: graph.TaskDone, Ran: true, RanKnown: true, Proof: graph.ProofPath}
	switch rt.Kind(i) {
	case Input:
		one.Name = "human"
	case Compact:
		one.Name = "compaction"
	case Answer:
		one.Name, one.ID = "model", rt.Author(i)
		if rt.Fails(i) {
			one.Status = graph.TaskFailed
			v, err := rt.failure(i)
			if err != nil {
				return nil, err
			}
			one.Error = v
		}
	case Results:
		calls, err := rt.Brought(i)
		if err != nil {
			return nil, err
		}
		out := make([]graph.Task, len(calls))
		for k, c := range calls {
			out[k] = rt.task(c)
		}
		return out, nil
	}
	return []graph.Task{one}, nil
}

// failure is what the API said in place of an answer.
func (rt *Runtime) failure(i int) (v value.Value, err error) {
	list, err := rt.Folds.MessagesOf(i)
	if err != nil {
		return v, err
	}
	for _, m := range list {
		v, _ = m.Value.Get("content")
	}
	if len(list) > 0 {
		return v, nil
	}
	says, err := rt.Says(i)
	return value.NewString(says), err
}
