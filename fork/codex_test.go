package fork

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

// spoken is the state's messages as one text, without what names records.
func spoken(t *testing.T, h *graph.History, i int) string {
	t.Helper()
	s, err := h.Runtime.State(context.Background(), h, i)
	if err != nil {
		t.Fatal(err)
	}
	messages, _ := s.Get("messages")
	var b strings.Builder
	for _, e := range messages.Entries() {
		for _, m := range e.Val.Entries() {
			if m.Name() != "id" {
				b.Write(value.AppendJSON(nil, m.Val, value.JSONOptions{}))
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

// TestForkCodex forks every step of recorded rollouts: the fork reads back as what stood at the step, under a thread of its own.
func TestForkCodex(t *testing.T) {
	ctx := context.Background()
	files, err := filepath.Glob("../testdata/codex/*/codex-home/sessions/*/*/*/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no rollouts", err)
	}
	tried := 0
	for _, path := range files {
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		src := open(t, path)
		thread, ok, err := src.Newest(ctx)
		if err != nil || !ok {
			t.Fatal(path, err)
		}
		h, err := src.Thread(ctx, thread)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range h.InNS("") {
			to := filepath.Join(t.TempDir(), "fork.jsonl")
			plan, err := Make(ctx, src, Request{Path: path, Thread: thread, Checkpoint: h.ID(i), To: to})
			if errors.Is(err, ErrRefused) && strings.Contains(err.Error(), "no results") {
				continue // a call that never came to its end
			}
			if err != nil {
				t.Errorf("%s %s: %v", path, h.ID(i), err)
				continue
			}
			done, err := plan.Write(ctx)
			if err != nil {
				t.Errorf("%s %s: %v", path, h.ID(i), err)
				continue
			}
			raw, err := os.ReadFile(to)
			if err != nil {
				t.Fatal(err)
			}
			var first struct {
				Ordinal *int
				ID      string
				Payload struct {
					ID     string
					Forked string          `json:"forked_from_id"`
					Base   json.RawMessage `json:"history_base"`
				}
			}
			if err := json.Unmarshal(raw[:strings.IndexByte(string(raw), '\n')], &first); err != nil {
				t.Fatal(err)
			}
			if first.Payload.ID != done.Thread || first.Payload.Forked != thread || first.Payload.Base != nil {
				t.Errorf("%s: the first line tells %+v", path, first)
			}
			back := open(t, to)
			now, err := back.Thread(ctx, done.Thread)
			if err != nil {
				t.Fatal(err)
			}
			at := i
			if len(plan.Loses) > 0 { // with the results of its calls
				at = h.Children(i)[0]
			}
			if got, want := spoken(t, now, now.Current), spoken(t, h, at); got != want {
				t.Errorf("%s %s: the fork says\n%s\nnot\n%s", path, h.ID(i), got, want)
			}
			if _, err := Unfork(ctx, path, done.Journal); err != nil {
				t.Error(err)
			}
			if _, err := os.Lstat(to); err == nil {
				t.Errorf("%s is still there", to)
			}
			tried++
		}
		if _, err := Make(ctx, src, Request{Path: path, Thread: thread, Checkpoint: h.ID(h.Current), To: filepath.Join(t.TempDir(), "x.jsonl"), Edits: []Edit{edit(t, Set, ".messages[0].content", `"x"`)}}); !errors.Is(err, ErrRefused) {
			t.Errorf("an edit of a rollout: %v", err)
		}
	}
	if tried < 15 {
		t.Errorf("only %d forks were made", tried)
	}
}
