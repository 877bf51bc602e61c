package view

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"cptui/graph"
)

const movesRows = `
r0 - @-1 +0 | input | says one
r1 r0 @0 +1 | ran model | says a
r2 r1 @1 +2 | ran middle | quiet | task tools t1 done; ns=tools:t1
r3 r2 @2 +3 | ran tools | problem tool no such file
r4 r3 @3 +4 | input | says two
r5 r3 @3 +5 | input | says two again
r6 r5 @4 +6 | ran model | says b | task ask t2 waits; ask="sure?"
s0 - @-1 +2 ns=tools:t1 | input | says sub
s1 s0 @0 +3 ns=tools:t1 | ran work | problem tool broken inside
kid tools:t1 tools t1 r2
`

func TestMoves(t *testing.T) {
	var fx fixture
	fx.read(t, movesRows)
	h, id := fx.h, fx.ids
	step := func(i int) string { return h.dag().ID(h.Checkpoint(i)) }
	at := h.RowOf(Spot{Index: id["r6"]})
	var back []string
	for i, n := at, 0; n < 10; n++ {
		back = append(back, step(i))
		k := h.Earlier(i)
		if k == i {
			break
		}
		i = k
	}
	if want := []string{"r6", "r5", "r3", "r1", "r0"}; !slices.Equal(back, want) {
		t.Errorf("back: %v, want %v: folded steps are passed over", back, want)
	}
	if k := h.Later(h.RowOf(Spot{Index: id["r1"]})); step(k) != "r3" {
		t.Errorf("later than r1: %s", step(k))
	}
	if k := h.Later(h.RowOf(Spot{Index: id["r3"]})); step(k) != "r5" {
		t.Errorf("later than the fork: %s, want the way to the head", step(k))
	}
	if k, missing, ok := h.Turn(at, -1); !ok || len(missing) > 0 || step(k) != "r5" {
		t.Errorf("turn before: %s %v %v", step(k), missing, ok)
	}
	if k, _, ok := h.Turn(h.RowOf(Spot{Index: id["r0"]}), 1); !ok || step(k) != "r5" {
		t.Errorf("turn after: %s %v", step(k), ok)
	}
	if _, _, ok := h.Turn(at, 1); ok {
		t.Error("a turn after the last")
	}
	var seen []string
	for i, n := 0, 0; n < 4; n++ {
		k, missing, ok := h.Problem(i, 1)
		if !ok || len(missing) > 0 {
			t.Fatal("problem", k, missing, ok)
		}
		seen = append(seen, fmt.Sprintf("%s %d", step(k), h.row(k).kind))
		i = k
	}
	if want := []string{"r2 1", "r3 0", "r6 1", "r2 1"}; !slices.Equal(seen, want) {
		t.Errorf("problems: %v, want %v: closed graph, tool, question, and round", seen, want)
	}
	if k, _, _ := h.Problem(0, -1); step(k) != "r6" {
		t.Errorf("the problem before the first row is %s", step(k))
	}
	inner := h.Reveal(id["s1"])
	if h.Checkpoint(inner) != id["s1"] || h.row(h.RowOf(Spot{Index: id["r2"], Kind: rowTask, Task: "t1tools:t1"})).kind != rowTask {
		t.Error("reveal inside")
	}
	if k, _, ok := h.Problem(0, 1); !ok || h.Checkpoint(k) != id["s1"] {
		t.Errorf("with the graph open the problem is inside: %s", step(k))
	}
	if k, ok := h.Fold(inner, false); !ok || h.row(k).kind != rowTask {
		t.Error("out of the graph")
	} else if k, ok = h.Fold(k, false); !ok || h.RowOf(Spot{Index: id["s1"]}) != k {
		t.Errorf("a row inside of a closed graph is its task's")
	}
	if c := h.Counts(); c.Problems() != 3 || c.Tools != 2 || c.Asks != 1 || c.Turns != 2 || c.Rewound != 1 || c.Branches != 2 || c.Quiet != 1 {
		t.Errorf("counts %+v", c)
	}
}

