package opencode

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func opened(t *testing.T, path string) loaders.Source {
	t.Helper()
	s, err := loaders.Open(context.Background(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// steps says of each step of a session its place, kind and what it says or asks.
func steps(t *testing.T, s loaders.Source, id string) (out []string) {
	t.Helper()
	ctx := context.Background()
	h, err := s.Thread(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	for i := range h.Len() {
		b, err := h.Brief(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		step, _ := h.Step(i)
		line := fmt.Sprintf("%s@%d %s", h.NS(i), step, h.Source(i))
		if b.Says != "" {
			line += " " + b.Says
		}
		for _, c := range b.Asks {
			line += " asks " + c.Name
		}
		for _, c := range b.Results {
			line += fmt.Sprintf(" %s %v", c.Name, !c.Error)
		}
		if i == h.Current {
			line += " head"
		}
		out = append(out, line)
	}
	return out
}

func facts(t *testing.T, s loaders.Source, id string) *loaders.ThreadFacts {
	t.Helper()
	f, err := s.Facts(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n\t%s\nwant\n\t%s", what, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// TestRecorded holds what OpenCode 1.18 wrote.
func TestRecorded(t *testing.T) {
	revert := []string{"@0 input Write 1", "@1 loop asks write", "@2 loop write true", "@3 loop One. head", "@4 input Write 2", "@5 loop asks write", "@6 loop write true", "@7 loop Two."}
	const taken = "ses_dd1012ef3ffe6blmQDgL2NZNFt"
	for _, path := range []string{"revert/opencode.db", "revert/export.json"} {
		s := opened(t, "../../testdata/opencode/"+path)
		same(t, path, steps(t, s, taken), revert)
		if f := facts(t, s, taken); f.Branches != 2 || !slices.Equal(f.Prompts, []string{"Write 1"}) || f.Usage.Output != 122 || f.Usage.CacheRead != 1400 {
			t.Errorf("%s: %+v", path, f)
		}
	}
	agent := []string{"@0 input How many files?", "@1 loop asks task", "@2 loop task true", "@3 loop One file. head",
		"agent:ses_dd1014a8effeQSoqqjvZc6Pcp2@0 input COUNT-JOB: count files", "agent:ses_dd1014a8effeQSoqqjvZc6Pcp2@1 loop asks bash",
		"agent:ses_dd1014a8effeQSoqqjvZc6Pcp2@2 loop bash true", "agent:ses_dd1014a8effeQSoqqjvZc6Pcp2@3 loop There is one."}
	for _, path := range []string{"subagent/opencode.db", "subagent/storage", "subagent"} {
		s := opened(t, "../../testdata/opencode/"+path)
		const id = "ses_dd1015be2ffehPb9xYiwkC6k3H"
		same(t, path, steps(t, s, id), agent)
		h, err := s.Thread(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		if k := h.Kids; len(k) != 1 || k[0].Parent != 1 || k[0].Node != "task" || k[0].Title != "Count (@general subagent)" {
			t.Errorf("%s: the subagent hangs at %+v", path, k)
		}
		if in := s.Info(); in.Records != 6 || in.Producer != "OpenCode 1.18.33" {
			t.Errorf("%s: %+v", path, in)
		}
		if hits, err := s.FindID(context.Background(), "call_stub00000300"); err != nil || len(hits) != 1 || hits[0].Thread != id {
			t.Errorf("%s: a call is found at %v, %v", path, hits, err)
		}
	}
	s := opened(t, "../../testdata/opencode/fork/opencode.db")
	same(t, "fork", steps(t, s, "ses_dd1021232ffef1v2iRUFQX2XrU"), []string{"@0 input First?", "@1 loop Alpha.", "@2 input Second?", "@3 loop Beta.", "@4 fork Third on a fork?", "@5 loop FORKED gamma. head"})
	s = opened(t, "../../testdata/opencode/tools/opencode.db")
	f := facts(t, s, "ses_dd102947affeDjX1950QqsAM0r")
	if len(f.Todos) != 2 || f.Todos[1].Status != "completed" || !slices.Equal(f.Files, []string{"/home/dev/project/a.txt"}) {
		t.Errorf("plan and files: %+v %v", f.Todos, f.Files)
	}
}

// database writes rows as OpenCode's tables hold them.
func database(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "opencode.db")
	c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, q := range append([]string{
		"CREATE TABLE session(id, parent_id, directory, title, version, time_created, time_updated)",
		"CREATE TABLE message(id, session_id, time_created, time_updated, data)",
		"CREATE TABLE part(id, message_id, session_id, time_created, time_updated, data)",
		"CREATE TABLE session_message(id, session_id, type, seq, time_created, time_updated, data)",
		"CREATE TABLE todo(session_id, content, status, priority, position)",
	}, statements...) {
		if err := sqlitex.ExecuteTransient(c, q, nil); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	return path
}

// codes are those of the problems of a session.
func codes(t *testing.T, s loaders.Source, id string) (out []string) {
	t.Helper()
	h, err := s.Thread(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range h.Problems {
		out = append(out, p.Code)
		if p.Severity == graph.Error && p.Code != "parent-cycle" {
			t.Errorf("%s is an error: %s", p.Code, p.Message)
		}
	}
	slices.Sort(out)
	return out
}

func TestOdd(t *testing.T) {
	path := database(t,
		`INSERT INTO session VALUES ('a', NULL, '/p', 'A', '1', 1772874000000, 1772874009000), ('b', 'gone', '/p', NULL, NULL, 1772874000, 1772874000),
			('c', 'd', '/p', 'C', '1', 1, 2), ('d', 'c', '/p', 'D', '1', 1, 2), ('e', 'a', '/p', 'E', '1', 1, 2)`,
		`INSERT INTO message VALUES ('m1', 'a', 1772874001000, 0, '{"role":"user","time":{"created":1772874001000}}'), ('m2', 'a', 1772874002000, 0, x'7b6f6f7073'),
			('m3', 'a', 1772874003000, 0, '{"role":"assistant","error":{"name":"APIError","data":{"message":"overloaded"}}}'),
			('m4', 'a', 1772874004000, 0, '{"role":"assistant","tokens":{"input":1,"output":2,"reasoning":3,"cache":{"read":4,"write":5}}}'),
			('m5', 'a', 1772874005000, 0, NULL), ('m6', 'e', 1, 0, '{"role":"user"}')`,
		`INSERT INTO part VALUES ('p1', 'm1', 'a', 0, 0, '{"type":"text","text":"go"}'), ('p2', 'm1', 'a', 0, 0, '{"type":"text","synthetic":true,"text":"more"}'),
			('p3', 'm4', 'a', 0, 0, '{"type":"tool","tool":"bash","callID":"c1","state":{"status":"running","input":{"command":"ls"}}}'),
			('p4', 'm4', 'a', 0, 0, '{broken'), ('p5', 'lost', 'a', 0, 0, '{"type":"text","text":"words"}'), ('p6', 'm6', 'e', 0, 0, '{"type":"text","text":"job"}')`,
		`INSERT INTO todo VALUES ('a', 'do it', 'pending', 'high', 0)`,
		`INSERT INTO session_message VALUES ('n1', 'b', 'user', 1, 1772874000, 0, '{"text":"in seconds"}'),
			('n2', 'b', 'assistant', 2, 1772874001, 0, '{"model":{"id":"m"},"content":[{"type":"text","text":"yes"},{"type":"tool","id":"t1","name":"read","state":{"status":"completed","input":{},"content":[{"type":"text","text":"x"}]}}]}'),
			('n3', 'b', 'compaction', 3, 1772874002, 0, '{"summary":"so far"}'), ('n4', 'b', 'novelty', 4, 1772874003, 0, '{}')`)
	s := opened(t, path)
	ctx := context.Background()
	list, err := s.Threads(ctx, "", 0)
	if err != nil || len(list) != 3 || list[0].ID != "a" || list[1].ID != "b" || list[1].Last.Year() != 2026 || list[2].ID != "c" {
		t.Fatalf("threads: %+v, %v", list, err)
	}
	same(t, "odd rows", steps(t, s, "a"), []string{"@0 input go", "@1 loop APIError: overloaded", "@2 loop {broken asks bash head", "agent:e@0 input job"})
	same(t, "problems", codes(t, s, "a"), []string{"bad-json", "bad-json", "bad-json", "broken-parent", "unknown-record"})
	if f := facts(t, s, "a"); f.Usage != (loaders.Usage{Input: 1, Output: 5, CacheRead: 4, CacheCreation: 5}) || len(f.Todos) != 1 || !slices.Equal(f.Prompts, []string{"go"}) {
		t.Errorf("facts: %+v", f)
	}
	same(t, "the newer table", steps(t, s, "b"), []string{"@0 input in seconds", "@1 loop yes asks read", "@2 loop read true", "@3 update so far head"})
	same(t, "a circle of sessions", codes(t, s, "c"), []string{"parent-cycle"})
}

// TestLayouts: a session is told by whichever table has its talk, and none is hidden whose row is gone, or which is in the files
// alone.
func TestLayouts(t *testing.T) {
	ctx := context.Background()
	path := database(t,
		"DROP TABLE part", "CREATE TABLE part(id, message_id, data)",
		`INSERT INTO session VALUES ('mixed', NULL, '/p', 'Mixed', '1', 1772874000000, 1772874009000)`,
		`INSERT INTO message VALUES ('m2', 'mixed', 1772874002, 0, '{"role":"user"}'), ('m1', 'mixed', 1772874001000, 0, '{"role":"user"}'), ('g1', 'gone', 1772874003000, 0, '{"role":"user"}')`,
		`INSERT INTO part VALUES ('p1', 'm1', '{"type":"text","text":"one"}'), ('p2', 'm2', '{"type":"text","text":"two"}'), ('p3', 'g1', '{"type":"text","text":"three"}')`,
		`INSERT INTO session_message VALUES ('n1', 'mixed', 'model-switched', 1, 1772874001500, 0, '{"model":{"id":"m"}}')`)
	dir := filepath.Dir(path)
	for name, text := range map[string]string{
		"session/p/old.json":   `{"id":"old","title":"Old","directory":"/p","time":{"created":1,"updated":1772874000000},"revert":{"messageID":"a1","partID":"x2"}}`,
		"message/old/a1.json":  `{"id":"a1","sessionID":"old","role":"user","time":{"created":1}}`,
		"message/old/a2.json":  `{"id":"a2","sessionID":"old","role":"assistant","time":{"created":2}}`,
		"part/a1/x1.json":      `{"id":"x1","type":"text","text":"kept"}`,
		"part/a1/x2.json":      `{"id":"x2","type":"text","text":"taken back"}`,
		"part/a2/y1.json":      `{"id":"y1","type":"text","text":"answer"}`,
		"session/p/mixed.json": `{"id":"mixed","title":"taken over into the database"}`,
	} {
		file := filepath.Join(dir, "storage", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := opened(t, dir)
	list, err := s.Threads(ctx, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, h := range list {
		ids = append(ids, h.ID+" "+h.Title)
	}
	same(t, "sessions", ids, []string{"mixed Mixed", "gone ", "old Old"})
	same(t, "a switch of the model is no talk; seconds are sorted among milliseconds", steps(t, s, "mixed"), []string{"@0 input one", "@1 input two head"})
	same(t, "a session without its row", steps(t, s, "gone"), []string{"@0 input three head"})
	same(t, "problems", codes(t, s, "gone"), []string{"broken-parent"})
	same(t, "a revert within a message", steps(t, s, "old"), []string{"@0 input kept\ntaken back head", "@1 loop answer"})
	if in := s.Info(); in.Records != 6 {
		t.Errorf("records: %d", in.Records)
	}
}

// TestFollow: what is written shows after a poll, and nothing else does.
func TestFollow(t *testing.T) {
	path := database(t, `INSERT INTO session VALUES ('a', NULL, '/p', 'A', '1', 1772874000000, 1772874009000)`)
	s := opened(t, path)
	ctx := context.Background()
	if got := steps(t, s, "a"); len(got) != 0 {
		t.Fatalf("steps of an empty session: %v", got)
	}
	if changed, err := s.Poll(ctx); changed || err != nil {
		t.Fatalf("nothing happened: %v, %v", changed, err)
	}
	c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := sqlitex.ExecuteTransient(c, `INSERT INTO message VALUES ('m1', 'a', 1772874001000, 0, '{"role":"user"}')`, nil); err != nil {
		t.Fatal(err)
	}
	if changed, err := s.Poll(ctx); !changed || err != nil {
		t.Fatalf("a message came: %v, %v", changed, err)
	}
	if got := steps(t, s, "a"); len(got) != 1 {
		t.Errorf("steps: %v", got)
	}
}

func FuzzRead(f *testing.F) {
	raw, err := os.ReadFile("../../testdata/opencode/revert/export.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte(`{"info":{"id":"m","role":"assistant","summary":true,"error":{"name":"MessageAbortedError"}},"parts":[{"type":"tool","state":{"status":"error","error":"x"}}]}`))
	f.Add([]byte(`{"info":{"type":"shell","command":"ls","output":"a"},"space":"s"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, e := range read(b) {
			if len(e.Calls) > len(b) || len(e.Results) > len(e.Calls) {
				t.Errorf("more calls than bytes: %+v", e)
			}
		}
		sniffExport(b, true)
		typed(string(b))
		head(b)
	})
}
