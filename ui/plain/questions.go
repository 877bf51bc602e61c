package plain

import (
	"context"

	"cptui/graph"
	"cptui/ui/view"
)

// Why prints the reasons of the tasks that made checkpoint i.
func (t *Text) Why(ctx context.Context, h *graph.History, i int, env view.Env) error {
	reasons, err := h.Why(ctx, i)
	if err != nil {
		return err
	}
	t.reasons(h, reasons, env)
	return nil
}

// Next prints what is due after checkpoint i.
func (t *Text) Next(ctx context.Context, h *graph.History, i int, env view.Env) error {
	reasons, err := h.NextReasons(ctx, i)
	if err != nil {
		return err
	}
	t.reasons(h, reasons, env)
	return nil
}

// Seen prints the table of nodes at checkpoint i.
func (t *Text) Seen(ctx context.Context, h *graph.History, i int, env view.Env) error {
	reasons, err := h.SeenTable(ctx, i)
	if err != nil {
		return err
	}
	t.reasons(h, reasons, env)
	return nil
}

func (t *Text) reasons(h *graph.History, list []graph.Reason, env view.Env) {
	for _, r := range list {
		t.Say(r.Node, "  ", r.Verdict, "  ", r.Trigger)
	}
}
