package view

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"cptui/graph"
)

// loopTopology is START → agent ⇄ tools → END, with a subgraph in tools and a node that never ran.
func loopTopology() *graph.Topology {
	inner := &graph.Topology{Path: "tools", Title: "searcher", Rows: 4, Read: 4, Nodes: []graph.GraphNode{
		{Name: "__start__", Kind: graph.StartNode, Count: 1}, {Name: "look", Count: 2, Rows: []int{5}}},
		Edges: []graph.GraphEdge{{From: 0, To: 1, Count: 1, Last: 5}, {From: 1, To: 1, Kind: graph.BranchEdge, Count: 1, Last: 5}}}
	return &graph.Topology{Rows: 10, Read: 6, Nodes: []graph.GraphNode{
		{Name: "__start__", Kind: graph.StartNode, Count: 1, Rows: []int{1}},
		{Name: "agent", Count: 3, Rows: []int{2, 4, 6}, Split: true},
		{Name: "tools", Count: 2, Rows: []int{3, 5}, Inner: []*graph.Topology{inner}},
		{Name: "翻訳"},
		{Name: "__end__", Kind: graph.EndNode},
	}, Edges: []graph.GraphEdge{
		{From: 0, To: 1, Count: 1, Last: 2},
		{From: 1, To: 2, Kind: graph.SendEdge, Count: 2, Most: 3, Last: 5},
		{From: 2, To: 1, Count: 2, Last: 6},
		{From: 1, To: 4, Kind: graph.BranchEdge, Count: 1, Last: 6},
		{From: 1, To: 3, Kind: graph.BranchEdge, Last: -1},
	}}
}

func drawnGraph(g *Graph, width, high int) string {
	g.Tall(high)
	g.Wrap(width)
	var b strings.Builder
	for y := range g.Len() {
		b.WriteString(strings.TrimRight(g.Row(y, width).Text(), " ") + "\n")
	}
	return b.String()
}

func TestGraphForms(t *testing.T) {
	h := testHistory(7)
	m := &graph.Moment{Checkpoint: &graph.Checkpoint{Index: 5}}
	lit := []graph.Lit{{Node: "tools", Ran: true, Count: 3}, {Node: "agent", Due: graph.TaskWaits, Count: 1}}
	for _, c := range []struct {
		name        string
		width, high int
		ascii       bool
		want, not   []string
	}{
		{"boxes", 80, 40, false, []string{"inferred from 10 of 14 checkpoints; an edge never taken is not here", "START", "? agent ×3", "2 send ×3", "never", "1 of 3",
			"┏━", "● ▾ tools ×2", "searcher", "look ×2 ↺1 of 2", "翻訳", "╌", "╎", "END"}, nil},
		{"without borders", 80, 8, false, []string{"● tools ×2", "? agent ×3", "▼", "▲"}, []string{"┏", "┌", "searcher"}},
		{"ASCII", 80, 40, true, []string{"#=", "* [-] tools x2", "look x2 loop:1 of 2", "2 send x3"}, []string{"┌", "│", "●", "×", "▼"}},
		{"a list", 30, 20, true, []string{"? agent x3  -> tools 2 sen.", "searcher"}, []string{"●", "→", "×", "#"}},
	} {
		got := drawnGraph(NewGraph(loopTopology(), lit, m, GraphFolds{}, Env{Hist: h, ASCII: c.ascii}), c.width, c.high)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is not in\n%s", c.name, want, got)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: %q is in\n%s", c.name, not, got)
			}
		}
	}
}

// TestGraphInside: a step inside of a graph that is not drawn lights the node that called it.
func TestGraphInside(t *testing.T) {
	m := &graph.Moment{Checkpoint: &graph.Checkpoint{Index: 5}}
	g := NewGraph(loopTopology(), []graph.Lit{{Path: "tools", Title: "searcher", Node: "look", Ran: true, Count: 1}}, m, GraphFolds{}, Env{Hist: testHistory(7)})
	if text := drawnGraph(g, 80, 8); !strings.Contains(text, "● tools ×2") {
		t.Errorf("closed:\n%s", text)
	}
	if note := g.Note(g.LitStop(), 80).Text(); !strings.Contains(note, "tools  look in it ran to make @4") {
		t.Errorf("note %q", note)
	}
	if text := drawnGraph(g, 80, 40); !strings.Contains(text, "● look ×2") || strings.Contains(text, "● ▾ tools") {
		t.Errorf("open:\n%s", text)
	}
}

