package view

import (
	"cptui/graph"
	"cptui/ui/sketch"
)

// stop is a node of the picture that the cursor can stand on.
type stop struct {
	top  *graph.Topology
	node int
	box  sketch.Box // of its text, in the picture
	text string
}

// painter draws a picture onto a grid and notes where its nodes are.
type painter struct {
	*grid
	env   Env
	marks GraphMarks
	stops []stop
}

func (p *painter) picture(g *GraphPicture, ox, oy int) {
	for k, e := range g.Edges {
		if e.Loop {
			continue
		}
		p.line(shifted(g.Plan.Routes[k].Points, ox, oy), !e.Taken)
	}
	for k, e := range g.Edges {
		if e.Loop {
			continue
		}
		style := NumStyle
		if !e.Taken {
			style = Dim
		}
		at := g.Plan.Routes[k].Label
		p.put(ox+at.X, oy+at.Y, e.Words, style)
	}
	for i := range g.Nodes {
		p.node(g, i, ox, oy)
	}
	for k, e := range g.Edges {
		if !e.Loop {
			p.ends(g, k, e, ox, oy)
		}
	}
}

func shifted(pts []sketch.Point, ox, oy int) []sketch.Point {
	out := make([]sketch.Point, len(pts))
	for i, q := range pts {
		out[i] = sketch.Point{X: q.X + ox, Y: q.Y + oy}
	}
	return out
}

// frameOf picks the border of a node: heavy where its run made the step, broken where it never ran.
func (p *painter) frameOf(v *PictureNode, m NodeMark) (frame, Style) {
	switch {
	case m.Ran && p.ascii:
		return asciiHeavy, Strong
	case m.Ran:
		return heavyFrame, Strong
	case v.Never && p.ascii:
		return asciiBroken, Dim
	case v.Never:
		return brokenFrame, Dim
	case p.ascii:
		return asciiFrame, Plain
	}
	return lightFrame, Plain
}

// markOf is the mark of a node, or of a node inside where the graphs in it are not drawn.
func (p *painter) markOf(g *GraphPicture, i int) NodeMark {
	v := &g.Nodes[i]
	m := p.marks.At(g.Top, v.Node.Name)
	if !m.Ran && len(v.Inner) == 0 && len(p.marks.inside(v.Node)) > 0 {
		m.Ran = true
	}
	return m
}

func (p *painter) node(g *GraphPicture, i, ox, oy int) {
	v, b := &g.Nodes[i], g.Plan.Boxes[i]
	b.X, b.Y = b.X+ox, b.Y+oy
	m := p.markOf(g, i)
	sign, signStyle := m.Sign(p.env)
	style := Plain
	switch {
	case m.Ran:
		style = Strong
	case v.Never:
		style = Dim
	case v.Flat && (v.Node.Kind == graph.StartNode || v.Node.Kind == graph.EndNode):
		style = Title
	}
	if v.Flat {
		text := v.Text
		x := b.X + b.W/2 - Width(text)/2 - 2
		at := p.put(x, b.Y, sign, signStyle)
		p.put(at+1, b.Y, text, style)
		p.stops = append(p.stops, stop{g.Top, i, sketch.Box{X: x + 2, Y: b.Y, W: Width(text), H: 1}, v.Text})
		return
	}
	f, frameStyle := p.frameOf(v, m)
	p.box(b, f, frameStyle)
	x := b.X + 2
	if len(v.Inner) == 0 {
		x += (b.W - 6 - Width(v.Text)) / 2
	}
	p.put(x, b.Y+1, sign, signStyle)
	p.put(x+Width(sign)+1, b.Y+1, v.Text, style)
	p.stops = append(p.stops, stop{g.Top, i, sketch.Box{X: x + 2, Y: b.Y + 1, W: Width(v.Text), H: 1}, v.Text})
	for _, in := range v.Inner {
		if in.Top.Title != "" {
			p.put(b.X+in.X, b.Y+in.Y-1, p.env.clean(in.Top.Title), TypeStyle)
		}
		p.picture(in.GraphPicture, b.X+in.X, b.Y+in.Y)
	}
}

// ends joins a line to its boxes: an arrow at the target, a joint at the source.
func (p *painter) ends(g *GraphPicture, k int, e PictureEdge, ox, oy int) {
	r := g.Plan.Routes[k]
	pts := shifted(r.Points, ox, oy)
	first, last := pts[0], pts[len(pts)-1]
	arrow, dy := "▼", 1
	if r.Up {
		arrow, dy = "▲", -1
	}
	if p.ascii {
		arrow = map[string]string{"▼": "v", "▲": "^"}[arrow]
	}
	style := Plain
	if !e.Taken {
		style = Dim
	}
	if g.Nodes[e.To].Flat {
		p.put(last.X, last.Y, arrow, style)
	} else {
		p.put(last.X, last.Y+dy, arrow, style)
	}
	if g.Nodes[e.From].Flat {
		return
	}
	f, frameStyle := p.frameOf(&g.Nodes[e.From], p.markOf(g, e.From))
	joint := f.below
	if r.Up {
		joint = f.up
	}
	p.put(first.X, first.Y-dy, joint, frameStyle)
}
