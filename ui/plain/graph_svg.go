package plain

import (
	"encoding/xml"
	"fmt"
	"strings"

	"cptui/graph"
	"cptui/ui/sketch"
	"cptui/ui/view"
)

// Size of a cell of the layout, in pixels of the picture, and its margin.
const (
	cellWide = 8.0
	cellHigh = 18.0
	svgEdge  = 16.0
	svgFoot  = 24.0
)

// svgStyle follows the reader's light or dark scheme, in plain rules that every renderer knows. There is no script and no font
// but those of the reader.
var svgStyle = `
    text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; }
    .strong { font-weight: bold; }
    .box, .line { stroke-width: 1.2; }
    .line { fill: none; }
    .ran { stroke-width: 3.5; }
    .never { stroke-dasharray: 5 4; }` + svgColours("    ", "#1f2328", "#57606a", "#ffffff", "#f6f8fa", "#fff1b8") + `
    @media (prefers-color-scheme: dark) {` + svgColours("      ", "#e6edf3", "#9198a1", "#0d1117", "#161b22", "#4d3800") + `
    }
`

func svgColours(in, ink, soft, paper, box, lit string) string {
	rules := []string{
		"text, .tip { fill: " + ink + "; }", ".soft, .tip.never { fill: " + soft + "; }", ".paper { fill: " + paper + "; }",
		".box { fill: " + box + "; }", ".box, .line { stroke: " + ink + "; }", ".never { stroke: " + soft + "; }", ".ran, .due { fill: " + lit + "; }",
	}
	return "\n" + in + strings.Join(rules, "\n"+in)
}

