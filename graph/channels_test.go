package graph

import "testing"

func TestNodeOf(t *testing.T) {
	for channel, want := range map[string]string{
		"branch:to:a":             "a",
		"branch:to:a::b":          "a",
		"start:a":                 "a",
		"join:a+b:c":              "c",
		"join:a+b:inbox":          "inbox",
		"branch:a:route:c":        "c",
		"branch:a:route:then":     "then",
		"branch:a:route::then":    "", // the barrier behind a branch
		"join:inbox":              "", // the inbox of a node called join (0.0.30)
		"branch:inbox":            "",
		"branch:edges":            "",
		"messages":                "",
		"('left', 'right'):joins": "",
	} {
		if got := nodeOf(channel); got != want {
			t.Errorf("%s starts %q, not %q", channel, got, want)
		}
	}
}
