package graph

import (
	"context"
	"slices"
	"strings"
)

// Bounds of the work for one topology: the newest checkpoints are opened, of those before them only the keys of their writes
// are read, which name node and channel in rows of LangGraph 1.1 and later.
const (
	mostTraced      = 600
	mostTracedBytes = 64 << 20
	mostKeys        = 100_000
	mostKeySpaces   = 1000
)

// tracer puts a Topology together, row by row.
type tracer struct {
	p      *Pregel
	h      *History
	graphs map[graphKey]*traced
	spaces map[string]*traced // by namespace
	titles map[string]string  // of namespaces of agents
}

type graphKey struct{ path, title string }

// traced is a graph in the making.
type traced struct {
	*Topology
	ns    string // one of its namespaces
	facts *facts // names of nodes and channels
	node  map[string]int
	edge  map[edgeKey]int
	sure  map[int]bool // plain edges that their channels' names tell from branches
	told  map[int]bool // edges that stored writes told of
	first map[int]int  // node → its first run, in half rows: one that is only kept comes after those that made the row
	runs  []run        // of which it is known what followed
	ends  []ending     // runs of which only all rows together tell whether they were the last
}

// ending is the run of a node that wrote the channel called as itself and nothing that starts another: before checkpoint
// format 3 every node did, and another that never ran may listen.
type ending struct {
	node string
	row  int
}

type edgeKey struct {
	from, to int
	kind     EdgeKind
}

// run is one finished task and what it led to.
type run struct {
	node int
	to   []int // edges, places in Edges
}

// Topology implements Topologer.
func (p *Pregel) Topology(ctx context.Context, h *History) (*Topology, error) {
	t := &tracer{p: p, h: h, graphs: map[graphKey]*traced{}, spaces: map[string]*traced{}, titles: map[string]string{}}
	for _, kid := range h.Kids {
		t.titles[kid.NS] = kid.Title
	}
	t.graph("")
	rows, rest := t.newest()
	for _, i := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := t.row(ctx, i); err != nil {
			return nil, err
		}
	}
	if rest > 0 {
		if err := t.older(ctx, rows); err != nil {
			return nil, err
		}
	}
	return t.finish(), nil
}

// newest are the rows to open, in the order of the DAG, and how many are left.
func (t *tracer) newest() (rows []int, rest int) {
	c := t.h.cols.Load()
	bytes := int64(0)
	for k := len(c.byID) - 1; k >= 0; k-- {
		i := int(c.byID[k])
		if bytes += int64(c.size[i]); len(rows) == mostTraced || bytes > mostTracedBytes && len(rows) > 0 {
			break
		}
		rows = append(rows, i)
	}
	slices.Sort(rows)
	for _, ns := range t.h.Namespaces() {
		t.graph(ns).Rows += t.h.countIn(ns)
	}
	return rows, c.n - len(rows)
}

// countIn is how many rows a namespace has.
func (d *DAG) countIn(ns string) int {
	c := d.cols.Load()
	if k, ok := c.nsOf[ns]; ok {
		return c.names[k].rows
	}
	return 0
}

// graph is the graph of a namespace, made where it is new.
func (t *tracer) graph(ns string) *traced {
	if g := t.spaces[ns]; g != nil {
		return g
	}
	key := graphKey{graphOf(ns), t.titles[ns]}
	path, title := key.path, key.title
	g := t.graphs[key]
	if g == nil {
		g = &traced{Topology: &Topology{Path: path, Title: title}, ns: ns, facts: newFacts(), node: map[string]int{}, edge: map[edgeKey]int{}, sure: map[int]bool{}, told: map[int]bool{}, first: map[int]int{}}
		t.graphs[key] = g
	}
	t.spaces[ns] = g
	return g
}

// at finds or makes a node.
func (g *traced) at(name string) int {
	if k, ok := g.node[name]; ok {
		return k
	}
	n := GraphNode{Name: name}
	switch name {
	case chanStart:
		n.Kind = StartNode
	case chanEnd:
		n.Kind = EndNode
	}
	g.node[name] = len(g.Nodes)
	g.Nodes = append(g.Nodes, n)
	return len(g.Nodes) - 1
}

// lead finds or makes an edge.
func (g *traced) lead(from, to string, kind EdgeKind) int {
	key := edgeKey{g.at(from), g.at(to), kind}
	k, ok := g.edge[key]
	if !ok {
		k = len(g.Edges)
		g.edge[key] = k
		g.Edges = append(g.Edges, GraphEdge{From: key.from, To: key.to, Kind: kind, Last: -1})
	}
	return k
}

// follow finds or makes the edge that a channel stands for.
func (g *traced) follow(from, to, channel string) int {
	k := g.lead(from, to, kindOf(channel))
	if !strings.HasPrefix(channel, "branch:to:") {
		g.sure[k] = true
	}
	return k
}

// ran counts a run that made the rows.
func (g *traced) ran(name string, rows ...int) {
	k := g.at(name)
	n := &g.Nodes[k]
	n.Count++
	n.Rows = append(n.Rows, rows...) // sorted in the end
	for _, i := range rows {
		if was, ok := g.first[k]; !ok || 2*i < was {
			g.first[k] = 2 * i
		}
	}
}

// led counts the edges that one run took, each once however many tasks it started; several Sends or calls are told by most.
func (g *traced) led(name string, edges []int, row int) {
	counts := map[int]int{}
	r := run{node: g.at(name)}
	for _, k := range edges {
		if counts[k]++; counts[k] == 1 {
			g.Edges[k].Count++
			r.to = append(r.to, k)
		}
	}
	for k, n := range counts {
		e := &g.Edges[k]
		e.Last = max(e.Last, row)
		if e.Kind == SendEdge || e.Kind == CallEdge {
			e.Most = max(e.Most, n)
		}
	}
	g.runs = append(g.runs, r)
}

func sortedKeys[V any](set map[string]V) []string {
	out := make([]string, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
