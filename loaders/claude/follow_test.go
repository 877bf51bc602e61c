package claude

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cptui/loaders/transcript"
)

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

func polled(t *testing.T, src *transcript.Source, want bool) {
	t.Helper()
	if got, err := src.Poll(context.Background()); err != nil || got != want {
		t.Fatalf("poll: %v, %v; want %v", got, err, want)
	}
}

// TestFollow: whatever happens to the file, the view is that of a fresh open.
func TestFollow(t *testing.T) {
	text := lines("u u1 - one\nc a1 u1 m T t1\nr r1 a1 t1\na a2 r1 ok\nu u2 a2 two")
	cut := len(lines("u u1 - one\nc a1 u1 m T t1")) + 40 // inside the third line
	path := write(t, "s.jsonl", text[:cut])
	src := openPath(t, path)
	s, f := only(t, src)
	old := s.hist
	same(t, "at first", tree(s)+" "+codes(f.Problems), "in u1<-, ai a1<u1 dangling-tool:2 incomplete-tail:3")
	polled(t, src, false)

	read := src.Stats().Bytes
	appendTo(t, path, text[cut:])
	polled(t, src, true)
	polled(t, src, false)
	s, f = only(t, src)
	same(t, "grown", tree(s)+" "+codes(f.Problems), "in u1<-, ai a1<u1, res r1<a1, ai a2<r1, in u2<a2 ")
	if n := src.Stats().Bytes - read; n > int64(len(text)-cut+1500) {
		t.Errorf("read %d bytes for %d new ones", n, len(text)-cut)
	}
	if old.Len() != 2 {
		t.Error("the history given out has changed")
	}
	if _, err := old.Open(context.Background(), 1); err != nil {
		t.Error(err)
	}

	if err := os.WriteFile(path, []byte(lines("u v1 - other")), 0o600); err != nil { // cut and written anew
		t.Fatal(err)
	}
	polled(t, src, true)
	s, _ = only(t, src)
	same(t, "written anew", tree(s), "in v1<-")

	next := filepath.Join(filepath.Dir(path), "next")
	if err := os.WriteFile(next, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, path); err != nil {
		t.Fatal(err)
	}
	polled(t, src, true)
	s, _ = only(t, src)
	same(t, "replaced", tree(s), "in u1<-, ai a1<u1, res r1<a1, ai a2<r1, in u2<a2")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := src.Poll(context.Background()); err == nil {
		t.Error("a file that is gone is an error")
	}
}

func TestFolderListsSessionsCheaply(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "projects", "-w")
	if err := os.MkdirAll(filepath.Join(dir, "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat(strings.ReplaceAll(lines("a a u ok"), `"a"`, `"zz"`), 2000)
	for name, text := range map[string]string{
		"11111111-0000-4000-8000-000000000001.jsonl": strings.ReplaceAll(lines("u u1 - first words\na a1 u1 ok"), "2026-03-07", "2026-03-01"),
		"11111111-0000-4000-8000-000000000002.jsonl": lines("u u1 - second words\na a1 u1 ok") + long + `{"type":"custom-title","customTitle":"Named","sessionId":"S"}` + "\n",
		"agent-x.jsonl": lines("u u1 - no session"), "zero.jsonl": "", "notes.jsonl": "{\"a\":1}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	src := openPath(t, filepath.Dir(dir))
	list, err := src.Threads(context.Background(), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range list {
		got = append(got, l.ID[len(l.ID)-1:]+" "+l.Title)
	}
	same(t, "sessions", strings.Join(got, ", "), "2 Named, 1 first words")
	if st := src.Stats(); st.Bytes != 0 || st.Bodies != 0 {
		t.Errorf("listing scanned: %+v", st)
	}
	if _, err := src.Thread(context.Background(), list[1].ID); err != nil {
		t.Error(err)
	}
	if _, err := src.Thread(context.Background(), "nobody"); err == nil {
		t.Error("an unknown session is an error")
	}
	hits, err := src.FindID(context.Background(), "a1")
	if err != nil || len(hits) != 2 {
		t.Errorf("%v, %v", hits, err)
	}
}

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		mine bool
	}{
		"bookkeeping first": {strings.Repeat(`{"type":"queue-operation","operation":"enqueue","sessionId":"S"}`+"\n", 300) + lines("u u1 - hi"), true},
		"codex":             {`{"timestamp":"2026-03-07T09:00:00Z","type":"response_item","payload":{"type":"message"}}`, false},
		"qwen":              {`{"uuid":"a","parentUuid":null,"sessionId":"S","type":"user","message":{"role":"user","parts":[{"text":"hi"}]}}`, false},
		"qwen's result":     {`{"uuid":"a","parentUuid":null,"sessionId":"S","type":"tool_result"}`, false},
		"stream-json":       {`{"type":"user","uuid":"a","session_id":"S","message":{"role":"user","content":"hi"}}`, false},
		"pi":                {`{"type":"session","version":3,"id":"x","timestamp":"t","cwd":"/"}`, false},
		"plain messages":    {`{"role":"user","content":"hi"}`, false},
		"old summary":       {`{"type":"summary","summary":"x","leafUuid":"y"}`, true},
		"first line cut":    {`{"parentUuid":null,"sessionId":"S","type":"user","uuid":"a","message":{"role":"user","content":"` + strings.Repeat("x", 100), true},
		"utf-8 mark":        {"\ufeff" + lines("u u1 - hi"), true},
	} {
		if got := sniffHead([]byte(c.text)) > 0; got != c.mine {
			t.Errorf("%s: %v", name, got)
		}
	}
}
