package qwen

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/transcript/talk/talktest"
)

// line is a record with what all of them have.
func line(id, parent, typ, more string) string {
	up := "null"
	if parent != "" {
		up = strconv.Quote(parent)
	}
	return `{"uuid":"` + id + `","parentUuid":` + up + `,"sessionId":"s1","timestamp":"2026-01-01T00:00:00.000Z","type":"` + typ + `","cwd":"/p","version":"0.15.10"` + more + "}\n"
}

func user(id, parent, words string) string {
	return line(id, parent, "user", `,"message":{"role":"user","parts":[{"text":"`+words+`"}]}`)
}

func model(id, parent, part string) string {
	return line(id, parent, "assistant", `,"model":"m","message":{"role":"model","parts":[`+part+`]},"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":2,"thoughtsTokenCount":1,"totalTokenCount":12,"cachedContentTokenCount":4}`)
}

const one = `{"text":"a"}`

// A rewind goes on from the record before the prompt that it drops: the file's last line tells where the program stands.
func TestRewind(t *testing.T) {
	talk := user("u1", "", "one") + model("g1", "u1", one) + user("u2", "g1", "two") + model("g2", "u2", one)
	h, got, _ := talktest.Read(t, &format, "x.jsonl", talk+line("r", "g1", "system", `,"subtype":"rewind","systemPayload":{"truncatedCount":2}`))
	talktest.Same(t, "steps", []string{"u1<", "g1<u1", "u2<g1", "g2<u2"}, got)
	if h.ID(h.Current) != "g1" {
		t.Errorf("the head is %s", h.ID(h.Current))
	}
	_, got, _ = talktest.Read(t, &format, "x.jsonl", talk+line("r", "g1", "system", `,"subtype":"rewind"`)+user("u3", "r", "three")+model("g3", "u3", one))
	talktest.Same(t, "steps", []string{"u1<", "g1<u1", "u2<g1", "g2<u2", "u3<g1", "g3<u3"}, got)

	h, _, _ = talktest.Read(t, &format, "x.jsonl", talk+line("r", "", "system", `,"subtype":"rewind"`))
	if h.Current >= 0 {
		t.Errorf("all was dropped, and the head is %s", h.ID(h.Current))
	}
	_, got, _ = talktest.Read(t, &format, "x.jsonl", talk+line("r", "", "system", `,"subtype":"rewind"`)+user("u3", "r", "three"))
	talktest.Same(t, "steps", []string{"u1<", "g1<u1", "u2<g1", "g2<u2", "u3<"}, got)
}

// Behind a compression the model sees what it left, and what came later.
func TestCompression(t *testing.T) {
	h, got, _ := talktest.Read(t, &format, "x.jsonl", user("u1", "", "one")+model("g1", "u1", one)+
		line("c", "g1", "system", `,"subtype":"chat_compression","systemPayload":{"info":{"originalTokenCount":900,"newTokenCount":90},"compressedHistory":[{"role":"user","parts":[{"text":"sum"}]},{"role":"model","parts":[{"text":"Got it."}]}]}`)+
		user("u2", "c", "two"))
	talktest.Same(t, "steps", []string{"u1<", "g1<u1", "c<g1", "u2<c"}, got)
	talktest.Same(t, "messages", []string{"sum", "Got it.", "two"}, talktest.Texts(t, h))
	b, err := h.Runtime.(graph.Briefer).Brief(context.Background(), h, 2)
	if err != nil || b.Says != "900 → 90 tokens" {
		t.Errorf("the row says %q, %v", b.Says, err)
	}
}

