package claude

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/loaders/transcript"
)

// session text in short: one record a line, "kind id parent rest". Kinds: u prompt, a answer, c call, r result, q queued
// prompt, p progress, b boundary, s summary, x raw line. "-" is null. rest: words; of a call "msg tool id"; of a result its call.
func lines(spec string) string {
	var b strings.Builder
	for _, l := range strings.Split(strings.TrimSpace(spec), "\n") {
		l = strings.TrimSpace(l)
		kind, rest, _ := strings.Cut(l, " ")
		if kind == "x" {
			b.WriteString(rest + "\n")
			continue
		}
		f := strings.SplitN(rest, " ", 3)
		for len(f) < 3 {
			f = append(f, "")
		}
		parent := strconv.Quote(f[1])
		if f[1] == "-" {
			parent = "null"
		}
		env := func(typ, more string) {
			fmt.Fprintf(&b, `{"type":%q,"uuid":%q,"parentUuid":%s,"sessionId":"S","timestamp":"2026-03-07T09:00:00.000Z","isSidechain":false,%s}`+"\n", typ, f[0], parent, more)
		}
		msg := func(role, id, content string) string {
			return fmt.Sprintf(`"message":{"role":%q,"id":%q,"model":"m","content":%s,"usage":{"input_tokens":1,"output_tokens":2}}`, role, id, content)
		}
		text := func(s string) string { return `[{"type":"text","text":` + strconv.Quote(s) + `}]` }
		switch kind {
		case "u":
			env("user", `"message":{"role":"user","content":`+strconv.Quote(f[2])+`}`)
		case "a":
			env("assistant", msg("assistant", "m-"+f[0], text(f[2])))
		case "c":
			w := strings.Fields(f[2])
			env("assistant", msg("assistant", w[0], fmt.Sprintf(`[{"type":"tool_use","id":%q,"name":%q,"input":{"file_path":"/w/f"}}]`, w[2], w[1])))
		case "r":
			env("user", fmt.Sprintf(`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":"out of %s"}]}`, f[2], f[2]))
		case "q":
			env("attachment", `"attachment":{"type":"queued_command","commandMode":"prompt","prompt":`+strconv.Quote(f[2])+`}`)
		case "p":
			env("progress", `"data":{"type":"bash_progress"}`)
		case "b":
			logical := strconv.Quote(f[2])
			env("system", `"subtype":"compact_boundary","logicalParentUuid":`+logical+`,"compactMetadata":{"trigger":"auto","preTokens":1000}`)
		case "s":
			env("user", `"isCompactSummary":true,"isVisibleInTranscriptOnly":true,"message":{"role":"user","content":`+strconv.Quote(f[2])+`}`)
		}
	}
	return b.String()
}

func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// tree prints the steps of the session: kind, id, parent, then the ids of all records where there are several.
func tree(s *session) string {
	var out []string
	for _, u := range s.units() {
		for i := range u.steps {
			st := &u.steps[i]
			parent := "-"
			if st.parent >= 0 {
				parent = u.name(st.parent)
			}
			line := [...]string{"pre", "in", "ai", "res", "cut"}[st.kind] + " " + u.name(int32(i)) + "<" + parent
			if list := u.of(int32(i)); len(list) > 1 {
				var ids []string
				for _, r := range list {
					ids = append(ids, u.recordName(r))
				}
				line += "[" + strings.Join(ids, " ") + "]"
			}
			out = append(out, line)
		}
	}
	return strings.Join(out, ", ")
}

func codes(list []graph.Problem) string {
	var out []string
	for _, p := range list {
		out = append(out, fmt.Sprintf("%s:%d", p.Code, p.Line))
	}
	return strings.Join(out, " ")
}

