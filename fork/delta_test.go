package fork

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

// TestDeltaForks forks every checkpoint of threads with delta channels: what the new row holds is what the old one loads, or
// the fork is refused. A channel with writes that belong to the old row's children has a value of its own in the new one.
func TestDeltaForks(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		db      string
		refused []string // channels that refuse some fork
	}{
		{"delta-leak", nil},
		{"delta-reducers", []string{"stack", "weird"}},
		{"delta-edits", nil},
	} {
		path := database(t, c.db)
		src := open(t, path)
		threads, err := src.Threads(ctx, "", 100)
		if err != nil {
			t.Fatal(err)
		}
		forked, empties := 0, 0
		refused := map[string]bool{}
		for _, th := range threads {
			h, err := src.Thread(ctx, th.ID)
			if err != nil {
				t.Fatal(err)
			}
			for i := range h.Len() {
				plan, err := Make(ctx, src, Request{Path: path, Thread: th.ID, NS: h.NS(i), Checkpoint: h.ID(i)})
				state, err2 := h.Runtime.State(ctx, h, i)
				cp, err3 := h.Cached(ctx, i)
				if err2 != nil || err3 != nil {
					t.Fatal(err2, err3)
				}
				if errors.Is(err, ErrRefused) {
					some := false
					for _, r := range state.Rebuilt {
						if r.Proof == graph.DeltaUnknown {
							some, refused[r.Channel] = true, true
						}
					}
					if !some {
						t.Errorf("%s %s refused: %v", c.db, h.ID(i), err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				forked++
				d := plan.draft.(*rowDraft)
				body := value.Stored(mustCodec(t, cp), d.table.Body)
				for _, w := range cp.Writes {
					if w.Idx < 0 || h.Runtime.Control(w.Channel) || !isDelta(ctx, t, h, i, w.Channel) {
						continue
					}
					got, ok := snapshotOf(body, w.Channel)
					if !ok {
						t.Errorf("%s %s: %s has writes and no value in the fork", c.db, h.ID(i), w.Channel)
						continue
					}
					if want, there := state.Get(w.Channel); there && !value.Equal(got, want) {
						t.Errorf("%s %s: %s is %v, want %v", c.db, h.ID(i), w.Channel, got, want)
					} else if !there {
						empties++
					}
				}
			}
		}
		names := []string{}
		for name := range refused {
			names = append(names, name)
		}
		slices.Sort(names)
		if fmt.Sprint(names) != fmt.Sprint(c.refused) && len(names)+len(c.refused) > 0 {
			t.Errorf("%s: refused for %v, want %v", c.db, names, c.refused)
		}
		if forked == 0 || c.db == "delta-leak" && empties == 0 {
			t.Errorf("%s: %d forks, %d channels stored as empty", c.db, forked, empties)
		}
	}
}

func isDelta(ctx context.Context, t *testing.T, h *graph.History, i int, channel string) bool {
	t.Helper()
	names, err := h.DeltasWritten(ctx, i)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Contains(names, channel)
}

func mustCodec(t *testing.T, cp *graph.Checkpoint) value.Codec {
	t.Helper()
	c, err := codecFor(cp)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// snapshotOf is a delta channel's value in a new body, out of its snapshot.
func snapshotOf(body value.Value, channel string) (value.Value, bool) {
	v, ok := path("channel_values", channel).In(body)
	if !ok || !isSnapshot(v) {
		return v, false
	}
	return v.Get("value")
}
