package codex

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cptui/loaders"
	"cptui/loaders/transcript"
)

func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// rolled makes the lines of a rollout from short words: "user: text", "ai: text", "call ID NAME ARGS", "out ID TEXT",
// "event JSON", "item JSON", "line JSON".
func rolled(spec ...string) string {
	var b strings.Builder
	at := time.Date(2026, 3, 7, 9, 0, 0, 0, time.UTC)
	put := func(typ, payload string) {
		at = at.Add(time.Second)
		b.WriteString(`{"timestamp":"` + at.Format("2006-01-02T15:04:05.000Z") + `","type":"` + typ + `","payload":` + payload + "}\n")
	}
	put("session_meta", `{"id":"0195c1d2-0000-7000-8000-0000000000aa","cwd":"/w","cli_version":"0.121.0"}`)
	for _, s := range spec {
		kind, rest, _ := strings.Cut(s, " ")
		switch kind {
		case "user:":
			put("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"`+rest+`"}]}`)
		case "ai:":
			put("response_item", `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"`+rest+`"}]}`)
		case "call":
			f := strings.SplitN(rest, " ", 3)
			put("response_item", `{"type":"function_call","call_id":"`+f[0]+`","name":"`+f[1]+`","arguments":"`+strings.ReplaceAll(f[2], `"`, `\"`)+`"}`)
		case "out":
			f := strings.SplitN(rest, " ", 2)
			put("response_item", `{"type":"function_call_output","call_id":"`+f[0]+`","output":"`+f[1]+`"}`)
		case "event":
			put("event_msg", rest)
		case "line":
			b.WriteString(rest + "\n")
		}
	}
	return b.String()
}

// TestShapes draws trees of files that are odd in one way each.
func TestShapes(t *testing.T) {
	for _, c := range []struct{ name, text, tree, codes string }{
		{"injected words are no prompt", rolled("user: <environment_context>x</environment_context>", "user: # AGENTS.md instructions for /w", "user: go", "ai: done"),
			"human go\n model done <\n", ""},
		{"an echo with other words is still an echo", rolled("user: a b", `event {"type":"user_message","message":"a  b"}`, "ai: c", `event {"type":"agent_message","message":"c!"}`),
			"human a b\n model c <\n", ""},
		{"two equal prompts are two", rolled("user: again", `event {"type":"user_message","message":"again"}`, "ai: 1", "user: again", `event {"type":"user_message","message":"again"}`, "ai: 2"),
			"human again\n model 1\n  human again\n   model 2 <\n", ""},
		{"parallel calls are one answer, their results one step", rolled("user: go", `call c1 shell {}`, `call c2 shell {}`, "out c2 Exit code: 1\\nWall time: 0\\nOutput:\\nno", "out c1 ok", "ai: done"),
			"human go\n model asks shell asks shell\n  tool:shell,tool:shell ! exit 1: no\n   model done <\n", ""},
		{"a call without a result", rolled("user: go", `call c1 shell {}`), "human go\n model asks shell <\n", "dangling-tool"},
		{"back by two turns to the start", rolled("user: one", "ai: 1", "user: two", "ai: 2", `event {"type":"thread_rolled_back","num_turns":2}`, "user: new", "ai: 3"),
			"human one\n model 1\n  human two\n   model 2\nhuman new\n model 3 <\n", ""},
		{"an error told twice is one step", rolled("user: go", `event {"type":"error","message":"no luck"}`, `event {"type":"task_complete","turn_id":"t","error":{"message":"no luck"}}`),
			"human go\n model no luck <\n", ""},
		{"stopped by hand: nothing is due", rolled("user: go", `call c1 shell {}`, "user: <turn_aborted>x</turn_aborted>", `event {"type":"turn_aborted","reason":"interrupted"}`),
			"human go\n model asks shell <\n", "dangling-tool"},
		{"broken lines are skipped", rolled("user: go", "line {\"timestamp\":\"2026-03-07T09:00:09Z\",\"type\":\"resp", "line 17", "ai: done"), "human go\n model done <\n", "bad-json unknown-record"},
		{"the last line is cut", rolled("user: go", "ai: done") + `{"timestamp":"2026-03-07T09:00:09Z","type":"response_item","payload":{"ty`, "human go\n model done <\n", "incomplete-tail"},
		{"a line for the shell is no prompt", rolled("user: <user_shell_command><command>ls</command><result>a</result></user_shell_command>"), "human !ls <\n", ""},
		{"what an item tells alone counts", rolled("user: go", `event {"type":"item_completed","item":{"type":"CommandExecution","id":"c1","command":["bash","-lc","ls"],"status":"failed","exit_code":2,"aggregated_output":"bad"}}`, "ai: done"),
			"human go\n tool:exec_command ! bad\n  model done <\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, s, f := openPath(t, write(t, "rollout-2026-03-07T09-00-00-0195c1d2-0000-7000-8000-0000000000aa.jsonl", c.text))
			if got := tree(s); got != c.tree {
				t.Errorf("got\n%swant\n%s", got, c.tree)
			}
			same(t, "problems", c.codes, codes(f.Problems))
			openAll(t, s)
		})
	}
}

