package view

import (
	"testing"

	"cptui/graph"
	"cptui/loaders"
)

// An id that begins like all its kind is told by its ending, a hexadecimal one by its beginning.
func TestShortID(t *testing.T) {
	for id, want := range map[string]string{
		"45bdd41c-6a2e-5a9c-8f9a-0d1f3c2b1a00": "45bdd41c",
		"2390f359":                             "2390f359",
		"call_3":                               "call_3",
		"msg_22efd94f8001oLhpGXBJsDm9TB":       "…JsDm9TB",
		"toolu_01Stub00000000000101":           "…0000101",
		"toolu_01Stub00000000000200":           "…0000200",
		"":                                     "",
		"名前名前名前":                               "…名前名前名前",
	} {
		if got := shortID(id); got != want {
			t.Errorf("shortID(%q) = %q, want %q", id, got, want)
		}
	}
}

// A folder does not count its records: none is not said of it.
func TestCheckedWords(t *testing.T) {
	for records, want := range map[int64]string{
		-1: "checked 2 sessions; what the loader meets, not every value",
		0:  "checked 2 sessions · 0 records; what the loader meets, not every value",
		31: "checked 2 sessions · 31 records; what the loader meets, not every value",
	} {
		if got := CheckedWords(loaders.Info{Transcript: true, Records: records}, loaders.Examined{Threads: 2}); got != want {
			t.Errorf("%d records: %q, want %q", records, got, want)
		}
	}
}

// What followed a step at which nothing was due did not make a forecast true.
func TestFollowedWord(t *testing.T) {
	due := func(known bool, n int) *graph.Moment {
		m := &graph.Moment{}
		m.Due.Known, m.Due.Tasks = known, make([]graph.Task, n)
		return m
	}
	for _, c := range []struct {
		m          *graph.Moment
		transcript bool
		want       string
	}{
		{due(true, 1), false, "it did run: "},
		{due(false, 0), false, "it did run: "},
		{due(true, 0), false, "then came: "},
		{due(true, 1), true, "then came: "},
	} {
		if got := followedWord(c.m, c.transcript); got != c.want {
			t.Errorf("%d due, known %v, transcript %v: %q, want %q", len(c.m.Due.Tasks), c.m.Due.Known, c.transcript, got, c.want)
		}
	}
}
