package minicodex

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/transcript/talk"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	list, _ := filepath.Glob("../../testdata/mini-codex/" + name + "/session-*.json")
	if len(list) != 1 {
		t.Fatalf("testdata/mini-codex/%s: %v", name, list)
	}
	b, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read1(t testing.TB, b []byte) *graph.History {
	t.Helper()
	h, err := talk.Read(context.Background(), &format, "session-x.json", b)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func codes(h *graph.History) []string {
	var out []string
	for _, p := range h.Problems {
		out = append(out, p.Code)
	}
	return out
}

func channel(t *testing.T, h *graph.History, i int, name string) string {
	t.Helper()
	cp, err := h.Opener.Open(context.Background(), i)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cp.Channels {
		if c.Name == name {
			b, _ := value.JSON.Append(nil, c.Value)
			return string(b)
		}
	}
	return ""
}

// What the document says of the session as a whole: the folder from the start, tokens and time at the end, what is not known as
// it is stored.
func TestWhole(t *testing.T) {
	h := read1(t, sample(t, "tools"))
	if h.Thread() != "session-1719312461494-42851" || h.Len() != 6 || len(codes(h)) > 0 {
		t.Fatalf("%s, %d steps, %v", h.Thread(), h.Len(), codes(h))
	}
	if got := channel(t, h, 0, "cwd"); got != `"/home/dev/project"` {
		t.Errorf("cwd at the first step: %s", got)
	}
	if got := channel(t, h, 4, "usage"); got != "" {
		t.Errorf("usage before the end: %s", got)
	}
	if got := channel(t, h, 5, "usage"); got != `{"input":900,"output":120,"cache_read":0,"cache_creation":0}` {
		t.Errorf("usage at the end: %s", got)
	}
	if got := channel(t, h, 4, "files"); !strings.HasPrefix(got, `{"b.txt":{"change":"write","by":"tool:write_file"`) {
		t.Errorf("files: %s", got)
	}
	cp, err := h.Opener.Open(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	session, _ := cp.Metadata.Get("session")
	future, _ := session.Get("x_future")
	if b, _ := value.JSON.Append(nil, future); !strings.Contains(string(b), `"keep"`) {
		t.Errorf("a key that is not known: %s", b)
	}
	if _, has := session.Get("entries"); has {
		t.Error("the entries stand beside themselves")
	}
	if at := h.Row(5).Time; at.UnixMilli() != 1719312789000 || !h.Row(4).Time.IsZero() {
		t.Errorf("times %v, %v", at, h.Row(4).Time)
	}
}

// However the document is laid out, it says the same.
func TestLayout(t *testing.T) {
	ctx := context.Background()
	pretty := sample(t, "tools")
	var line bytes.Buffer
	if err := json.Compact(&line, pretty); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"pretty": pretty, "one line": line.Bytes(), "marked": append([]byte("\xef\xbb\xbf"), pretty...), "CRLF": bytes.ReplaceAll(pretty, []byte("\n"), []byte("\r\n"))} {
		path := filepath.Join(t.TempDir(), "session-1.json")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		src, err := loaders.Open(ctx, path, loaders.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f, err := src.Facts(ctx, "session-1719312461494-42851")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if in := src.Info(); in.Format != "mini-codex" || in.Records != 7 || f.Checkpoints != 6 || len(f.Tools) != 2 || f.Tools[0].Errors != 1 || f.Usage.Input != 900 || len(f.Problems) != 0 {
			t.Errorf("%s: %s, %d records, %+v", name, in.Format, in.Records, f)
		}
		src.Close()
	}
}

// Of a document that is cut or broken, what is whole is read, and the fault is told.
func TestDamage(t *testing.T) {
	whole := sample(t, "tools")
	var line bytes.Buffer
	if err := json.Compact(&line, whole); err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{whole, line.Bytes()} {
		for cut := len(text) - 2; cut > 10; cut -= 7 {
			h := read1(t, text[:cut])
			entries := bytes.Count(text[:cut], []byte(`"estimated_tokens"`))
			if entries > 1 && h.Len() < min(entries-1, 2) || !slices.Contains(codes(h), "incomplete-tail") {
				t.Errorf("cut at %d: %d steps of %d entries, %v", cut, h.Len(), entries, codes(h))
			}
			if h.Len() > 0 && channel(t, h, 0, "cwd") == "" {
				t.Errorf("cut at %d: no folder", cut)
			}
		}
	}
	broken := bytes.Replace(whole, []byte(`"content": ""`), []byte("\"content\": \"\n\""), 1)
	if h := read1(t, broken); !slices.Contains(codes(h), "bad-json") || channel(t, h, h.Current, "messages") == "" || h.Len() < 4 {
		t.Errorf("a broken entry: %d steps, %v", h.Len(), codes(h))
	}
	two := slices.Concat(whole, sample(t, "plain"))
	h := read1(t, two)
	if got := codes(h); !slices.Contains(got, "joined-records") || !slices.Contains(got, "mixed-sessions") || h.Len() != 12 {
		t.Errorf("two documents: %d steps, %v", h.Len(), got)
	}
	if h := read1(t, bytes.Replace(whole, []byte(`"version": 3`), []byte(`"version": 4`), 1)); !slices.Equal(codes(h), []string{"unknown-record"}) || h.Len() != 6 {
		t.Errorf("a newer version: %v", codes(h))
	}
	if h := read1(t, bytes.Replace(whole, []byte(`"kind": "user"`), []byte(`"kind": "dream"`), 1)); !slices.Equal(codes(h), []string{"unknown-record"}) {
		t.Errorf("a kind that is not known: %v", codes(h))
	}
	if h := read1(t, bytes.Replace(whole, []byte(`"tool_call_id": "call_2"`), []byte(`"tool_call_id": "call_9"`), 1)); !slices.Equal(codes(h), []string{"dangling-tool", "dangling-tool"}) {
		t.Errorf("a result without its call: %v", codes(h))
	}
}

// Ids of calls may begin anew with each answer: a call's result is the next one that names it.
func TestReusedIDs(t *testing.T) {
	call := func(arg string) string {
		return `{"kind":"assistant","content":"","tool_calls":[{"id":"call_1","name":"shell_tool","arguments":"{\"command\":\"` + arg + `\"}"}]},`
	}
	gave := func(how, words string) string {
		return `{"kind":"tool","tool_call_id":"call_1","tool_name":"shell_tool","content":"success: ` + how + `\n\n` + words + `"},`
	}
	h := read1(t, []byte(`{"version":3,"session_id":"s","workspace_root":"/p","entries":[{"kind":"user","content":"a"},`+
		call("one")+gave("true", "first")+call("two")+gave("false", "second")+`{"kind":"assistant","content":"end"}]}`))
	for i, want := range map[int]string{2: "success: true\n\nfirst", 4: "success: false\n\nsecond"} {
		ran, err := h.Runtime.Ran(context.Background(), h, i)
		if err != nil || len(ran) != 1 || ran[0].Result.Str() != want || (ran[0].Status == graph.TaskFailed) != (i == 4) {
			t.Errorf("step %d: %+v, %v", i, ran, err)
		}
	}
	if len(codes(h)) > 0 || !strings.Contains(channel(t, h, 4, "messages"), `"content":"success: false\n\nsecond","id":"L1.4","tool_call_id":"call_1"`) {
		t.Errorf("%v, %s", codes(h), channel(t, h, 4, "messages"))
	}
}

// Whether a tool went well is told by a line before what it printed, never by what was run or printed.
func TestOutcome(t *testing.T) {
	for text, bad := range map[string]bool{
		"command: ls\nworkdir: /p\nsuccess: false\n\nx":                          true,
		"command: cat <<E\nsuccess: false\n\nE\nworkdir: /p\nsuccess: true\n\nx": false,
		"command: a\n\nb\nworkdir: /p\nsuccess: false":                           true,
		"path: a\nsuccess: false":                                                true,
		"path: a\r\nsuccess: false\r\n\r\nx":                                     true,
		"path: a\n\nsuccess: false":                                              false,
		"it printed\nsuccess: false":                                             false,
		"":                                                                       false,
	} {
		raw, _ := json.Marshal(map[string]string{"kind": "tool", "tool_call_id": "c", "content": text})
		if e := read(raw); len(e) != 1 || e[0].Results[0].Bad != bad {
			t.Errorf("%q is taken for bad: %v", text, !bad)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"plain", "tools"} {
		b := sample(f, name)
		f.Add(b)
		f.Add(b[:len(b)/2])
		f.Add(append(b, b...))
	}
	f.Add([]byte(`{"session_id":"x","workspace_root":1,"entries":[{"kind":"tool"},{"kind":"assistant","tool_calls":[{}, 1, null]},[]],"version":"x"`))
	f.Fuzz(func(t *testing.T, b []byte) {
		sniff(b, true)
		h, err := talk.Read(context.Background(), &format, "session-x.json", b)
		if err != nil {
			return
		}
		for i := range h.Len() {
			if _, err := h.Opener.Open(context.Background(), i); err != nil {
				t.Errorf("step %d: %v", i, err)
			}
			if _, err := h.Brief(context.Background(), i); err != nil {
				t.Errorf("row %d: %v", i, err)
			}
		}
	})
}