// TestShapes: the trees of HARD-INPUTS, each as small as it gets.
func TestShapes(t *testing.T) {
	for name, c := range map[string]struct {
		spec, steps, prompts string
		branches             int
		problems             string
	}{
		"plain": {"u u1 - hi\na a1 u1 yo", "in u1<-, ai a1<u1", "hi", 1, ""},
		"one answer on three lines": {"u u1 - hi\nc a1 u1 m T t1\nc a2 a1 m T t2\nr r1 a1 t1\nr r2 a2 t2\na a3 r2 end",
			"in u1<-, ai a1<u1[a1 a2], res r1<a1[r1 r2], ai a3<r1", "hi", 1, ""},
		"next answer hangs on an earlier call": {"u u1 - hi\nc a1 u1 m T t1\nc a2 a1 m T t2\nr r2 a2 t2\nr r1 a1 t1\na a3 r1 end",
			"in u1<-, ai a1<u1[a1 a2], res r2<a1[r2 r1], ai a3<r2", "hi", 1, ""},
		"results in between the calls": {"u u1 - hi\nc a1 u1 m T t1\nr r1 a1 t1\nc a2 r1 m T t2\nr r2 a2 t2\na a3 r2 end",
			"in u1<-, ai a1<u1[a1 a2], res r1<a1[r1 r2], ai a3<r1", "hi", 1, ""},
		"progress in the chain": {"u u1 - hi\nc a1 u1 m T t1\np p1 a1\np p2 p1\nr r1 a1 t1\na a2 p2 end\nu u2 a2 more",
			"in u1<-, ai a1<u1[a1 p1 p2], res r1<a1, ai a2<r1, in u2<a2", "hi|more", 1, ""},
		"parent not in the file":     {"u u1 - one\na a1 u1 ok\nu u2 gone two\na a2 u2 ok", "in u1<-, ai a1<u1, in u2<a1, ai a2<u2", "one|two", 1, "broken-parent:3"},
		"rewind":                     {"u u1 - one\na a1 u1 ok\nu u2 a1 two\na a2 u2 ok\nu u3 a1 three\na a3 u3 ok", "in u1<-, ai a1<u1, in u2<a1, ai a2<u2, in u3<a1, ai a3<u3", "one|three", 2, ""},
		"rewind to the start":        {"u u1 - one\na a1 u1 ok\nu u2 a1 two\nu u3 a1 three\nu u9 - new\na a9 u9 ok", "in u1<-, ai a1<u1, in u2<a1, in u3<a1, in u9<-, ai a9<u9", "new", 3, ""},
		"retry is no branch":         {"u u1 - one\na a1 u1 lost\na a2 u1 ok\nu u2 a2 two", "in u1<-, ai a1<u1, ai a2<u1, in u2<a2", "one|two", 1, ""},
		"child before its parent":    {"a a1 u1 yo\nu u1 - hi\nu u2 a1 more", "in u1<-, ai a1<u1, in u2<a1", "hi|more", 1, ""},
		"copies of records":          {"u u1 - one\na a1 u1 ok\nb b - a1\nu u1 - one\na a1 u1 ok\nu u1 b one", "in u1<-, ai a1<u1, cut b<a1", "one", 1, "duplicate-id:1 duplicate-id:2"},
		"copy without a link":        {"u u0 - zero\nu u1 u0 one\nu u1 - one", "in u0<-, in u1<u0", "zero|one", 1, "duplicate-id:2"},
		"last copy's link counts":    {"u u0 - zero\nu u1 u0 one\nu u2 u1 two\nu u2 u0 two", "in u0<-, in u1<u0, in u2<u0", "zero|two", 2, "duplicate-id:3"},
		"cycle":                      {"u u1 u2 chicken\nu u2 u1 egg\nu u3 u3 snake", "in u1<-, in u2<u1, in u3<u2", "chicken|egg|snake", 1, "parent-cycle:1 parent-cycle:3"},
		"compaction":                 {"u u1 - one\na a1 u1 ok\nb b - a1\ns s b sum\na a2 s on\nu u2 a2 two", "in u1<-, ai a1<u1, cut b<a1[b s], ai a2<b, in u2<a2", "one|two", 1, ""},
		"compaction of another file": {"u u1 - one\na a1 u1 ok\nb b - elsewhere\ns s b sum\nu u2 s two", "in u1<-, ai a1<u1, cut b<a1[b s], in u2<b", "one|two", 1, "broken-parent:3"},
		"queued prompt":              {"u u1 - one\nc a1 u1 m T t1\nq q1 a1 also\nr r1 q1 t1\na a2 r1 ok", "in u1<-, ai a1<u1, in q1<a1, res r1<q1, ai a2<r1", "one|also", 1, ""},
		"call and result alone":      {"u u1 - one\nc a1 u1 m T t1\nr r1 a1 t8", "in u1<-, ai a1<u1, res r1<a1", "one", 1, "dangling-tool:2 dangling-tool:3"},
		"hooks before the prompt":    {"p h1 -\np h2 h1\nu u1 h2 one\na a1 u1 ok\nu u2 h2 two", "in u1<-[h1 h2 u1], ai a1<u1, in u2<-", "two", 2, ""},
		"no uuids":                   {`x {"type":"user","sessionId":"S","message":{"content":"one"}}` + "\n" + `x {"type":"assistant","sessionId":"S","message":{"content":[{"type":"text","text":"ok"}]}}`, "in L1<-, ai L2<L1", "one", 1, ""},
		"odd lines":                  {"u u1 - one\nx {\"foo\":1}\nx []\nx 7\nx \nx {broken\na a1 u1 ok", "in u1<-, ai a1<u1", "one", 1, "unknown-record:2 unknown-record:3 unknown-record:4 bad-json:6"},
		"unknown type in the chain":  {"u u1 - one\nx {\"type\":\"new\",\"uuid\":\"n1\",\"parentUuid\":\"u1\"}\na a1 n1 ok", "in u1<-[u1 n1], ai a1<u1", "one", 1, "unknown-record:2"},
		"two writers":                {"u u - go\na a u ok\nu A1 a A\nu B1 a B\na A2 A1 ok\na B2 B1 ok\nu A3 A2 A\nu B3 B2 B", "in u<-, ai a<u, in A1<a, in B1<a, ai A2<A1, ai B2<B1, in A3<A2, in B3<B2", "go|B|B", 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, f := only(t, openPath(t, write(t, "s.jsonl", lines(c.spec))))
			if got := tree(s); got != c.steps {
				t.Errorf("steps %s\n want %s", got, c.steps)
			}
			if got := strings.Join(f.Prompts, "|"); got != c.prompts {
				t.Errorf("prompts %s, want %s", got, c.prompts)
			}
			if f.Branches != c.branches {
				t.Errorf("%d branches, want %d", f.Branches, c.branches)
			}
			if got := codes(f.Problems); got != c.problems {
				t.Errorf("problems %s, want %s", got, c.problems)
			}
			openAll(t, s)
		})
	}
}

