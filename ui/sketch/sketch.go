// Package sketch lays a directed graph out in layers, on a grid of cells: boxes in rows from top to bottom, edges as lines that
// run down or across and bend at right angles, edges of a loop upwards. It knows neither what the graph is about nor how it is
// drawn: ui/view draws a Plan with box characters, ui/plain as SVG.
//
// The layout is Sugiyama's in small: loops are cut, nodes get the row of their longest way from the start, edges over several
// rows pass through points of their own, rows are ordered by the mean place of their neighbours, then everything is moved as
// near to its neighbours as the order allows. Lay gives the same Plan for the same input, boxes never overlap, and two edges
// share a cell only where they cross.
package sketch

import "slices"

// Node is a box to place. A flat one has no border: arrows end beside it, not on its edge.
type Node struct {
	W, H int
	Flat bool
}

// Edge leads from one node to another; Label is the width of its text. An edge from a node to itself is not laid out.
type Edge struct{ From, To, Label int }

// Point is a cell.
type Point struct{ X, Y int }

// Box is a placed node.
type Box struct{ X, Y, W, H int }

// Route is the way of an edge: the corners from the cell beside its source to the cell beside its target. Up is set for edges
// that lead to a row above. Label is where its text begins. Points is empty for edges from a node to itself.
type Route struct {
	Points []Point
	Label  Point
	Up     bool
}

// Plan is a layout: Boxes and Routes in the order of the nodes and edges given.
type Plan struct {
	W, H   int
	Boxes  []Box
	Routes []Route
}

const (
	between = 3 // cells between two boxes of a row
	apart   = 2 // cells from one line to the next at the border of a box
)

// vertex is what stands in a row: a node, or the place where a long edge passes (node -1).
type vertex struct {
	node   int
	rank   int
	at     int // place in its row
	x, w   int
	above  []*link
	below  []*link
	weight float64
}

// link is the part of an edge between two neighbouring rows.
type link struct {
	edge    int
	up, low *vertex
	label   int // width of the edge's text, if it stands here
	x1, x2  int // columns at the upper and at the lower row
	bends   []bend
}

type layout struct {
	nodes    []Node
	edges    []Edge
	reversed []bool
	rank     []int
	home     []*vertex // by node, nil for nodes without edges
	rows     [][]*vertex
	chains   [][]*link // by edge, from the upper end down
	gaps     [][]*link // gaps[r] lies below row r
}

// Lay places nodes and edges. Nodes without edges stand in rows of their own at the end.
func Lay(nodes []Node, edges []Edge) *Plan {
	l := &layout{nodes: nodes, edges: edges}
	l.cutLoops()
	l.rankNodes()
	l.thread()
	l.order()
	l.widen()
	l.place()
	l.ports()
	p := l.draw()
	l.rest(p)
	return p
}

// cutLoops turns around the edges that lead back to where a walk from the first node came from.
func (l *layout) cutLoops() {
	out := make([][]int, len(l.nodes))
	for k, e := range l.edges {
		if e.From != e.To {
			out[e.From] = append(out[e.From], k)
		}
	}
	l.reversed = make([]bool, len(l.edges))
	const fresh, open, done = 0, 1, 2
	state := make([]int, len(l.nodes))
	type frame struct{ node, next int }
	for first := range l.nodes {
		if state[first] != fresh {
			continue
		}
		state[first] = open
		stack := []frame{{first, 0}}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == len(out[f.node]) {
				state[f.node] = done
				stack = stack[:len(stack)-1]
				continue
			}
			k := out[f.node][f.next]
			f.next++
			switch to := l.edges[k].To; state[to] {
			case open:
				l.reversed[k] = true
			case fresh:
				state[to] = open
				stack = append(stack, frame{to, 0})
			}
		}
	}
}

// ends are the upper and the lower node of an edge.
func (l *layout) ends(k int) (up, low int) {
	if e := l.edges[k]; l.reversed[k] {
		return e.To, e.From
	}
	return l.edges[k].From, l.edges[k].To
}

