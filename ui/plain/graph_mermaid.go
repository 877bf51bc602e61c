package plain

import (
	"fmt"
	"strings"

	"cptui/graph"
)

// mermaid writes a flowchart. Names stand in quotes, in which only what would end them or be read as HTML or Markdown has to
// be written as an entity.
func (g GraphExport) mermaid() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%%%% %s\n%%%% %s\nflowchart TD\n", mermaidComment(g.title()), mermaidComment(g.desc()))
	classes := map[string][]string{}
	g.mermaidGraph(&b, g.Top, "n", 1, classes)
	for _, c := range [][2]string{
		{"ran", "stroke-width:4px,font-weight:bold"},
		{"due", "stroke-width:3px,stroke-dasharray:2 2"},
		{"never", "stroke-dasharray:6 4"},
	} {
		if names := classes[c[0]]; len(names) > 0 {
			fmt.Fprintf(&b, "    classDef %s %s\n    class %s %s\n", c[0], c[1], strings.Join(names, ","), c[0])
		}
	}
	return []byte(b.String())
}

func (g GraphExport) mermaidGraph(b *strings.Builder, t *graph.Topology, prefix string, depth int, classes map[string][]string) {
	in := indent(depth)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		name := nodeName(prefix, i)
		label := mermaidText(g.label(t, n))
		switch mark := g.Marks.At(t, n.Name); {
		case mark.Ran:
			classes["ran"] = append(classes["ran"], name)
		case mark.Due != "":
			classes["due"] = append(classes["due"], name)
		case neverRan(n):
			classes["never"] = append(classes["never"], name)
		}
		switch {
		case n.Kind == graph.StartNode || n.Kind == graph.EndNode:
			fmt.Fprintf(b, "%s%s([\"%s\"])\n", in, name, label)
		case len(n.Inner) == 0:
			fmt.Fprintf(b, "%s%s[\"%s\"]\n", in, name, label)
		default:
			fmt.Fprintf(b, "%ssubgraph %s[\"%s\"]\n", in, name, label)
			for k, inner := range n.Inner {
				below := fmt.Sprintf("%s_%d_", name, k)
				if inner.Title == "" {
					g.mermaidGraph(b, inner, below, depth+1, classes)
					continue
				}
				fmt.Fprintf(b, "%ssubgraph %sg[\"%s\"]\n", indent(depth+1), below, mermaidText(g.Env.Name(inner.Title)))
				g.mermaidGraph(b, inner, below, depth+2, classes)
				fmt.Fprintf(b, "%send\n", indent(depth+1))
			}
			fmt.Fprintf(b, "%send\n", in)
		}
	}
	for _, e := range t.Edges {
		arrow := "-->"
		if e.Count == 0 {
			arrow = "-.->"
		}
		fmt.Fprintf(b, "%s%s %s|\"%s\"| %s\n", in, nodeName(prefix, e.From), arrow, mermaidText(g.Env.EdgeWords(t, e)), nodeName(prefix, e.To))
	}
}

var mermaidEntities = strings.NewReplacer(`#`, "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "`", "#96;", `\`, "#92;", "*", "#42;", "_", "#95;")

func mermaidText(s string) string { return mermaidEntities.Replace(s) }

// mermaidComment keeps a comment from being read as a directive.
func mermaidComment(s string) string { return strings.NewReplacer("{", "(", "}", ")").Replace(s) }
