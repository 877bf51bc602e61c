package plain

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/ui/view"
)

func oddGraph() GraphExport {
	top := &graph.Topology{Rows: 3, Read: 3, Nodes: []graph.GraphNode{
		{Name: "__start__", Kind: graph.StartNode, Count: 1},
		{Name: `a"b\<i>&#` + "`\x1b[31m", Count: 2},
		{Name: "end\n]", Count: 1, Inner: []*graph.Topology{{Path: "end", Title: `"t"`, Nodes: []graph.GraphNode{{Name: "in", Count: 1}}}}},
		{Name: "日本", Count: 0},
	}, Edges: []graph.GraphEdge{{From: 0, To: 1, Count: 1}, {From: 1, To: 2, Count: 2, Kind: graph.SendEdge, Most: 2}, {From: 1, To: 1, Count: 1, Kind: graph.BranchEdge}, {From: 2, To: 3, Kind: graph.JoinEdge}}}
	return GraphExport{Top: top, Thread: `t-"1" {x}`, At: "@2", Marks: view.MarksOf([]graph.Lit{{Node: "end\n]", Ran: true}}), Env: view.Env{Print: true}}
}

func TestGraphFormats(t *testing.T) {
	g := oddGraph()
	for _, c := range []struct {
		format string
		want   []string
		not    []string
	}{
		{"mermaid", []string{"flowchart TD\n", `%% graph of thread t-"1" (x), at @2`, "an edge never taken is not here", `n0(["START"])`,
			`n1["a#quot;b#92;#lt;i#gt;#amp;#35;#96;`, `subgraph n2["● end⏎] ×1"]`, `subgraph n2_0_g["#quot;t#quot;"]`, `n2_0_0["in ×1"]`, `n1 -->|"2 send ×2"| n2`,
			`n1 -->|"1 of 2"| n1`, `n2 -.->|"never"| n3`, "class n2 ran", "class n3 never"}, []string{"\x1b", "{x}"}},
		{"dot", []string{`digraph "graph of thread t-\"1\" {x}, at @2" {`, `n1 [label="a\"b\\<i>&#`, "subgraph cluster_n2 {", `label="\"t\""`, "penwidth=3", `n2 -> n3 [label="never", style=dashed]`}, []string{"\x1b"}},
		{"svg", []string{"<title id=\"title\">graph of thread t-&#34;1&#34; {x}, at @2</title>", "<desc id=\"desc\">inferred from 3 checkpoints; an edge never taken is not here; ●", "prefers-color-scheme: dark",
			`class="box ran"`, `class="line never"`, "日本", "a&#34;b\\&lt;i&gt;&amp;#"}, []string{"\x1b", "<script", "var(--"}},
	} {
		got := string(g.Write(c.format))
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is not in\n%s", c.format, want, got)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: %q is in\n%s", c.format, not, got)
			}
		}
	}
}

// TestGraphSVG: it is well-formed whatever the names are.
func TestGraphSVG(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader(string(oddGraph().Write("svg"))))
	elements := 0
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := tok.(xml.StartElement); ok {
			elements++
		}
	}
	if elements < 20 {
		t.Errorf("%d elements", elements)
	}
}
