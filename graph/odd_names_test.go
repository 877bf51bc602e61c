package graph_test

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"cptui/graph"
)

// TestOddNames: keys of the state that are called like LangGraph's channels of other formats are keys of the state and name no node, and
// of a head that has taken in half a step a channel is told only as far as its values tell its reducer.
func TestOddNames(t *testing.T) {
	type state struct {
		Values map[string]any
		Next   []string
	}
	var o struct {
		Checkpoints []struct {
			Thread string `json:"thread_id"`
			ID     string `json:"checkpoint_id"`
			state
		}
		Live map[string]state
	}
	raw, err := os.ReadFile("../testdata/langgraph/odd-names/oracle.json")
	if err == nil {
		err = json.Unmarshal(raw, &o)
	}
	if err != nil || len(o.Checkpoints) < 10 || len(o.Live) != 2 {
		t.Fatal(err, len(o.Checkpoints), len(o.Live))
	}
	s := open(t, "langgraph/odd-names")
	check := func(where string, got graph.State, next, unknown []string, want state) {
		t.Helper()
		if slices.Sort(next); !slices.Equal(next, want.Next) {
			t.Errorf("%s: next %q, want %q", where, next, want.Next)
		}
		mine := map[string]any{}
		for _, c := range got.Channels {
			mine[c.Name] = anyOf(t, c.Value)
		}
		for _, name := range append(unknown, "peak") { // a channel that holds nothing yet is not stored: LangGraph starts it from 0
			if slices.Contains(unknown, name) || mine[name] == nil && want.Values[name] == 0.0 {
				delete(mine, name)
				delete(want.Values, name)
			}
		}
		if !reflect.DeepEqual(mine, want.Values) {
			t.Errorf("%s: %v, want %v", where, mine, want.Values)
		}
	}
	for _, c := range o.Checkpoints {
		h := thread(t, s, c.Thread)
		i, ok := h.FindIn(c.ID, "")
		if !ok {
			t.Fatal(c.ID)
		}
		st, err := h.Runtime.State(context.Background(), h, i)
		if err != nil {
			t.Fatal(err)
		}
		tasks, err := h.Runtime.(*graph.Pregel).Due(context.Background(), h, i)
		if err != nil {
			t.Fatal(err)
		}
		next := []string{}
		for _, task := range tasks.Tasks {
			next = append(next, task.Name)
		}
		check(c.Thread+" "+c.ID, st, next, nil, c.state)
	}
	for id, want := range o.Live {
		h := thread(t, s, id)
		live, err := h.Runtime.(*graph.Pregel).Live(context.Background(), h, h.Current)
		if err != nil {
			t.Fatal(err)
		}
		check(id, live.State, live.Next, live.Unknown, want)
	}
}
