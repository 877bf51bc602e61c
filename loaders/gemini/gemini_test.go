package gemini

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/transcript/talk"
	"cptui/loaders/transcript/talk/talktest"
)

const header = `{"sessionId":"s1","projectHash":"h","startTime":"2026-01-01T00:00:00.000Z","lastUpdated":"2026-01-01T00:00:00.000Z","kind":"main"}` + "\n"

func user(id, words string) string {
	return `{"id":"` + id + `","timestamp":"2026-01-01T00:00:01.000Z","type":"user","content":[{"text":"` + words + `"}]}` + "\n"
}

func model(id, words, more string) string {
	return `{"id":"` + id + `","timestamp":"2026-01-01T00:00:02.000Z","type":"gemini","content":"` + words + `","model":"m"` + more + `}` + "\n"
}

// What a rewind drops stays as a branch; the next message goes on from before it.
func TestRewind(t *testing.T) {
	h, got, codes := talktest.Read(t, &format, "session-x.jsonl", header+user("u1", "one")+model("g1", "a", "")+user("u2", "two")+model("g2", "b", "")+`{"$rewindTo":"u2"}`+"\n"+user("u3", "three")+model("g3", "c", ""))
	talktest.Same(t, "steps", []string{"u1<", "g1<u1", "u2<g1", "g2<u2", "u3<g1", "g3<u3"}, got)
	talktest.Same(t, "messages", []string{"one", "a", "three", "c"}, talktest.Texts(t, h))
	talktest.Same(t, "problems", nil, codes)
	h, _, _ = talktest.Read(t, &format, "session-x.jsonl", header+user("u1", "one")+model("g1", "a", "")+`{"$rewindTo":"u1"}`+"\n")
	if h.Current >= 0 {
		t.Error("all was dropped, and there is a head")
	}
	_, got, codes = talktest.Read(t, &format, "session-x.jsonl", header+user("u1", "one")+`{"$rewindTo":"nobody"}`+"\n"+user("u2", "two"))
	talktest.Same(t, "steps", []string{"u1<", "u2<"}, got)
	talktest.Same(t, "problems", []string{"broken-parent"}, codes)
}

func set(messages ...string) string {
	var list []string
	for _, m := range messages {
		list = append(list, strings.TrimSuffix(m, "\n"))
	}
	return `{"$set":{"messages":[` + strings.Join(list, ",") + `]}}` + "\n"
}

// A list that repeats what was said adds nothing; one that puts a summary in its place is a compaction.
func TestReplaced(t *testing.T) {
	talk := header + user("u1", "one") + model("g1", "a", "") + user("u2", "two") + model("g2", "b", "")
	again := set(user("u1", "one")) + set(user("u1", "one"), model("g1", "a", ""), user("u2", "two"), model("g2", "b", ""))
	_, got, codes := talktest.Read(t, &format, "session-x.jsonl", talk+again+user("u3", "three"))
	talktest.Same(t, "a resume", []string{"u1<", "g1<u1", "u2<g1", "g2<u2", "u3<g2"}, got)
	talktest.Same(t, "problems", nil, codes)

	ctx := user("c0", "<session_context>here</session_context>")
	_, got, codes = talktest.Read(t, &format, "session-x.jsonl", header+set(ctx)+user("u1", "one")+model("g1", "a", "")+user("u2", "two")+`{"$rewindTo":"u2"}`+"\n"+set(user("u1", "one"), model("g1", "a", ""))+user("u3", "three"))
	talktest.Same(t, "a list after a rewind, which leaves out the context", []string{"u1<", "g1<u1", "u2<g1", "u3<g1"}, got)
	talktest.Same(t, "problems", nil, codes)

	summary := set(user("s1", "<state_snapshot>all</state_snapshot>"), model("s2", "Got it.", ""), user("u2", "two"), model("g2", "b", ""))
	h, got, _ := talktest.Read(t, &format, "session-x.jsonl", talk+summary+user("u3", "three")+model("g3", "c", ""))
	talktest.Same(t, "a compression", []string{"u1<", "g1<u1", "u2<g1", "g2<u2", "L6<g2", "u3<L6", "g3<u3"}, got)
	talktest.Same(t, "what the model sees", []string{"<state_snapshot>all</state_snapshot>", "Got it.", "two", "b", "three", "c"}, talktest.Texts(t, h))
	if row := h.Row(4); row.Source != "update" {
		t.Errorf("a compression is %q", row.Source)
	}

	h, got, _ = talktest.Read(t, &format, "session-x.jsonl", talk+summary+user("u3", "three")+strings.Replace(summary, `"b"`, `"b"`, 1)+user("u4", "four"))
	talktest.Same(t, "a list that ends before what came behind the summary", []string{"u1<", "g1<u1", "u2<g1", "g2<u2", "L6<g2", "u3<L6", "u4<L6"}, got)
	if h.Current < 0 || h.ID(h.Current) != "u4" {
		t.Error("the head is not the last prompt")
	}
}

const called = `,"tokens":{"input":100,"output":5,"cached":40,"thoughts":7,"tool":0,"total":112},"toolCalls":[{"id":"c1","name":"write_file","args":{"file_path":"/a"},"status":"success","timestamp":"2026-01-01T00:00:03.000Z","result":[{"functionResponse":{"id":"c1","name":"write_file","response":{"output":"Successfully created and wrote to new file: /a."}}}]},{"id":"c2","name":"run_shell_command","args":{"command":"false"},"status":"error","result":[{"functionResponse":{"id":"c2","name":"run_shell_command","response":{"error":"exit 1"}}}]},{"id":"c3","name":"read_file","args":{},"status":"executing"}]`

