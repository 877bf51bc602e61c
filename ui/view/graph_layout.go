package view

import (
	"cptui/graph"
	"cptui/ui/sketch"
)

// GraphPicture is a graph laid out on cells, with the graphs that its nodes called inside of their boxes.
type GraphPicture struct {
	Top   *graph.Topology
	Plan  *sketch.Plan
	Nodes []PictureNode
	Edges []PictureEdge // in the order of Plan.Routes
}

// PictureNode is a box of the picture.
type PictureNode struct {
	Node  *graph.GraphNode
	Text  string // cut to the room that names may take
	Flat  bool   // without a border: START and END, where no more than one line meets them
	Never bool   // known by name only
	Inner []InnerPicture
}

// InnerPicture is a graph inside of a box, at its place from the box's corner.
type InnerPicture struct {
	X, Y int
	*GraphPicture
}

// PictureEdge is a line of the picture. Loop is set for an edge from a node to itself, which has no line.
type PictureEdge struct {
	From, To int
	Words    string
	Taken    bool
	Loop     bool
}

// What is drawn is bounded, since the work grows with the square of the lines; a graph beyond is a list. On screen it is laid
// out at every change of width.
const (
	screenNodes, screenLines = 80, 200
	printNodes, printLines   = 150, 500
)

// pictureShape is how much room a picture may take.
type pictureShape struct {
	names int                                       // cells of a name
	low   bool                                      // boxes of one line, without borders
	print bool                                      // nothing can be folded
	open  func(t *graph.Topology, node string) bool // whether the graphs in a node are drawn
}

// LayGraph lays a graph out with names of at most so many cells and all inner graphs drawn; nil for one that is too large.
func (e Env) LayGraph(t *graph.Topology, names int) *GraphPicture {
	return e.layGraph(t, pictureShape{names: names, print: true, open: func(*graph.Topology, string) bool { return true }}, 0)
}

// deepestPicture bounds how far graphs in graphs are drawn.
const deepestPicture = 6

func (e Env) layGraph(t *graph.Topology, s pictureShape, depth int) *GraphPicture {
	nodes, most := screenNodes, screenLines
	if s.print {
		nodes, most = printNodes, printLines
	}
	if len(t.Nodes) > nodes || len(t.Edges) > most {
		return nil
	}
	p := &GraphPicture{Top: t}
	boxes := make([]sketch.Node, len(t.Nodes))
	loops := map[int]string{}
	var lines []sketch.Edge
	for _, k := range e.joinEdges(t) {
		edge := PictureEdge{From: k.from, To: k.to, Words: k.words, Taken: k.taken, Loop: k.from == k.to}
		if edge.Loop {
			loops[k.from] = " " + e.Glyph(GLoop) + k.words
		}
		p.Edges = append(p.Edges, edge)
		lines = append(lines, sketch.Edge{From: k.from, To: k.to, Label: Width(k.words)})
	}
	in, out := make([]int, len(t.Nodes)), make([]int, len(t.Nodes))
	for _, k := range lines {
		in[k.To]++
		out[k.From]++
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		name, flat := e.NodeLabel(n)
		v := PictureNode{Node: n, Flat: flat && in[i] < 2 && out[i] < 2 || s.low, Never: n.Count == 0 && !flat && !n.Begun}
		v.Text = CutMiddle(name, s.names) + e.nodeCount(n) + loops[i]
		box := sketch.Node{W: Width(v.Text) + 6, H: 3, Flat: v.Flat}
		if v.Flat {
			box.W, box.H = Width(v.Text)+5, 1
		}
		if len(n.Inner) > 0 && !s.low {
			name := v.Text
			if !s.print {
				v.Text = e.foldCell(false) + name
			}
			box.W = Width(v.Text) + 6
			if depth < deepestPicture && s.open(t, n.Name) {
				if !s.print {
					v.Text = e.foldCell(true) + name
				}
				x, high := 2, 0
				for _, in := range n.Inner {
					q := e.layGraph(in, s, depth+1)
					if q == nil {
						return nil
					}
					y := 2
					if in.Title != "" {
						y++
					}
					v.Inner = append(v.Inner, InnerPicture{x, y, q})
					x += max(q.Plan.W, Width(e.clean(in.Title))) + 3
					high = max(high, y+q.Plan.H)
				}
				box.W, box.H = max(box.W, x-1+1), high+1
			}
		}
		boxes[i] = box
		p.Nodes = append(p.Nodes, v)
	}
	p.Plan = sketch.Lay(boxes, lines)
	for i := range p.Nodes { // a box may have been made wider for its lines: what is inside stands in its middle
		v := &p.Nodes[i]
		if spare := p.Plan.Boxes[i].W - boxes[i].W; spare > 1 {
			for k := range v.Inner {
				v.Inner[k].X += spare / 2
			}
		}
	}
	return p
}
