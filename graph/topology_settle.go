package graph

import (
	"slices"
	"strings"
)

// What only all rows together tell.

// finish settles what only all rows together tell.
func (t *tracer) finish() *Topology {
	for _, g := range t.graphs {
		g.settleEnds()
		g.named()
		g.settleBranches()
		g.order()
	}
	var keys []graphKey
	for k := range t.graphs {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b graphKey) int { // outer graphs first
		if d := strings.Count(a.path, "|") - strings.Count(b.path, "|"); d != 0 {
			return d
		}
		if a.path != b.path {
			return compareText(a.path, b.path)
		}
		return compareText(a.title, b.title)
	})
	for _, k := range keys {
		g := t.graphs[k]
		if g.ns == "" {
			continue
		}
		above, node := aboveGraph(g.ns)
		outer := t.graph(above) // may have no rows any more
		n := &outer.Nodes[outer.at(node)]
		n.Inner = append(n.Inner, g.Topology)
	}
	return t.spaces[""].Topology
}

// named adds what only names tell: nodes that never ran, and edges of channels that say where they come from.
func (g *traced) named() {
	for _, name := range g.facts.names() {
		if g.facts.functional() && name == chanStart || g.facts.innards(name) {
			continue
		}
		g.at(name)
	}
	if !slices.ContainsFunc(g.Nodes, func(n GraphNode) bool { return n.Count > 0 }) {
		for k := range g.Nodes { // no step is stored, but what every node has consumed by now
			if n := &g.Nodes[k]; len(g.facts.seen[n.Name]) > 0 && !n.Begun {
				n.Count, n.AtLeast = 1, true
			}
		}
	}
	if e := g.facts.entry(); e != "" && e != chanStart && !g.facts.innards(e) {
		g.lead(chanStart, e, PlainEdge)
	}
	plus := false // a name with a plus makes the names of joins ambiguous
	for name := range g.node {
		plus = plus || strings.Contains(name, "+")
	}
	for _, ch := range sortedKeys(g.facts.channels) {
		to := g.facts.named(ch)
		if to == "" {
			continue
		}
		switch {
		case strings.HasPrefix(ch, "join:"):
			if needs, _, _ := joinOf(ch); !plus {
				for _, from := range needs {
					g.lead(from, to, JoinEdge)
				}
			}
		case strings.HasPrefix(ch, "start:"):
			g.follow(chanStart, to, ch)
		default:
			if from := branchFrom(ch); from != "" {
				g.lead(from, to, BranchEdge)
			}
		}
	}
}

// innards reports whether a node is one that LangGraph before 0.1 made beside each of a person's: "plan:edges" with the
// channel "plan:inbox".
func (f *facts) innards(name string) bool {
	base, ok := strings.CutSuffix(name, ":edges")
	return ok && (f.nodes[base] || base == chanStart)
}

// branchFrom is the node that a channel "branch:from:condition:to" comes from, "" for others.
func branchFrom(channel string) string {
	rest, ok := strings.CutPrefix(channel, "branch:")
	if !ok || strings.Count(rest, ":") < 2 {
		return ""
	}
	return rest[:strings.IndexByte(rest, ':')]
}

// settleEnds leads to END the runs whose own channel ran out somewhere without anybody having seen it.
func (g *traced) settleEnds() {
	for _, e := range g.ends {
		if g.facts.unheard[e.node] && len(g.facts.startedBy(e.node, e.node)) == 0 {
			g.led(e.node, []int{g.lead(e.node, chanEnd, PlainEdge)}, e.row)
		}
	}
}

// settleBranches tells branches from edges: an edge that some runs of its node did not take is one of several ways.
func (g *traced) settleBranches() {
	runs, taken := map[int]int{}, map[int]int{}
	for _, r := range g.runs {
		runs[r.node]++
		for _, k := range r.to {
			taken[k]++
		}
	}
	for k := range g.Edges {
		e := &g.Edges[k]
		if e.Kind == PlainEdge && !g.sure[k] && taken[k] > 0 && taken[k] < runs[e.From] {
			e.Kind = BranchEdge
		}
		if e.Kind == BranchEdge {
			g.Nodes[e.From].Split = true
		}
	}
}

// order puts START first, END last and the nodes between by their first run; those that never ran follow by name.
func (g *traced) order() {
	for k := range g.Nodes {
		n := &g.Nodes[k]
		slices.Sort(n.Rows)
		n.Rows = slices.Compact(n.Rows)
	}
	rank := func(k int) (class, first int) {
		n := &g.Nodes[k]
		switch {
		case n.Kind == StartNode:
			return 0, 0
		case n.Kind == EndNode:
			return 3, 0
		case len(n.Rows) == 0:
			return 2, 0
		}
		return 1, g.first[k]
	}
	by := make([]int, len(g.Nodes))
	for i := range by {
		by[i] = i
	}
	slices.SortFunc(by, func(a, b int) int {
		x, y := &g.Nodes[a], &g.Nodes[b]
		cx, fx := rank(a)
		cy, fy := rank(b)
		if cx != cy {
			return cx - cy
		}
		if fx != fy {
			return fx - fy
		}
		return compareText(x.Name, y.Name)
	})
	place := make([]int, len(by))
	nodes := make([]GraphNode, len(by))
	for to, from := range by {
		place[from], nodes[to] = to, g.Nodes[from]
		g.node[nodes[to].Name] = to
	}
	g.Nodes = nodes
	for k := range g.Edges {
		e := &g.Edges[k]
		e.From, e.To = place[e.From], place[e.To]
	}
	slices.SortStableFunc(g.Edges, func(a, b GraphEdge) int {
		if a.From != b.From {
			return a.From - b.From
		}
		if a.To != b.To {
			return a.To - b.To
		}
		return int(a.Kind) - int(b.Kind)
	})
	g.edge, g.sure, g.told, g.first, g.runs, g.ends = nil, nil, nil, nil, nil, nil
}
