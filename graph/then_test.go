package graph_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestThen: the barrier behind a branch ("then", LangGraph 0.2 to 0.4) is no state, names no node, and starts its node once all have come.
func TestThen(t *testing.T) {
	for _, name := range []string{"own-0.2.76-then", "own-0.3.34-then"} {
		var o struct {
			Checkpoints []struct {
				Thread string `json:"thread_id"`
				ID     string `json:"checkpoint_id"`
				Step   int
				Next   []string
				Values map[string]any
			}
		}
		raw, err := os.ReadFile(filepath.Join("../testdata/langgraph", name, "oracle.json"))
		if err == nil {
			err = json.Unmarshal(raw, &o)
		}
		if err != nil || len(o.Checkpoints) < 15 {
			t.Fatal(name, err, len(o.Checkpoints))
		}
		s := open(t, "langgraph/"+name)
		for _, c := range o.Checkpoints {
			h := thread(t, s, c.Thread)
			i, ok := h.FindIn(c.ID, "")
			if !ok {
				t.Fatal(c.ID)
			}
			due, err := h.Runtime.Due(context.Background(), h, i)
			if err != nil {
				t.Fatal(err)
			}
			if !due.Known || !slices.Equal(due.Next, c.Next) {
				t.Errorf("%s %s @%d: next %q (known %v), want %q", name, c.Thread, c.Step, due.Next, due.Known, c.Next)
			}
			state, err := h.Runtime.State(context.Background(), h, i)
			if err != nil {
				t.Fatal(err)
			}
			for _, ch := range state.Channels {
				if _, ok := c.Values[ch.Name]; !ok {
					t.Errorf("%s %s @%d: %q is no state", name, c.Thread, c.Step, ch.Name)
				}
			}
		}
	}
}
