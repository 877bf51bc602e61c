package plain

import (
	"context"

	"cptui/graph"
	"cptui/graph/value"
)

// RowJSON is one checkpoint in the form of `export --format jsonl`.
func RowJSON(ctx context.Context, h *graph.History, i int, values Values, reveal bool) ([]byte, error) {
	r, err := openRow(ctx, h, i, values)
	if err != nil {
		return nil, err
	}
	e := &enc{reveal: reveal}
	r.append(e)
	return e.b, nil
}

// LiveJSON is `show --live --json`: what a resume of the head i of its namespace would start from.
func LiveJSON(ctx context.Context, h *graph.History, i int, reveal bool) ([]byte, error) {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return nil, err
	}
	live, err := h.Runtime.Live(ctx, h, i)
	if err != nil {
		return nil, err
	}
	e := &enc{reveal: reveal}
	e.top()
	e.ids(cp.Thread, cp.NS, cp.ID)
	e.key("parent_checkpoint_id")
	e.strOrNull(cp.ParentID)
	e.place(cp)
	e.key("live")
	e.bool(true)
	e.key("values")
	e.state(live.State)
	e.rebuilt(h, live.State)
	e.key("unknown_channels")
	e.strs(live.Unknown)
	e.key("next")
	if live.Known || len(live.Next) > 0 {
		e.strs(live.Next)
	} else {
		e.null()
	}
	if !live.Known {
		e.key("next_open") // more may be due, which no row names
		e.bool(true)
	}
	e.key("tasks")
	e.tasks(live.Tasks)
	e.key("problems")
	e.strs(codes(cp.Problems, live.State.Problems))
	e.end()
	return e.b, nil
}

// PartJSON is one value out of a state.
func PartJSON(cp *graph.Checkpoint, p value.Path, v value.Value, reveal bool) []byte {
	e := &enc{reveal: reveal}
	e.top()
	e.ids(cp.Thread, cp.NS, cp.ID)
	e.key("path")
	e.str(p.String())
	e.key("value")
	e.val(v)
	e.end()
	return e.b
}
