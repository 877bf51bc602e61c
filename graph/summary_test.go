package graph

import (
	"context"
	"testing"
)

func stateOf(t *testing.T, channels map[string]string) (s State) {
	t.Helper()
	for name, text := range channels {
		s.Channels = append(s.Channels, Channel{Name: name, Value: approvalOf(t, text)})
	}
	return s
}

// TestReadSummary counts as Deep Agents does: one summary and the messages from the cutoff on; an event without its parts is none.
func TestReadSummary(t *testing.T) {
	const message = `{"type": "human", "content": "You are …\n\n<summary>\nthe sea\nand land\n</summary>"}`
	for _, c := range []struct{ name, event, messages, want string }{
		{"some", `{"cutoff_index": 2, "summary_message": ` + message + `, "file_path": "/a.md"}`, `[1, 2, 3]`, "the model is given the summary and 1 of 3 messages, from [2] on; 2 evicted"},
		{"all", `{"cutoff_index": 3, "summary_message": ` + message + `}`, `[1, 2, 3]`, "the model is given the summary and 0 of 3 messages, from [3] on; 3 evicted"},
		{"beyond", `{"cutoff_index": 4, "summary_message": ` + message + `}`, `[1, 2, 3]`, "the model is given the summary alone: its cutoff 4 is beyond the 3 messages of this state"},
		{"no cutoff", `{"summary_message": ` + message + `}`, `[1]`, ""},
		{"no message", `{"cutoff_index": 4}`, `[1]`, ""},
		{"null", `null`, `[1]`, ""},
	} {
		s := stateOf(t, map[string]string{"_summarization_event": c.event, "messages": c.messages})
		sum, ok := ReadSummary(s)
		got := ""
		if ok {
			got = sum.Says()
			if sum.Text != "the sea\nand land" {
				t.Errorf("%s: the summary is %q", c.name, sum.Text)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if _, ok := ReadSummary(State{}); ok {
		t.Error("a summary where there is none")
	}
}

func TestFileText(t *testing.T) {
	for in, want := range map[string]string{
		`"bare"`:                  "bare",
		`{"content": "a\nb"}`:     "a\nb",
		`{"content": ["a", "b"]}`: "a\nb",
		`{"content": "aGk=", "encoding": "base64"}`: "hi",
		`{"content": "?", "encoding": "base64"}`:    "!",
		`{"content": [1]}`:                          "!",
		`{"size": 3}`:                               "!",
		`null`:                                      "!",
	} {
		got, ok := FileText(approvalOf(t, in))
		if !ok {
			got = "!"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

type noArchive struct{ Opener }

func (noArchive) Archive(context.Context, string) (Archive, bool, []string, error) {
	return Archive{Where: "elsewhere"}, true, []string{"there"}, nil
}

// TestFindArchive looks into the state before it asks what lies beside it.
func TestFindArchive(t *testing.T) {
	ctx := context.Background()
	h := &History{Opener: noArchive{}}
	s := stateOf(t, map[string]string{"files": `{"/a.md": {"content": ["one", "two"]}, "/b.md": {"size": 3}}`})
	if a, ok, _, err := FindArchive(ctx, h, s, "/a.md"); !ok || err != nil || a.Text != "one\ntwo" || a.Size != 7 {
		t.Errorf("%+v %v %v", a, ok, err)
	}
	if a, ok, looked, _ := FindArchive(ctx, h, s, "/b.md"); !ok || a.Where != "elsewhere" || len(looked) != 2 {
		t.Errorf("%+v %v %v", a, ok, looked)
	}
	if _, ok, _, _ := FindArchive(ctx, &History{}, s, "/c.md"); ok {
		t.Error("found where there is nothing")
	}
	if _, ok, _, _ := FindArchive(ctx, h, s, ""); ok {
		t.Error("found what was never written")
	}
}
