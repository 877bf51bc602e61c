package view

import (
	"strings"

	"cptui/graph"
	"cptui/ui/sketch"
)

// Drawing is a Pane whose cursor goes from thing to thing rather than from row to row. Where a Pane takes the number of a
// row, a Drawing takes the number of a stop, but for Row, which draws rows.
type Drawing interface {
	Pane
	Stops() int
	// Span is the first and the last row of a stop.
	Span(stop int) (top, bottom int)
	// Pick tells which stop to show as the one under the cursor, -1 none.
	Pick(stop int)
	// StopAt finds the stop at a cell, -1 none.
	StopAt(row, x int) int
	// Note says more of a stop than the drawing does, in one line.
	Note(stop, width int) Line
}

// GraphFolds remembers which nodes were opened and closed by hand, from step to step.
type GraphFolds map[any]bool

// Graph draws the graph behind a thread: boxes from top to bottom, or a list where they have no room.
type Graph struct {
	env   Env
	top   *graph.Topology
	index int
	marks GraphMarks
	folds GraphFolds
	width int
	high  int // rows of the pane, 0 where not known

	pic    *GraphPicture // nil: a list
	margin int
	rows   []Line
	stops  []stop
	picked int
}

var _ Drawing = (*Graph)(nil)

// NewGraph shows a graph at one step. folds is kept by the caller.
func NewGraph(t *graph.Topology, lit []graph.Lit, m *graph.Moment, folds GraphFolds, env Env) *Graph {
	g := &Graph{env: env, top: t, index: m.Index, marks: MarksOf(lit), folds: folds, width: defaultWidth, picked: -1}
	g.lay()
	return g
}

// Wrap implements Wrapper.
func (g *Graph) Wrap(width int) {
	if width != g.width {
		g.width = width
		g.lay()
	}
}

// Tall tells how many rows the pane has: where they are few, boxes have no borders.
func (g *Graph) Tall(high int) {
	if (high < tallFrom) != (g.high < tallFrom) || g.high == 0 {
		g.high = high
		g.lay()
	}
	g.high = high
}

// tallFrom is from how many rows on boxes have borders.
const tallFrom = 14

// lay finds the roomiest form that fits: boxes with whole names, with shorter ones, with inner graphs closed, or a list.
func (g *Graph) lay() {
	low := g.high > 0 && g.high < tallFrom
	g.pic = nil
	for _, inner := range []bool{true, false} {
		for _, names := range []int{60, 30, 20, 14} {
			pic := g.env.layGraph(g.top, pictureShape{names: names, low: low, open: func(t *graph.Topology, node string) bool {
				if open, ok := g.folds[keyOf(t, node)]; ok {
					return open
				}
				return inner
			}}, 0)
			if pic != nil && pic.Plan.W+2 <= g.width {
				g.pic = pic
				break
			}
		}
		if g.pic != nil {
			break
		}
	}
	g.draw()
}

func (g *Graph) draw() {
	nodes := 0
	g.top.Each(func(t *graph.Topology) {
		for i := range t.Nodes {
			if k := t.Nodes[i].Kind; k != graph.StartNode && k != graph.EndNode {
				nodes++
			}
		}
	})
	head := Line{{" " + plural(nodes, "node"), Strong}, {"   " + InferredWords(g.top), Dim}}
	g.rows = []Line{head}
	if head.Width() > g.width {
		from, lacks, _ := strings.Cut(InferredWords(g.top), "; ")
		g.rows = []Line{{{" " + plural(nodes, "node"), Strong}, {"   " + from, Dim}}, {{" " + lacks, Dim}}}
	}
	if nodes == 0 {
		g.rows = append(g.rows, Line{{"   no step tells of a node", Dim}})
	}
	g.stops = nil
	if g.pic == nil {
		if nodes > 0 {
			g.rows = append(g.rows, Line{{" as a list, since a drawing does not fit here", Dim}})
		}
		g.list(g.top, 0)
		return
	}
	g.margin = 1
	p := &painter{grid: newGrid(g.pic.Plan.W, g.pic.Plan.H, g.env.ASCII), env: g.env, marks: g.marks}
	p.picture(g.pic, 0, 0)
	if g.high == 0 || g.high >= tallFrom {
		g.rows = append(g.rows, nil)
	}
	above := len(g.rows)
	for i := range p.stops {
		p.stops[i].box.Y += above
		p.stops[i].box.X += g.margin
	}
	g.stops = p.stops
	sortStops(g.stops)
	if g.picked >= 0 && g.picked < len(g.stops) {
		b := g.stops[g.picked].box
		for x := b.X; x < b.X+b.W; x++ {
			p.at(x-g.margin, b.Y-above).style = PickStyle
		}
	}
	for y := range p.h {
		g.rows = append(g.rows, p.row(y, g.margin))
	}
}

// list is the form for a pane too narrow to draw in: a row for each node, indented by how far it is from the start.
func (g *Graph) list(t *graph.Topology, indent int) {
	depth := depths(t)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		name, own := g.env.NodeLabel(n)
		if n.Kind == graph.EndNode {
			continue
		}
		m := g.marks.At(t, n.Name)
		sign, signStyle := m.Sign(g.env)
		style := Plain
		switch {
		case m.Ran || own:
			style = Strong
		case n.Count == 0:
			style = Dim
		}
		k := len(g.stops)
		if k == g.picked {
			style = PickStyle
		}
		at := 1 + 2*min(indent+depth[i], 8)
		line := Line{{strings.Repeat(" ", at), Plain}, {sign + " ", signStyle}, {CutMiddle(name, max(8, g.width/2)) + g.env.nodeCount(n), style}}
		if out := g.env.neighbours(t, i, false); out != "" {
			line = append(line, Span{"  " + g.env.Glyph(GArrow) + " " + out, Dim})
		} else if n.Count == 0 && !n.Begun {
			line = append(line, Span{"  never ran", Dim})
		}
		g.stops = append(g.stops, stop{t, i, sketch.Box{X: 0, Y: len(g.rows), W: g.width, H: 1}, name})
		g.rows = append(g.rows, line)
		for _, in := range n.Inner {
			if in.Title != "" {
				g.rows = append(g.rows, Line{{strings.Repeat(" ", at+4) + g.env.clean(in.Title), TypeStyle}})
			}
			g.list(in, indent+depth[i]+1)
		}
	}
}

// depths are how far nodes are from the start, by the shortest way.
func depths(t *graph.Topology) []int {
	out := make([]int, len(t.Nodes))
	seen := make([]bool, len(t.Nodes))
	queue := []int{}
	if len(t.Nodes) > 0 {
		queue, seen[0] = append(queue, 0), true
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, e := range t.Edges {
			if e.From == n && !seen[e.To] {
				seen[e.To], out[e.To] = true, out[n]+1
				queue = append(queue, e.To)
			}
		}
	}
	return out
}