// openAll opens every step in every way; the states of a child begin with its parent's messages.
func openAll(t testing.TB, s *session) {
	t.Helper()
	ctx := context.Background()
	for i := range s.hist.Len() {
		cp, err := s.hist.Open(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		if cp.ID != s.hist.ID(i) || !slices.Contains(cp.Records, cp.ID) {
			t.Errorf("step %d: id %s, records %v", i, cp.ID, cp.Records)
		}
		for _, f := range []func() error{
			func() error { _, err := s.hist.Brief(ctx, i); return err },
			func() error { _, err := s.hist.Runtime.Due(ctx, s.hist, i); return err },
			func() error { _, err := s.hist.Runtime.Ran(ctx, s.hist, i); return err },
			func() error { _, err := s.hist.Runtime.Live(ctx, s.hist, i); return err },
		} {
			if err := f(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// FuzzSession: whatever a file holds, it opens whole and nothing hangs.
func FuzzSession(f *testing.F) {
	f.Add([]byte(lines("u u1 - one\nc a1 u1 m T t1\nr r1 a1 t1\nb b - r1\ns s b sum\nu u2 s two\nu u1 u2 one")))
	f.Add([]byte(`{"type":"user","uuid":"a","parentUuid":"b"}{"type":"assistant","uuid":"b","parentUuid":"a","message":{"content":[{"type":"tool_use"}]}}`))
	f.Add([]byte("\xff\xfe{\x00}\x00"))
	b, _ := os.ReadFile(filepath.Join(cases, "handmade-old-sidechain/claude-home/projects/-home-dev-project/5b0d3c1e-6a57-4a52-9d3f-0c1f1c5b7a01.jsonl"))
	f.Add(b)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(dir, strconv.Itoa(os.Getpid())+".jsonl")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		s := newSession(path, &transcript.Counters{})
		defer s.Close()
		if err := s.Load(context.Background()); err != nil {
			t.Fatal(err)
		}
		s.Facts()
		openAll(t, s)
	})
}