// TestPatchesNameFiles: as the tool was told, however deep the patch is quoted.
func TestPatchesNameFiles(t *testing.T) {
	text := rolled("user: go",
		`line {"timestamp":"2026-03-07T09:01:00Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"c1","name":"apply_patch","input":"*** Begin Patch\n*** Add File: a b.txt\n+x\n*** Delete File: old.txt\n*** End Patch\n"}}`,
		"out c1 ok",
		`line {"timestamp":"2026-03-07T09:01:01Z","type":"response_item","payload":{"type":"function_call","call_id":"c2","name":"shell","arguments":"{\"command\":[\"apply_patch\",\"*** Begin Patch\\n*** Update File: c.go\\n@@\\n*** End Patch\"]}"}}`,
		"out c2 ok",
		`line {"timestamp":"2026-03-07T09:01:02Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"c3","name":"apply_patch","input":"*** Begin Patch\n*** Add File: never.txt\n*** End Patch\n"}}`,
		"out c3 apply_patch verification failed: no")
	_, _, f := openPath(t, write(t, "r.jsonl", text))
	same(t, "files", []string{"a b.txt", "old.txt", "c.go"}, f.Files)
}

// TestFollow: what is appended, also in pieces, and a new segment in another file come in without a second reading.
func TestFollow(t *testing.T) {
	ctx := context.Background()
	text := rolled("user: go", "ai: done")
	name := "rollout-2026-03-07T09-00-00-0195c1d2-0000-7000-8000-0000000000aa.jsonl"
	path := write(t, name, text[:len(text)-40])
	src, _, f := openPath(t, path)
	same(t, "problems", "incomplete-tail", codes(f.Problems))
	if got, err := src.Poll(ctx); got || err != nil {
		t.Fatalf("changed without a change: %v, %v", got, err)
	}
	add := func(more string) {
		t.Helper()
		out, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(more)
		out.Close()
		if got, err := src.Poll(ctx); !got || err != nil {
			t.Fatalf("no change seen: %v, %v", got, err)
		}
		if _, err := src.Thread(ctx, "0195c1d2-0000-7000-8000-0000000000aa"); err != nil {
			t.Fatal(err)
		}
	}
	add(text[len(text)-40:])
	tail := rolled("user: more")
	add(tail[strings.IndexByte(tail, '\n')+1:])
	h, err := src.Thread(ctx, "0195c1d2-0000-7000-8000-0000000000aa")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "steps", 3, h.Len())
	if err := os.WriteFile(path, []byte(rolled("user: anew")), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := src.Poll(ctx); !got || err != nil {
		t.Fatalf("no change seen: %v, %v", got, err)
	}
	if h, err = src.Thread(ctx, "0195c1d2-0000-7000-8000-0000000000aa"); err != nil || h.Len() != 1 {
		t.Errorf("after it was written anew: %v, %v", h, err)
	}
}

// TestCompressed: a frame that ends early is read up to there; a plain file hides its compressed copy.
func TestCompressed(t *testing.T) {
	whole, err := os.ReadFile(filepath.Join(cases, "small", "43-codex-zst.jsonl.zst"))
	if err != nil {
		t.Fatal(err)
	}
	_, _, f := openPath(t, write(t, "cut.jsonl.zst", string(whole[:len(whole)-4])))
	if got := codes(f.Problems); !strings.Contains(got, "incomplete-tail") {
		t.Errorf("problems %q", got)
	}
	dir := t.TempDir()
	name := "rollout-2026-03-07T09-00-00-0195c1d2-0000-7000-8000-0000000000aa.jsonl"
	os.WriteFile(filepath.Join(dir, name), []byte(rolled("user: plain")), 0o644)
	os.WriteFile(filepath.Join(dir, name+".zst"), whole, 0o644)
	src, s, _ := openPath(t, dir)
	list, _ := src.Threads(context.Background(), "", 0)
	same(t, "sessions", 1, len(list))
	same(t, "which", "human plain <\n", tree(s))
}

