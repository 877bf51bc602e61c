package plain

import (
	"context"

	"cptui/graph"
	"cptui/ui/view"
)

// step opens what the panes about one step need.
func step(ctx context.Context, h *graph.History, i int) (*graph.Moment, view.StepFacts, error) {
	m, err := h.Moment(ctx, i)
	if err != nil {
		return nil, view.StepFacts{}, err
	}
	facts, err := view.LoadStepFacts(ctx, h, m)
	return m, facts, err
}

// Moment prints what `show` says of one checkpoint: the card of its step, its state, its tasks and their writes, its row.
func (t *Text) Moment(ctx context.Context, h *graph.History, i int, env view.Env) error {
	m, facts, err := step(ctx, h, i)
	if err != nil {
		return err
	}
	t.title(h, i, env)
	t.Pane(view.NewStep(m, facts, env), openRows)
	t.Section("state", view.NewState(m, env), openRows)
	t.Section("tasks", view.NewTasks(m, env), openRows)
	t.Section("row", view.NewMeta(m, env), openRows)
	return nil
}

// Why prints the reasons of the tasks that made checkpoint i.
func (t *Text) Why(ctx context.Context, h *graph.History, i int, env view.Env) error {
	m, facts, err := step(ctx, h, i)
	if err != nil {
		return err
	}
	t.title(h, i, env)
	t.Pane(view.NewWhy(m, facts, env), openRows)
	return nil
}

// Next prints what is due after checkpoint i.
func (t *Text) Next(ctx context.Context, h *graph.History, i int, env view.Env) error {
	m, facts, err := step(ctx, h, i)
	if err != nil {
		return err
	}
	t.title(h, i, env)
	t.Pane(view.NewNext(m, facts, env), openRows)
	t.Section("tasks", view.NewDue(m, env), openRows)
	return nil
}

// Seen prints the table of nodes at checkpoint i, then every version that each of them has seen.
func (t *Text) Seen(ctx context.Context, h *graph.History, i int, env view.Env) error {
	m, err := h.Moment(ctx, i)
	if err != nil {
		return err
	}
	table, err := h.SeenTable(ctx, i)
	if err != nil {
		return err
	}
	t.title(h, i, env)
	pane := view.NewSeen(m, table, env)
	if len(table) > 0 {
		rows, whole := h.Audited()
		c, err := h.Audit(ctx, rows, nil)
		if err != nil {
			return err
		}
		pane.Foretell(t.own(view.ForetoldWords(c, whole)), c.Missed > 0)
	}
	t.Rows(pane)
	t.Section("versions seen", view.NewSeenTable(m, env), openRows)
	return nil
}

// title names the checkpoint that an answer is about.
func (t *Text) title(h *graph.History, i int, env view.Env) {
	line := view.Line{{Text: view.CleanLine(h.ID(i)), Style: view.Title}, {Text: "  " + stepWord(h.Row(i))},
		{Text: "  thread " + view.CleanLine(quoteBounds(h.Thread())), Style: view.Dim}}
	if ns := h.NS(i); ns != "" {
		line = append(line, view.Span{Text: "  in " + view.CleanLine(ns), Style: view.Dim})
	}
	if h.HeadOf(h.NS(i)) == i {
		line = append(line, view.Span{Text: "  head", Style: view.Strong})
	}
	t.Line(line)
}
