package codex

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/transcript"
)

const cases = "../../testdata/codex"

// expectation is what is known of a recorded session, since its model was scripted.
type expectation struct {
	Open      string
	Records   int64
	Turns     []string
	Tools     [][2]string
	Todos     []loaders.Todo   `json:"todos_final"`
	Total     map[string]int64 `json:"usage_total"`
	Branches  int
	Files     []string `json:"files_touched"`
	Models    []string
	Abandoned []string `json:"abandoned_turns"`
}

func openPath(t testing.TB, path string) (*transcript.Source, *session, *loaders.ThreadFacts) {
	t.Helper()
	ctx := context.Background()
	st, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	src, err := transcript.Open(ctx, &loaders.Probe{Path: path, IsDir: st.IsDir(), Size: st.Size()}, format("codex"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	list, err := src.Threads(ctx, "", 0)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d threads, %v", len(list), err)
	}
	ses, err := src.Session(ctx, list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	return src, ses.(*session), ses.Facts()
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Errorf("%s: want %v, got %v", what, want, got)
	}
}

// TestRecordedSessions holds the facts of real sessions to what was scripted.
func TestRecordedSessions(t *testing.T) {
	list, _ := filepath.Glob(filepath.Join(cases, "*", "expect.json"))
	if len(list) < 6 {
		t.Fatalf("only %d cases", len(list))
	}
	for _, path := range list {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var want expectation
			if err := json.Unmarshal(b, &want); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(filepath.Dir(path), want.Open)
			if name, _ := sniffHead(transcript.Head(file, 1<<20)); name == "" || (name == "codex-stream") != strings.HasSuffix(file, "stream.jsonl") {
				t.Errorf("sniffed as %q", name)
			}
			src, s, f := openPath(t, file)
			same(t, "records", want.Records, src.Info().Records)
			same(t, "prompts", want.Turns, f.Prompts)
			same(t, "branches", want.Branches, f.Branches)
			u := want.Total
			same(t, "usage", loaders.Usage{Input: u["input"], Output: u["output"], CacheRead: u["cache_read"], CacheCreation: u["cache_creation"]}, f.Usage)
			same(t, "models", want.Models, f.Models)
			same(t, "files", append([]string{}, want.Files...), append([]string{}, f.Files...))
			same(t, "todos", append([]loaders.Todo{}, want.Todos...), append([]loaders.Todo{}, f.Todos...))
			tools := map[string][2]int{}
			for _, c := range want.Tools {
				n := tools[c[0]]
				n[0]++
				if c[1] == "error" {
					n[1]++
				}
				tools[c[0]] = n
			}
			got := map[string][2]int{}
			for _, c := range f.Tools {
				got[c.Name] = [2]int{c.Calls, c.Errors}
			}
			same(t, "tools", tools, got)
			same(t, "problems", 0, len(f.Problems))
			openAll(t, s)
			all := tree(s)
			for _, turn := range want.Abandoned {
				if !strings.Contains(all, turn) {
					t.Errorf("%q is not in the tree:\n%s", turn, all)
				}
			}
		})
	}
}

// openAll opens every step in every way that a screen does.
func openAll(t testing.TB, s *session) {
	t.Helper()
	ctx := context.Background()
	h := s.hist
	for i := range h.Len() {
		if _, err := h.Open(ctx, i); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		if _, err := s.rt.Brief(ctx, h, i); err != nil {
			t.Fatalf("row %d: %v", i, err)
		}
		if _, err := s.rt.Ran(ctx, h, i); err != nil {
			t.Fatalf("ran %d: %v", i, err)
		}
		if p := h.Parent(i); p >= i {
			t.Fatalf("step %d stands before its parent %d", i, p)
		}
	}
}

// tree draws the steps: depth, kind and words.
func tree(s *session) string {
	var b strings.Builder
	for i := range s.hist.Len() {
		br, err := s.rt.Brief(context.Background(), s.hist, i)
		if err != nil {
			return err.Error()
		}
		line := strings.Repeat(" ", s.hist.Row(i).Step) + strings.Join(br.Nodes, ",")
		if br.Says != "" {
			line += " " + br.Says
		}
		for _, c := range br.Asks {
			line += " asks " + c.Name
		}
		if br.Problem != "" && br.ProblemKind != "api" {
			line += " ! " + br.Problem
		}
		if i == s.hist.Current {
			line += " <"
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

func codes(list []graph.Problem) string {
	var out []string
	for _, p := range list {
		out = append(out, p.Code)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestSmallFiles shows the tree of each form that a rollout has had.
func TestSmallFiles(t *testing.T) {
	for name, want := range map[string]string{
		"41-codex-bare.jsonl":         "human hi from era one\n model asks shell\n  tool:shell\n   model one file <\n",
		"41-codex-echoes.jsonl":       "human hi from era two\n model hello back <\n",
		"41-codex-items.jsonl":        "human hi from era three\n model era three answers <\n",
		"44-codex-fork.jsonl":         "human asked in the parent\n model answered in the parent\n  human asked in the fork\n   model answered in the fork <\n",
		"45-codex-rollback.jsonl":     "human one\n model did one\n  human two\n   model did two\n    human three\n     model did three\n    human three again\n     model did three again <\n",
		"45-codex-compacted.jsonl":    "human long story\n model told it\n  compaction 2 items kept\n   human next chapter\n    model written <\n",
		"43-codex-zst.jsonl.zst":      "human packed away question\n model packed away answer <\n",
		"02-codex-not-claude.jsonl":   "human Count the tests\n model There are 31 tests. <\n",
		"44-codex-token-totals.jsonl": "human count me\n model counted\n  human count again\n   model counted again <\n",
	} {
		_, s, f := openPath(t, filepath.Join(cases, "small", name))
		if got := tree(s); got != want {
			t.Errorf("%s:\n%swant\n%s", name, got, want)
		}
		openAll(t, s)
		switch name {
		case "41-codex-items.jsonl":
			same(t, "what no list knows", "unknown-record", codes(f.Problems))
		case "44-codex-token-totals.jsonl":
			same(t, "usage", loaders.Usage{Input: 150, Output: 50, CacheRead: 50}, f.Usage)
		case "44-codex-fork.jsonl":
			same(t, "the fork's first own step", "input loop fork loop", sources(s))
		case "45-codex-rollback.jsonl":
			same(t, "branches", 2, f.Branches)
		}
	}
}

func sources(s *session) string {
	var out []string
	for i := range s.hist.Len() {
		out = append(out, s.hist.Row(i).Source)
	}
	return strings.Join(out, " ")
}

// TestCompactionLeavesWhatTheModelSees: the replacement stands for what was before, which stays in the history channel.
func TestCompactionLeavesWhatTheModelSees(t *testing.T) {
	_, s, _ := openPath(t, filepath.Join(cases, "small", "45-codex-compacted.jsonl"))
	cp, err := s.hist.Open(context.Background(), s.hist.Current)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, c := range cp.Channels {
		if c.Name == "messages" || c.Name == "history" {
			got[c.Name] = c.Value.Len()
		}
	}
	same(t, "messages", map[string]int{"messages": 4, "history": 5}, got)
}
