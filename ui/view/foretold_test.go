package view

import (
	"testing"

	"cptui/graph"
)

func TestForetoldWords(t *testing.T) {
	for _, c := range []struct {
		check       graph.Check
		whole       bool
		short, long string
	}{
		{graph.Check{}, true, "", "prediction checked against 0 children: 0 right"},
		{graph.Check{Checkpoints: 41, CheckedWell: 41, Children: 43, Right: 43, ByUpdated: 2}, true,
			"foretold right for 41 of 41 checkpoints that have a child", "prediction checked against 43 children: 43 right (2 only with updated_channels)"},
		{graph.Check{Checkpoints: 3, CheckedWell: 2, Children: 5, Right: 2, Missed: 1, Untold: 2, Reasons: map[graph.Untold]int{graph.UntoldSteps: 1, graph.UntoldSend: 1}}, false,
			"foretold right for 2 of 3 checkpoints that have a child, among the newest · 2 cannot be told",
			"prediction checked against 3 children: 2 right, 1 wrong; of 2 more the file cannot tell: steps between were not written; a Send left no trace"},
		{graph.Check{Checkpoints: 1, Children: 1, Missed: 1}, true, "foretold wrong for the one checkpoint that has a child", "prediction checked against 1 child: 0 right, 1 wrong"},
		{graph.Check{Children: 1, Untold: 1, Reasons: map[graph.Untold]int{graph.UntoldBody: 1}}, true,
			"nothing tells whether it was foretold right · 1 cannot be told", "prediction checked against 0 children: 0 right; of 1 more the file cannot tell: a body cannot be read"},
	} {
		if got := ForetoldWords(c.check, c.whole); got != c.short {
			t.Errorf("%+v: %q, want %q", c.check, got, c.short)
		}
		if got := PredictionWords(c.check); got != c.long {
			t.Errorf("%+v: %q, want %q", c.check, got, c.long)
		}
	}
	if got := ShortForetold("foretold right for 4 of 4 checkpoints that have a child", 40); got != "foretold right for 4 of 4 checkpoints" {
		t.Errorf("short: %q", got)
	}
}
