package view

import (
	"slices"
	"strings"

	"cptui/graph"
)

// What the keys do in a Graph.

// sortStops puts the stops in reading order.
func sortStops(stops []stop) {
	slices.SortStableFunc(stops, func(a, b stop) int {
		if a.box.Y != b.box.Y {
			return a.box.Y - b.box.Y
		}
		return a.box.X - b.box.X
	})
}

func (g *Graph) Len() int { return len(g.rows) }

func (g *Graph) Row(i, width int) Line {
	if i < 0 || i >= len(g.rows) || width <= 0 {
		return nil
	}
	return g.signs(slices.Clone(g.rows[i].Fit(width)))
}

func (g *Graph) Stops() int { return len(g.stops) }

// Span includes the border of a box.
func (g *Graph) Span(k int) (top, bottom int) {
	if k < 0 || k >= len(g.stops) {
		return 0, 0
	}
	y := g.stops[k].box.Y
	if k == 0 {
		return 0, y // with the words above
	}
	if g.pic == nil || g.high > 0 && g.high < tallFrom {
		return y, y
	}
	return max(0, y-1), min(y+1, len(g.rows)-1)
}

func (g *Graph) Pick(k int) {
	if k != g.picked {
		g.picked = k
		g.draw()
	}
}

func (g *Graph) StopAt(row, x int) int {
	for k, s := range g.stops {
		if y := s.box.Y; (row == y || g.pic != nil && g.high >= tallFrom && (row == y-1 || row == y+1)) && x >= s.box.X-3 && x < s.box.X+s.box.W+3 {
			return k
		}
	}
	return -1
}

// LitStop is the stop of the node that made the step, else of one that is due, else the first.
func (g *Graph) LitStop() int {
	best, rank := 0, 0
	for k, s := range g.stops {
		m := g.marks.At(s.top, s.top.Nodes[s.node].Name)
		r := 0
		switch {
		case m.Ran:
			r = 4
		case len(g.marks.inside(&s.top.Nodes[s.node])) > 0:
			r = 3
		case m.Due == graph.TaskWaits || m.Due == graph.TaskFailed:
			r = 2
		case m.Due != "":
			r = 1
		}
		if r > rank {
			best, rank = k, r
		}
	}
	return best
}

// Fold opens and closes the graphs in a node; once more it goes to where the node leads, or to where it is led to from.
func (g *Graph) Fold(k int, open bool) (cursor int, ok bool) {
	if k < 0 || k >= len(g.stops) {
		return k, false
	}
	s := g.stops[k]
	n := &s.top.Nodes[s.node]
	if len(n.Inner) > 0 && g.pic != nil && g.opened(s) != open {
		g.folds[keyOf(s.top, n.Name)] = open
		g.lay()
		if at := g.stopOf(s.top, s.node); at >= 0 {
			return at, true
		}
		return 0, true
	}
	edges := s.top.Out(s.node)
	if !open {
		edges = s.top.In(s.node)
	}
	for _, e := range edges {
		to := e.To
		if !open {
			to = e.From
		}
		if at := g.stopOf(s.top, to); at >= 0 && to != s.node {
			return at, true
		}
	}
	return k, false
}

// opened tells whether the graphs in a node are drawn.
func (g *Graph) opened(s stop) bool {
	for _, in := range s.top.Nodes[s.node].Inner {
		for _, other := range g.stops {
			if other.top == in {
				return true
			}
		}
	}
	return false
}

func (g *Graph) stopOf(t *graph.Topology, node int) int {
	return slices.IndexFunc(g.stops, func(s stop) bool { return s.top == t && s.node == node })
}

// At leads to the node's last run.
func (g *Graph) At(k int) Place {
	if k < 0 || k >= len(g.stops) {
		return NoPlace
	}
	s := g.stops[k]
	p := NoPlace
	p.Text, _ = g.env.NodeLabel(&s.top.Nodes[s.node])
	if g.env.Hist != nil {
		p.Index = g.env.Hist.LastRun(&s.top.Nodes[s.node], g.index)
	}
	return p
}

// Find gives the stops whose names hold the text.
func (g *Graph) Find(text string) []int {
	m := newMatcher(text)
	var out []int
	for k, s := range g.stops {
		if name, _ := g.env.NodeLabel(&s.top.Nodes[s.node]); m.in(name) {
			out = append(out, k)
		}
	}
	return out
}

// Note tells of the node under the cursor what the drawing has no room for.
func (g *Graph) Note(k, width int) Line {
	if k < 0 || k >= len(g.stops) {
		return nil
	}
	s := g.stops[k]
	n := &s.top.Nodes[s.node]
	name, own := g.env.NodeLabel(n)
	m := g.marks.At(s.top, n.Name)
	sign, signStyle := m.Sign(g.env)
	line := Line{{" " + sign + " ", signStyle}, {CutMiddle(name, max(8, width/2)), Strong}}
	var parts []string
	parts = append(parts, m.words(g.env.StepName(g.index))...)
	if in := g.marks.inside(n); len(in) > 0 {
		parts = append(parts, g.env.clean(listWords(in))+" in it ran to make "+g.env.StepName(g.index))
	}
	switch {
	case n.Count > 0 && !own:
		ran := "ran " + plural(n.Count, "time")
		if n.AtLeast {
			ran = "ran at least " + plural(n.Count, "time")
		}
		parts = append(parts, ran)
	case n.Begun:
		parts = append(parts, "began, never finished")
	case !own:
		parts = append(parts, "never ran: known by its name")
	}
	if g.pic != nil {
		if in := g.env.neighbours(s.top, s.node, true); in != "" {
			parts = append(parts, "from "+in)
		}
		if out := g.env.neighbours(s.top, s.node, false); out != "" {
			parts = append(parts, "to "+out)
		}
	}
	line = append(line, Span{"  " + strings.Join(parts, " · "), Plain})
	var right Line
	if p := g.At(k); p.Index >= 0 && p.Index != g.index && !g.env.Print {
		right = Line{{" Enter " + g.env.Glyph(GArrow) + " " + g.env.StepName(p.Index) + " ", Dim}}
	}
	return g.signs(Spread(line, right, width))
}

// signs writes what was cut in ASCII where that is wanted.
func (g *Graph) signs(l Line) Line {
	if !g.env.ASCII {
		return l
	}
	for i := range l {
		l[i].Text = strings.ReplaceAll(l[i].Text, "…", ".")
	}
	return l
}
