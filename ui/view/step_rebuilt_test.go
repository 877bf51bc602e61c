package view

import (
	"strings"
	"testing"

	"cptui/graph"
)

// TestRebuilt reads what the card and the state say of delta channels: where they begin, what of them is not certain, and whose
// writes they hold.
func TestRebuilt(t *testing.T) {
	own := parse(t, `["in","b4"]`)
	for _, c := range []struct {
		what    string
		rebuilt []graph.Rebuilt
		card    []string
		state   string // what stands at the right of messages
	}{
		{"a snapshot", []graph.Rebuilt{{Channel: "messages", Seed: 3, Writes: 17, Reducer: "add_messages", Proof: graph.DeltaProved}},
			[]string{"rebuilt  messages from snapshot at @2 + 17 writes"}, "Δ 17"},
		{"two on one snapshot", []graph.Rebuilt{{Channel: "messages", Seed: 3, Writes: 1, Proof: graph.DeltaProved}, {Channel: "files", Seed: 3, Writes: 1, Proof: graph.DeltaProved}, {Channel: "todos", Seed: 3, Proof: graph.DeltaStored}},
			[]string{"rebuilt  messages, files from snapshot at @2 + 1 write; todos from snapshot at @2"}, "Δ 1"},
		{"no snapshot", []graph.Rebuilt{{Channel: "messages", Seed: -1, Writes: 2, Reducer: "add_messages", Proof: graph.DeltaInferred}, {Channel: "files", Seed: -1, Writes: 3, Proof: graph.DeltaProved}},
			[]string{"rebuilt  messages from 2 writes, files from 3; no snapshot stored yet; reducer inferred of messages"}, "Δ 2 inferred"},
		{"two reducers fit", []graph.Rebuilt{{Channel: "messages", Seed: 3, Writes: 2, Proof: graph.DeltaUnknown, Rivals: []string{"sum", "max"}}},
			[]string{"rebuilt  messages from snapshot at @2 + 2 writes", "messages: its reducer is not known (sum, max fit what is stored and differ here)"}, "Δ 2 not stored here"},
		{"a broken chain", []graph.Rebuilt{{Channel: "messages", Seed: -1, Writes: 2, Proof: graph.DeltaUnknown, Lost: "checkpoint 1f is not in the source"}},
			[]string{"rebuilt  messages cannot be rebuilt: checkpoint 1f is not in the source"}, "Δ 2 not stored here"},
		{"a leak", []graph.Rebuilt{{Channel: "messages", Seed: 3, Writes: 5, Reducer: "append", Proof: graph.DeltaProved, Own: own, Leaks: []graph.Leak{{Row: 3, Writes: 2, Nodes: []string{"b"}}}}},
			[]string{"leaked   messages: LangGraph loads 2 of another branch's writes by b, stored at @2", `as this branch wrote it: ["in", "b4"]`}, "Δ 5 leaked"},
	} {
		m, f, env := toolMoment(t)
		m.State.Rebuilt = c.rebuilt
		var rows []string
		for card, i := NewStep(m, f, env), 0; i < card.Len(); i++ {
			rows = append(rows, strings.TrimSpace(card.Row(i, 200).Text()))
		}
		text := strings.Join(rows, " ") // a long row wraps
		for _, want := range c.card {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", c.what, want, text)
			}
		}
		state, found, both := NewState(m, env), false, false
		for i := 0; i < state.Len(); i++ {
			row := strings.TrimSpace(state.Row(i, 160).Text())
			found = found || strings.Contains(row, "messages") && strings.HasSuffix(row, c.state)
			both = both || strings.Contains(row, "as this branch wrote it")
		}
		if leaks := len(c.rebuilt[0].Leaks) > 0; !found || both != leaks {
			t.Errorf("%s: the state's mark %q found: %v, both readings: %v", c.what, c.state, found, both)
		}
	}
}