// rankNodes puts every node into the row of its longest way from a source; a source stands right above what it leads to.
func (l *layout) rankNodes() {
	l.rank = make([]int, len(l.nodes))
	below := make([][]int, len(l.nodes))
	open := make([]int, len(l.nodes))
	sources := make([]bool, len(l.nodes))
	for k, e := range l.edges {
		if e.From != e.To {
			up, low := l.ends(k)
			below[up] = append(below[up], low)
			open[low]++
		}
	}
	var ready []int
	for n := range l.nodes {
		if open[n] == 0 {
			ready = append(ready, n)
			sources[n] = true
		}
	}
	for len(ready) > 0 {
		n := ready[0]
		ready = ready[1:]
		for _, to := range below[n] {
			l.rank[to] = max(l.rank[to], l.rank[n]+1)
			if open[to]--; open[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	for n := range l.nodes {
		if !sources[n] || n == 0 || len(below[n]) == 0 {
			continue
		}
		nearest := l.rank[below[n][0]]
		for _, to := range below[n] {
			nearest = min(nearest, l.rank[to])
		}
		l.rank[n] = max(0, nearest-1)
	}
}

// thread makes the vertices: one for each node, and one in each row that an edge passes.
func (l *layout) thread() {
	l.home = make([]*vertex, len(l.nodes))
	add := func(v *vertex) *vertex {
		for len(l.rows) <= v.rank {
			l.rows = append(l.rows, nil)
		}
		v.at = len(l.rows[v.rank])
		l.rows[v.rank] = append(l.rows[v.rank], v)
		return v
	}
	used := make([]bool, len(l.nodes))
	for _, e := range l.edges {
		if e.From != e.To {
			used[e.From], used[e.To] = true, true
		}
	}
	for n := range l.nodes {
		if used[n] {
			l.home[n] = add(&vertex{node: n, rank: l.rank[n], w: l.nodes[n].W, weight: 1})
		}
	}
	l.chains = make([][]*link, len(l.edges))
	l.gaps = make([][]*link, max(0, len(l.rows)-1))
	for k, e := range l.edges {
		if e.From == e.To {
			continue
		}
		up, low := l.ends(k)
		from := l.home[up]
		for r := l.rank[up]; r < l.rank[low]; r++ {
			to := l.home[low]
			if r+1 < l.rank[low] {
				to = add(&vertex{node: -1, rank: r + 1, w: 1, weight: 4})
			}
			k := &link{edge: k, up: from, low: to}
			from.below, to.above = append(from.below, k), append(to.above, k)
			l.gaps[r] = append(l.gaps[r], k)
			l.chains[k.edge] = append(l.chains[k.edge], k)
			from = to
		}
		if chain := l.chains[k]; l.reversed[k] { // the text stands by the source
			chain[len(chain)-1].label = e.Label
		} else {
			chain[0].label = e.Label
		}
	}
}

// order sorts every row by the mean place of the neighbours above, then below, and keeps what crosses least.
func (l *layout) order() {
	best, least := l.places(), l.crossings()
	for round := 0; round < 12 && least > 0; round++ {
		for k := range l.rows {
			r := k
			if round%2 == 1 {
				r = len(l.rows) - 1 - k
			}
			l.sortRow(r, round%2 == 0)
		}
		if n := l.crossings(); n < least {
			best, least = l.places(), n
		}
	}
	for v, at := range best {
		v.at = at
	}
	for _, row := range l.rows {
		slices.SortFunc(row, func(a, b *vertex) int { return a.at - b.at })
	}
}

func (l *layout) places() map[*vertex]int {
	m := map[*vertex]int{}
	for _, row := range l.rows {
		for _, v := range row {
			m[v] = v.at
		}
	}
	return m
}

func (l *layout) sortRow(r int, byAbove bool) {
	mean := map[*vertex]float64{}
	for _, v := range l.rows[r] {
		sum, n := 0.0, 0
		for _, k := range v.above {
			if byAbove {
				sum, n = sum+float64(k.up.at), n+1
			}
		}
		for _, k := range v.below {
			if !byAbove {
				sum, n = sum+float64(k.low.at), n+1
			}
		}
		mean[v] = float64(v.at)
		if n > 0 {
			mean[v] = sum / float64(n)
		}
	}
	slices.SortStableFunc(l.rows[r], func(a, b *vertex) int {
		switch x, y := mean[a], mean[b]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	for i, v := range l.rows[r] {
		v.at = i
	}
}

func (l *layout) crossings() int {
	n := 0
	for _, gap := range l.gaps {
		for i, a := range gap {
			for _, b := range gap[:i] {
				if (a.up.at-b.up.at)*(a.low.at-b.low.at) < 0 {
					n++
				}
			}
		}
	}
	return n
}

// rest puts the nodes without edges into rows of their own below all others.
func (l *layout) rest(p *Plan) {
	const widest = 60
	x, y, high := 0, p.H, 0
	if y > 0 {
		y++
	}
	for n, v := range l.home {
		if v != nil {
			continue
		}
		b := Box{W: l.nodes[n].W, H: l.nodes[n].H}
		if x > 0 && x+b.W > max(p.W, widest) {
			x, y, high = 0, y+high, 0
		}
		b.X, b.Y = x, y
		p.Boxes[n] = b
		x, high = x+b.W+between, max(high, b.H)
		p.W, p.H = max(p.W, b.X+b.W), max(p.H, b.Y+b.H)
	}
}
