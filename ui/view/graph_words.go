package view

import (
	"strconv"
	"strings"

	"cptui/graph"
)

// The words for nodes and edges of a graph that is inferred from its history: on screen, in pictures and in text alike.

// NodeLabel is a node's name for people, and whether it is the program's own START or END.
func (e Env) NodeLabel(n *graph.GraphNode) (name string, own bool) {
	switch n.Kind {
	case graph.StartNode:
		return "START", true
	case graph.EndNode:
		return "END", true
	}
	return e.clean(n.Name), false
}

// NodeText is a node's name with how often it ran.
func (e Env) NodeText(n *graph.GraphNode) string {
	name, _ := e.NodeLabel(n)
	return name + e.nodeCount(n)
}

// Name is a name of the source for people: clean, and without what looks like a secret.
func (e Env) Name(s string) string { return e.clean(s) }

// nodeCount is how often a node ran: "×11", "≥2" where steps are missing, "" for START, END and nodes that never finished.
func (e Env) nodeCount(n *graph.GraphNode) string {
	switch {
	case n.Count == 0 || n.Kind == graph.StartNode || n.Kind == graph.EndNode:
		return ""
	case n.AtLeast:
		return " " + e.Glyph(GAtLeast) + strconv.Itoa(n.Count)
	}
	return " " + e.Glyph(GTimes) + strconv.Itoa(n.Count)
}

// EdgeWords say how often an edge was taken, and how: "12", "2 of 3" for one of several ways, "4 send ×3" for Sends of which
// at most three came at once. An edge that only a name tells of was never taken.
func (e Env) EdgeWords(t *graph.Topology, k graph.GraphEdge) string {
	n := strconv.Itoa(k.Count)
	from := t.Nodes[k.From]
	switch {
	case k.Count == 0:
		return "never"
	case k.Kind == graph.BranchEdge && from.Count > k.Count && !from.AtLeast:
		return n + " of " + strconv.Itoa(from.Count)
	case k.Kind == graph.SendEdge && k.Most > 1:
		return n + " send " + e.Glyph(GTimes) + strconv.Itoa(k.Most)
	case k.Kind == graph.PlainEdge || k.Kind == graph.BranchEdge:
		return n
	}
	return n + " " + k.Kind.String()
}

// InferredWords say where a graph comes from, and what is not in it.
func InferredWords(t *graph.Topology) string {
	rows, read := 0, 0
	t.Each(func(g *graph.Topology) { rows, read = rows+g.Rows, read+g.Read })
	from := plural(rows, "checkpoint")
	if read < rows {
		from = thousands(read) + " of " + from
	}
	return "inferred from " + from + "; an edge never taken is not here"
}

// joined are the edges from one node to another, drawn as one line.
type joined struct {
	from, to int
	words    string
	taken    bool
}

// joinEdges puts edges of several kinds between the same two nodes together.
func (e Env) joinEdges(t *graph.Topology) []joined {
	var out []joined
	at := map[[2]int]int{}
	for _, k := range t.Edges {
		pair := [2]int{k.From, k.To}
		i, ok := at[pair]
		if !ok {
			at[pair] = len(out)
			out = append(out, joined{k.From, k.To, e.EdgeWords(t, k), k.Count > 0})
			continue
		}
		out[i].words += " + " + e.EdgeWords(t, k)
		out[i].taken = out[i].taken || k.Count > 0
	}
	return out
}

// neighbours lists where a node leads to, or where it is led to from, the most taken first: "tools 12 · END 3".
func (e Env) neighbours(t *graph.Topology, node int, in bool) string {
	var parts []string
	edges := t.Out(node)
	if in {
		edges = t.In(node)
	}
	for _, k := range edges {
		other := k.To
		if in {
			other = k.From
		}
		name, _ := e.NodeLabel(&t.Nodes[other])
		parts = append(parts, CutMiddle(name, 28)+" "+e.EdgeWords(t, k))
	}
	const most = 6
	if len(parts) > most {
		parts = append(parts[:most-1], plural(len(parts)-most+1, "more"))
	}
	return strings.Join(parts, " · ")
}