// TestFolders: a home, its sessions and a day are lists of threads; the segments of one thread are one.
func TestFolders(t *testing.T) {
	for _, dir := range []string{"codex-home", "codex-home/sessions", "codex-home/sessions/2026/12", "codex-home/sessions/2026/12/01"} {
		src, s, _ := openPath(t, filepath.Join(cases, "rewind", dir))
		list, err := src.Threads(context.Background(), "", 0)
		if err != nil || len(list) != 1 || list[0].Title != "Short title" {
			t.Errorf("%s: %+v, %v", dir, list, err)
		}
		same(t, "steps", 6, s.hist.Len())
		if st := src.Stats(); st.Rows == 0 {
			t.Errorf("no work was counted: %+v", st)
		}
		if name, _ := sniff(&loaders.Probe{Path: filepath.Join(cases, "rewind", dir), IsDir: true}); name != "codex" {
			t.Errorf("%s sniffed as %q", dir, name)
		}
	}
}

// TestMissingBase: a segment alone says what it goes on from, and shows what it has.
func TestMissingBase(t *testing.T) {
	list, _ := filepath.Glob(filepath.Join(cases, "rewind", "codex-home", "sessions", "*", "*", "*", "*_*.jsonl"))
	if len(list) != 1 {
		t.Fatal(list)
	}
	b, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	_, s, f := openPath(t, write(t, filepath.Base(list[0]), string(b)))
	same(t, "problems", "broken-parent", codes(f.Problems))
	same(t, "tree", "human Name a blue fruit\n model LIVE: plum. <\n", tree(s))
}

// TestSubagents hang at the call that started them.
func TestSubagents(t *testing.T) {
	dir := t.TempDir()
	child := "0195c1d2-1111-7000-8000-0000000000bb"
	os.WriteFile(filepath.Join(dir, "rollout-2026-03-07T09-00-00-0195c1d2-0000-7000-8000-0000000000aa.jsonl"),
		[]byte(rolled("user: go", `call c1 spawn_agent {"message":"look"}`, `out c1 {\"agent_id\":\"`+child+`\"}`, "ai: done")), 0o644)
	kid := strings.Replace(rolled("user: look", "ai: seen"), `"id":"0195c1d2-0000-7000-8000-0000000000aa"`,
		`"id":"`+child+`","source":{"subagent":{"thread_spawn":{"parent_thread_id":"0195c1d2-0000-7000-8000-0000000000aa","agent_nickname":"Ada"}}}`, 1)
	os.WriteFile(filepath.Join(dir, "rollout-2026-03-07T09-00-05-"+child+".jsonl"), []byte(kid), 0o644)
	src, s, f := openPath(t, dir)
	list, _ := src.Threads(context.Background(), "", 0)
	same(t, "sessions", 1, len(list))
	if f.Subagents != 1 || len(s.kids) != 1 || s.kids[0].Parent != 1 || s.kids[0].TaskID != "c1" || s.kids[0].Title != "Ada" || s.kids[0].NS != "agent:"+child {
		t.Errorf("%d subagents: %+v", f.Subagents, s.kids)
	}
	same(t, "prompts", []string{"go"}, f.Prompts)
}

