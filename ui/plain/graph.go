package plain

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/ui/view"
)

// GraphFormats are the forms in which the graph behind a thread can be written.
var GraphFormats = []string{"mermaid", "dot", "svg"}

// GraphExport is the graph behind a thread, to be written for other tools. Marks is empty where no checkpoint was named.
type GraphExport struct {
	Top    *graph.Topology
	Thread string
	At     string // the checkpoint that the marks are of: "@12 …9c1e", "" none
	Marks  view.GraphMarks
	Env    view.Env
}

// Write gives the text of one format.
func (g GraphExport) Write(format string) []byte {
	switch format {
	case "mermaid":
		return g.mermaid()
	case "dot":
		return g.dot()
	}
	return g.svg()
}

// title says which graph it is, and desc where it comes from and what the signs mean.
func (g GraphExport) title() string {
	text := "graph of thread " + view.CleanLine(g.Thread)
	if g.Top.Path != "" {
		text += ", in " + view.CleanLine(g.Top.Path)
	}
	if g.At != "" {
		text += ", at " + g.At
	}
	return text
}

func (g GraphExport) desc() string {
	text := view.InferredWords(g.Top)
	if len(g.Marks) > 0 {
		e := g.Env
		text += "; " + e.Glyph(view.GStep) + " ran to make " + g.At + ", " + e.Glyph(view.GNext) + " due, " + e.Glyph(view.GAsks) + " waits for an answer, " +
			e.Glyph(view.GError) + " failed, " + e.Glyph(view.GDone) + " done"
	}
	return text
}

// label is what stands on a node: its sign, its name, how often it ran.
func (g GraphExport) label(t *graph.Topology, n *graph.GraphNode) string {
	text := g.Env.NodeText(n)
	if sign, _ := g.Marks.At(t, n.Name).Sign(g.Env); sign != " " {
		text = sign + " " + text
	}
	if neverRan(n) {
		text += ", never ran"
	}
	return text
}

func neverRan(n *graph.GraphNode) bool {
	return n.Count == 0 && !n.Begun && n.Kind != graph.StartNode && n.Kind != graph.EndNode
}

// nodeName gives every node of a graph a name of its own in the text that is written: n0, n0_0_1, …
func nodeName(prefix string, i int) string { return prefix + strconv.Itoa(i) }

func indent(depth int) string { return strings.Repeat("    ", depth) }
