package fork

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cptui/graph/value"
	"cptui/loaders"
	_ "cptui/loaders/claude"
)

// recordedSession copies a recorded session with what lies beside it and opens it.
func recordedSession(t *testing.T, name string) (loaders.Source, string) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("../testdata/claude", name))); err != nil {
		t.Fatal(err)
	}
	list, _ := filepath.Glob(filepath.Join(dir, "claude-home/projects/*/*.jsonl"))
	if len(list) == 0 {
		t.Fatalf("no case %s", name)
	}
	path := list[len(list)-1]
	src, err := loaders.Open(context.Background(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src, path
}

// stepID finds a step by its number and what its row says.
func stepID(t *testing.T, src loaders.Source, thread string, step int, says string) string {
	t.Helper()
	h, err := src.Thread(context.Background(), thread)
	if err != nil {
		t.Fatal(err)
	}
	for i := range h.Len() {
		b, err := h.Brief(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := h.Step(i); n == step && h.NS(i) == "" && strings.Contains(b.Says, says) {
			return h.ID(i)
		}
	}
	t.Fatalf("no step @%d with %q", step, says)
	return ""
}

func edit(t *testing.T, op EditOp, path, v string) Edit {
	t.Helper()
	p, err := value.ParsePath(path)
	if err != nil {
		t.Fatal(err)
	}
	e := Edit{Op: op, Path: p}
	if v != "" {
		if e.Value, err = value.ParseJSON([]byte(v)); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// newSession writes a fork and gives its lines and its words.
func newSession(t *testing.T, src loaders.Source, req Request) (*Plan, *Result, []map[string]any, string) {
	t.Helper()
	ctx := context.Background()
	before, err := os.ReadFile(req.Path)
	if err != nil {
		t.Fatal(err)
	}
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
	if after, err := os.ReadFile(req.Path); err != nil || string(after) != string(before) {
		t.Fatal("the source was touched")
	}
	text, err := os.ReadFile(r.File)
	if err != nil {
		t.Fatal(err)
	}
	st, _ := os.Stat(r.File)
	if st.Mode().Perm() != 0o600 || !strings.HasSuffix(string(text), "\n") {
		t.Errorf("mode %v, ends in %q", st.Mode(), text[len(text)-1:])
	}
	var lines []map[string]any
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var m map[string]any
		if err := json.Unmarshal([]byte(l), &m); err != nil {
			t.Fatalf("%v in %s", err, l)
		}
		lines = append(lines, m)
	}
	forked, err := loaders.Open(ctx, r.File, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer forked.Close()
	h, err := forked.Thread(ctx, r.Thread)
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Problems) > 0 || h.ID(h.Current) != r.ID {
		t.Errorf("problems %v, head %s, want %s", h.Problems, h.ID(h.Current), r.ID)
	}
	var rows []string
	for i := range h.Len() {
		b, err := h.Brief(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		w := strings.Join(b.Nodes, "+")
		if b.Says != "" {
			w += " " + strings.SplitN(b.Says, "\n", 2)[0]
		}
		rows = append(rows, w)
	}
	return p, r, lines, strings.Join(rows, " | ")
}

// checkChain holds the lines of a new session to the recipe.
func checkChain(t *testing.T, lines []map[string]any, old, id string) {
	t.Helper()
	parent := any(nil)
	seen := map[string]bool{}
	for i, l := range lines[:len(lines)-1] {
		uuid, _ := l["uuid"].(string)
		if !regexp.MustCompile(`^[0-9a-f-]{14}4[0-9a-f-]{21}$`).MatchString(uuid) || seen[uuid] {
			t.Errorf("line %d: uuid %q", i+1, uuid)
		}
		seen[uuid] = true
		if l["subtype"] == "compact_boundary" {
			parent = nil
		}
		if l["parentUuid"] != parent || l["sessionId"] != id || l["isSidechain"] != false || l["sourceToolAssistantUUID"] != nil {
			t.Errorf("line %d: %v", i+1, l)
		}
		if from, _ := l["forkedFrom"].(map[string]any); from["sessionId"] != old && from != nil {
			t.Errorf("line %d: forkedFrom %v", i+1, l["forkedFrom"])
		}
		parent = uuid
	}
	last := lines[len(lines)-1]
	if title, _ := last["customTitle"].(string); last["type"] != "custom-title" || !strings.HasSuffix(title, " (fork)") {
		t.Errorf("last line %v", last)
	}
}

func TestForkOfASession(t *testing.T) {
	src, path := recordedSession(t, "rewind")
	thread := strings.TrimSuffix(filepath.Base(path), ".jsonl")
	prompt := stepID(t, src, thread, 4, "Make it v3")
	for name, c := range map[string]struct {
		at    string
		edits []Edit
		rows  string
		next  string
		notes int
	}{
		"copy at an answer": {stepID(t, src, thread, 3, "Wrote v1"), nil, "human Write v1 into a.txt | model | tool:Write | model Wrote v1.", "", 0},
		"another prompt": {prompt, []Edit{edit(t, Set, ".messages[-1].content", `"Make it v9"`)},
			"human Write v1 into a.txt | model | tool:Write | model Wrote v1. | human Make it v9", "model", 0},
		"results come along": {stepID(t, src, thread, 1, ""), nil, "human Write v1 into a.txt | model | tool:Write", "model", 1},
		"another answer and another file": {stepID(t, src, thread, 3, "Wrote v1"),
			[]Edit{edit(t, Set, ".messages[3].content[0].text", `"Did it."`), edit(t, Set, ".messages[1].content[0].input.content", `"v7\n"`)},
			"human Write v1 into a.txt | model | tool:Write | model Did it.", "", 0},
		"last message taken out": {prompt, []Edit{edit(t, Delete, ".messages[-1]", "")}, "human Write v1 into a.txt | model | tool:Write | model Wrote v1.", "", 0},
		"prompt added": {stepID(t, src, thread, 3, "Wrote v1"), []Edit{edit(t, Append, ".messages", `{"role":"user","content":"And now?"}`)},
			"human Write v1 into a.txt | model | tool:Write | model Wrote v1. | human And now?", "model", 0},
		"the old branch": {stepID(t, src, thread, 7, "Now v2"), nil,
			"human Write v1 into a.txt | model | tool:Write | model Wrote v1. | human Make it v2 and add b.txt | model | tool:Edit+tool:Write | model Now v2.", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			p, r, lines, rows := newSession(t, src, Request{Path: path, Thread: thread, Checkpoint: c.at, Edits: c.edits})
			if rows != c.rows || strings.Join(r.Next, " ") != c.next || len(p.Loses) != c.notes {
				t.Errorf("next %v, notes %v\n got %s\nwant %s", r.Next, p.Loses, rows, c.rows)
			}
			checkChain(t, lines, thread, r.Thread)
			if _, err := p.Write(context.Background()); !errors.Is(err, ErrRefused) {
				t.Errorf("a second write: %v", err)
			}
			if _, err := Unfork(context.Background(), path, r.ID); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(r.File); !errors.Is(err, os.ErrNotExist) {
				t.Error("not taken back")
			}
		})
	}
}

// TestForkKeepsBytes: what is not edited keeps its bytes, signatures and number text.
func TestForkKeepsBytes(t *testing.T) {
	for _, name := range []string{"compact-manual", "parallel-tools", "summarize-from-here", "subagents", "titles", "interrupted-esc"} {
		t.Run(name, func(t *testing.T) {
			src, path := recordedSession(t, name)
			thread := strings.TrimSuffix(filepath.Base(path), ".jsonl")
			h, err := src.Thread(context.Background(), thread)
			if err != nil {
				t.Fatal(err)
			}
			_, r, lines, _ := newSession(t, src, Request{Path: path, Thread: thread, Checkpoint: h.ID(h.Current), Kind: "fork"})
			checkChain(t, lines, thread, r.Thread)
			old, _ := os.ReadFile(path)
			text, _ := os.ReadFile(r.File)
			for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
				if msg := parseObject([]byte(l)).get("message"); msg != nil && !strings.Contains(string(old), string(msg)) {
					t.Errorf("changed: %.120s", msg)
				}
			}
			for _, l := range lines {
				if m, ok := l["compactMetadata"].(map[string]any); ok {
					if seg, ok := m["preservedSegment"].(map[string]any); ok && strings.Contains(string(old), seg["headUuid"].(string)) {
						t.Error("the kept segment still names old uuids")
					}
				}
			}
		})
	}
}

func TestForkRefuses(t *testing.T) {
	src, path := recordedSession(t, "subagents")
	thread := strings.TrimSuffix(filepath.Base(path), ".jsonl")
	ctx := context.Background()
	h, err := src.Thread(ctx, thread)
	if err != nil {
		t.Fatal(err)
	}
	inner := ""
	for i := range h.Len() {
		if h.NS(i) != "" {
			inner = h.ID(i)
		}
	}
	head := h.ID(h.Current)
	taken := filepath.Join(t.TempDir(), "taken.jsonl")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		req  Request
		want error
	}{
		"a subagent's step":    {Request{Checkpoint: inner}, ErrRefused},
		"no such step":         {Request{Checkpoint: "nothing"}, ErrUsage},
		"todos":                {Request{Checkpoint: head, Edits: []Edit{edit(t, Set, ".todos", `[]`)}}, ErrUsage},
		"another role":         {Request{Checkpoint: head, Edits: []Edit{edit(t, Set, ".messages[-1].role", `"user"`)}}, ErrUsage},
		"an answer added":      {Request{Checkpoint: head, Edits: []Edit{edit(t, Append, ".messages", `{"role":"assistant","content":"x"}`)}}, ErrUsage},
		"content of no kind":   {Request{Checkpoint: head, Edits: []Edit{edit(t, Set, ".messages[-1].content", `7`)}}, ErrUsage},
		"results taken out":    {Request{Checkpoint: head, Edits: []Edit{edit(t, Delete, ".messages[-1]", ""), edit(t, Delete, ".messages[-1]", ""), edit(t, Delete, ".messages[-1]", "")}}, ErrRefused},
		"next":                 {Request{Checkpoint: head, Next: "end"}, ErrUsage},
		"a file that is there": {Request{Checkpoint: head, To: taken}, ErrRefused},
		"a folder that is not": {Request{Checkpoint: head, To: filepath.Join(taken, "x", "y.jsonl")}, ErrRefused},
	} {
		c.req.Path, c.req.Thread = path, thread
		if _, err := Make(ctx, src, c.req); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
