package plain

import (
	"fmt"
	"strings"

	"cptui/graph"
)

// dot writes a digraph for Graphviz. A node that called graphs stands with them in a frame.
func (g GraphExport) dot() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n    label=%s;\n    labelloc=b;\n    node [shape=box, style=rounded];\n", dotText(g.title()), dotText(g.title()+"\n"+g.desc()))
	g.dotGraph(&b, g.Top, "n", 1)
	b.WriteString("}\n")
	return []byte(b.String())
}

func (g GraphExport) dotGraph(b *strings.Builder, t *graph.Topology, prefix string, depth int) {
	for i := range t.Nodes {
		n := &t.Nodes[i]
		name, in := nodeName(prefix, i), indent(depth)
		more := ""
		switch mark := g.Marks.At(t, n.Name); {
		case mark.Ran:
			more = `, penwidth=3`
		case mark.Due != "":
			more = `, style="rounded,dotted", penwidth=2`
		case neverRan(n):
			more = `, style="rounded,dashed"`
		case n.Kind == graph.StartNode || n.Kind == graph.EndNode:
			more = `, shape=plaintext`
		}
		if len(n.Inner) == 0 {
			fmt.Fprintf(b, "%s%s [label=%s%s];\n", in, name, dotText(g.label(t, n)), more)
			continue
		}
		fmt.Fprintf(b, "%ssubgraph cluster_%s {\n", in, name)
		fmt.Fprintf(b, "%s    label=\"\";\n%s    %s [label=%s%s];\n", in, in, name, dotText(g.label(t, n)), more)
		for k, inner := range n.Inner {
			below := fmt.Sprintf("%s_%d_", name, k)
			fmt.Fprintf(b, "%s    subgraph cluster_%sg {\n%s        label=%s;\n", in, below, in, dotText(g.Env.Name(inner.Title)))
			g.dotGraph(b, inner, below, depth+2)
			fmt.Fprintf(b, "%s    }\n", in)
		}
		fmt.Fprintf(b, "%s}\n", in)
	}
	for _, e := range t.Edges {
		style := ""
		if e.Count == 0 {
			style = ", style=dashed"
		}
		fmt.Fprintf(b, "%s%s -> %s [label=%s%s];\n", indent(depth), nodeName(prefix, e.From), nodeName(prefix, e.To), dotText(g.Env.EdgeWords(t, e)), style)
	}
}

func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
