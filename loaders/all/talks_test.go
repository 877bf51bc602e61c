package all

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"cptui/graph"
	"cptui/loaders"
)

const testdata = "../../testdata"

// expectation is what is known of a recorded session, since its model was scripted.
type expectation struct {
	Open     string
	Records  int64
	Turns    []string
	Tools    [][2]string
	Todos    []loaders.Todo   `json:"todos_final"`
	Total    map[string]int64 `json:"usage_total"`
	Agents   map[string]int64 `json:"usage_agents"`
	Branches int
	Files    []string `json:"files_touched"`
	Models   []string
	Leaf     string `json:"active_leaf"`
}

// talks are the folders of recorded sessions, and the format that each must be taken for.
var talks = map[string]string{"gemini": "gemini", "qwen": "qwen-code", "pi": "pi", "mini-codex": "mini-codex", "claude-stream": "claude-stream", "openai-items": "openai-items", "messages": "messages"}

// open opens a file and its only session, and every step in it.
func open(t testing.TB, path string, o loaders.Options) (loaders.Source, *graph.History, *loaders.ThreadFacts) {
	t.Helper()
	ctx := context.Background()
	src, err := loaders.Open(ctx, path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	id, ok, err := src.Newest(ctx)
	if err != nil || !ok {
		t.Fatalf("no session in %s: %v", path, err)
	}
	h, err := src.Thread(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	for i := range h.Len() {
		if _, err := h.Opener.Open(ctx, i); err != nil {
			t.Errorf("step %d: %v", i, err)
		}
		if _, err := h.Runtime.(graph.Briefer).Brief(ctx, h, i); err != nil {
			t.Errorf("row %d: %v", i, err)
		}
	}
	f, err := src.Facts(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return src, h, f
}

// TestRecordedTalks holds the facts of real sessions to what was scripted, and each file to its format.
func TestRecordedTalks(t *testing.T) {
	for folder, format := range talks {
		list, _ := filepath.Glob(filepath.Join(testdata, folder, "*", "expect.json"))
		if len(list) == 0 {
			t.Errorf("no sessions in %s", folder)
		}
		for _, path := range list {
			t.Run(folder+"/"+filepath.Base(filepath.Dir(path)), func(t *testing.T) { recorded(t, path, format) })
		}
	}
}

func recorded(t *testing.T, path, format string) {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want expectation
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	src, _, f := open(t, filepath.Join(filepath.Dir(path), want.Open), loaders.Options{})
	same(t, "format", format, src.Info().Format)
	same(t, "records", want.Records, src.Info().Records)
	same(t, "prompts", want.Turns, f.Prompts)
	same(t, "branches", want.Branches, f.Branches)
	same(t, "usage", want.Total, counts(f.Usage))
	if want.Agents != nil {
		same(t, "usage of subagents", want.Agents, counts(f.UsageAgents))
	}
	same(t, "todos", append([]loaders.Todo{}, want.Todos...), append([]loaders.Todo{}, f.Todos...))
	same(t, "files", sorted(want.Files), sorted(f.Files))
	same(t, "models", sorted(want.Models), sorted(f.Models))
	tools := map[string][2]int{}
	for _, c := range want.Tools {
		n := tools[c[0]]
		if n[0]++; c[1] == "error" {
			n[1]++
		}
		tools[c[0]] = n
	}
	got := map[string][2]int{}
	for _, c := range f.Tools {
		got[c.Name] = [2]int{c.Calls, c.Errors}
	}
	same(t, "tools", tools, got)
	if want.Leaf != "" {
		same(t, "leaf", want.Leaf, f.Leaf[0].ID)
	}
}

func counts(u loaders.Usage) map[string]int64 {
	return map[string]int64{"input": u.Input, "output": u.Output, "cache_read": u.CacheRead, "cache_creation": u.CacheCreation}
}

func sorted(list []string) []string {
	out := append([]string{}, list...)
	slices.Sort(out)
	return out
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Errorf("%s: want %v, got %v", what, want, got)
	}
}
