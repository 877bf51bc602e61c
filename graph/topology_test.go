package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"cptui/graph"
)

// edgesOf writes a topology down: one text an edge, graphs in graphs below their path.
func edgesOf(t *graph.Topology) []string {
	var out []string
	t.Each(func(g *graph.Topology) {
		path := g.Path
		if g.Title != "" {
			path += "(" + g.Title + ")"
		}
		if path != "" {
			path += " | "
		}
		for _, e := range g.Edges {
			s := fmt.Sprintf("%s%s > %s %s %d", path, g.Nodes[e.From].Name, g.Nodes[e.To].Name, e.Kind, e.Count)
			if e.Most > 1 {
				s += fmt.Sprintf(" x%d", e.Most)
			}
			out = append(out, s)
		}
	})
	return out
}

func TestTopology(t *testing.T) {
	for _, c := range []struct {
		source, thread string
		want           string
	}{
		{"langgraph/fan-out", "fan-1", `
			__start__ > plan edge 2
			plan > left edge 2
			plan > right edge 2
			left > left2 edge 2
			right > join join 2
			left2 > join join 2
			join > __end__ edge 2`},
		{"langgraph/era-0.2.76-fan-out", "fan-1", `
			__start__ > plan edge 2
			plan > left edge 2
			plan > right edge 2
			left > left2 edge 2
			right > join join 2
			left2 > join join 2
			join > __end__ edge 2`},
		{"langgraph/era-0.2.3-send", "send-1", `
			__start__ > plan edge 2
			plan > work send 2 x3
			work > join edge 4`},
		{"langgraph/send", "send-1", `
			__start__ > plan edge 2
			plan > work send 2 x3
			work > join edge 4
			join > __end__ edge 2`},
		{"langgraph/functional", "func-1", `
			__start__ > flow edge 2
			flow > step call 2
			flow > write call 5
			flow > __end__ edge 2
			step > write call 2`},
		{"langgraph/functional", "func-waits", `
			__start__ > flow edge 0
			step > write call 1
			flow > step call 1
			flow > write call 1`},
		{"langgraph/interrupt-parallel", "one-answered", `
			__start__ > left edge 1
			__start__ > right edge 1
			left > join join 1
			right > join join 0`},
		{"langgraph/update-state", "up-bulk", `
			__start__ > plan edge 1
			plan > work edge 1`}, // edits as work and join were no runs
		{"langgraph/deepagents", "deep-1", `
			__start__ > PatchToolCallsMiddleware.before_agent edge 2
			PatchToolCallsMiddleware.before_agent > model edge 2
			model > TodoListMiddleware.after_model edge 11
			TodoListMiddleware.after_model > tools send 9 x2
			TodoListMiddleware.after_model > _ParentNotifierMiddleware.after_agent branch 2
			tools > model edge 11
			_ParentNotifierMiddleware.after_agent > __end__ edge 2
			tools(general-purpose) | __start__ > PatchToolCallsMiddleware.before_agent edge 1
			tools(general-purpose) | PatchToolCallsMiddleware.before_agent > model edge 1
			tools(general-purpose) | model > tools send 1
			tools(general-purpose) | model > __end__ branch 1
			tools(general-purpose) | tools > model edge 1`},
		{"langgraph/subgraph-nested", "deep-1", `
			__start__ > plan edge 1
			plan > child edge 1
			child > join edge 1
			join > __end__ edge 1
			child | __start__ > write edge 1
			child | write > grand edge 1
			child | grand > __end__ edge 1
			child|grand | __start__ > step edge 1
			child|grand | step > step2 edge 1
			child|grand | step2 > __end__ edge 1`},
		{"langgraphjs/js17-subgraph", "t-sub", `
			__start__ > before edge 2
			before > child edge 2
			child > after edge 2
			after > __end__ edge 2
			child | __start__ > first edge 2
			child | first > inner edge 2
			child | inner > __end__ edge 2
			child|inner | __start__ > deep edge 2
			child|inner | deep > __end__ edge 2`},
	} {
		h := thread(t, open(t, c.source), c.thread)
		got, err := h.Topology(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Split(strings.ReplaceAll(strings.TrimSpace(c.want), "\t", ""), "\n")
		if edges := edgesOf(got); !slices.Equal(edges, want) {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.source, c.thread, strings.Join(edges, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestTopologyIsReal: every edge is one of the graph that wrote the rows, and every edge that was taken is there. The real
// edges are what LangGraph's get_graph gave when it was recorded, the branches taken what their functions returned.
func TestTopologyIsReal(t *testing.T) {
	var real struct{ Edges, Taken [][2]string }
	b, err := os.ReadFile("../testdata/langgraph/branches/graph.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &real); err != nil {
		t.Fatal(err)
	}
	got, err := thread(t, open(t, "langgraph/branches"), "t").Topology(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	taken := map[[2]string]bool{}
	for _, e := range got.Edges {
		pair := [2]string{got.Nodes[e.From].Name, got.Nodes[e.To].Name}
		if !slices.Contains(real.Edges, pair) {
			t.Errorf("%v is no edge of the graph", pair)
		}
		taken[pair] = e.Count > 0
	}
	for _, pair := range real.Taken {
		if !taken[pair] {
			t.Errorf("%v was taken and is missing", pair)
		}
	}
	for name, split := range map[string]bool{"triage": true, "revise": true, "draft": false, "retrieve": false} {
		if n := got.Nodes[got.Node(name)]; n.Split != split {
			t.Errorf("%s splits: %v", name, n.Split)
		}
	}
}

// TestWriteKeys: the keys of writes alone tell what a body would.
func TestWriteKeys(t *testing.T) {
	h := thread(t, open(t, "langgraph/fan-out"), "fan-1")
	keys := h.Opener.(graph.KeyReader)
	var got []string
	err := keys.WriteKeys(context.Background(), "", func(w graph.WriteKey) bool {
		if strings.HasPrefix(w.Channel, "branch:") || strings.HasPrefix(w.Channel, "join:") {
			got = append(got, w.Path[len("~__pregel_pull, "):]+" "+w.Channel)
		}
		return len(got) < 3
	})
	if want := "left2 join:left2+right:join, right join:left2+right:join, left branch:to:left2"; err != nil || strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q, %v", got, want, err)
	}
}

func TestLitAt(t *testing.T) {
	for _, c := range []struct{ source, thread, want string }{
		{"langgraph/interrupt-parallel", "one-answered", "/__start__ ran, /left done, /right waits"},
		{"langgraph/interrupt-subgraph", "sub-waits", "/plan ran, /child waits, child/ask waits"},
	} {
		h := thread(t, open(t, c.source), c.thread)
		m, err := h.Moment(context.Background(), h.Current)
		if err != nil {
			t.Fatal(err)
		}
		list, err := h.LitAt(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range list {
			s := l.Path + "/" + l.Node
			if l.Ran {
				s += " ran"
			}
			if l.Due != "" {
				s += " " + string(l.Due)
			}
			got = append(got, s)
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s, want %s", c.thread, text, c.want)
		}
	}
}

func TestLastRun(t *testing.T) {
	h := thread(t, open(t, "langgraph/fan-out"), "fan-1")
	top, err := h.Topology(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	plan := &top.Nodes[top.Node("plan")]
	for i, want := range map[int]int{11: 8, 8: 2, 5: 2, 2: 8, 1: 8} {
		if got := h.LastRun(plan, i); got != want {
			t.Errorf("before row %d plan ran at row %d, want %d", i, got, want)
		}
	}
}
