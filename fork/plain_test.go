package fork

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cptui/loaders"
	_ "cptui/loaders/messages"
)

// plainFile writes a file of messages and opens it.
func plainFile(t *testing.T, name, text string) loaders.Source {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	src, err := loaders.Open(context.Background(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src
}

// forkPlain forks at step n and gives the new file.
func forkPlain(t *testing.T, src loaders.Source, step int, edits ...Edit) (*Result, string, error) {
	t.Helper()
	ctx := context.Background()
	thread, _, err := src.Newest(ctx)
	if err != nil {
		t.Fatal(err)
	}
	h, err := src.Thread(ctx, thread)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(src.Info().Path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Make(ctx, src, Request{Path: src.Info().Path, Thread: thread, Checkpoint: h.ID(step), Edits: edits, Version: "test"})
	if err != nil {
		return nil, "", err
	}
	r, err := p.Write(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(src.Info().Path); !bytes.Equal(before, after) {
		t.Error("the old file has changed")
	}
	b, err := os.ReadFile(r.File)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(b), nil
}

const (
	plainUser   = `{"role":"user","content":"go"}`
	plainAsk    = `{"role":"assistant","content":"I look.","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	plainGave   = `{"role":"tool","tool_call_id":"c1","content":"1"}`
	plainAnswer = `{"role":"assistant","content":"ok"}`
)

// A fork is the old file's own bytes up to the step, in its own shape; calls never lose their results.
func TestPlainShapes(t *testing.T) {
	doc := "{\n \"model\": \"m\",\n \"messages\": [\n  " + strings.Join([]string{plainUser, plainAsk, plainGave, plainAnswer}, ",\n  ") + "\n ],\n \"tools\": [1.50]\n}\n"
	lines := strings.Join([]string{plainUser, plainAsk, plainGave, plainAnswer}, "\n") + "\n"
	talk := `{"messages":[` + strings.Join([]string{plainUser, plainAsk, plainGave, plainAnswer}, ", ") + `],"label":7}` + "\n"
	for _, c := range []struct {
		name, file, text string
		step             int
		want             string
	}{
		{"lines, at the prompt", "a.jsonl", lines, 0, plainUser + "\n"},
		{"lines, at the answer whose call was answered", "a.jsonl", lines, 1, strings.Join([]string{plainUser, plainAsk, plainGave}, "\n") + "\n"},
		{"lines, at the end", "a.jsonl", lines, 3, lines},
		{"an object", "a.json", doc, 2, "{\n \"model\": \"m\",\n \"messages\": [\n  " + strings.Join([]string{plainUser, plainAsk, plainGave}, ",\n  ") + "\n ],\n \"tools\": [1.50]\n}\n"},
		{"a list", "a.json", "[" + plainUser + "," + plainAnswer + "]", 0, "[" + plainUser + "]"},
		{"a call that has no result is left out", "a.jsonl", plainUser + "\n" + plainAsk + "\n", 1, plainUser + "\n"},
		{"the second talk of a file of talks", "a.jsonl", talk + talk, 6, `{"messages":[` + strings.Join([]string{plainUser, plainAsk, plainGave}, ", ") + `],"label":7}` + "\n"},
	} {
		r, got, err := forkPlain(t, plainFile(t, c.file, c.text), c.step)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if filepath.Base(r.File) != "a-fork1"+filepath.Ext(c.file) {
			t.Errorf("%s: the file is %s", c.name, r.File)
		}
	}
	for name, text := range map[string]string{
		"a broken line":                     plainUser + "\n{oh\n" + plainAnswer + "\n",
		"a call that nothing stands before": plainAsk + "\n",
	} {
		src := plainFile(t, "a.jsonl", text)
		h, err := src.Thread(context.Background(), "a")
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := forkPlain(t, src, h.Len()-1); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Words can be edited, prompts added, the last messages removed; the rest of a record stays as it is.
func TestPlainEdits(t *testing.T) {
	rich := `{"role":"user","name":"Ann","content":"go","n":1.50}`
	lines := strings.Join([]string{rich, plainAsk, plainGave, plainAnswer}, "\n") + "\n"
	for _, c := range []struct {
		name, text string
		step       int
		edit       Edit
		want       string
	}{
		{"words", lines, 0, edit(t, Set, ".messages[0].content", `"stop"`), `{"role":"user","name":"Ann","content":"stop","n":1.50}` + "\n"},
		{"a result", lines, 2, edit(t, Set, ".messages[2].content", `"2"`), strings.Join([]string{rich, plainAsk, `{"role":"tool","tool_call_id":"c1","content":"2"}`}, "\n") + "\n"},
		{"the last message removed", lines, 3, edit(t, Delete, ".messages[3]", ""), strings.Join([]string{rich, plainAsk, plainGave}, "\n") + "\n"},
		{"a prompt added", lines, 3, edit(t, Append, ".messages", `{"role":"user","content":"more"}`), lines + `{"role":"user","name":"Ann","content":"more","n":1.50}` + "\n"},
		{"a prompt added to a list", "[" + plainUser + "," + plainAnswer + "]", 1, edit(t, Append, ".messages", `{"role":"user","content":"more"}`), "[" + plainUser + "," + plainAnswer + `, {"role":"user","content":"more"}]`},
		{"in LangChain's envelope", `[{"lc":1,"type":"constructor","id":["langchain","schema","messages","HumanMessage"],"kwargs":{"content":"go","id":"h1"}}]`, 0,
			edit(t, Append, ".messages", `{"role":"user","content":"more"}`),
			`[{"lc":1,"type":"constructor","id":["langchain","schema","messages","HumanMessage"],"kwargs":{"content":"go","id":"h1"}}, {"lc":1,"type":"constructor","id":["langchain","schema","messages","HumanMessage"],"kwargs":{"content":"more"}}]`},
	} {
		_, got, err := forkPlain(t, plainFile(t, "a.json", c.text), c.step, c.edit)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
	for name, e := range map[string]Edit{
		"an answer with calls": edit(t, Set, ".messages[1].content", `"other"`), "a role": edit(t, Set, ".messages[0].role", `"system"`),
		"files": edit(t, Set, ".files.a", `1`), "an answer added": edit(t, Append, ".messages", `{"role":"assistant","content":"x"}`),
	} {
		if _, _, err := forkPlain(t, plainFile(t, "a.jsonl", lines), 3, e); !errors.Is(err, ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A fork is taken back by removing its file, and never written over one that is there.
func TestPlainUnfork(t *testing.T) {
	src := plainFile(t, "a.jsonl", plainUser+"\n"+plainAnswer+"\n")
	r, _, err := forkPlain(t, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	if second, _, err := forkPlain(t, src, 0); err != nil || second.File == r.File {
		t.Errorf("a second fork: %v, %v", second, err)
	}
	if _, err := Make(context.Background(), src, Request{Path: src.Info().Path, Thread: "a", Checkpoint: "L1", To: r.File}); !errors.Is(err, ErrRefused) {
		t.Errorf("a file that is there: %v", err)
	}
}
