package graph

import (
	"strings"
	"testing"
)

func TestAgentTitle(t *testing.T) {
	for _, c := range []struct {
		agent Agent
		want  string
	}{
		{Agent{}, ""},
		{Agent{Prompt: "no name, no title"}, ""},
		{Agent{Name: "coder"}, "coder"},
		{Agent{Name: "coder", Prompt: "  fix it\nand test it"}, "coder: fix it"},
		{Agent{Name: "coder", Prompt: strings.Repeat("é", 150)}, "coder: " + strings.Repeat("é", 100) + "…"},
	} {
		if got := c.agent.Title(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.agent, got, c.want)
		}
	}
}
