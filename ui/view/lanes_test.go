package view

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"cptui/graph"
)

var day = time.Date(2026, 12, 1, 0, 36, 0, 0, time.UTC)

// randomRows grows a tree: branchy says how often a row hangs elsewhere than at the row before; some roots come later.
func randomRows(r *rand.Rand, n int, branchy float64) []graph.Row {
	rows := make([]graph.Row, n)
	for i := range rows {
		rows[i] = graph.Row{ID: fmt.Sprintf("1f1ed1f3-69de-680e-8000-%012x", i*7919), Step: i, Time: day.Add(time.Duration(i) * 20 * time.Millisecond)}
		switch {
		case i == 0 || r.Float64() < branchy/20:
		case r.Float64() < branchy:
			rows[i].Parent = rows[r.IntN(i)].ID
		default:
			rows[i].Parent = rows[i-1].ID
		}
		if rows[i].Parent != "" {
			for j := range i {
				if rows[j].ID == rows[i].Parent {
					rows[i].Step = rows[j].Step + 1
				}
			}
		}
	}
	return rows
}

func historyOf(rows []graph.Row, kids ...graph.Child) *graph.History {
	h := &graph.History{DAG: graph.NewDAG("t-1", rows), Kids: kids}
	h.Current = h.DAG.Head("")
	return h
}

// TestEveryRowOnce: whatever the tree, with nothing folded each checkpoint has exactly one row, time runs down along every
// branch, and lanes are passed on as they are drawn.
func TestEveryRowOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		n := 1 + r.IntN(120)
		hist := historyOf(randomRows(r, n, []float64{0, 0.1, 0.5, 1}[round%4]))
		h := NewHistoryOf(Env{Hist: hist}, "")
		h.OpenAll()
		rowOf := map[int]int{}
		lane := map[int]int{}
		open := []int{} // open[l] is the checkpoint last drawn in lane l
		for i := range h.Len() {
			x := h.row(i)
			if x.kind == rowNext {
				continue
			}
			at := int(x.at)
			if _, twice := rowOf[at]; twice {
				t.Fatalf("round %d: checkpoint %d has two rows", round, at)
			}
			rowOf[at], lane[at] = i, int(x.lane)
			p := hist.Parent(at)
			if p >= 0 {
				if at, ok := rowOf[p]; !ok || at > i {
					t.Fatalf("round %d: row %d stands above its parent", round, i)
				}
				switch {
				case x.off && (lane[p] != int(x.lane)-1 || open[lane[p]] != p):
					t.Fatalf("round %d: branch of row %d does not leave its parent's lane", round, i)
				case !x.off && (lane[p] != int(x.lane) || open[x.lane] != p):
					t.Fatalf("round %d: row %d is drawn below %d, not its parent %d", round, i, open[x.lane], p)
				}
			}
			open = append(open[:x.lane], at)
			if got := h.Row(i, 4*n+80).Text(); p >= 0 && !strings.HasPrefix(got[1:], strings.Repeat("│ ", int(x.lane)-map[bool]int{true: 1}[x.off])) {
				t.Fatalf("round %d: row %q lacks its lanes", round, got)
			}
		}
		if len(rowOf) != n {
			t.Fatalf("round %d: %d of %d checkpoints have a row", round, len(rowOf), n)
		}
		if head := h.Head(); lane[head] != 0 {
			t.Fatalf("round %d: the head is in lane %d", round, lane[head])
		}
	}
}

// TestLeading: the newest branch keeps the lane, unless another is to lead: the head of a thread that was forked from an
// older step, or the branch that the cursor is on.
func TestLeading(t *testing.T) {
	var rows []graph.Row
	for i, parent := range []string{"", "0", "0", "1", "2"} { // 0 ─ 1 ─ 3 and 0 ─ 2 ─ 4
		rows = append(rows, graph.Row{ID: strconv.Itoa(i), Parent: parent, Step: i})
	}
	d := graph.NewDAG("t-1", rows)
	for _, c := range []struct {
		leading []int
		end     int
	}{
		{nil, 4}, {[]int{-1}, 4}, {[]int{1}, 3}, {[]int{3}, 3}, {[]int{2}, 4}, {[]int{3, 4}, 4}, {[]int{4, 1}, 3}, {[]int{9}, 4},
	} {
		if got := newShape(d, c.leading...).end(0); got != c.end {
			t.Errorf("with %v leading the first lane ends in %d, want %d", c.leading, got, c.end)
		}
	}
}

