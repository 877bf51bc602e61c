package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

type deltaOracle struct {
	Checkpoints []struct {
		Thread string `json:"thread_id"`
		NS     string `json:"checkpoint_ns"`
		ID     string `json:"checkpoint_id"`
		Values map[string]any
	}
}

func readOracle(t *testing.T, name string) (o deltaOracle) {
	t.Helper()
	raw, err := os.ReadFile("../testdata/langgraph/" + name + "/oracle.json")
	if err == nil {
		err = json.Unmarshal(raw, &o)
	}
	if err != nil || len(o.Checkpoints) == 0 {
		t.Fatal(name, err)
	}
	return o
}

func anyOf(t *testing.T, v value.Value) (out any) {
	t.Helper()
	if err := json.Unmarshal(value.AppendJSON(nil, v, value.JSONOptions{}), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDeltaReducers holds delta channels with reducers of eighteen kinds to what LangGraph loads: a value is right, or said to
// be unknown. A reducer that nobody knows is never told.
func TestDeltaReducers(t *testing.T) {
	o := readOracle(t, "delta-reducers")
	s := open(t, "langgraph/delta-reducers")
	told := map[string]int{}
	names := map[string]string{}
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
			if r.Proof == graph.DeltaUnknown {
				told[r.Channel+" unknown"]++
				continue
			}
			if r.Value.Kind() == value.Invalid {
				continue
			}
			if got := anyOf(t, r.Value); !reflect.DeepEqual(got, c.Values[r.Channel]) {
				t.Errorf("%s %s (%s, %s): %v, want %v", c.ID, r.Channel, r.Reducer, r.Proof, got, c.Values[r.Channel])
			}
			if r.Proof == graph.DeltaProved {
				told[r.Channel]++
				names[r.Channel] = r.Reducer
			}
		}
	}
	for channel, want := range map[string]string{"total": "sum", "spent": "sum", "peak": "max", "latest": "overwrite", "tags": "union", "facts": "merge",
		"conf": "deep merge", "files": "merge, null deletes", "recent": "append, only the last are kept", "votes": "sum by key",
		"groups": "append by key", "text": "concat", "order": "sorted", "firsts": "merge, the first stays", "items": "by id"} {
		if told[channel] == 0 || names[channel] != want {
			t.Errorf("%s: told %d times, last by %q, want %q", channel, told[channel], names[channel], want)
		}
	}
	if told["weird"] > 0 || told["weird unknown"] == 0 {
		t.Errorf("a reducer that is nobody's was told %d times, %d times not", told["weird"], told["weird unknown"])
	}
}

// TestDeltaLeak reads a file of LangGraph 1.2.0, in which branches load each other's writes: the value is what LangGraph loads,
// and beside it stands what the branch itself wrote.
func TestDeltaLeak(t *testing.T) {
	o := readOracle(t, "delta-leak")
	s := open(t, "langgraph/delta-leak")
	own := map[string][]string{ // by row, in the order of ids; "" where nothing leaks, "?" where it is in no row
		"runs": {"", "", "", "in a1 b1", "in a1 b1 c1", "in", "in a2", "in a2 b2", "in a2 b2 c2", "in a1 upd3", "in a1 upd3 b4", "in a1 upd3 b4 c4",
			"in a1 cmd5", "in a1 cmd5 b5 c5", "in a1 cmd5 b5 c5 c5"},
		"edits": {"", "", "", "", "", "?", "?", "?"},
	}
	at := map[string]int{}
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
		want := own[c.Thread][at[c.Thread]]
		at[c.Thread]++
		log, _ := state.Get("log")
		if got := anyOf(t, log); log.Kind() != value.Invalid && !reflect.DeepEqual(got, c.Values["log"]) {
			t.Errorf("%s %s: %v, want %v", c.Thread, c.ID, got, c.Values["log"])
		}
		for _, r := range state.Rebuilt {
			if r.Channel != "log" {
				continue
			}
			got, leaks := "", false
			for _, p := range state.Problems {
				leaks = leaks || p.Code == "delta-leak" && strings.Contains(p.Message, "log")
			}
			switch {
			case r.Own.Kind() != value.Invalid:
				got = strings.Trim(fmt.Sprint(anyOf(t, r.Own)), "[]")
			case len(r.Leaks) > 0:
				got = "?"
			}
			if got != want || leaks != (want != "") {
				t.Errorf("%s %d: this branch wrote %q (problem %v), want %q", c.Thread, at[c.Thread]-1, got, leaks, want)
			}
		}
	}
}
