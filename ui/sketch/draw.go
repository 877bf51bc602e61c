package sketch

import "slices"

// draw gives rows and tracks their lines, and puts the routes together.
func (l *layout) draw() *Plan {
	p := &Plan{Boxes: make([]Box, len(l.nodes)), Routes: make([]Route, len(l.edges))}
	top := make([]int, len(l.gaps)) // first line of each gap
	label := make([]int, len(l.gaps))
	y := 0
	for r, row := range l.rows {
		high := 0
		for _, v := range row {
			if v.node >= 0 {
				p.Boxes[v.node] = Box{v.x, y, v.w, l.nodes[v.node].H}
				high = max(high, l.nodes[v.node].H)
				p.W = max(p.W, v.x+v.w)
			}
			p.W = max(p.W, v.x+v.w)
		}
		y += high
		p.H = y
		if r == len(l.gaps) {
			break
		}
		top[r], label[r] = y, y
		tracks, before, after := 0, 0, 0
		for _, k := range l.gaps[r] {
			for _, b := range k.bends {
				tracks = max(tracks, b.track+1)
				p.W = max(p.W, b.from+1, b.to+1)
			}
			p.W = max(p.W, k.x1+k.label+1)
			if l.reversed[k.edge] && l.flat(k.up) {
				before = 1
			}
			if !l.reversed[k.edge] && l.flat(k.low) {
				after = 1
			}
		}
		label[r] += before
		for _, k := range l.gaps[r] {
			for i := range k.bends {
				k.bends[i].track += y + before + 1
			}
		}
		y += before + 1 + tracks + after
	}
	for k, chain := range l.chains {
		if len(chain) == 0 {
			continue
		}
		p.Routes[k] = l.route(k, chain, p, top, label)
	}
	return p
}

func (l *layout) flat(v *vertex) bool { return v.node >= 0 && l.nodes[v.node].Flat }

func (l *layout) route(k int, chain []*link, p *Plan, top, label []int) Route {
	var pts []Point
	first, last := chain[0], chain[len(chain)-1]
	up, low := p.Boxes[first.up.node], p.Boxes[last.low.node]
	pts = append(pts, Point{first.x1, up.Y + up.H})
	rt := Route{Up: l.reversed[k]}
	for _, c := range chain {
		if c.label > 0 {
			rt.Label = Point{c.x1 + 1, label[c.up.rank]}
		}
		pts = append(pts, Point{c.x1, top[c.up.rank]})
		for _, b := range c.bends {
			pts = append(pts, Point{b.from, b.track}, Point{b.to, b.track})
		}
	}
	pts = append(pts, Point{last.x2, low.Y - 1})
	rt.Points = straighten(pts)
	if rt.Up {
		slices.Reverse(rt.Points)
	}
	return rt
}

// straighten leaves out points that are no corners.
func straighten(pts []Point) []Point {
	out := pts[:1:1]
	for i := 1; i < len(pts); i++ {
		p := pts[i]
		if p == out[len(out)-1] {
			continue
		}
		if n := len(out); n >= 2 && (out[n-2].X == out[n-1].X && out[n-1].X == p.X || out[n-2].Y == out[n-1].Y && out[n-1].Y == p.Y) {
			out[n-1] = p
			continue
		}
		out = append(out, p)
	}
	return out
}
