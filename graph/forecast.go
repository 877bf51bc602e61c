package graph

import (
	"context"
	"slices"
	"strings"

	"cptui/graph/value"
)

// Forecast is what a resume from the end of a branch would do, as far as the rows tell.
type Forecast struct {
	Known bool     // false: more may run than is named here
	Runs  []Resume // tasks that run from their start
	Keeps []Task   // tasks whose stored writes are taken in, without a run
	Then  []string // nodes whose join is complete once those are in
	Waits []Join   // joins that are not complete then either
	// Asks are the questions that want an answer before their task goes on.
	Asks []Asked
	// Deferred are nodes that are triggered and wait for the end of the run.
	Deferred []string
}

// Asked is an open question.
type Asked struct {
	Node, TaskID string
	Question     value.Value
}

// Resume is one task that a resume runs.
type Resume struct {
	Task
	// Inside are the nodes below it that run, where the task called a graph that stopped half way: each a path of nodes,
	// outermost first. The task itself then runs from its start too, and goes on into that graph where it stopped.
	Inside [][]string
}

// Again reports whether the task ran before, up to a question or an error.
func (r Resume) Again() bool { return r.Status == TaskWaits || r.Status == TaskFailed }

// Forecast works out what `invoke(None)` or an answer would run from checkpoint i, the end of a branch. Only the newest
// checkpoint of a thread keeps what its tasks have written: from an older one, addressed by its id, LangGraph runs them all.
func (h *History) Forecast(ctx context.Context, i int) (Forecast, error) {
	due, err := h.Runtime.Due(ctx, h, i)
	if err != nil {
		return Forecast{}, err
	}
	f := Forecast{Known: due.Known}
	head := h.HeadOf(h.NS(i)) == i
	tasks := due.Tasks
	if head {
		live, err := h.Runtime.Live(ctx, h, i)
		if err != nil {
			return f, err
		}
		tasks, f.Known = live.Tasks, live.Known
	}
	for _, t := range tasks {
		if head && t.Finished() {
			f.Keeps = append(f.Keeps, t)
			continue
		}
		r := Resume{Task: t}
		if head {
			if r.Inside, err = h.inside(ctx, t, 0); err != nil {
				return f, err
			}
		}
		f.Runs = append(f.Runs, r)
	}
	f.Then, f.Waits = Follows(tasks, due.Waits)
	for _, r := range f.Runs {
		for _, q := range r.Questions() {
			if q.Open && head {
				f.Asks = append(f.Asks, Asked{r.Name, r.ID, q.Asked})
			}
		}
	}
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return f, err
	}
	for _, c := range cp.Channels {
		if _, finished, deferred := afterFinish(c.Value); deferred && !finished && nodeOf(c.Name) != "" && strings.HasPrefix(c.Name, "branch:to:") {
			f.Deferred = append(f.Deferred, nodeOf(c.Name))
		}
	}
	return f, nil
}

// inside follows a task into the graph that it called, to the nodes at which that stopped.
func (h *History) inside(ctx context.Context, t Task, depth int) (paths [][]string, err error) {
	at := -1
	if t.NS != "" && depth < deepest {
		at = h.HeadOf(t.NS)
	}
	if at < 0 {
		return nil, nil
	}
	live, err := h.Runtime.Live(ctx, h, at)
	if err != nil {
		return nil, err
	}
	for _, in := range live.Tasks {
		if in.Finished() {
			continue
		}
		deeper, err := h.inside(ctx, in, depth+1)
		if err != nil {
			return nil, err
		}
		if len(deeper) == 0 {
			deeper = [][]string{nil}
		}
		for _, p := range deeper {
			paths = append(paths, append([]string{in.Name}, p...))
		}
	}
	return paths, nil
}

// Follows gives the nodes whose joins are complete once all that is due has run, and the joins that are not: of those that the row
// holds, and of those that finished tasks have written to, "join:a+b:c", which it does not hold yet.
func Follows(due []Task, waits []Join) (then []string, still []Join) {
	joins := slices.Clone(waits)
	at := map[string]int{}
	for k := range joins {
		at[joins[k].Channel] = k
	}
	has := map[string]bool{}
	for _, t := range due {
		has[t.Name] = true
		for _, w := range t.Writes {
			rest, ok := strings.CutPrefix(w.Channel, "join:")
			k := strings.LastIndexByte(rest, ':')
			if _, known := at[w.Channel]; !ok || k <= 0 || known {
				continue
			}
			at[w.Channel] = len(joins)
			joins = append(joins, Join{Channel: w.Channel, Node: rest[k+1:], Needs: strings.Split(rest[:k], "+")})
		}
	}
	for _, j := range joins {
		came := slices.Clone(j.Has)
		for _, n := range j.Needs {
			if has[n] && !slices.Contains(came, n) {
				came = append(came, n)
			}
		}
		j.Has = came
		switch {
		case len(j.Needs) == 0:
		case len(j.Missing()) > 0:
			still = append(still, j)
		case !slices.Contains(then, j.Node):
			then = append(then, j.Node)
		}
	}
	return then, still
}
