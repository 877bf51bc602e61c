package graph_test

import (
	"context"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

// audit examines all threads of a database under testdata.
func audit(t *testing.T, path string, change func(h *graph.History)) (graph.Exam, []graph.Problem) {
	t.Helper()
	s := open(t, path)
	heads, err := s.Threads(context.Background(), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	var all graph.Exam
	var found []graph.Problem
	for _, head := range heads {
		h := thread(t, s, head.ID)
		if change != nil {
			change(h)
		}
		rows := make([]int, h.Len())
		for i := range rows {
			rows[i] = i
		}
		e, err := h.Examine(context.Background(), rows, func(_ int, p graph.Problem) error {
			found = append(found, p)
			return nil
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		all.Add(e)
	}
	return all, found
}

// TestAuditRecorded: what the real LangGraph ran is what was foretold, in every era and both languages; where a row cannot
// tell, it is not counted as right.
func TestAuditRecorded(t *testing.T) {
	for _, c := range []struct {
		path          string
		right, untold int
		why           graph.Untold
	}{
		{"langgraph/deepagents", 42, 0, ""},
		{"langgraph/deferred", 5, 0, ""},
		{"langgraph/delta-edits", 12, 0, ""},
		{"langgraph/era-0.2.3-send", 8, 0, ""},
		{"langgraph/era-0.2.76-fan-out", 7, 3, graph.UntoldBarrier},
		{"langgraph/error", 6, 0, ""},
		{"langgraph/fan-out", 10, 0, ""},
		{"langgraph/fork-copy", 6, 0, ""},
		{"langgraph/fork-tree", 16, 0, ""},
		{"langgraph/functional", 3, 0, ""},
		{"langgraph/interrupt", 8, 0, ""},
		{"langgraph/send", 8, 0, ""},
		{"langgraph/subgraph-parallel", 7, 0, ""},
		{"langgraph/update-state", 14, 0, ""},
		{"langgraphjs/js17-forks", 8, 0, ""},
		{"langgraphjs/js17-send", 4, 0, ""},
		{"langgraphjs/js17-values", 4, 1, graph.UntoldBody},
	} {
		e, found := audit(t, c.path, nil)
		got := e.Check
		if got.Right != c.right || got.Missed != 0 || got.Untold != c.untold || c.why != "" && got.Reasons[c.why] == 0 {
			t.Errorf("%s: %d right, %d missed, %d untold %v; want %d, 0, %d (%s)", c.path, got.Right, got.Missed, got.Untold, got.Reasons, c.right, c.untold, c.why)
		}
		if got.Children != got.Right+got.Missed+got.Untold || got.CheckedWell != got.Checkpoints {
			t.Errorf("%s: %+v does not add up", c.path, got)
		}
		for _, p := range found {
			if p.Code == "prediction-miss" {
				t.Errorf("%s: %s: %s", c.path, p.Checkpoint, p.Message)
			}
		}
	}
}

// liar changes what is opened, before anybody has looked.
type liar struct {
	graph.Opener
	lie func(cp *graph.Checkpoint)
}

func (l liar) Open(ctx context.Context, i int) (*graph.Checkpoint, error) {
	cp, err := l.Opener.Open(ctx, i)
	if err == nil {
		l.lie(cp)
	}
	return cp, err
}

// TestAuditFindsLies changes one thing in a healthy thread, which must be found where it was planted, and said.
func TestAuditFindsLies(t *testing.T) {
	// linear-chat: @0 __start__ ran, @1 agent due after it, …
	setSeen := func(cp *graph.Checkpoint, node, channel string, v value.Value) {
		for i := range cp.Seen {
			if cp.Seen[i].Node != node {
				continue
			}
			var kept []graph.Version
			for _, x := range cp.Seen[i].Versions {
				if x.Channel != channel {
					kept = append(kept, x)
				} else if v.Kind() != value.Invalid {
					kept = append(kept, graph.Version{Channel: channel, Value: v})
				}
			}
			cp.Seen[i].Versions = kept
		}
	}
	for _, c := range []struct {
		what  string
		lie   func(cp *graph.Checkpoint)
		words []string // of one message
	}{
		{"a node's versions_seen in one row forgotten", func(cp *graph.Checkpoint) {
			if cp.Step == 1 && cp.Source == "loop" {
				setSeen(cp, "agent", "branch:to:agent", value.Value{})
			}
		}, []string{"agent was due", "did not run"}},
		{"a node that had seen the version already", func(cp *graph.Checkpoint) {
			if cp.Step == 0 && cp.Source == "loop" {
				cp.Seen = append(cp.Seen, graph.Seen{Node: "agent", Versions: []graph.Version{{Channel: "branch:to:agent", Value: value.NewString("00000000000000000000000000000099.0.5")}}})
			}
		}, []string{"agent ran", "was not due", "which it had seen"}},
		{"the trigger taken out of a row", func(cp *graph.Checkpoint) {
			if cp.Step == 0 && cp.Source == "loop" {
				for i := range cp.Channels {
					if cp.Channels[i].Name == "branch:to:agent" {
						cp.Channels = append(cp.Channels[:i:i], cp.Channels[i+1:]...)
						break
					}
				}
			}
		}, []string{"agent ran", "holds no value here"}},
		{"another version than the one that stood there", func(cp *graph.Checkpoint) {
			if cp.Step == 1 && cp.Source == "loop" {
				setSeen(cp, "agent", "branch:to:agent", value.NewString("00000000000000000000000000000077.0.5"))
			}
		}, []string{"agent ran on version 77"}},
		{"updated_channels without the trigger", func(cp *graph.Checkpoint) {
			if cp.Step == 0 && cp.Source == "loop" {
				cp.Updated = []string{"messages"}
			}
		}, []string{"agent ran", "updated_channels does not name branch:to:agent"}},
	} {
		_, found := audit(t, "langgraph/linear-chat", func(h *graph.History) { h.Opener = liar{h.Opener, c.lie} })
		var said []string
		for _, p := range found {
			if p.Code == "prediction-miss" {
				said = append(said, p.Message)
			}
		}
		hit := false
		for _, m := range said {
			ok := true
			for _, w := range c.words {
				ok = ok && strings.Contains(m, w)
			}
			hit = hit || ok
		}
		if !hit {
			t.Errorf("%s: nothing says %q; said %q", c.what, c.words, said)
		}
	}
}

// TestAuditTellsWhatItCannot: lies that take away what would tell make a child untold, never wrong.
func TestAuditTellsWhatItCannot(t *testing.T) {
	for _, c := range []struct {
		what string
		lie  func(cp *graph.Checkpoint)
		why  graph.Untold
	}{
		{"steps that were not written", func(cp *graph.Checkpoint) {
			if cp.Step > 0 {
				cp.Step += 5
			}
		}, graph.UntoldSteps},
		{"no step at all", func(cp *graph.Checkpoint) { cp.NoStep = cp.Step == 1 }, graph.UntoldStep},
		{"no source", func(cp *graph.Checkpoint) { cp.Source = "" }, graph.UntoldSource},
		{"a body that cannot be read", func(cp *graph.Checkpoint) {
			if cp.Step == 1 {
				cp.Body = value.NewObject("encrypted", nil)
				cp.Channels, cp.Versions, cp.Seen = nil, nil, nil
			}
		}, graph.UntoldBody},
		{"damage, and something missing behind it", func(cp *graph.Checkpoint) {
			if cp.Step == 1 {
				cp.Seen = nil
				cp.Problems = append(cp.Problems, graph.Problem{Code: "blob-truncated", Severity: graph.Error})
			}
		}, graph.UntoldBody},
	} {
		e, _ := audit(t, "langgraph/linear-chat", func(h *graph.History) { h.Opener = liar{h.Opener, c.lie} })
		if e.Check.Reasons[c.why] == 0 || e.Check.Missed != 0 {
			t.Errorf("%s: %d missed, untold %v; want none missed and some %q", c.what, e.Check.Missed, e.Check.Reasons, c.why)
		}
	}
}

// TestExamineOpensOnce: each body is decoded once, however many questions are asked of it.
func TestExamineOpensOnce(t *testing.T) {
	for _, path := range []string{"langgraph/deepagents", "langgraph/linear-chat", "langgraph/fork-tree", "langgraphjs/js17-send", "langgraph/delta-small"} {
		s := open(t, path)
		heads, err := s.Threads(context.Background(), "", 0)
		if err != nil {
			t.Fatal(err)
		}
		before, rows := s.Stats(), 0
		for _, head := range heads {
			h := thread(t, s, head.ID)
			all := make([]int, h.Len())
			for i := range all {
				all[i] = i
			}
			rows += h.Len()
			e, err := h.Examine(context.Background(), all, func(int, graph.Problem) error { return nil }, nil)
			if err != nil || e.Checkpoints != h.Len() {
				t.Fatalf("%s: %d of %d rows, %v", path, e.Checkpoints, h.Len(), err)
			}
		}
		if got := int(s.Stats().Bodies - before.Bodies); len(heads) == 1 && got != rows || got < rows || got > rows+64 {
			t.Errorf("%s: %d bodies opened for %d rows", path, got, rows)
		}
	}
}
