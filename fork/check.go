package fork

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/langgraph"
)

// codecFor picks the codec of the base row; the new row is written in the same encoding.
func codecFor(cp *graph.Checkpoint) (value.Codec, error) {
	if base, _, _ := strings.Cut(cp.Encoding, "+"); base == "msgpack" || base == "json" { // what is encrypted is written as it is inside
		if codec := cp.Stored.Codec(); codec != nil {
			return codec, nil
		}
	}
	if cp.Encoding == "pickle" {
		return nil, fmt.Errorf("%w: checkpoint %s is a pickle, which can be read as data but not written again without running it (a row beside it in msgpack or json can be forked)", ErrRefused, cp.ID)
	}
	return nil, fmt.Errorf("%w: rows of type %q are not written (only msgpack and json)", ErrRefused, cp.Encoding)
}

// withRow is the thread as it will be: the old rows and the new one at the end.
type withRow struct {
	old *graph.History
	cp  *graph.Checkpoint
}

func (w withRow) Open(ctx context.Context, i int) (*graph.Checkpoint, error) {
	if i == w.cp.Index {
		return w.cp, nil
	}
	return w.old.Cached(ctx, i)
}

// checking reads what is about to be written as any reader will.
type checking struct {
	src   *langgraph.Source
	h     *graph.History
	row   checkpointRow
	base  *graph.Checkpoint
	asked string   // what shall be due: see Request.Next
	keeps *waiting // nil where nothing comes along
}

// next works out what is due after the new row; it must be what was asked for, and each task must wait for what it waited for
// where that was to be kept. What is odd in the base already (half a surrogate pair in a text) may be odd in the new row too:
// its bytes are kept.
func (c *checking) next(ctx context.Context) ([]string, error) {
	h, row := c.h, c.row
	rows := make([]graph.Row, h.Len(), h.Len()+1)
	for i := range rows {
		rows[i] = h.Row(i)
	}
	cp := c.src.Decode(langgraph.RawRow{Thread: row.Thread, NS: row.NS, ID: row.ID, Parent: row.Parent, Type: row.Type, Checkpoint: row.Body, Metadata: row.Metadata})
	cp.Index = len(rows)
	for _, p := range cp.Problems {
		if !slices.ContainsFunc(c.base.Problems, func(b graph.Problem) bool { return b.Code == p.Code && b.Message == p.Message }) {
			return nil, fmt.Errorf("%w: the new checkpoint does not read back: %s", ErrRefused, p.Message)
		}
	}
	if c.keeps != nil {
		cp.Writes = c.keeps.at(rowKey{row.NS, row.ID})
	}
	rows = append(rows, graph.Row{ID: row.ID, Parent: row.Parent, NS: row.NS, Step: cp.Step, Time: cp.Time, Source: cp.Source, Size: cp.Size, Ref: -1})
	next := &graph.History{DAG: graph.NewDAG(row.Thread, rows), Opener: withRow{h, cp}, Runtime: h.Runtime, Kids: h.Kids, Current: h.Current}
	due, err := next.Runtime.Due(ctx, next, cp.Index)
	if err != nil {
		return nil, err
	}
	if c.keeps != nil {
		if err := c.same(ctx, due.Tasks); err != nil {
			return nil, err
		}
	}
	if !due.Known {
		if c.asked == "" || c.asked == "keep" { // the base's own writes may name who is due: the same is due after it
			was, err := h.Runtime.Due(ctx, h, c.base.Index)
			if err == nil && was.Known {
				return was.Next, nil
			}
		}
		return nil, nil
	}
	if c.asked == "end" && len(due.Next) > 0 || c.asked != "" && c.asked != "keep" && c.asked != "end" && !slices.Equal(due.Next, []string{c.asked}) {
		return nil, fmt.Errorf("%w: after the fork %v would be due, not %q as asked", ErrRefused, due.Next, c.asked)
	}
	return due.Next, nil
}

// same holds where each task that is due at the fork has come as far as it had at the base.
func (c *checking) same(ctx context.Context, now []graph.Task) error {
	due, err := c.h.Runtime.Due(ctx, c.h, c.base.Index)
	if err != nil {
		return err
	}
	told := func(tasks []graph.Task) []string {
		var out []string
		for _, t := range tasks {
			if t.Status != graph.TaskDue { // that one has nothing to keep
				out = append(out, fmt.Sprintf("%s %s", t.Name, t.Status))
			}
		}
		return out
	}
	before, after := told(due.Tasks), told(now)
	if len(c.keeps.lost) == 0 && !slices.Equal(before, after) {
		return fmt.Errorf("%w: what waits would not be what it is: %s at %s, %s after the fork", ErrRefused, strings.Join(before, ", "), c.base.ID, strings.Join(after, ", "))
	}
	return nil
}