// Damage is told and bridged; nothing is dropped.
func TestDamage(t *testing.T) {
	u, g := user("u1", "", "one"), model("g1", "u1", one)
	for _, c := range []struct {
		name, text   string
		steps, codes []string
	}{
		{"a cut tail", u + g[:len(g)-40], []string{"u1<"}, []string{"incomplete-tail"}},
		{"garbage", u + "%%%\n" + g, []string{"u1<", "g1<u1"}, []string{"bad-json"}},
		{"a line written into another", u + g[:60] + user("u2", "u1", "two"), []string{"u1<", "u2<u1"}, []string{"bad-json"}},
		{"two on a line", strings.TrimSuffix(u, "\n") + g, []string{"u1<", "g1<u1"}, []string{"joined-records"}},
		{"the same line twice", u + g + g, []string{"u1<", "g1<u1"}, []string{"duplicate-id"}},
		{"a parent that is not there", u + model("g1", "x", one), []string{"u1<", "g1<u1"}, []string{"broken-parent"}},
		{"a circle", user("u1", "g1", "one") + g, []string{"u1<", "g1<u1"}, []string{"parent-cycle"}},
		{"a child before its parent", g + u, []string{"u1<", "g1<u1"}, nil},
		{"an unknown type", u + line("x", "u1", "dream", "") + model("g1", "x", one), []string{"u1<", "g1<u1"}, []string{"unknown-record"}},
		{"an unknown subtype", u + line("x", "u1", "system", `,"subtype":"dream"`) + model("g1", "x", one), []string{"u1<", "g1<u1"}, []string{"unknown-record"}},
		{"zero bytes", u + "\x00\x00\x00\n" + g, []string{"u1<", "g1<u1"}, []string{"nul-run"}},
		{"another session", u + strings.Replace(g, `"s1"`, `"s2"`, 1), []string{"u1<", "g1<u1"}, []string{"mixed-sessions"}},
	} {
		h, got, codes := talktest.Read(t, &format, "x.jsonl", c.text)
		talktest.Same(t, c.name, c.steps, got)
		talktest.Same(t, c.name, c.codes, codes)
		for i := range h.Len() {
			if _, err := h.Opener.Open(context.Background(), i); err != nil {
				t.Errorf("%s: step %d: %v", c.name, i, err)
			}
		}
	}
}

// Tokens of thoughts are not counted beside an answer's where the sum has them in it.
func TestUsage(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "chats", "s1.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	text := user("u1", "", "one") + model("g1", "u1", `{"functionCall":{"id":"c1","name":"todo_write","args":{"todos":[{"id":"1","content":"do","status":"in_progress"}]}}}`) +
		line("t1", "g1", "tool_result", `,"message":{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"todo_write","response":{"output":"ok"}}}]},"toolCallResult":{"callId":"c1","status":"success"}`) +
		line("k", "t1", "system", `,"subtype":"custom_title","systemPayload":{"customTitle":"Name"}`)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	agents := filepath.Join(dir, "subagents", "s1")
	if err := os.MkdirAll(agents, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(agents, "agent-x1.jsonl"), []byte(user("a1", "", "sub")+model("a2", "a1", one)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	src, err := loaders.Open(ctx, dir, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	list, err := src.Threads(ctx, "", 0)
	if err != nil || len(list) != 1 || list[0].Title != "Name" {
		t.Fatalf("threads %v, %v", list, err)
	}
	f, err := src.Facts(ctx, "s1")
	if err != nil {
		t.Fatal(err)
	}
	if want := (loaders.Usage{Input: 6, Output: 2, CacheRead: 4}); f.Usage != want || f.UsageAgents != want {
		t.Errorf("usage %+v, of subagents %+v, want %+v", f.Usage, f.UsageAgents, want)
	}
	if len(f.Todos) != 1 || f.Todos[0] != (loaders.Todo{Content: "do", Status: "in_progress"}) || f.Status != "pending" || f.Phase != "model" {
		t.Errorf("todos %v, status %s, phase %s", f.Todos, f.Status, f.Phase)
	}
	talktest.Same(t, "namespaces", []string{"", "agent:x1"}, f.Namespaces)

	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	more := model("g2", "k", one)
	for _, part := range []string{more[:50], more[50:]} { // a line that comes in two writes
		if _, err := file.WriteString(part); err != nil {
			t.Fatal(err)
		}
		if changed, err := src.Poll(ctx); !changed || err != nil {
			t.Fatalf("a file that grew: %v, %v", changed, err)
		}
		if f, err = src.Facts(ctx, "s1"); err != nil {
			t.Fatal(err)
		}
	}
	if f.Status != "idle" || f.Usage.Output != 4 || len(f.Problems) != 0 {
		t.Errorf("after it grew: %s, %+v, %v", f.Status, f.Usage, f.Problems)
	}
}
