package graph

import (
	"context"
	"slices"
	"strings"
)

// Topology is the graph behind a thread as far as its history shows it: no checkpoint stores the graph that wrote it. Nodes
// come from what ran, from versions_seen and from the names of channels; an edge is there because a task of one node wrote
// what starts another, or because the channel that started a node bears the name of where it came from. So every edge here
// was taken, or is named by a channel, and one that was never taken is missing: that has to be said wherever it is shown.
//
// All calls of one subgraph, in all namespaces and on all branches, are one Topology, hung at the node that calls it.
type Topology struct {
	Path  string // namespaces without their task ids, "" for the root graph
	Title string // of an agent, where its runs say one
	Nodes []GraphNode
	Edges []GraphEdge
	Rows  int // checkpoints of this graph
	Read  int // those that were looked at
	Keys  int // those of Read of which only the keys of writes were
}

// GraphNode is one node. START and END are nodes too.
type GraphNode struct {
	Name    string
	Kind    NodeKind
	Count   int         // tasks of it that finished
	Begun   bool        // a task of it began: it asked or failed, if none finished
	AtLeast bool        // steps between were not stored, so there may have been more
	Rows    []int       // checkpoints that its runs made (or at which they are kept), in the order of the DAG
	Split   bool        // different nodes followed it in different steps
	Inner   []*Topology // graphs that its tasks called
}

// NodeKind tells what a node is.
type NodeKind uint8

const (
	PlainNode NodeKind = iota
	StartNode
	EndNode
	CallNode // a @task function
)

// GraphEdge leads from one node to another. Two nodes may have edges of several kinds.
type GraphEdge struct {
	From, To int // places in Nodes
	Kind     EdgeKind
	Count    int // how often it was taken, 0: only the name of a channel tells of it
	Most     int // Sends, calls: the most at once
	Last     int // the last checkpoint made by the step that took it, -1 none
}

// EdgeKind tells how one node leads to another, as far as the rows can tell.
type EdgeKind uint8

const (
	PlainEdge  EdgeKind = iota // taken whenever the node ran: an edge, or a branch that always went the same way
	BranchEdge                 // taken in some runs of the node only, or by the channel's name
	JoinEdge                   // one of several nodes that the target waits for
	SendEdge                   // a Send
	CallEdge                   // a call of a @task function
	ErrorEdge                  // a failed task started its error handler
)

func (k EdgeKind) String() string {
	return [...]string{"edge", "branch", "join", "send", "call", "on error"}[k]
}

// Topologer is what a Runtime implements whose histories have a graph behind them.
type Topologer interface {
	Topology(ctx context.Context, h *History) (*Topology, error)
}

// Topology is the graph behind the thread, nil where there is none (a transcript). It is kept until the thread grows; safe to
// call from any goroutine, and never to be changed.
func (h *History) Topology(ctx context.Context) (*Topology, error) {
	r, ok := h.Runtime.(Topologer)
	if !ok || h.Transcript {
		return nil, nil
	}
	h.cache.tracing.Lock()
	defer h.cache.tracing.Unlock()
	if have := h.cache.topology; have != nil && have.rows == h.Len() {
		return have.Topology, nil
	}
	n := h.Len()
	t, err := r.Topology(ctx, h)
	if err != nil {
		return nil, err
	}
	h.cache.topology = &tracedTopology{n, t}
	return t, nil
}

type tracedTopology struct {
	rows int // DAG length when made
	*Topology
}

// HasTopology reports whether Topology gives one, without working it out.
func (h *History) HasTopology() bool {
	_, ok := h.Runtime.(Topologer)
	return ok && !h.Transcript
}

// Node finds a node by name, -1 where it is not there.
func (t *Topology) Node(name string) int {
	for i := range t.Nodes {
		if t.Nodes[i].Name == name {
			return i
		}
	}
	return -1
}

// Each calls f for the graph and for all graphs in it, outer ones first.
func (t *Topology) Each(f func(*Topology)) {
	f(t)
	for i := range t.Nodes {
		for _, in := range t.Nodes[i].Inner {
			in.Each(f)
		}
	}
}