// TestGraphMoves: j and k go in reading order, l and h along the edges and into what is folded.
func TestGraphMoves(t *testing.T) {
	m := &graph.Moment{Checkpoint: &graph.Checkpoint{Index: 5}}
	g := NewGraph(loopTopology(), []graph.Lit{{Node: "tools", Ran: true, Count: 1}}, m, GraphFolds{}, Env{Hist: testHistory(7)})
	drawnGraph(g, 100, 40)
	name := func(k int) string { return g.At(k).Text }
	if k := g.LitStop(); name(k) != "tools" {
		t.Errorf("the cursor begins at %s", name(k))
	}
	agent := g.Find("agent")[0]
	to, ok := g.Fold(agent, true)
	if !ok || name(to) != "tools" {
		t.Errorf("from agent on: %s", name(to))
	}
	stops := g.Stops()
	if to, ok = g.Fold(to, false); !ok || name(to) != "tools" || g.Stops() != stops-2 {
		t.Errorf("closed: %s, %d stops of %d", name(to), g.Stops(), stops)
	}
	if to, ok = g.Fold(to, true); !ok || g.Stops() != stops {
		t.Errorf("opened again: %d stops of %d", g.Stops(), stops)
	}
	if p := g.At(g.Find("agent")[0]); p.Index != 4 {
		t.Errorf("agent leads to row %d, want the run before row 5", p.Index)
	}
	if k := g.StopAt(g.stops[to].box.Y, g.stops[to].box.X); k != to {
		t.Errorf("a click finds %d, not %d", k, to)
	}
	for k := range g.Stops() {
		if note := g.Note(k, 60); note.Width() > 60 || !strings.Contains(note.Text(), name(k)) {
			t.Errorf("note %q", note.Text())
		}
	}
}

// TestGraphFits: no row is wider than the pane, whatever the names, and every node can be reached.
func TestGraphFits(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	names := []string{"a", "日本語のとても長いノード名", "x\x1b[31my", "very long name of a node with words in it and more of them", "e\u0301\u202e", "👩‍👩‍👧"}
	for n := range 40 {
		top := &graph.Topology{Rows: 1, Read: 1}
		for i := range 1 + r.Intn(12) {
			top.Nodes = append(top.Nodes, graph.GraphNode{Name: fmt.Sprint(names[r.Intn(len(names))], i), Count: r.Intn(3)})
			for range r.Intn(3) {
				top.Edges = append(top.Edges, graph.GraphEdge{From: i, To: r.Intn(i + 1), Kind: graph.EdgeKind(r.Intn(6)), Count: r.Intn(20), Most: r.Intn(4)})
			}
		}
		g := NewGraph(top, nil, &graph.Moment{Checkpoint: &graph.Checkpoint{}}, GraphFolds{}, Env{Hist: testHistory(2), ASCII: n%2 == 0})
		for _, width := range []int{1, 9, 30, 80, 200} {
			for _, high := range []int{3, 40} {
				text := drawnGraph(g, width, high)
				for line := range strings.SplitSeq(text, "\n") {
					if Width(line) > width || strings.ContainsAny(line, "\x1b\u202e") {
						t.Fatalf("graph %d at %d: %q", n, width, line)
					}
				}
				if g.Stops() != len(top.Nodes) {
					t.Fatalf("graph %d at %d: %d stops for %d nodes", n, width, g.Stops(), len(top.Nodes))
				}
				for k := range g.Stops() {
					if a, b := g.Span(k); a < 0 || b >= g.Len() || a > b {
						t.Fatalf("stop %d spans %d to %d of %d", k, a, b, g.Len())
					}
					g.Pick(k)
				}
			}
		}
	}
}
