package claude

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"cptui/loaders"
	"cptui/loaders/transcript"
)

const cases = "../../testdata/claude"

// expectation is what is known of a recorded session, since its model was scripted.
type expectation struct {
	Open      string
	Records   int64
	Turns     []string
	Tools     [][2]string
	Todos     []loaders.Todo `json:"todos_final"`
	Usage     map[string]int64
	Total     map[string]int64 `json:"usage_total"`
	Agents    map[string]int64 `json:"usage_agents"`
	Branches  int
	Leaf      string   `json:"active_leaf"`
	Files     []string `json:"files_touched"`
	Models    []string
	Subagents int
	Title     *string
}

func usageOf(m map[string]int64) loaders.Usage {
	return loaders.Usage{Input: m["input"], Output: m["output"], CacheRead: m["cache_read"], CacheCreation: m["cache_creation"]}
}

func openPath(t testing.TB, path string) *transcript.Source {
	t.Helper()
	st, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	src, err := open(context.Background(), &loaders.Probe{Path: path, IsDir: st.IsDir(), Size: st.Size()}, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src.(*transcript.Source)
}

// only opens the one session of a source.
func only(t testing.TB, src *transcript.Source) (*session, *loaders.ThreadFacts) {
	t.Helper()
	list, err := src.Threads(context.Background(), "", 0)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d threads, %v", len(list), err)
	}
	f, err := src.Facts(context.Background(), list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	s, err := src.Session(context.Background(), list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*session), f
}

// TestRecordedSessions holds the facts of real sessions to what was scripted.
func TestRecordedSessions(t *testing.T) {
	list, _ := filepath.Glob(filepath.Join(cases, "*", "expect.json"))
	if len(list) < 10 {
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
			src := openPath(t, file)
			if sniffHead(transcript.Head(file, 1<<20)) == 0 {
				t.Error("not sniffed")
			}
			_, f := only(t, src)
			same := func(what string, want, got any) {
				if !reflect.DeepEqual(want, got) {
					t.Errorf("%s: want %v, got %v", what, want, got)
				}
			}
			same("records", want.Records, src.Info().Records)
			same("prompts", want.Turns, f.Prompts)
			same("branches", want.Branches, f.Branches)
			same("usage", usageOf(want.Total), f.Usage)
			same("subagents' usage", usageOf(want.Agents), f.UsageAgents)
			same("leaf", want.Leaf, f.Leaf[0].ID)
			same("subagents", want.Subagents, f.Subagents)
			same("models", want.Models, f.Models)
			slices.Sort(f.Files)
			same("files", append([]string{}, want.Files...), append([]string{}, f.Files...))
			same("todos", append([]loaders.Todo{}, want.Todos...), append([]loaders.Todo{}, f.Todos...))
			if want.Title != nil {
				same("title", *want.Title, f.Title)
			}
			calls := map[string][2]int{}
			for _, c := range want.Tools {
				n := calls[c[0]]
				if n[0]++; c[1] == "error" {
					n[1]++
				}
				calls[c[0]] = n
			}
			got := map[string][2]int{}
			for _, c := range f.Tools {
				got[c.Name] = [2]int{c.Calls, c.Errors}
			}
			same("tools", calls, got)
			for _, p := range f.Problems {
				t.Errorf("a whole session has no problem, got %s line %d: %s", p.Code, p.Line, p.Message)
			}
		})
	}
}
