package view

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"cptui/graph"
	"cptui/loaders"
	_ "cptui/loaders/all"
)

// recordedSources are the real files under testdata.
func recordedSources(t *testing.T) []string {
	var files []string
	for _, root := range []string{"langgraph", "langgraphjs", "claude"} {
		err := filepath.WalkDir(filepath.Join("..", "..", "testdata", root), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".db") || strings.HasSuffix(path, ".jsonl") && !strings.Contains(path, "subagents/") && !strings.HasSuffix(path, "history.jsonl")) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) < 10 {
		t.Fatalf("only %d recorded files", len(files))
	}
	return files
}

// TestPanesOnRecordings draws every pane of every step of the recordings: rows fit, hold nothing a terminal would obey, and
// what is found is in the row.
func TestPanesOnRecordings(t *testing.T) {
	ctx := context.Background()
	for _, file := range recordedSources(t) {
		src, err := loaders.Open(ctx, file, loaders.Options{})
		if err != nil {
			t.Logf("%s: %v", file, err)
			continue
		}
		threads, err := src.Threads(ctx, "", 6)
		if err != nil {
			t.Fatal(file, err)
		}
		for _, th := range threads {
			h, err := src.Thread(ctx, th.ID)
			if err != nil {
				t.Fatal(file, err)
			}
			step := max(1, h.Len()/10)
			for i := 0; i < h.Len(); i += step {
				checkStep(t, ctx, file, h, i)
			}
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
}

func checkStep(t *testing.T, ctx context.Context, file string, h *graph.History, i int) {
	t.Helper()
	m, err := h.Moment(ctx, i)
	if err != nil {
		t.Fatal(file, i, err)
	}
	facts, err := LoadStepFacts(ctx, h, m)
	if err != nil {
		t.Fatal(file, i, err)
	}
	table, err := h.SeenTable(ctx, i)
	if err != nil {
		t.Fatal(file, i, err)
	}
	env := Env{Hist: h, Source: file}
	for name, p := range map[string]Pane{"step": NewStep(m, facts, env), "state": NewState(m, env), "changes": NewChanges(m, env), "messages": NewMessages(m, facts, env),
		"tasks": NewTasks(m, env), "seen": NewSeen(m, table, env), "table": NewSeenTable(m, env), "meta": NewMeta(m, env)} {
		p.(Wrapper).Wrap(60)
		for _, r := range p.Find("error") {
			if !strings.Contains(strings.ToLower(p.Row(r, 1000).Text()), "error") {
				t.Errorf("%s @%d %s: found in row %d: %q", file, i, name, r, p.Row(r, 1000).Text())
			}
		}
		unfoldAll(p)
		if p.Len() == 0 {
			t.Errorf("%s @%d %s has no rows", file, i, name)
		}
		for r := 0; r < p.Len(); r++ {
			for _, w := range []int{60, 13} {
				l := p.Row(r, w)
				if l.Width() > w {
					t.Errorf("%s @%d %s: row %d at %d takes %d: %q", file, i, name, r, w, l.Width(), l.Text())
				}
				if bad := strings.IndexFunc(l.Text(), unicode.IsControl); bad >= 0 {
					t.Errorf("%s @%d %s: row %d: %q", file, i, name, r, l.Text())
				}
			}
			p.At(r)
		}
	}
	if text := Report(m, facts, env); !strings.HasPrefix(text, "# ") {
		t.Errorf("%s @%d: report %.40q", file, i, text)
	}
}