// svg draws the layout of the screen with lines instead of characters. A graph too large for a picture is told in a sentence.
func (g GraphExport) svg() []byte {
	var b strings.Builder
	pic := g.Env.LayGraph(g.Top, 60)
	foot := append([]string{g.title()}, strings.Split(g.desc(), "; ")...)
	w, h := 0.0, 0.0
	if pic == nil {
		foot = append([]string{"this graph is too large to be drawn here: --format dot and mermaid write it"}, foot...)
	} else {
		w, h = float64(pic.Plan.W)*cellWide, float64(pic.Plan.H)*cellHigh
	}
	for _, line := range foot {
		w = max(w, float64(view.Width(line))*cellWide)
	}
	w += 2 * svgEdge
	fullHigh := h + 2*svgEdge + svgFoot*float64(len(foot))
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" aria-labelledby="title desc">`+"\n", w, fullHigh, w, fullHigh)
	fmt.Fprintf(&b, "  <title id=\"title\">%s</title>\n  <desc id=\"desc\">%s</desc>\n  <style>%s  </style>\n", xmlText(g.title()), xmlText(g.desc()), svgStyle)
	fmt.Fprintf(&b, "  <rect class=\"paper\" width=\"%g\" height=\"%g\"/>\n", w, fullHigh)
	if pic != nil {
		d := svgDrawing{&b, g}
		d.picture(pic, svgEdge, svgEdge)
	}
	for i, line := range foot {
		fmt.Fprintf(&b, "  <text class=\"soft\" x=\"%g\" y=\"%g\">%s</text>\n", svgEdge, h+svgEdge+svgFoot*float64(i+1), xmlText(line))
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

type svgDrawing struct {
	*strings.Builder
	of GraphExport
}

func (d svgDrawing) picture(p *view.GraphPicture, ox, oy float64) {
	for k, e := range p.Edges {
		if !e.Loop {
			d.line(p, p.Plan.Routes[k], e, ox, oy)
		}
	}
	for i := range p.Nodes {
		d.node(p, i, ox, oy)
	}
}

// mid is the middle of a cell.
func mid(p sketch.Point, ox, oy float64) (x, y float64) {
	return ox + (float64(p.X)+0.5)*cellWide, oy + (float64(p.Y)+0.5)*cellHigh
}

// line draws an edge with round corners, from border to border, with a tip at its end and its words beside it.
func (d svgDrawing) line(p *view.GraphPicture, r sketch.Route, e view.PictureEdge, ox, oy float64) {
	const round, tip = 6.0, 7.0
	var pts [][2]float64
	for _, q := range r.Points {
		x, y := mid(q, ox, oy)
		pts = append(pts, [2]float64{x, y})
	}
	down := 1.0
	if r.Up {
		down = -1
	}
	reach := func(flat bool) float64 { // from the middle of the cell beside a node to the node
		if flat {
			return cellHigh * 0.45
		}
		return cellHigh
	}
	first, last := pts[0], pts[len(pts)-1]
	end := last[1] + down*reach(p.Nodes[e.To].Flat)
	pts = append([][2]float64{{first[0], first[1] - down*reach(p.Nodes[e.From].Flat)}}, pts...)
	pts = append(pts, [2]float64{last[0], end - down*tip})
	pts = corners(pts)
	class := ""
	if !e.Taken {
		class = " never"
	}
	var path strings.Builder
	fmt.Fprintf(&path, "M%g %g", pts[0][0], pts[0][1])
	for i := 1; i < len(pts)-1; i++ {
		a, b, c := pts[i-1], pts[i], pts[i+1]
		in, out := toward(b, a, round), toward(b, c, round)
		fmt.Fprintf(&path, "L%g %gQ%g %g %g %g", in[0], in[1], b[0], b[1], out[0], out[1])
	}
	stop := pts[len(pts)-1]
	fmt.Fprintf(&path, "L%g %g", stop[0], stop[1])
	fmt.Fprintf(d, "  <path class=\"line%s\" d=\"%s\"/>\n", class, path.String())
	fmt.Fprintf(d, "  <path class=\"tip%s\" d=\"M%g %gL%g %gL%g %gZ\"/>\n", class, stop[0], end, stop[0]-4, stop[1], stop[0]+4, stop[1])
	x, y := ox+float64(r.Label.X)*cellWide+2, oy+(float64(r.Label.Y)+0.72)*cellHigh
	fmt.Fprintf(d, "  <text class=\"soft\" x=\"%g\" y=\"%g\">%s</text>\n", x, y, xmlText(e.Words))
}

// corners leaves out the points that a line passes straight on.
func corners(pts [][2]float64) [][2]float64 {
	out := pts[:1:1]
	for i := 1; i < len(pts)-1; i++ {
		a, b, c := out[len(out)-1], pts[i], pts[i+1]
		if !(a[0] == b[0] && b[0] == c[0]) && !(a[1] == b[1] && b[1] == c[1]) {
			out = append(out, b)
		}
	}
	return append(out, pts[len(pts)-1])
}

// toward is the point at most so far from a to b, and no farther than half of the way.
func toward(a, b [2]float64, far float64) [2]float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	length := max(dx, -dx) + max(dy, -dy)
	if length == 0 {
		return a
	}
	k := min(far, length/2) / length
	return [2]float64{a[0] + dx*k, a[1] + dy*k}
}

func (d svgDrawing) node(p *view.GraphPicture, i int, ox, oy float64) {
	v, b := &p.Nodes[i], p.Plan.Boxes[i]
	m := d.of.Marks.At(p.Top, v.Node.Name)
	sign, _ := m.Sign(d.of.Env)
	text := v.Text
	if sign != " " {
		text = sign + " " + text
	}
	x, y := ox+(float64(b.X)+0.5)*cellWide, oy+(float64(b.Y)+0.5)*cellHigh
	w, h := float64(b.W-1)*cellWide, float64(b.H-1)*cellHigh
	class := "box"
	weight := ""
	switch {
	case m.Ran:
		class, weight = class+" ran", " class=\"strong\""
	case m.Due == graph.TaskDue || m.Due == graph.TaskWaits || m.Due == graph.TaskFailed:
		class += " due"
	case v.Never:
		class += " never"
	}
	middle, base := ox+(float64(b.X)+float64(b.W/2)+0.5)*cellWide, oy+(float64(b.Y)+1.5)*cellHigh+4.5
	if v.Flat {
		fmt.Fprintf(d, "  <text class=\"strong\" text-anchor=\"middle\" x=\"%g\" y=\"%g\">%s</text>\n", middle, base-cellHigh, xmlText(text))
		return
	}
	fmt.Fprintf(d, "  <rect class=\"%s\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"5\"/>\n", class, x, y, w, h)
	if len(v.Inner) == 0 {
		fmt.Fprintf(d, "  <text%s text-anchor=\"middle\" x=\"%g\" y=\"%g\">%s</text>\n", weight, x+w/2, base, xmlText(text))
		return
	}
	fmt.Fprintf(d, "  <text%s x=\"%g\" y=\"%g\">%s</text>\n", weight, x+1.5*cellWide, base, xmlText(text))
	for _, in := range v.Inner {
		ix, iy := ox+float64(b.X+in.X)*cellWide, oy+float64(b.Y+in.Y)*cellHigh
		if in.Top.Title != "" {
			fmt.Fprintf(d, "  <text class=\"soft\" x=\"%g\" y=\"%g\">%s</text>\n", ix, iy-cellHigh*0.3, xmlText(d.of.Env.Name(in.Top.Title)))
		}
		d.picture(in.GraphPicture, ix, iy)
	}
}

func xmlText(s string) string {
	var b strings.Builder
	if xml.EscapeText(&b, []byte(s)) != nil {
		return ""
	}
	return b.String()
}
