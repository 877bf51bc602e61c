package plain

import (
	"context"

	"cptui/graph"
	"cptui/ui/view"
)

// Moment prints what `show` says of one checkpoint.
func (t *Text) Moment(m *graph.Moment, env view.Env) {
	t.Say("checkpoint ", m.ID)
	t.channels(m.State, env)
}

// Live prints what a resume would start from.
func (t *Text) Live(ctx context.Context, h *graph.History, i int, env view.Env) error {
	live, err := h.Runtime.Live(ctx, h, i)
	if err != nil {
		return err
	}
	t.channels(live.State, env)
	return nil
}

func (t *Text) channels(s graph.State, env view.Env) {
	for _, c := range s.Channels {
		t.Line(view.Line{{Text: view.CleanLine(c.Name), Style: view.KeyStyle}, {Text: "  " + env.Short(c.Value, max(t.Width-20, 20))}})
	}
}
