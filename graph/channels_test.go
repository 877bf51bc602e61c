package graph

import (
	"slices"
	"testing"
)

// TestNodeOf: a channel's name tells a node only where LangGraph of that format made it from the node's name.
func TestNodeOf(t *testing.T) {
	for _, c := range []struct{ channel, node, from string }{
		{"branch:to:agent", "agent", ""},
		{"branch:plan:route:agent", "agent", "plan"},
		{"branch:to:route:agent", "agent", "to"},
		{"branch:plan:route::then", "", "plan"},
		{"branch:to:route::then", "", "to"},
		{"start:agent", "agent", ""},
		{"join:a+b:sum", "sum", ""},
		{"join:inbox", "", ""},
		{"branch:inbox", "", ""},
		{"join:a+b:inbox", "inbox", ""},
		{"branch:a:route:then", "then", "a"},
		{"('left', 'right'):joins", "", ""},
		{"joined", "", ""},
		{"messages", "", ""},
	} {
		if got := nodeOf(c.channel); got != c.node {
			t.Errorf("nodeOf(%q) is %q, not %q", c.channel, got, c.node)
		}
		if got := branchFrom(c.channel); got != c.from {
			t.Errorf("branchFrom(%q) is %q, not %q", c.channel, got, c.from)
		}
	}
}

// TestInboxNames: of a graph with inboxes (0.0.30) the nodes called join, start and branch are themselves, and none is called inbox.
func TestInboxNames(t *testing.T) {
	f := newFacts()
	seen := func(node, channel string) Seen {
		return Seen{Node: node, Versions: []Version{{Channel: channel}}}
	}
	f.learn(&Checkpoint{V: 1, Seen: []Seen{seen("__start__:edges", "__start__"), seen("join", "join:inbox"), seen("join:edges", "join")},
		Versions: []Version{{Channel: "__start__"}, {Channel: "join"}, {Channel: "join:inbox"}, {Channel: "start:inbox"}, {Channel: "branch:inbox"}}})
	if got, want := f.names(), []string{"__start__:edges", "join", "join:edges"}; !slices.Equal(got, want) {
		t.Errorf("nodes are %q, not %q", got, want)
	}
	if got := f.triggers("join"); !slices.Equal(got, []string{"join:inbox"}) {
		t.Errorf("join starts on %q", got)
	}
}
