package pi

import (
	"context"
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

const head = `{"type":"session","version":3,"id":"s1","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/app"}` + "\n"

func entry(typ, id, parent, more string) string {
	if parent = `"` + parent + `"`; parent == `""` {
		parent = "null"
	}
	return `{"type":"` + typ + `","id":"` + id + `","parentId":` + parent + `,"timestamp":"2026-01-01T00:00:0` + string('0'+byte(len(id)%10)) + `.000Z",` + more + "}\n"
}

func user(id, parent, words string) string {
	return entry("message", id, parent, `"message":{"role":"user","content":"`+words+`"}`)
}

func model(id, parent, words string) string {
	return entry("message", id, parent, `"message":{"role":"assistant","content":[{"type":"text","text":"`+words+`"}],"model":"m","usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4},"stopReason":"stop"}`)
}

func read1(t testing.TB, text string) *graph.History {
	t.Helper()
	h, err := talk.Read(context.Background(), &format, "x.jsonl", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func steps(h *graph.History) []string {
	var out []string
	for i := range h.Len() {
		out = append(out, h.ID(i)+"<"+h.ParentID(i))
	}
	return out
}

func codes(h *graph.History) []string {
	var out []string
	for _, p := range h.Problems {
		out = append(out, p.Code)
	}
	return out
}

func same(t *testing.T, what string, want, got []string) {
	t.Helper()
	if !slices.Equal(want, got) {
		t.Errorf("%s: want %q, got %q", what, want, got)
	}
}

func head1(h *graph.History) string {
	if h.Current < 0 {
		return ""
	}
	return h.ID(h.Current)
}

// channel is a channel at step i.
func channel(t *testing.T, h *graph.History, i int, name string) value.Value {
	t.Helper()
	cp, err := h.Opener.Open(context.Background(), i)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cp.Channels {
		if c.Name == name {
			return c.Value
		}
	}
	return value.Value{}
}

func words(t *testing.T, h *graph.History, name string) []string {
	t.Helper()
	list, _ := graph.Messages(channel(t, h, h.Current, name))
	var out []string
	for _, m := range list {
		out = append(out, m.Text)
	}
	return out
}

// What hangs on an earlier entry is a branch; the last entry of the file is where it goes on, whatever it is.
func TestTree(t *testing.T) {
	h := read1(t, head+user("u1", "", "one")+model("a1", "u1", "A")+user("u2", "a1", "two")+model("a2", "u2", "B")+user("u3", "a1", "three")+model("a3", "u3", "C"))
	same(t, "steps", []string{"u1<", "a1<u1", "u2<a1", "a2<u2", "u3<a1", "a3<u3"}, steps(h))
	same(t, "head", []string{"a3"}, []string{head1(h)})
	h = read1(t, head+user("u1", "", "one")+model("a1", "u1", "A")+user("u2", "a1", "two")+model("a2", "u2", "B")+entry("label", "l1", "a1", `"targetId":"u2","label":"here"`))
	same(t, "head behind a label on an earlier entry", []string{"a1"}, []string{head1(h)})
	cp, err := h.Opener.Open(context.Background(), 2)
	if err != nil {
		t.Fatal(err)
	}
	labels, _ := cp.Metadata.Get("labels")
	if b, _ := value.JSON.Append(nil, labels); string(b) != `["here"]` {
		t.Errorf("labels of u2: %s", b)
	}
	h = read1(t, head+user("u1", "", "one")+model("a1", "u1", "A")+user("u2", "", "anew"))
	same(t, "a second root", []string{"u1<", "a1<u1", "u2<"}, steps(h))
	same(t, "messages", []string{"anew"}, words(t, h, "messages"))
	same(t, "problems", nil, codes(h))
}

// The model sees the summary of a compaction and what it kept, by id or, in the first version, by place.
func TestCompaction(t *testing.T) {
	talked := user("u1", "", "one") + model("a1", "u1", "A") + user("u2", "a1", "two") + model("a2", "u2", "B")
	h := read1(t, head+talked+entry("compaction", "c1", "a2", `"summary":"S","firstKeptEntryId":"u2","tokensBefore":9`)+user("u3", "c1", "three"))
	same(t, "messages", []string{"S", "two", "B", "three"}, words(t, h, "messages"))
	same(t, "history", []string{"one", "A", "two", "B", "S", "three"}, words(t, h, "history"))
	if h.Row(4).Source != "update" {
		t.Errorf("a compaction is %q", h.Row(4).Source)
	}
	h = read1(t, head+talked+entry("compaction", "c1", "a2", `"summary":"S","firstKeptEntryId":"u2"`)+user("u3", "c1", "three")+model("a3", "u3", "C")+entry("compaction", "c2", "a3", `"summary":"T","firstKeptEntryId":"a2"`))
	same(t, "one that keeps what stands before another", []string{"T", "B", "three", "C"}, words(t, h, "messages"))
	h = read1(t, head+talked+entry("compaction", "c1", "a2", `"summary":"S","firstKeptEntryId":"gone"`))
	same(t, "one that names nothing of the branch", []string{"S"}, words(t, h, "messages"))

	bare := func(s string) string {
		for _, id := range []string{"u1", "a1", "u2", "a2"} {
			s = strings.ReplaceAll(s, `"id":"`+id+`",`, "")
			s = strings.ReplaceAll(s, `"parentId":"`+id+`",`, "")
		}
		return strings.ReplaceAll(s, `"parentId":null,`, "")
	}
	first := strings.Replace(head, `"version":3,`, "", 1)
	h = read1(t, first+bare(talked)+`{"type":"compaction","timestamp":"2026-01-01T00:01:00.000Z","summary":"S","firstKeptEntryIndex":3,"tokensBefore":9}`+"\n")
	same(t, "steps of the first version", []string{"L2<", "L3<L2", "L4<L3", "L5<L4", "L6<L5"}, steps(h))
	same(t, "messages of the first version", []string{"S", "two", "B"}, words(t, h, "messages"))
	same(t, "problems", nil, codes(h))
}

// A real session of the first version: what the model saw after its compaction is what the program then sent.
func TestFirstVersionSent(t *testing.T) {
	list, _ := filepath.Glob("../../testdata/pi/first/sessions/*/*.jsonl")
	b, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	h := read1(t, string(b))
	got := words(t, h, "messages")
	same(t, "messages behind the summary", []string{"I write it.", "Successfully wrote 5 bytes to fruit.txt", "Pear it is.", "Name a blue one", "Plum it is.", "And now?", "Fig."}, got[1:])
}

// What nobody typed is told to the model, but is no prompt; what a person ran with !! is not told.
func TestBeside(t *testing.T) {
	run := func(id, parent, more string) string {
		return entry("message", id, parent, `"message":{"role":"bashExecution","command":"ls","output":"a","exitCode":2,"cancelled":false,"truncated":false`+more+`}`)
	}
	h := read1(t, head+entry("model_change", "m1", "", `"provider":"p","modelId":"big"`)+user("u1", "m1", "one")+model("a1", "u1", "A")+run("b1", "a1", "")+run("b2", "b1", `,"excludeFromContext":true`)+
		entry("branch_summary", "s1", "b2", `"fromId":"x","summary":"went well"`)+entry("custom_message", "x1", "s1", `"customType":"t","content":"note","display":true`)+entry("session_info", "i1", "x1", `"name":" Work "`))
	same(t, "messages", []string{"one", "A", "Ran `ls`\n```\na\n```\n\nCommand exited with code 2", "went well", "note"}, words(t, h, "messages"))
	same(t, "head", []string{"x1"}, []string{head1(h)})
	if h.Title != "Work" {
		t.Errorf("title %q", h.Title)
	}
	if v := channel(t, h, 0, "model"); v.Str() != "big" {
		t.Errorf("model at the first prompt: %q", v.Str())
	}
	if v := channel(t, h, h.Current, "cwd"); v.Str() != "/app" {
		t.Errorf("cwd: %q", v.Str())
	}
	due, err := h.Runtime.Due(context.Background(), h, h.Current)
	if err != nil || len(due.Next) > 0 {
		t.Errorf("behind a note: %v, %v", due.Next, err)
	}
	for i, want := range map[int]string{2: "! ls", 3: "!! ls"} {
		b, err := h.Brief(context.Background(), i)
		if err != nil || !strings.Contains(b.Says, want) {
			t.Errorf("row %d: %q, %v", i, b.Says, err)
		}
	}
	same(t, "problems", nil, codes(h))
}

// An answer that failed or was stopped.
func TestEnds(t *testing.T) {
	end := func(id, parent, content, reason, more string) string {
		return entry("message", id, parent, `"message":{"role":"assistant","content":`+content+`,"model":"m","stopReason":"`+reason+`"`+more+`}`)
	}
	h := read1(t, head+user("u1", "", "one")+end("a1", "u1", "[]", "error", `,"errorMessage":"529 overloaded"`)+model("a2", "a1", "A")+user("u2", "a2", "two")+
		end("a3", "u2", `[{"type":"toolCall","id":"c1","name":"bash","arguments":{}}]`, "aborted", ""))
	same(t, "steps", []string{"u1<", "a1<u1", "a2<a1", "u2<a2", "a3<u2"}, steps(h))
	ran, err := h.Runtime.Ran(context.Background(), h, 1)
	if err != nil || ran[0].Status != graph.TaskFailed {
		t.Errorf("the failed answer: %+v, %v", ran, err)
	}
	due, err := h.Runtime.Due(context.Background(), h, h.Current)
	if err != nil || len(due.Next) > 0 {
		t.Errorf("behind a stopped answer: %v, %v", due.Next, err)
	}
	same(t, "problems", []string{"dangling-tool"}, codes(h))
}

// Damage is told, and hides nothing else.
func TestDamage(t *testing.T) {
	talked := head + user("u1", "", "one") + model("a1", "u1", "A") + user("u2", "a1", "two") + model("a2", "u2", "B")
	for _, c := range []struct {
		name, text   string
		steps, codes []string
	}{
		{"a cut tail", talked[:len(talked)-30], []string{"u1<", "a1<u1", "u2<a1"}, []string{"incomplete-tail"}},
		{"a garbage line", strings.Replace(talked, "\n", "\n{\"type\":\"mess\n", 1), []string{"u1<", "a1<u1", "u2<a1", "a2<u2"}, []string{"bad-json"}},
		{"a missing parent", head + user("u1", "", "one") + model("a1", "gone", "A"), []string{"u1<", "a1<u1"}, []string{"broken-parent"}},
		{"a circle", head + user("u1", "a1", "one") + model("a1", "u1", "A") + user("u2", "a1", "two"), []string{"u1<", "a1<u1", "u2<a1"}, []string{"parent-cycle"}},
		{"its own parent", head + user("u1", "u1", "one") + model("a1", "u1", "A"), []string{"u1<", "a1<u1"}, []string{"parent-cycle"}},
		{"an id twice", talked + user("u2", "a1", "two and a half"), []string{"u1<", "a1<u1", "u2<a1", "a2<u2"}, []string{"duplicate-id"}},
		{"two sessions", talked + strings.ReplaceAll(head, "s1", "s2") + user("v1", "", "other"), []string{"u1<", "a1<u1", "u2<a1", "a2<u2", "v1<"}, []string{"mixed-sessions"}},
		{"a header at the end", talked + strings.ReplaceAll(head, "s1", "s2"), []string{"u1<", "a1<u1", "u2<a1", "a2<u2"}, []string{"mixed-sessions"}},
		{"no header", strings.TrimPrefix(talked, head), []string{"u1<", "a1<u1", "u2<a1", "a2<u2"}, []string{"missing-header"}},
		{"a newer version", strings.Replace(talked, `"version":3`, `"version":9`, 1), []string{"u1<", "a1<u1", "u2<a1", "a2<u2"}, []string{"unknown-record"}},
		{"new kinds", talked + entry("dream", "d1", "a2", `"x":1`) + entry("message", "d2", "d1", `"message":{"role":"ghost"}`), []string{"u1<", "a1<u1", "u2<a1", "a2<u2"}, []string{"unknown-record", "unknown-record"}},
	} {
		h := read1(t, c.text)
		same(t, c.name+", steps", c.steps, steps(h))
		same(t, c.name+", problems", c.codes, codes(h))
		if h.Current < 0 {
			t.Errorf("%s: no head", c.name)
		}
	}
	h := read1(t, talked+user("u2", "a1", "two and a half")+user("u3", "a2", "three"))
	same(t, "the last copy counts", []string{"one", "A", "two and a half", "B", "three"}, words(t, h, "messages"))
}

// A session that was forked says where its own steps begin.
func TestForked(t *testing.T) {
	forked := strings.Replace(head, `"timestamp":"2026-01-01T00:00:00.000Z"`, `"timestamp":"2026-01-02T00:00:00.000Z","parentSession":"/old.jsonl"`, 1)
	late := strings.Replace(user("u2", "a1", "two"), "2026-01-01", "2026-01-02", 1)
	h := read1(t, forked+user("u1", "", "one")+model("a1", "u1", "A")+late)
	same(t, "sources", []string{"input", "loop", "fork"}, []string{h.Row(0).Source, h.Row(1).Source, h.Row(2).Source})
}

// A session that is written to is followed: a whole line is one more step, half a line is none yet; one written anew is read anew.
func TestFollow(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	talked := head + user("u1", "", "one") + model("a1", "u1", "A")
	label := entry("label", "l1", "a1", `"targetId":"u1","label":"first"`)
	put(talked)
	src, err := loaders.Open(ctx, path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	look := func() string {
		t.Helper()
		h, err := src.Thread(ctx, "s1")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(append(steps(h), codes(h)...), " ")
	}
	if got := look(); got != "u1< a1<u1" {
		t.Fatal(got)
	}
	next := user("u2", "a1", "two")
	for _, c := range []struct{ text, want string }{
		{talked + label + next[:40], "u1< a1<u1 incomplete-tail"},
		{talked + label + next, "u1< a1<u1 u2<a1"},
		{talked + label + next + model("a2", "u2", "B"), "u1< a1<u1 u2<a1 a2<u2"},
		{head + user("v1", "", "else"), "v1<"},
	} {
		put(c.text)
		if changed, err := src.Poll(ctx); err != nil || !changed {
			t.Fatalf("%s: changed %v, %v", c.want, changed, err)
		}
		if got := look(); got != c.want {
			t.Errorf("want %s, got %s", c.want, got)
		}
		if h, _ := src.Thread(ctx, "s1"); h.Len() == 4 {
			if cp, err := h.Opener.Open(ctx, 0); err != nil || !named(cp.Metadata, "labels") {
				t.Errorf("the label is forgotten: %v", err)
			}
		}
	}
}

func named(m value.Value, name string) bool { _, ok := m.Get(name); return ok }

func FuzzRead(f *testing.F) {
	list, _ := filepath.Glob("../../testdata/pi/*/sessions/*/*.jsonl")
	for _, path := range list {
		if b, err := os.ReadFile(path); err == nil {
			f.Add(b)
		}
	}
	f.Add([]byte(head + user("u1", "a1", "one") + model("a1", "u1", "A") + entry("compaction", "c1", "a1", `"summary":"S","firstKeptEntryId":"c1"`)))
	f.Add([]byte(`{"type":"session","id":"x","timestamp":1}` + "\n" + `{"type":"compaction","firstKeptEntryIndex":-7}` + "\n" + `{"type":"message","message":{"role":"bashExecution"}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		sniff(b, true)
		h, err := talk.Read(context.Background(), &format, "x.jsonl", b)
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
