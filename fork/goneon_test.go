package fork

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"cptui/loaders/langgraph"
)

// TestGoneOn: what came into the file between the plan and the write stops the write.
func TestGoneOn(t *testing.T) {
	const copied = `INSERT INTO checkpoints SELECT '%s', checkpoint_ns, '%s', parent_checkpoint_id, type, checkpoint, metadata FROM checkpoints
		WHERE thread_id = 'tree-1' AND checkpoint_ns = '' LIMIT 1`
	for _, c := range []struct{ what, thread, id, to, want string }{
		{"the thread went on", "tree-1", "ffffffff-ffff-6fff-8000-ffffffffffff", "", "gone on to ffffffff"},
		{"another made the new thread", "new", "00000000-0000-6000-8000-000000000000", "new", "already there"},
	} {
		t.Run(c.what, func(t *testing.T) {
			ctx := context.Background()
			path := database(t, "fork-tree")
			src := open(t, path)
			h, err := src.Thread(ctx, "tree-1")
			if err != nil {
				t.Fatal(err)
			}
			plan, err := Make(ctx, src, Request{Path: path, Thread: "tree-1", Checkpoint: h.ID(h.Current), ToThread: c.to})
			if err != nil {
				t.Fatal(err)
			}
			execute(t, path, fmt.Sprintf(copied, c.thread, c.id))
			before := dump(t, path)
			if _, err := plan.Write(ctx); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want a refusal with %q", err, c.want)
			}
			if dump(t, path) != before {
				t.Error("a refused fork changed the rows")
			}
		})
	}
}

// TestCheckNext: a row after which something else would be due than was asked for is refused before it is written.
func TestCheckNext(t *testing.T) {
	ctx := context.Background()
	path := database(t, "fork-tree")
	src := open(t, path)
	h, err := src.Thread(ctx, "tree-1")
	if err != nil {
		t.Fatal(err)
	}
	for i := range h.Len() {
		due, err := h.Runtime.Due(ctx, h, i)
		if err != nil {
			t.Fatal(err)
		}
		if h.NS(i) != "" || len(due.Next) != 1 {
			continue
		}
		plan, err := Make(ctx, src, Request{Path: path, Thread: "tree-1", Checkpoint: h.ID(i), Next: "keep"})
		if err != nil {
			t.Fatal(err)
		}
		base, err := h.Cached(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			asked string
			ok    bool
		}{{"keep", true}, {"", true}, {due.Next[0], true}, {"end", false}, {"somebody else", false}} {
			next, err := (&checking{src: src.(*langgraph.Source), h: h, row: plan.draft.(*rowDraft).table, base: base, asked: c.asked}).next(ctx)
			if (err == nil) != c.ok || err != nil && !errors.Is(err, ErrRefused) {
				t.Errorf("asked for %q, due is %v: %v", c.asked, next, err)
			}
		}
		return
	}
	t.Fatal("nothing is due anywhere in the thread: choose another")
}
