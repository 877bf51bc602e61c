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
	"cptui/loaders"
	_ "cptui/loaders/minicodex"
	_ "cptui/loaders/pi"
)

// recordedTalk copies a recorded session of a kind that has one file, and opens it.
func recordedTalk(t *testing.T, pattern string, change func(string) string) (loaders.Source, string, *graph.History) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	list, _ := filepath.Glob("../testdata/" + pattern)
	if len(list) != 1 {
		t.Fatalf("%s: %v", pattern, list)
	}
	b, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		b = []byte(change(string(b)))
	}
	path := filepath.Join(t.TempDir(), filepath.Base(list[0]))
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	src, err := loaders.Open(ctx, path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	id, _, err := src.Newest(ctx)
	if err != nil {
		t.Fatal(err)
	}
	h, err := src.Thread(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return src, path, h
}

// seen are the texts of the messages that the model sees at a checkpoint.
func seen(t *testing.T, h *graph.History, i int) []string {
	t.Helper()
	cp, err := h.Opener.Open(context.Background(), i)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range cp.Channels {
		if c.Name == "messages" {
			list, _ := graph.Messages(c.Value)
			for _, m := range list {
				w := m.Role + " " + m.Text
				for _, call := range m.Calls {
					w += " asks " + call.Name
				}
				out = append(out, w)
			}
		}
	}
	return out
}

// written makes a fork, checks what every fork must be, and gives what it reads as.
func written(t *testing.T, src loaders.Source, path string, h *graph.History, req Request) (*Result, *graph.History, []byte) {
	t.Helper()
	ctx := context.Background()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	req.Path, req.Thread = path, h.Thread()
	p, err := Make(ctx, src, req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(p.File); !errors.Is(err, os.ErrNotExist) {
		t.Fatal("a plan writes nothing")
	}
	r, err := p.Write(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Fatal("the source was touched")
	}
	text, err := os.ReadFile(r.File)
	if err != nil {
		t.Fatal(err)
	}
	if st, _ := os.Stat(r.File); st.Mode().Perm() != 0o600 || text[len(text)-1] != '\n' {
		t.Errorf("mode %v, ends in %q", st.Mode(), text[len(text)-1:])
	}
	forked, err := loaders.Open(ctx, r.File, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { forked.Close() })
	fh, err := forked.Thread(ctx, r.Thread)
	if err != nil {
		t.Fatal(err)
	}
	if fh.ID(fh.Current) != r.ID {
		t.Errorf("head %s, want %s", fh.ID(fh.Current), r.ID)
	}
	if _, err := p.Write(ctx); !errors.Is(err, ErrRefused) {
		t.Errorf("written over: %v", err)
	}
	return r, fh, text
}

// Every step of a real session of pi becomes a session that holds the conversation up to there and nothing after.
func TestForkPi(t *testing.T) {
	ctx := context.Background()
	src, path, h := recordedTalk(t, "pi/branches/sessions/*/*.jsonl", nil)
	made := 0
	for i := range h.Len() {
		_, err := Make(ctx, src, Request{Path: path, Thread: h.Thread(), Checkpoint: h.ID(i)})
		if i == 0 { // no answer yet: the program would write the file into itself
			if !errors.Is(err, ErrRefused) {
				t.Errorf("a session without an answer: %v", err)
			}
			continue
		}
		at := i
		if due, err := h.Runtime.Due(ctx, h, i); err != nil {
			t.Fatal(err)
		} else if len(due.Next) > 0 && due.Next[0] == "tools" {
			at = i + 1 // the results come along
		}
		r, fh, text := written(t, src, path, h, Request{Checkpoint: h.ID(i)})
		if want, got := strings.Join(seen(t, h, at), "|"), strings.Join(seen(t, fh, fh.Current), "|"); want != got {
			t.Errorf("at %s: the model sees\n%s\nwant\n%s", h.ID(i), got, want)
		}
		if len(fh.Problems) > 0 || r.ID != h.ID(at) {
			t.Errorf("at %s: head %s, problems %v", h.ID(i), r.ID, fh.Problems)
		}
		head, _, _ := strings.Cut(string(text), "\n")
		if !strings.Contains(head, `"parentSession":"`+path+`"`) || !strings.Contains(head, `"id":"`+r.Thread+`"`) || !strings.Contains(head, `"cwd":"/home/dev/project"`) {
			t.Errorf("header %s", head)
		}
		if !strings.Contains(r.Resume, "cd /home/dev/project && pi --session "+r.File) {
			t.Errorf("resume %q", r.Resume)
		}
		if !strings.Contains(string(text), `"label":"good one"`) {
			t.Errorf("at %s: the label of the first answer is gone", h.ID(i))
		}
		if _, err := Unfork(ctx, path, r.Journal); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(r.File); !errors.Is(err, os.ErrNotExist) {
			t.Error("unfork left the file")
		}
		made++
	}
	if made != 17 {
		t.Errorf("%d forks", made)
	}
}

// The first version's entries have no ids: what a compaction kept is told by its place.
func TestForkPiFirstVersion(t *testing.T) {
	src, path, h := recordedTalk(t, "pi/first/sessions/*/*.jsonl", nil)
	for _, i := range []int{1, 4, 7, 8, 9, 10} {
		_, fh, text := written(t, src, path, h, Request{Checkpoint: h.ID(i)})
		if want, got := strings.Join(seen(t, h, i), "|"), strings.Join(seen(t, fh, fh.Current), "|"); want != got || len(fh.Problems) > 0 {
			t.Errorf("at %s: the model sees\n%s\nwant\n%s\nproblems %v", h.ID(i), got, want, fh.Problems)
		}
		if strings.Contains(string(text), `"version"`) || strings.Contains(string(text), `"parentId"`) {
			t.Error("a file of two versions")
		}
	}
}

// Edits change what the model is told; what they cannot change is refused.
func TestForkPiEdits(t *testing.T) {
	src, path, h := recordedTalk(t, "pi/branches/sessions/*/*.jsonl", nil)
	id := func(ending string) string {
		for i := range h.Len() {
			if strings.HasSuffix(h.ID(i), ending) {
				return h.ID(i)
			}
		}
		t.Fatalf("no step %s", ending)
		return ""
	}
	r, fh, _ := written(t, src, path, h, Request{Checkpoint: id("2bdb"), Edits: []Edit{edit(t, Set, ".messages[-1].content", `"Another?"`), edit(t, Set, ".messages[1].content[0].text", `"Grape."`)}})
	if got := strings.Join(seen(t, fh, fh.Current), "|"); got != "human Name a fruit|ai Grape.|human Another?" {
		t.Errorf("%s reads %s", r.File, got)
	}
	_, fh, _ = written(t, src, path, h, Request{Checkpoint: id("1771"), Edits: []Edit{edit(t, Delete, ".messages[-1]", ""), edit(t, Append, ".messages", `{"role":"user","content":"And a nut?"}`)}})
	if got := strings.Join(seen(t, fh, fh.Current), "|"); !strings.HasSuffix(got, "tool Successfully wrote 5 bytes to fruit.txt|human And a nut?") {
		t.Errorf("a prompt in the place of an answer: %s", got)
	}
	for name, c := range map[string]struct {
		req  Request
		want error
	}{
		"a call without its result": {Request{Checkpoint: id("1771"), Edits: []Edit{edit(t, Delete, ".messages[-1]", ""), edit(t, Delete, ".messages[-1]", "")}}, ErrRefused},
		"signed thinking":           {Request{Checkpoint: id("5544"), Edits: []Edit{edit(t, Set, ".messages[-1].content[0].thinking", `"no"`)}}, ErrRefused},
		"a command":                 {Request{Checkpoint: id("da18"), Edits: []Edit{edit(t, Set, ".messages[-1].content", `"no"`)}}, ErrRefused},
		"another channel":           {Request{Checkpoint: id("da18"), Edits: []Edit{edit(t, Set, ".model", `"no"`)}}, ErrUsage},
		"an id of another form":     {Request{Checkpoint: id("da18"), ToThread: "mine"}, ErrUsage},
		"no such step":              {Request{Checkpoint: "gone"}, ErrUsage},
		"a file that is there":      {Request{Checkpoint: id("da18"), To: path}, ErrRefused},
	} {
		c.req.Path, c.req.Thread = path, h.Thread()
		if _, err := Make(context.Background(), src, c.req); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A broken link is written as it is shown; a copy's last version counts.
func TestForkPiDamaged(t *testing.T) {
	src, path, h := recordedTalk(t, "pi/tree/sessions/*/*.jsonl", func(s string) string {
		return strings.Replace(s, `"parentId":"9f99775f","timestamp":"2026-12-01T00:27:08`, `"parentId":"00000000","timestamp":"2026-12-01T00:27:08`, 1)
	})
	if len(h.Problems) != 1 {
		t.Fatalf("problems %v", h.Problems)
	}
	_, fh, _ := written(t, src, path, h, Request{Checkpoint: h.ID(h.Current)})
	if len(fh.Problems) > 0 || fh.Len() != h.Len() {
		t.Errorf("%d steps, problems %v", fh.Len(), fh.Problems)
	}
}

// Forks of a document keep every key, and end where no call is open.
func TestForkMiniCodex(t *testing.T) {
	ctx := context.Background()
	src, path, h := recordedTalk(t, "mini-codex/tools/session-*.json", nil)
	for i := range h.Len() {
		at := i
		if due, _ := h.Runtime.Due(ctx, h, i); len(due.Next) > 0 && due.Next[0] == "tools" {
			at = i + 1
		}
		r, fh, text := written(t, src, path, h, Request{Checkpoint: h.ID(i)})
		if want, got := strings.Join(seen(t, h, at), "|"), strings.Join(seen(t, fh, fh.Current), "|"); want != got || len(fh.Problems) > 0 {
			t.Errorf("at %s: the model sees\n%s\nwant\n%s\nproblems %v", h.ID(i), got, want, fh.Problems)
		}
		var doc struct {
			Version int
			ID      string `json:"session_id"`
			In      int    `json:"total_input_tokens"`
			Out     int    `json:"total_output_tokens"`
			All     int    `json:"total_tokens"`
			Future  any    `json:"x_future"`
			From    struct {
				ID string `json:"session_id"`
			} `json:"forked_from"`
			Entries []any
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Version != 3 || doc.ID != r.Thread || doc.From.ID != h.Thread() || doc.Future == nil || doc.In+doc.Out != doc.All {
			t.Errorf("document %+v", doc)
		}
		if want := map[bool]int{false: 48 + 40, true: 1020}[i == h.Len()-1]; i == 2 && doc.All != want || i == h.Len()-1 && doc.All != want {
			t.Errorf("at %s: %d tokens, want %d", h.ID(i), doc.All, want)
		}
		if filepath.Base(r.File) != r.Thread+".json" || r.Resume != "" {
			t.Errorf("file %s, resume %q", r.File, r.Resume)
		}
		if _, err := Unfork(ctx, path, r.Thread); err != nil {
			t.Error(err)
		}
	}
	_, fh, _ := written(t, src, path, h, Request{Checkpoint: h.ID(3), ToThread: "mine", Edits: []Edit{edit(t, Set, ".messages[-2].content[0]", `"Now you."`), edit(t, Set, ".messages[0].content", `"Do it"`)}})
	if got := strings.Join(seen(t, fh, fh.Current), "|"); !strings.HasPrefix(got, "human Do it|") || !strings.Contains(got, "|ai Now you. asks write_file|tool ") {
		t.Errorf("edited: %s", got)
	}
	req := Request{Path: path, Thread: h.Thread(), Checkpoint: h.ID(3), Edits: []Edit{edit(t, Delete, ".messages[1].content[0]", "")}}
	if _, err := Make(ctx, src, req); !errors.Is(err, ErrUsage) {
		t.Errorf("a call taken out: %v", err)
	}
}

// Of a document that is cut, what is whole can be forked.
func TestForkMiniCodexCut(t *testing.T) {
	src, path, h := recordedTalk(t, "mini-codex/plain/session-*.json", func(s string) string { return s[:strings.Index(s, "Then leave it")] })
	_, fh, _ := written(t, src, path, h, Request{Checkpoint: h.ID(h.Current)})
	if len(fh.Problems) > 0 || fh.Len() != h.Len() {
		t.Errorf("%d steps of %d, problems %v", fh.Len(), h.Len(), fh.Problems)
	}
}
