package langgraph

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cptui/graph"
	"cptui/loaders"
)

func TestUUID6(t *testing.T) {
	for _, test := range []struct {
		id   string
		at   string
		step int
		ok   bool
	}{
		{"1f1ed1ca-0de7-6864-8008-bd14b39423f5", "2026-12-01T00:17:43.899", 8, true},
		{"1f1ed1ca-0d95-664a-bfff-88d98e02e9ac", "2026-12-01T00:17:43.866", -1, true}, // Python's −1
		{"1f1ed1f3-e043-6bf0-ffff-6f5efb940ed2", "2026-12-01T00:36:26.543", -1, true}, // JavaScript's
		{"1f1ed1ca-0d95-664a-bffe-88d98e02e9ac", "2026-12-01T00:17:43.866", -2, true},
		{"4c0ffee0-0000-4000-8000-000000000001", "", 0, false}, // version 4
		{"1f1ed1ca1fa66b668004e9358e612c82", "", 0, false},
		{"1f1ed1ca-0d95-664a-bfff-88d98e02e9ag", "", 0, false},
		{"", "", 0, false},
	} {
		at, seq, ok := readUUID6(test.id)
		if ok != test.ok || ok && (firstStep(seq) != test.step || !strings.HasPrefix(at.Format("2006-01-02T15:04:05.999999999"), test.at)) {
			t.Errorf("%s: %v, step %d, %v", test.id, at, firstStep(seq), ok)
		}
	}
}

// Steps count on where the clock sequence begins anew, along each branch.
func TestStepsBeyondTheSequence(t *testing.T) {
	var rows []graph.Row
	parent := ""
	for step := -1; step < 40000; step++ {
		id := uuid6(step+2, step)
		rows = append(rows, graph.Row{ID: id, Parent: parent})
		parent = id
	}
	fork := graph.Row{ID: uuid6(50000, 20001), Parent: rows[20001].ID} // beside step 20001
	rows = append(rows, fork)
	settle(rows)
	for i, r := range rows[:40001] {
		if r.Step != i-1 || r.NoStep {
			t.Fatalf("row %d has step %d", i, r.Step)
		}
	}
	if last := rows[len(rows)-1]; last.Step != 20001 {
		t.Errorf("the fork has step %d", last.Step)
	}
}

// A copy's id carries the step of what it copies; what follows it shows that it is one further.
func TestStepOfCopies(t *testing.T) {
	rows := []graph.Row{
		{ID: uuid6(0, -1)},
		{ID: uuid6(1, 0), Parent: uuid6(0, -1)},
		{ID: uuid6(2, 1), Parent: uuid6(1, 0)},
		{ID: uuid6(3, 1), Parent: uuid6(1, 0)}, // a copy of the row before
		{ID: uuid6(4, 3), Parent: uuid6(3, 1)},
		{ID: uuid6(5, 1), Parent: uuid6(1, 0)}, // an update
		{ID: uuid6(6, 2), Parent: uuid6(5, 1)},
	}
	settle(rows)
	var got []int
	for _, r := range rows {
		got = append(got, r.Step)
	}
	if want := []int{-1, 0, 1, 2, 3, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("steps %v, want %v", got, want)
	}
}

// Gaps of runs that save only at their end are no copies.
func TestGapsStay(t *testing.T) {
	rows := []graph.Row{{ID: uuid6(0, 2)}, {ID: uuid6(1, 4), Parent: uuid6(0, 2)}, {ID: uuid6(2, 9), Parent: uuid6(1, 4)}}
	settle(rows)
	if rows[0].Step != 2 || rows[1].Step != 4 || rows[2].Step != 9 {
		t.Errorf("steps %+v", rows)
	}
}

