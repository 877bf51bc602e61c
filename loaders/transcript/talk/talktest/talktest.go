// Package talktest is what the tests of the formats of talks share: a file in memory is read, every step of it opened, and what came of
// it is told in a few words.
package talktest

import (
	"context"
	"slices"
	"testing"

	"cptui/graph"
	"cptui/loaders/transcript/talk"
)

// Read reads a file of a format. steps are its checkpoints in order, as "id<parent id"; codes those of its problems.
func Read(t *testing.T, f *talk.Format, name, text string) (h *graph.History, steps, codes []string) {
	t.Helper()
	h, err := talk.Read(context.Background(), f, name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for i := range h.Len() {
		steps = append(steps, h.ID(i)+"<"+h.ParentID(i))
		if _, err := h.Opener.Open(context.Background(), i); err != nil {
			t.Errorf("step %d: %v", i, err)
		}
	}
	return h, steps, Codes(h)
}

// Codes are the problems of a session.
func Codes(h *graph.History) []string {
	var out []string
	for _, p := range h.Problems {
		out = append(out, p.Code)
	}
	return out
}

// Messages are those that the model sees at the head.
func Messages(t *testing.T, h *graph.History) []graph.Message {
	t.Helper()
	cp, err := h.Opener.Open(context.Background(), h.Current)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := graph.Messages(cp.Channels[0].Value)
	return list
}

// Texts are what the messages at the head say.
func Texts(t *testing.T, h *graph.History) []string {
	t.Helper()
	var out []string
	for _, m := range Messages(t, h) {
		out = append(out, m.Text)
	}
	return out
}

// Same holds a list to what it should be.
func Same(t *testing.T, what string, want, got []string) {
	t.Helper()
	if !slices.Equal(want, got) {
		t.Errorf("%s: want %q, got %q", what, want, got)
	}
}
