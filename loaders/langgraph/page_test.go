package langgraph

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cptui/graph"
)

// A page is the end of the skeleton, in its order, of every recorded database.
func TestPageIsTheEnd(t *testing.T) {
	files, err := filepath.Glob("../../testdata/langgraph*/*/sessions.db")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	ctx := context.Background()
	for _, file := range files {
		if strings.Contains(file, "broken") {
			continue // rows that tell no order
		}
		s := openSource(t, file)
		threads, err := s.Threads(ctx, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, th := range threads {
			h := openThread(t, s, th.ID)
			var all []graph.Row
			for i := range h.Len() {
				all = append(all, h.Row(i))
			}
			for _, limit := range []int{1, 3, 1000} {
				got, err := s.Page(ctx, th.ID, limit)
				if err != nil {
					t.Fatal(err)
				}
				want := slices.Clone(all)
				slices.SortStableFunc(want, func(a, b graph.Row) int { return strings.Compare(b.ID, a.ID) })
				want = want[:min(limit, len(want))]
				sortRows(want)
				if len(got) != len(want) {
					t.Fatalf("%s %s: %d rows, want %d", file, th.ID, len(got), len(want))
				}
				for i := range got {
					g, w := got[i], want[i]
					if limit < len(all) {
						g.Step, w.Step = 0, 0 // of a copy only what stands beside it tells the step
					}
					if g != w {
						t.Errorf("%s %s limit %d: row %d is %+v, want %+v", file, th.ID, limit, i, g, w)
					}
				}
			}
			more, err := s.Beyond(ctx, th.ID, len(all)-1)
			none, err2 := s.Beyond(ctx, th.ID, len(all))
			if err != nil || err2 != nil || !more || none {
				t.Errorf("%s %s: beyond %d %v, beyond %d %v (%v, %v)", file, th.ID, len(all)-1, more, len(all), none, err, err2)
			}
		}
	}
}

// Steps of a long thread are those of its metadata, although ids tell them modulo 2¹⁴; and a page costs the rows of a page.
func TestPageOfALongThread(t *testing.T) {
	m := newMaker(t, tableCheckpoints, tableWrites)
	parent := ""
	for step := 40000; step < 40100; step++ {
		id := uuid6(step, step)
		m.row("t", "", id, parent, "msgpack", []byte{0x80}, fmt.Sprintf(`{"source": "loop", "step": %d}`, step))
		parent = id
	}
	s := m.open()
	before := s.Stats()
	rows, err := s.Page(context.Background(), "t", 10)
	if err != nil || len(rows) != 10 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, r := range rows {
		if r.Step != 40090+i || r.NoStep {
			t.Errorf("row %d has step %d", i, r.Step)
		}
	}
	after := s.Stats()
	if after.Rows-before.Rows > 20 || after.Bodies != before.Bodies {
		t.Errorf("it cost %d rows and %d bodies", after.Rows-before.Rows, after.Bodies-before.Bodies)
	}
}