// TestFoldedRows: folded or not, at most six lanes are drawn, every row keeps to its width, and every checkpoint can be
// reached and is found again by its spot.
func TestFoldedRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 120 {
		n := 1 + r.IntN(150)
		hist := historyOf(randomRows(r, n, []float64{0.05, 0.4, 1}[round%3]))
		h := NewHistoryOf(Env{Hist: hist, ASCII: round%2 == 1}, "")
		for step := range 40 {
			switch at := r.IntN(n); r.IntN(6) {
			case 0:
				h.Only(r.IntN(2) == 0, at)
			case 1:
				h.SetBriefs(graph.Brief{Index: at, Kind: graph.StepKind(r.IntN(5)), Nodes: []string{"漢字 node"}, Says: "said " + strings.Repeat("é", r.IntN(90)), Quiet: r.IntN(2) == 0})
			case 2:
				h.Quiet(r.IntN(2) == 0)
			case 3:
				if got := h.Reveal(at); h.row(got).kind != rowStep || h.Checkpoint(got) != at {
					t.Fatalf("round %d.%d: reveal %d gives row %d of checkpoint %d", round, step, at, got, h.Checkpoint(got))
				}
			case 4:
				h.Fold(r.IntN(h.Len()), r.IntN(2) == 0)
			case 5:
				h.Mark(at)
			}
			i := r.IntN(h.Len())
			if got := h.RowOf(h.SpotOf(i)); got != i {
				t.Fatalf("round %d.%d: row %d is found again as %d (%+v)", round, step, i, got, h.SpotOf(i))
			}
			if x := h.row(i); int(x.lane) >= maxLanes {
				t.Fatalf("round %d.%d: lane %d", round, step, x.lane)
			}
			if w := r.IntN(210); h.Row(i, w).Width() > w {
				t.Fatalf("round %d.%d: row %q is wider than %d", round, step, h.Row(i, w).Text(), w)
			}
		}
		h.Quiet(true)
		seen := map[int]bool{}
		for i := 0; i < h.Len(); i++ {
			if x := h.row(i); x.kind == rowStep {
				if seen[int(x.at)] {
					t.Fatalf("round %d: checkpoint %d has two rows", round, x.at)
				}
				seen[int(x.at)] = true
			}
		}
	}
}

// TestCounter checks the tree of sums against plain counting.
func TestCounter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		n := r.IntN(70)
		rows := make([]int, n)
		for i := range rows {
			rows[i] = r.IntN(4)
		}
		c := newCounter(n, func(i int) int { return rows[i] })
		for range 20 {
			total := 0
			for p, k := range rows {
				if c.before(p) != total {
					t.Fatalf("before %d: %d, want %d", p, c.before(p), total)
				}
				for j := range k {
					if at, above := c.find(total + j); at != p || above != j {
						t.Fatalf("find %d: %d+%d, want %d+%d", total+j, at, above, p, j)
					}
				}
				total += k
			}
			if c.total() != total {
				t.Fatalf("total %d, want %d", c.total(), total)
			}
			if n > 0 {
				p, k := r.IntN(n), r.IntN(4)
				c.add(p, k-rows[p])
				rows[p] = k
			}
		}
	}
}

func million(b *testing.B) *graph.History {
	rows := make([]graph.Row, 1_000_000)
	for i := range rows {
		rows[i] = graph.Row{ID: fmt.Sprintf("1f1ed1f3-69de-680e-8000-%012x", i), Step: i, Time: day.Add(time.Duration(i) * time.Millisecond)}
		switch {
		case i == 0:
		case i%1000 == 0 && i > 2000:
			rows[i].Parent = rows[i-1500].ID
		default:
			rows[i].Parent = rows[i-1].ID
		}
	}
	b.ResetTimer()
	return historyOf(rows)
}

// BenchmarkMillion builds a history of a million checkpoints, and draws a screen of it with its briefs.
func BenchmarkMillion(b *testing.B) {
	hist := million(b)
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			NewHistoryOf(Env{Hist: hist}, "")
		}
	})
	h := NewHistoryOf(Env{Hist: hist}, "")
	b.Run("screen", func(b *testing.B) {
		b.ReportAllocs()
		top := 0
		for b.Loop() {
			top = (top + 997*50) % (h.Len() - 100)
			for i := top; i < top+50; i++ {
				h.Row(i, 120)
			}
		}
	})
	b.Run("briefs", func(b *testing.B) {
		b.ReportAllocs()
		at := 0
		for b.Loop() {
			var list []graph.Brief
			for range 64 {
				at = (at + 1) % hist.Len()
				list = append(list, graph.Brief{Index: at, Kind: graph.StepRan, Nodes: []string{"model"}, Says: "done", Quiet: at%3 == 0})
			}
			h.SetBriefs(list...)
		}
	})
}
