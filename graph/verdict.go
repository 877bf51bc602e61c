package graph

import (
	"context"

	"cptui/graph/value"
)

// Verdict is the status of the thread from the live view of its root head: interrupted where a question is open in any
// namespace that the head still waits for, else error where a task due failed, else pending where anything is due, else idle.
func (h *History) Verdict(ctx context.Context) (Verdict, error) {
	head := h.HeadOf("")
	if head < 0 {
		return Verdict{Status: "empty"}, nil
	}
	live, err := h.Runtime.Live(ctx, h, head)
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{Status: "idle", Since: h.Time(head), Next: live.Left, Unsure: !live.Known}
	for _, t := range live.Tasks {
		if v.Phase == "" && !t.Finished() {
			v.Phase = t.Name
		}
		if t.Finished() {
			v.Kept++
		}
	}
	if v.Phase == "" && len(live.Left) > 0 {
		v.Phase = live.Left[0]
	}
	if err := h.openTasks(ctx, live.Tasks, &v, 0); err != nil {
		return Verdict{}, err
	}
	switch {
	case len(v.Questions) > 0:
		v.Status = "interrupted"
	case v.Failed != "":
		v.Status = "error"
	case v.Phase != "":
		v.Status, v.Paused = "pending", true
	default:
		v.Kept = 0
		if v.Phase, err = h.lastNode(ctx, head); err != nil {
			return Verdict{}, err
		}
	}
	rows, err := h.ProblemRows(ctx, false)
	v.Problems = len(rows)
	return v, err
}

// deepest bounds how far graphs in graphs are followed.
const deepest = 16

// openTasks collects the questions and errors of tasks that are not finished, down into the graphs that they called.
func (h *History) openTasks(ctx context.Context, tasks []Task, v *Verdict, depth int) error {
	for _, t := range tasks {
		switch t.Status {
		case TaskWaits:
			for _, q := range t.Interrupts {
				v.ask(q)
			}
		case TaskFailed:
			if v.Failed == "" {
				v.Failed, v.Error = t.Name, ErrorText(t.Error)
			}
		}
		if t.Finished() || t.NS == "" || depth == deepest {
			continue
		}
		inner := h.HeadOf(t.NS)
		if inner < 0 {
			continue
		}
		live, err := h.Runtime.Live(ctx, h, inner)
		if err != nil {
			return err
		}
		if err := h.openTasks(ctx, live.Tasks, v, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// ask adds a question once: a task that called a graph repeats those of the graph.
func (v *Verdict) ask(q value.Value) {
	id := text(q, "id")
	for _, have := range v.Questions {
		if id != "" && id == text(have, "id") || value.Equal(have, q) {
			return
		}
	}
	v.Questions = append(v.Questions, q)
}

// lastNode is the last node that ran on the way to head.
func (h *History) lastNode(ctx context.Context, head int) (string, error) {
	const most = 8
	for i, n := head, 0; i >= 0 && n < most; i, n = h.Parent(i), n+1 {
		ran, err := h.Runtime.Ran(ctx, h, i)
		if err != nil {
			return "", err
		}
		for k := len(ran) - 1; k >= 0; k-- {
			if ran[k].Name != byUpdate {
				return ran[k].Name, nil
			}
		}
	}
	return "", nil
}
