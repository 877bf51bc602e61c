package view

import (
	"fmt"
	"testing"
	"time"

	"cptui/graph"
)

// FuzzHistory grows a thread with called graphs out of bytes and does things to it: no panic, no row wider than asked for,
// every row is found again, and what is revealed is on its row.
func FuzzHistory(f *testing.F) {
	f.Add([]byte{5, 0, 1, 2, 1, 0, 9, 3, 7, 7, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Add([]byte("\x20branches branches branches and tasks and questions"))
	f.Add([]byte{40, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 400 {
			return // every operation looks at every row: longer inputs take seconds and show nothing more
		}
		at := 0
		next := func(n int) int {
			if at >= len(data) {
				return 0
			}
			at++
			return int(data[at-1]) % max(n, 1)
		}
		n := 1 + next(60)
		var rows []graph.Row
		var kids []graph.Child
		owner := map[string]int{}
		for i := range n {
			r := graph.Row{ID: fmt.Sprintf("id-%04d", i), Step: i - 1, Time: day.Add(time.Duration(i) * time.Second)}
			switch k := next(8); {
			case i > 0 && k == 0: // a namespace of its own, called at an earlier row, or by nobody
				r.NS = fmt.Sprintf("child:%d", i)
				parent := next(i+1) - 1
				owner[r.NS] = i
				kids = append(kids, graph.Child{NS: r.NS, Node: "child", TaskID: fmt.Sprint(i), Parent: parent, Near: -1, Kind: []string{"subgraph", "subagent"}[next(2)], Title: "agent"})
			case i > 0:
				p := i - 1
				if k < 4 {
					p = next(i)
				}
				r.NS, r.Parent = rows[p].NS, rows[p].ID
			}
			rows = append(rows, r)
		}
		hist := historyOf(rows, kids...)
		hist.Transcript = next(4) == 0
		h := NewHistoryOf(Env{Hist: hist, ASCII: next(2) == 0}, "")
		for at < len(data) {
			i := next(n)
			switch next(12) {
			case 0:
				h.Only(next(2) == 0, i)
			case 1, 2:
				b := graph.Brief{Index: i, Kind: graph.StepKind(next(6)), Nodes: []string{"n", "n"}, Says: "\x1b[31m漢字", Quiet: next(2) == 0, End: next(2) == 0, ProblemKind: problemKinds[next(len(problemKinds))]}
				for k := range next(8) {
					b.Due = append(b.Due, graph.Task{Name: "child", ID: fmt.Sprint(k), Status: []graph.TaskStatus{graph.TaskWaits, graph.TaskDone, graph.TaskFailed, graph.TaskDue}[next(4)]})
				}
				h.SetBriefs(b)
			case 3:
				h.Quiet(next(2) == 0)
			case 4:
				if k := h.Reveal(i); h.filterBy == "" && hangs(h, i) && (h.Checkpoint(k) != i || h.row(k).kind != rowStep) {
					t.Fatalf("reveal %d gives row %d of %d", i, k, h.Checkpoint(k))
				}
			case 5, 6:
				if h.Len() > 0 {
					k, _ := h.Fold(next(h.Len()), next(2) == 0)
					if k < 0 || k >= h.Len() {
						t.Fatalf("fold leads to row %d of %d", k, h.Len())
					}
				}
			case 7:
				h.Filter([]string{"", "n", "漢"}[next(3)])
			case 8:
				h.Problem(next(h.Len()+1), 1-2*next(2))
				h.Turn(next(h.Len()+1), 1-2*next(2))
			case 9:
				h.Earlier(next(h.Len() + 1))
				h.Later(next(h.Len() + 1))
			case 10:
				h.SetCursor(next(h.Len() + 1))
			case 11:
				h.NeedBriefs(0, h.Len())
				h.Unknown(i, 10)
				h.Counts()
			}
			for k := range h.Len() {
				if got := h.RowOf(h.SpotOf(k)); got != k {
					t.Fatalf("row %d is found again as %d: %+v", k, got, h.SpotOf(k))
				}
			}
			if k, w := next(h.Len()+1), next(256); h.Row(k, w).Width() > w {
				t.Fatalf("%q is wider than %d", h.Row(k, w).Text(), w)
			}
		}
	})
}

// hangs reports whether checkpoint i is in the main tree or below something that is, or in a namespace that hangs nowhere.
func hangs(h *History, i int) bool {
	for range 100 {
		ns := h.dag().NS(i)
		if ns == h.ns {
			return true
		}
		k, ok := h.kidOf(i)
		if !ok {
			return false
		}
		if i = h.above(k); i < 0 {
			return true
		}
	}
	return false
}