// TestUnknownRows: moves say which briefs they lack, rows show the skeleton, and nothing is asked for twice.
func TestUnknownRows(t *testing.T) {
	var rows []graph.Row
	for i := range 100 {
		r := graph.Row{ID: fmt.Sprintf("id-%03d", i), Step: i, Time: day.Add(time.Duration(i) * time.Second), Source: "loop"}
		if i > 0 {
			r.Parent = rows[i-1].ID
		}
		rows = append(rows, r)
	}
	h := NewHistoryOf(Env{Hist: historyOf(rows)}, "")
	if need := h.NeedBriefs(10, 20); !slices.Equal(need, []int{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}) {
		t.Errorf("need %v", need)
	}
	if got := trimmed(h.Row(10, 80)); got != " ● @10 …                                                                  1.0 s" {
		t.Errorf("a row without its brief: %q", got)
	}
	if _, missing, ok := h.Turn(99, -1); ok || len(missing) != 99 || missing[0] != 98 {
		t.Errorf("turn: %v %d", ok, len(missing))
	}
	if _, missing, ok := h.Problem(50, 1); ok || len(missing) == 0 {
		t.Errorf("problem: %v %v", ok, missing)
	}
	spot := h.SpotOf(60)
	for len(h.Unknown(60, 7)) > 0 {
		for _, i := range h.Unknown(60, 7) {
			h.SetBriefs(graph.Brief{Index: i, Step: i, Kind: graph.StepRan, Nodes: []string{"n"}, Quiet: i%2 == 1, Says: "x"})
		}
		if h.Checkpoint(h.RowOf(spot)) != 60 {
			t.Fatal("the row was lost")
		}
	}
	if got := h.Len(); got != 52 { // even ones, the last, and what comes after
		t.Errorf("%d rows", got)
	}
	if c := h.Counts(); c.Known != 100 || c.Quiet != 49 {
		t.Errorf("counts %+v", c)
	}
	if need := h.NeedBriefs(0, h.Len()); need != nil {
		t.Errorf("need again %v", need)
	}
	at := h.Reveal(31) // a folded step that was asked for stays while the cursor is there
	if h.Checkpoint(at) != 31 || h.Len() != 53 {
		t.Errorf("reveal: row %d of %d", h.Checkpoint(at), h.Len())
	}
	if to := h.SetCursor(at + 1); h.Checkpoint(to) != 32 || h.Len() != 52 || to != at {
		t.Errorf("cursor moved on: row %d of checkpoint %d, %d rows", to, h.Checkpoint(to), h.Len())
	}
}

// TestAdopt: after the source has grown, what was known and chosen is still there, also where rows moved.
func TestAdopt(t *testing.T) {
	const before = "r0 - @-1 +0 | input | says one\nr1 r0 @0 +1 | ran model | says a | task tools t1 waits; ns=tools:t1; ask=\"go?\"\n"
	const inner = "s0 - @-1 +2 ns=tools:t1 | input | says sub\nkid tools:t1 tools t1 r1\n"
	var was, now fixture
	was.read(t, before+inner)
	now.read(t, before+"r2 r1 @1 +20 | ran tools | says done\nr3 r1 @1 +30 | ran tools | says other\n"+inner)
	old := was.h
	old.Mark(was.ids["r0"])
	old.openKid["tools:t1"] = false
	old.Times(Clock)
	old.Quiet(true)
	h := NewHistoryOf(Env{Hist: now.hist}, "")
	h.Adopt(old)
	if need := h.NeedBriefs(0, 99); !slices.Equal(need, []int{now.ids["r1"], now.ids["r2"], now.ids["r3"]}) {
		t.Errorf("need %v: only what is new, and the old end, which tells something else now", need)
	}
	if h.Marked() != now.ids["r0"] || h.TimesMode() != Clock || !h.QuietShown() || h.isOpen(h.kidsOf["tools:t1"][0]) {
		t.Error("choices were lost")
	}
	if got := trimmed(h.Row(1, 60)); got != " ●   @0  model \"a\"                                 00:36:00" {
		t.Errorf("the old end lost its words: %q", got)
	}
	if got := h.tasks[int32(now.ids["r1"])]; len(got) != 1 || got[0].status != graph.TaskWaits {
		t.Errorf("tasks %+v", got)
	}
}

// TestManyTexts: texts are dropped where there are too many, what is known of rows is not.
func TestManyTexts(t *testing.T) {
	n := keptDigests + 2000
	rows := make([]graph.Row, n)
	for i := range rows {
		rows[i] = graph.Row{ID: fmt.Sprintf("id-%06d", i), Step: i}
		if i > 0 {
			rows[i].Parent = rows[i-1].ID
		}
	}
	h := NewHistoryOf(Env{Hist: historyOf(rows)}, "")
	for i := range n {
		h.SetBriefs(graph.Brief{Index: i, Kind: graph.StepRan, Nodes: []string{"n"}, Quiet: i%2 == 1, Says: "x"})
	}
	if len(h.digests) > keptDigests {
		t.Errorf("%d texts are kept", len(h.digests))
	}
	if c := h.Counts(); c.Known != n || c.Quiet != n/2-1 || len(h.Unknown(0, 5)) != 0 {
		t.Errorf("counts %+v", c)
	}
	if h.Row(h.RowOf(Spot{Index: n - 1}), 80) == nil || len(h.NeedBriefs(0, h.Len())) == 0 {
		t.Error("dropped texts are asked for again")
	}
}