// Older chats tell results only in the answer's own record: they are a step of their own all the same.
func TestOwnResults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session-old.json")
	text := `{
  "sessionId": "s9", "projectHash": "h", "startTime": "2025-09-01T00:00:00.000Z", "lastUpdated": "2025-09-01T00:01:00.000Z",
  "messages": [
    ` + user("u1", "write") + "," + model("g1", "", called) + "," + model("g2", "Done.", "") + "]\n}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	src, err := loaders.Open(ctx, path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if in := src.Info(); in.Format != "gemini" {
		t.Fatalf("taken for %s", in.Format)
	}
	h, err := src.Thread(ctx, "s9")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for i := range h.Len() {
		ids = append(ids, h.ID(i)+"<"+h.ParentID(i))
	}
	talktest.Same(t, "steps", []string{"u1<", "g1<u1", "c1<g1", "g2<c1"}, ids)
	talktest.Same(t, "problems", []string{"dangling-tool"}, talktest.Codes(h))
	f, err := src.Facts(ctx, "s9")
	if err != nil {
		t.Fatal(err)
	}
	if want := (loaders.Usage{Input: 60, Output: 12, CacheRead: 40}); f.Usage != want {
		t.Errorf("usage %+v, want %+v", f.Usage, want)
	}
	if len(f.Tools) != 3 || f.Tools[1].Errors != 1 || !slices.Equal(f.Files, []string{"/a"}) {
		t.Errorf("tools %v, files %v", f.Tools, f.Files)
	}
	cp, err := h.Opener.Open(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	change := value.Value{}
	for _, c := range cp.Channels {
		if c.Name == "files" {
			file, _ := c.Value.Get("/a")
			change, _ = file.Get("change")
		}
	}
	if change.Str() != "create" {
		t.Errorf("the file is said to be %q", change.Str())
	}

	if h, err = talk.Read(ctx, &format, "session-old.json", []byte(strings.ReplaceAll(text, "\n", " "))); err != nil || h.Len() != 4 || h.Thread() != "s9" {
		t.Errorf("the same on one line: %d steps of %s, %v", h.Len(), h.Thread(), err)
	}
	for cut := len(text) - 3; cut > 200; cut -= 97 { // a file whose end is missing shows what is whole in it
		h, err := talk.Read(ctx, &format, "session-old.json", []byte(text[:cut]))
		if err != nil {
			t.Fatal(err)
		}
		if cut > strings.Index(text, "g1") && h.Len() == 0 || !slices.Contains(talktest.Codes(h), "incomplete-tail") {
			t.Errorf("cut at %d: %d steps, problems %v", cut, h.Len(), talktest.Codes(h))
		}
	}
	broken := strings.Replace(text, `"type":"gemini","content":""`, `"type":"gemini","con`+"\n"+`tent":""`, 1)
	h, err = talk.Read(ctx, &format, "session-old.json", []byte(broken))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(talktest.Codes(h), "bad-json") || h.ID(h.Len()-1) != "g2" {
		t.Errorf("a broken message: %d steps, problems %v", h.Len(), talktest.Codes(h))
	}
}

// A later line with the id of one before is a new version of it; lines of no known kind are told and shown.
func TestVersions(t *testing.T) {
	h, got, codes := talktest.Read(t, &format, "session-x.jsonl", header+user("u1", "one")+model("g1", "", "")+model("g1", "a", "")+`{"id":"x","type":"dream","content":"?"}`+"\n"+`{"id":"e1","type":"error","content":"[API Error: 500]"}`+"\n")
	talktest.Same(t, "steps", []string{"u1<", "g1<u1", "e1<g1"}, got)
	talktest.Same(t, "messages", []string{"one", "a", "[API Error: 500]"}, talktest.Texts(t, h))
	talktest.Same(t, "problems", []string{"unknown-record"}, codes)
	cp, err := h.Opener.Open(context.Background(), 1)
	if err != nil {
		t.Fatal(err)
	}
	talktest.Same(t, "records", []string{"g1", "g1", "x"}, cp.Records)
}

// A subagent's chat hangs on the call that started it.
func TestSubagent(t *testing.T) {
	dir := t.TempDir()
	main := filepath.Join(dir, "chats", "session-2026-01-01T00-00-s1.jsonl")
	call := `,"toolCalls":[{"id":"c1","name":"codebase_investigator","args":{},"status":"success","agentId":"a1","result":"ok"}]`
	for path, text := range map[string]string{main: header + user("u1", "look") + model("g1", "", call),
		filepath.Join(dir, "chats", "s1", "a1.jsonl"): strings.Replace(header, "s1", "a1", 1) + user("u", "sub") + model("g", "found", "")} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	src, err := loaders.Open(ctx, filepath.Join(dir, "chats"), loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	list, err := src.Threads(ctx, "", 0)
	if err != nil || len(list) != 1 || list[0].ID != "s1" || list[0].Title != "look" {
		t.Fatalf("threads %v, %v", list, err)
	}
	h, err := src.Thread(ctx, "s1")
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Kids) != 1 || h.Kids[0].TaskID != "c1" || h.Kids[0].NS != "agent:a1" || h.Kids[0].Parent != 1 {
		t.Errorf("subagents %+v", h.Kids)
	}
	talktest.Same(t, "problems", nil, talktest.Codes(h))
}