func TestKids(t *testing.T) {
	m := newMaker(t, tableCheckpoints)
	const task = "8a4d63c1-a042-6f2e-6165-48e93064460c"
	at := func(n int) string { return uuid6(n, n-1) }
	put := func(ns string, n int, parent, metadata string) {
		m.row("t", ns, at(n), parent, "msgpack", []byte{0x80}, metadata)
	}
	put("", 0, "", "{}")
	put("", 1, at(0), "{}")
	put("", 5, at(1), "{}")
	put("child:"+task, 2, "", fmt.Sprintf(`{"parents": {"": %q}}`, at(0)))
	put("child:"+task+"|1", 3, "", fmt.Sprintf(`{"parents": {"": %q}}`, at(1)))
	put("child:"+task+"|grand:77aa", 3, "", fmt.Sprintf(`{"parents": {"": %q, "child:%s": %q}}`, at(1), task, at(2)))
	put("gone:22cc", 4, "", `{"parents": {"": "not here"}}`)
	put("untold:1", 4, "", `not json`)
	put("own", 2, "", fmt.Sprintf(`{"parents": {"": %q}}`, at(0)))
	put("own", 6, at(2), fmt.Sprintf(`{"parents": {"": %q}}`, at(5)))
	h := openThread(t, m.open(), "t")
	var got []string
	for _, k := range h.Kids {
		parent := "-"
		if k.Parent >= 0 {
			parent = h.NS(k.Parent) + "@" + fmt.Sprint(slices.Index([]string{at(0), at(1), at(2), at(3), at(4), at(5)}, h.ID(k.Parent)))
		}
		got = append(got, fmt.Sprintf("%s %s %s", strings.ReplaceAll(k.NS, task, "T"), k.Node, strings.ReplaceAll(parent, task, "T")))
	}
	want := []string{"child:T child @0", "child:T|1 child @1", "child:T|grand:77aa grand child:T@2", "gone:22cc gone -", "own own @0", "own own @5", "untold:1 untold @1"}
	if !slices.Equal(got, want) {
		t.Errorf("kids\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func codes(problems []graph.Problem) (out []string) {
	for _, p := range problems {
		out = append(out, p.Code)
	}
	slices.Sort(out)
	return out
}

func TestSkeletonProblems(t *testing.T) {
	m := newMaker(t, tableCheckpoints)
	put := func(thread, id, parent string) { m.row(thread, "", id, parent, "msgpack", []byte{0x80}, "{}") }
	put("fine", uuid6(0, -1), "")
	put("fine", uuid6(1, 0), uuid6(0, -1))
	put("pruned", uuid6(1, 0), uuid6(0, -1))
	put("self", uuid6(0, 0), uuid6(0, 0))
	put("circle", uuid6(0, 0), uuid6(1, 1))
	put("circle", uuid6(1, 1), uuid6(0, 0))
	put("ids", "abc", "")
	put("twins", uuid6(0, -1), "")
	put("twins", uuid6(1, 0), uuid6(0, -1))
	put("twins", strings.Replace(uuid6(1, 0), "b1d7", "0000", 1), uuid6(0, -1))
	s := m.open()
	for thread, want := range map[string]string{"fine": "", "pruned": "broken-parent", "self": "parent-cycle", "circle": "parent-cycle", "ids": "bad-id", "twins": "ambiguous-head"} {
		if got := strings.Join(codes(openThread(t, s, thread).Problems), " "); got != want {
			t.Errorf("%s: problems %q, want %q", thread, got, want)
		}
	}
}

// Pages in the middle of the file are zeroed: what the rest tells is shown, and that something is missing is said.
func TestDamagedPages(t *testing.T) {
	m := newMaker(t, tableCheckpoints, "BEGIN")
	for i := range 400 {
		parent := ""
		if i > 0 {
			parent = uuid6(i-1, i-2)
		}
		m.row("t", "", uuid6(i, i-1), parent, "msgpack", make([]byte, 300), "{}")
	}
	m.exec("COMMIT")
	m.c.Close()
	whole, err := os.ReadFile(m.path)
	if err != nil {
		t.Fatal(err)
	}
	pages := len(whole) / 4096
	sawPartial := false
	for page := 3; page <= pages; page++ {
		broken := slices.Clone(whole)
		clear(broken[(page-1)*4096 : page*4096])
		if err := os.WriteFile(m.path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		m.c = nil
		s := openSource(t, m.path)
		heads, err := s.Threads(context.Background(), "", 0)
		if err != nil || len(heads) > 1 {
			t.Fatalf("page %d: threads %v, %v", page, heads, err)
		}
		h, err := s.Thread(context.Background(), "t")
		if err != nil {
			if len(heads) == 1 {
				t.Fatalf("page %d: %v", page, err)
			}
			continue
		}
		told := slices.Contains(codes(append(h.Problems, s.Info().Problems...)), "db-corrupt")
		if h.Len() < 400 && !told {
			t.Errorf("page %d: %d rows of 400 and no word", page, h.Len())
		}
		if h.Len() == 0 {
			t.Errorf("page %d: nothing is left", page)
			continue
		}
		for _, i := range []int{0, h.Len() / 2, h.Len() - 1} { // what is listed can be asked for
			if hits, err := s.FindID(context.Background(), h.ID(i)); err != nil || len(hits) != 1 || hits[0].ID != h.ID(i) {
				t.Errorf("page %d: id %s: %v, %v", page, h.ID(i), hits, err)
			}
		}
		if told && h.Len() > 0 {
			sawPartial = true
		}
		s.Close()
	}
	if !sawPartial {
		t.Error("no page made a difference")
	}
}

// A file that is cut short: what is in the part that is left shows, and that it is cut is said.
func TestCutFile(t *testing.T) {
	m := newMaker(t, tableCheckpoints, "BEGIN")
	for i := range 400 {
		m.row("t", "", uuid6(i, i-1), "", "msgpack", make([]byte, 300), "{}")
	}
	m.exec("COMMIT")
	m.c.Close()
	whole, err := os.ReadFile(m.path)
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for _, percent := range []int{99, 90, 60, 30, 10} {
		cut := whole[:len(whole)*percent/100]
		if err := os.WriteFile(m.path, cut, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := loaders.Open(context.Background(), m.path, loaders.Options{})
		if err != nil {
			if !errors.Is(err, loaders.ErrDamaged) {
				t.Errorf("%d %%: %v", percent, err)
			}
			continue
		}
		if got := codes(s.Info().Problems); !slices.Contains(got, "db-corrupt") {
			t.Errorf("%d %%: problems %v", percent, got)
		}
		if h, err := s.Thread(context.Background(), "t"); err == nil {
			most = max(most, h.Len())
		}
		s.Close()
		if now, err := os.ReadFile(m.path); err != nil || !slices.Equal(now, cut) {
			t.Errorf("%d %%: the file changed, %v", percent, err)
		}
	}
	if most < 100 {
		t.Errorf("at most %d rows of 400 were shown", most)
	}
}

func TestFollow(t *testing.T) {
	m := newMaker(t, tableCheckpoints, tableWrites, "PRAGMA journal_mode=WAL")
	m.row("t", "", uuid6(0, -1), "", "msgpack", []byte{0x80}, "{}")
	s := openSource(t, m.path)
	if n := openThread(t, s, "t").Len(); n != 1 {
		t.Fatalf("%d rows", n)
	}
	m.row("t", "", uuid6(1, 0), uuid6(0, -1), "msgpack", []byte{0x80}, "{}")
	if changed, err := s.Poll(context.Background()); !changed || err != nil {
		t.Errorf("Poll says %v, %v", changed, err)
	}
	if n := openThread(t, s, "t").Len(); n != 2 {
		t.Errorf("%d rows after the commit", n)
	}
	time.Sleep(50 * time.Millisecond) // until then another commit might look the same
	s.Poll(context.Background())
	if changed, _ := s.Poll(context.Background()); changed {
		t.Error("changed again")
	}
	// An open reader does not hold the WAL: a checkpoint goes through.
	q, err := m.c.Prepare("PRAGMA wal_checkpoint(TRUNCATE)")
	if err != nil {
		t.Fatal(err)
	}
	if row, err := q.Step(); !row || err != nil || q.ColumnInt(0) != 0 {
		t.Errorf("checkpoint: busy %d, %v", q.ColumnInt(0), err)
	}
	q.Reset()
	m.c.Close()
}

func BenchmarkFirstScreen(b *testing.B) {
	path := os.Getenv("CPTUI_BENCH_DB")
	if path == "" {
		b.Skip("CPTUI_BENCH_DB names no database")
	}
	for range b.N {
		began := time.Now()
		s, thread := benchOpen(b, path)
		b.ReportMetric(float64(time.Since(began).Microseconds()), "µs-newest")
		h, err := s.Thread(context.Background(), thread)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(h.Len()), "rows")
		s.Close()
	}
}
