package graph_test

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

// TestDeltaBranches holds delta channels that reach no snapshot by themselves to what LangGraph loads: the rows that begin branches tell
// their reducers, of the whole thread and of threads beside it. What a Command gave there tells nothing, and the head of a
// thread that waits takes in a Command's writes and a finished task's, in this order.
func TestDeltaBranches(t *testing.T) {
	o := readOracle(t, "delta-branches")
	s := open(t, "langgraph/delta-branches")
	proved := map[string]int{}
	for _, c := range o.Checkpoints {
		h := thread(t, s, c.Thread)
		i, ok := h.FindIn(c.ID, c.NS)
		if !ok {
			t.Fatal(c.ID)
		}
		state, err := h.Runtime.State(context.Background(), h, i)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range state.Rebuilt {
			if r.Value.Kind() == value.Invalid {
				continue
			}
			v, _ := state.Get(r.Channel) // with what a Command gave
			if got := anyOf(t, v); !reflect.DeepEqual(got, c.Values[r.Channel]) {
				t.Errorf("%s %s %s (%s, %s): %v, want %v", c.Thread, c.ID, r.Channel, r.Reducer, r.Proof, got, c.Values[r.Channel])
			}
			if r.Proof == graph.DeltaProved {
				proved[r.Channel+": "+r.Reducer]++
			}
		}
	}
	for _, want := range []string{"trail: append", "kinds: append what is new", "recent: append, only the last are kept", "marks: union", "cost: sum", "known: merge"} {
		if proved[want] == 0 {
			t.Errorf("%s is not proved: %v", want, proved)
		}
	}
	raw, err := os.ReadFile("../testdata/langgraph/delta-branches/oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	var heads struct{ Live map[string]map[string]any }
	if err := json.Unmarshal(raw, &heads); err != nil || len(heads.Live) != 3 {
		t.Fatal(err, len(heads.Live))
	}
	for id, want := range heads.Live {
		h := thread(t, s, id)
		live, err := h.Runtime.(*graph.Pregel).Live(context.Background(), h, h.Current)
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range want {
			got, ok := live.State.Get(name)
			if !ok || !reflect.DeepEqual(anyOf(t, got), v) {
				t.Errorf("%s %s is live %v, want %v", id, name, got, v)
			}
		}
	}
}
