package view

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"cptui/loaders"
)

// screens compares what screens draws with the sections of a golden file.
func screens(t *testing.T, file string, draw func(name string) string) {
	t.Helper()
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for k, f := range ar.Files {
		got := draw(f.Name)
		if got != string(f.Data) && !*update {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, f.Data)
		}
		ar.Files[k].Data = []byte(got)
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// drawn is lines as a golden file has them; none is wider than width.
func drawn(t *testing.T, width int, lines ...Line) string {
	t.Helper()
	var out strings.Builder
	for _, l := range lines {
		if l.Width() > width {
			t.Errorf("%q is wider than %d", l.Text(), width)
		}
		fmt.Fprintln(&out, trimmed(l))
	}
	return out.String()
}

func rowsOf(r Rows, width int) []Line {
	var out []Line
	for i := range r.Len() {
		out = append(out, r.Row(i, width))
	}
	return out
}

func someThreads() *Threads {
	now := time.Date(2026, 12, 1, 18, 0, 0, 0, time.UTC)
	l := NewThreads(Env{Source: "/data/prod.sqlite"}, func() time.Time { return now })
	var heads []loaders.ThreadHead
	for _, h := range []struct {
		id    string
		count int
		ago   time.Duration
	}{{"user:42 / café ☕", 10, 2 * time.Hour}, {"support-8841", 212, 4 * time.Minute}, {"3f0c9a1e-77b2-4b1c-9d55-00005d41-0a9be2c1f7aa-longer", -1, 3 * time.Hour},
		{"support-8850", 9, time.Second}, {"batch-2026-11-30-000017", 1204, 6 * time.Hour}, {`  spaced id `, 5, 2 * time.Hour}, {"support-8790", 44, time.Hour}, {"evil\x1b[31m\u202ered", 2, 24 * time.Hour}} {
		heads = append(heads, loaders.ThreadHead{ID: h.id, Count: h.count, Last: now.Add(-h.ago)})
	}
	l.Add(heads, false)
	l.Set("support-8841", ThreadState{Status: "interrupted", Word: `"refund 38.50?"`, Steps: 212, Branches: 2})
	l.Set("support-8790", ThreadState{Status: "interrupted", Word: `"send this mail?"`, Steps: 44, Branches: 1})
	l.Set("batch-2026-11-30-000017", ThreadState{Status: "error", Word: "TimeoutError in fetch", Steps: 1204, Branches: 1})
	l.Set("support-8850", ThreadState{Status: "running", Word: "model", Steps: 9, Branches: 1})
	l.Set("user:42 / café ☕", ThreadState{Status: "idle", Steps: 10, Branches: 1})
	return l
}

func TestThreadScreens(t *testing.T) {
	screens(t, "testdata/threads.txtar", func(name string) string {
		l := someThreads()
		width := atoi(t, strings.Fields(name)[1])
		if by, ok := strings.CutPrefix(name, fmt.Sprintf("screen %d filter ", width)); ok {
			l.Filter(by)
		}
		if strings.HasSuffix(name, "by name") {
			l.Sort(ByName)
		}
		lines := append([]Line{l.Title(1_340_000_000, width), l.Header(width)}, rowsOf(l, width)...)
		return drawn(t, width, lines...)
	})
}

func TestThreadList(t *testing.T) {
	l := someThreads()
	if got := l.Need(0, 99); len(got) != 3 {
		t.Errorf("need %q", got)
	}
	l.Filter("state:wait")
	if l.Len() != 2 || l.ID(0) != "support-8841" || l.RowOf("user:42 / café ☕") != -1 || l.RowOf("support-8790") != 1 {
		t.Error("filter by state", l.Len(), l.ID(0))
	}
	l.Filter("CAFÉ")
	if l.Len() != 0 {
		t.Error("capitals must mind case")
	}
	l.Filter("")
	if got := l.Find("refund"); len(got) != 1 || l.ID(got[0]) != "support-8841" || l.At(got[0]).Thread != "support-8841" {
		t.Error("find", got)
	}
	for s := ByNeed; s < sortings; s++ {
		l.Sort(s)
		seen := map[string]bool{}
		for i := range l.Len() {
			seen[l.ID(i)] = true
			for w := range 130 {
				if n := l.Row(i, w).Width(); n > w {
					t.Fatalf("row %d is %d cells wide at %d", i, n, w)
				}
			}
		}
		if len(seen) != 8 {
			t.Errorf("sorted by %v: %d threads", s, len(seen))
		}
	}
	l.Add([]loaders.ThreadHead{{ID: "support-8841", Count: 213}}, true)
	if l.All() != 8 {
		t.Error("a thread was added twice")
	}
}

func TestWelcomeScreens(t *testing.T) {
	now := time.Date(2026, 12, 1, 18, 0, 0, 0, time.UTC)
	found := []Found{
		{Path: "/home/u/.deepagents/.state/sessions.db", Shown: "~/.deepagents/.state/sessions.db", Threads: 31, Bytes: 41_000_000, Last: now.Add(-2 * time.Minute), State: "interrupted", Looked: true},
		{Path: "/w/checkpoints.sqlite", Shown: "./checkpoints.sqlite", Threads: 4, Bytes: 1_200_000, Last: now.Add(-3 * time.Hour), State: "error", Looked: true},
		{Path: "/home/u/.claude/projects/-home-dev-project", Shown: "~/.claude/projects/-home-dev-project", Threads: 19, Bytes: 22_000_000, Last: now.Add(-12 * time.Minute), State: "running", Looked: true},
		{Path: "/w/big.db", Shown: "./big.db", Threads: 2000, Capped: true, Bytes: 80_000_000, Last: now.Add(-time.Hour)},
		{Path: "/w/old.db", Shown: "./old.db", Threads: -1, Bytes: 0, Last: now.AddDate(-2, 0, -30), State: "0 bytes", Looked: true},
	}
	screens(t, "testdata/welcome.txtar", func(name string) string {
		f := strings.Fields(name)
		width := atoi(t, f[1])
		list := found
		if len(f) > 2 {
			list = nil
		}
		w := NewWelcome(Env{}, func() time.Time { return now }, list)
		return drawn(t, width, append(append(w.Above(width), rowsOf(w, width)...), w.Below(width)...)...)
	})
	w := NewWelcome(Env{}, func() time.Time { return now }, found)
	if f, ok := w.Found(5); !ok || !f.Demo || w.Copy(0) != found[0].Path || w.Copy(5) != saverLine || w.At(1).Text != found[1].Path {
		t.Error("what rows open", f)
	}
	if got := w.Find("checkpoints"); len(got) != 1 || got[0] != 1 {
		t.Error("find", got)
	}
}