// TestSniff: one line tells, wherever it stands; other programs' lines do not.
func TestSniff(t *testing.T) {
	for line, want := range map[string]string{
		`{"timestamp":"2026-03-07T09:00:00Z","type":"world_state","payload":{}}`:                          "codex",
		`{"id":"x","timestamp":"2025-06-01T10:00:00Z","instructions":null}`:                               "codex",
		`{"type":"thread.started","thread_id":"x"}`:                                                       "codex-stream",
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"an item of OpenAI's"}]}`: "",
		`{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"Claude's"}}`:       "",
		`{"type":"session","id":"x","cwd":"/","timestamp":"2026-03-07T09:00:00Z"}`:                        "",
		`{"type":"event_msg","payload":"no object"}`:                                                      "",
		`{"role":"user","content":"plain"}`:                                                               "",
		`{"timestamp":"2026-03-07T09:00:00Z","type":"other","payload":{"type":"x"}}`:                      "",
	} {
		if got, _ := sniffHead([]byte(line + "\n")); got != want {
			t.Errorf("%s: %q", line, got)
		}
	}
	if got, _ := sniffHead([]byte("not JSON\n" + rolled("user: go"))); got != "codex" {
		t.Errorf("behind a broken line: %q", got)
	}
}

// TestStreamAlone says what it does not know.
func TestStreamAlone(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("CODEX_HOME", "")
	b, err := os.ReadFile(filepath.Join(cases, "exec-stream", "stream.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	_, s, f := openPath(t, write(t, "stream.jsonl", string(b)))
	same(t, "problems", "missing-rollout", codes(f.Problems))
	same(t, "prompts", 0, len(f.Prompts))
	same(t, "models", 0, len(f.Models))
	same(t, "files", []string{"/home/dev/project/s.txt"}, f.Files)
	openAll(t, s)
}

// TestRecordedSubagent: a real spawn hangs at its call, and its answers are counted apart.
func TestRecordedSubagent(t *testing.T) {
	src, s, f := openPath(t, filepath.Join(cases, "subagent", "codex-home"))
	list, _ := src.Threads(context.Background(), "", 0)
	same(t, "sessions", 1, len(list))
	same(t, "prompts", []string{"Send an agent"}, f.Prompts)
	same(t, "usage", loaders.Usage{Input: 38, Output: 84, CacheRead: 800}, f.Usage)
	same(t, "subagents' usage", loaders.Usage{Input: 27, Output: 61, CacheRead: 700}, f.UsageAgents)
	same(t, "tools", []loaders.ToolCount{{Name: "spawn_agent", Calls: 1}, {Name: "exec_command", Calls: 1}}, f.Tools)
	if len(s.kids) != 1 || s.kids[0].Parent != 1 || s.kids[0].Node != "tool:spawn_agent" || s.kids[0].Title != "Boyle" {
		t.Errorf("%+v", s.kids)
	}
	same(t, "problems", "", codes(f.Problems))
	openAll(t, s)
}

// TestRecordedCompaction: the summary and the line that says so are one step, which carries what the summary cost.
func TestRecordedCompaction(t *testing.T) {
	src, s, f := openPath(t, filepath.Join(cases, "compaction", "codex-home"))
	list, _ := src.Threads(context.Background(), "", 0)
	same(t, "sessions", 1, len(list))
	same(t, "prompts", []string{"First thing", "Second thing", "Third thing"}, f.Prompts)
	same(t, "usage", loaders.Usage{Input: 81, Output: 183, CacheRead: 2100}, f.Usage)
	same(t, "branches", 1, f.Branches)
	same(t, "problems", "", codes(f.Problems))
	same(t, "sources", "input loop loop loop update input loop update input loop", sources(s))
	before, after, err := s.rt.Folds.Around(4)
	if err != nil || after.Usage.Output-before.Usage.Output != 29 {
		t.Errorf("the first compaction cost %d, %v", after.Usage.Output-before.Usage.Output, err)
	}
	openAll(t, s)
}

func FuzzRecords(f *testing.F) {
	list, _ := filepath.Glob(filepath.Join(cases, "small", "*.jsonl"))
	for _, p := range list {
		b, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(rolled("user: go", `call c1 shell {}`, `event {"type":"thread_rolled_back","num_turns":9}`, "out c1 x", "ai: y")))
	f.Add([]byte(`{"type":"thread.started","thread_id":"t"}` + "\n" + `{"type":"item.completed","item":{"id":"i","type":"file_change","changes":[{"path":"a","kind":"add"}]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<16 || bytes.Contains(b, []byte("history_base")) {
			return
		}
		ctx := context.Background()
		u := &unit{path: "x.jsonl", file: transcript.InMemory(b), count: &transcript.Counters{}, prompt: -1, end: -1}
		s := &session{path: u.path, count: u.count, main: u, shelf: &shelf{}}
		if err := u.read(ctx); err != nil {
			t.Fatal(err)
		}
		s.thread = u.thread()
		if u.stream {
			u.group(len(u.recs), tokens{})
			s.units = []*unit{u}
		} else if err := s.gather(ctx); err != nil {
			t.Fatal(err)
		}
		s.build()
		openAll(t, s)
		s.Facts()
	})
}
