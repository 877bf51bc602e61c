package claude

import (
	"context"
	"slices"

	"cptui/graph"
	"cptui/graph/value"
)

// Due tells what comes after a step: the calls that have no result yet at it, or an answer of the model. A call that was
// answered later carries its result already.
func (rt *runtime) Due(_ context.Context, _ *graph.History, i int) (graph.Due, error) {
	u, n := rt.s.at(i)
	d := graph.Due{Known: true, Next: []string{}}
	next, open := u.due(n)
	if next == "" {
		return d, nil
	}
	d.Next = []string{next}
	if next == "model" {
		d.Tasks = []graph.Task{{ID: u.name(n), Name: "model", Status: graph.TaskDue, Proof: graph.ProofPath}}
		return d, nil
	}
	for k := range open {
		t, err := rt.s.callTask(u, &open[k])
		if err != nil {
			return d, err
		}
		d.Tasks = append(d.Tasks, t)
	}
	return d, nil
}

// callTask is the task of one call, with its result where one is in the file.
func (s *session) callTask(u *unit, c *call) (graph.Task, error) {
	t := graph.Task{ID: u.text(c.id), Name: "tool:" + u.text(c.name), Status: graph.TaskDue, RanKnown: true, Proof: graph.ProofPath}
	b, err := u.block(c)
	if err != nil {
		return t, err
	}
	if in := spot(b, "input"); in != nil {
		t.Arg = value.Stored(value.JSON, slices.Clone(in))
	}
	for _, k := range s.kids {
		if k.TaskID == t.ID {
			t.NS = k.NS
		}
	}
	if n := u.resultOf[c.id]; n >= 0 {
		err = u.settle(&t, &u.results[n])
	}
	return t, err
}

// settle gives a task its result.
func (u *unit) settle(t *graph.Task, r *result) error {
	body, err := u.body(r.rec)
	if err != nil {
		return err
	}
	id := u.text(r.id)
	for _, b := range blocks(content(body)) {
		if word(spot(b, "tool_use_id")) != id {
			continue
		}
		if c := spot(b, "content"); c != nil {
			t.Result = value.Stored(value.JSON, slices.Clone(c))
		}
	}
	t.Ran, t.Status = true, graph.TaskDone
	if r.err {
		t.Status, t.Error = graph.TaskFailed, t.Result
	}
	return nil
}

// Ran tells who made a step: the person, the model, the tools whose results came in, the compaction.
func (rt *runtime) Ran(_ context.Context, _ *graph.History, i int) ([]graph.Task, error) {
	s := rt.s
	u, n := s.at(i)
	st := &u.steps[n]
	one := graph.Task{ID: u.name(n), Status: graph.TaskDone, Ran: true, RanKnown: true, Proof: graph.ProofPath}
	switch st.kind {
	case input:
		one.Name = "human"
	case compact:
		one.Name = "compaction"
	case model:
		one.Name = "model"
		if st.msg != 0 {
			one.ID = u.text(st.msg)
		}
		if u.fails(n) {
			list, err := s.folds.messagesOf(u, n)
			if err != nil {
				return nil, err
			}
			one.Status = graph.TaskFailed
			for _, m := range list {
				one.Error, _ = m.value.Get("content")
			}
		}
	case results:
		return s.resultTasks(u, n)
	}
	return []graph.Task{one}, nil
}

// resultTasks are the calls whose results a step brought, in the order of the file.
func (s *session) resultTasks(u *unit, n int32) ([]graph.Task, error) {
	var out []graph.Task
	for _, i := range u.of(n) {
		for _, r := range u.resultsOf(i) {
			t := graph.Task{ID: u.text(r.id), Name: "tool:", RanKnown: true, Proof: graph.ProofUnknown}
			var err error
			if c := u.callFor(&r); c != nil {
				t, err = s.callTask(u, c)
			}
			if err == nil {
				err = u.settle(&t, &r)
			}
			if err != nil {
				return nil, err
			}
			out = append(out, t)
		}
	}
	return out, nil
}