// Out lists the edges that leave a node, the most taken first.
func (t *Topology) Out(node int) []GraphEdge {
	var out []GraphEdge
	for _, e := range t.Edges {
		if e.From == node {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b GraphEdge) int { return b.Count - a.Count })
	return out
}

// In lists the edges that lead to a node, the most taken first.
func (t *Topology) In(node int) []GraphEdge {
	var in []GraphEdge
	for _, e := range t.Edges {
		if e.To == node {
			in = append(in, e)
		}
	}
	slices.SortStableFunc(in, func(a, b GraphEdge) int { return b.Count - a.Count })
	return in
}

// LastRun is the node's last run before checkpoint i on its branch, else its last run at all; -1 where it never ran. A node
// whose run made i itself is asked for the run before it.
func (h *History) LastRun(n *GraphNode, i int) int {
	const most = 4096
	for k, up := 0, h.Parent(i); i >= 0 && up >= 0 && k < most; k, up = k+1, h.Parent(up) {
		if _, ok := slices.BinarySearch(n.Rows, up); ok {
			return up
		}
	}
	if len(n.Rows) == 0 {
		return -1
	}
	return n.Rows[len(n.Rows)-1]
}

// GraphOf tells which graph a namespace belongs to: its path, and the title of an agent.
func (h *History) GraphOf(ns string) (path, title string) {
	if k := slices.IndexFunc(h.Kids, func(c Child) bool { return c.NS == ns }); k >= 0 {
		title = h.Kids[k].Title
	}
	return graphOf(ns), title
}

// Lit is a node with something to say at one checkpoint.
type Lit struct {
	Path, Title string // of its graph
	Node        string
	Ran         bool // its run made the checkpoint
	Due         TaskStatus
	Count       int // tasks
}

// LitAt lists the nodes that made a checkpoint and those due after it; at a head also those due in the graphs that these
// called, since a resume goes on inside of them.
func (h *History) LitAt(ctx context.Context, m *Moment) ([]Lit, error) {
	var out []Lit
	path, title := h.GraphOf(m.NS)
	for _, t := range m.Ran {
		if t.Name != byUpdate && t.Name != byInput {
			out = lit(out, Lit{Path: path, Title: title, Node: t.Name, Ran: true})
		}
	}
	err := h.litDue(ctx, m.Due.Tasks, m.NS, m.IsHead, &out, 0)
	return out, err
}

func (h *History) litDue(ctx context.Context, tasks []Task, ns string, head bool, out *[]Lit, depth int) error {
	path, title := h.GraphOf(ns)
	for _, t := range tasks {
		status := t.Status
		if !head && t.Finished() {
			status = TaskDue // it ran since; here it was due
		}
		*out = lit(*out, Lit{Path: path, Title: title, Node: t.Name, Due: status})
		inner := h.HeadOf(t.NS)
		if t.NS == "" || inner < 0 || t.Finished() || !head || depth == deepest {
			continue
		}
		due, err := h.Runtime.Due(ctx, h, inner)
		if err != nil {
			return err
		}
		if err := h.litDue(ctx, due.Tasks, t.NS, true, out, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// lit adds l, or counts it where the same is there.
func lit(list []Lit, l Lit) []Lit {
	for k := range list {
		have := list[k]
		have.Count = 0
		if have == l {
			list[k].Count++
			return list
		}
	}
	l.Count = 1
	return append(list, l)
}

// aboveGraph takes the last part off a namespace: the namespace that called it, and the node that did.
func aboveGraph(ns string) (above, node string) {
	parts := strings.Split(ns, "|")
	last := len(parts) - 1
	for last > 0 && isCounter(parts[last]) {
		last--
	}
	node = parts[last]
	if k := strings.LastIndexByte(node, ':'); k >= 0 {
		node = node[:k]
	}
	return strings.Join(parts[:last], "|"), node
}
