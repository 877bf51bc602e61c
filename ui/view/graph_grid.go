package view

import (
	"strings"

	"github.com/rivo/uniseg"

	"cptui/ui/sketch"
)

// grid is a picture made of cells: lines that join where they meet, boxes and texts over them.
type grid struct {
	w, h  int
	cells []gridCell
	ascii bool
}

type gridCell struct {
	text  string // "" for the second cell of a wide character
	style Style
	lines lineBits
	wide  bool // the cell after it belongs to it
}

// lineBits are the sides to which a line leaves a cell.
type lineBits uint8

const (
	goesUp lineBits = 1 << iota
	goesDown
	goesLeft
	goesRight
	brokenLine // never taken
)

// lineSigns by the four sides.
var lineSigns = [16]string{
	goesUp: "│", goesDown: "│", goesUp | goesDown: "│", goesLeft: "─", goesRight: "─", goesLeft | goesRight: "─",
	goesDown | goesRight: "╭", goesDown | goesLeft: "╮", goesUp | goesRight: "╰", goesUp | goesLeft: "╯",
	goesUp | goesDown | goesRight: "├", goesUp | goesDown | goesLeft: "┤", goesLeft | goesRight | goesDown: "┬",
	goesLeft | goesRight | goesUp: "┴", goesUp | goesDown | goesLeft | goesRight: "┼",
}

func newGrid(w, h int, ascii bool) *grid {
	return &grid{w: w, h: h, cells: make([]gridCell, w*h), ascii: ascii}
}

func (g *grid) at(x, y int) *gridCell {
	if x < 0 || y < 0 || x >= g.w || y >= g.h {
		return &gridCell{}
	}
	return &g.cells[y*g.w+x]
}

// put writes a text from a cell on and gives the column after it.
func (g *grid) put(x, y int, text string, style Style) int {
	state := -1
	for text != "" {
		var cluster string
		var w int
		cluster, text, w, state = uniseg.FirstGraphemeClusterInString(text, state)
		if w == 0 {
			continue
		}
		*g.at(x, y) = gridCell{text: cluster, style: style, wide: w > 1}
		for k := 1; k < w; k++ {
			*g.at(x+k, y) = gridCell{}
		}
		x += w
	}
	return x
}

// line draws a way from corner to corner; corners and crossings join by themselves.
func (g *grid) line(pts []sketch.Point, broken bool) {
	var dash lineBits
	if broken {
		dash = brokenLine
	}
	for i := 0; i+1 < len(pts); i++ {
		a, b := pts[i], pts[i+1]
		dx, dy := step(b.X-a.X), step(b.Y-a.Y)
		leave, arrive := goesDown, goesUp
		switch {
		case dx > 0:
			leave, arrive = goesRight, goesLeft
		case dx < 0:
			leave, arrive = goesLeft, goesRight
		case dy < 0:
			leave, arrive = goesUp, goesDown
		}
		for c := a; c != b; c = (sketch.Point{X: c.X + dx, Y: c.Y + dy}) {
			g.at(c.X, c.Y).lines |= leave | dash
			g.at(c.X+dx, c.Y+dy).lines |= arrive | dash
		}
	}
	if len(pts) == 1 {
		g.at(pts[0].X, pts[0].Y).lines |= goesUp | goesDown | dash
	} else if len(pts) > 1 { // the ends go on to their boxes
		for _, end := range [][2]sketch.Point{{pts[0], pts[1]}, {pts[len(pts)-1], pts[len(pts)-2]}} {
			if end[1].Y > end[0].Y {
				g.at(end[0].X, end[0].Y).lines |= goesUp | dash
			} else {
				g.at(end[0].X, end[0].Y).lines |= goesDown | dash
			}
		}
	}
}

func step(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// sign is the character of a cell that only lines pass.
func (g *grid) sign(l lineBits) string {
	sides := l &^ brokenLine
	s := lineSigns[sides]
	switch {
	case g.ascii && l&brokenLine != 0 && s == "│":
		return ":"
	case g.ascii:
		switch s {
		case "│":
			return "|"
		case "─":
			return "-"
		}
		return "+"
	case l&brokenLine != 0 && s == "│":
		return "╎"
	case l&brokenLine != 0 && s == "─":
		return "╌"
	}
	return s
}

// frame is the border of a box: corners, lines across and down, and lines across from which one leads up or down.
type frame struct{ tl, tr, bl, br, across, down, up, below string }

var (
	lightFrame  = frame{"┌", "┐", "└", "┘", "─", "│", "┴", "┬"}
	heavyFrame  = frame{"┏", "┓", "┗", "┛", "━", "┃", "┷", "┯"}
	brokenFrame = frame{"┌", "┐", "└", "┘", "╌", "╎", "┴", "┬"}
	asciiFrame  = frame{"+", "+", "+", "+", "-", "|", "+", "+"}
	asciiHeavy  = frame{"#", "#", "#", "#", "=", "#", "#", "#"}
	asciiBroken = frame{"+", "+", "+", "+", ".", ":", "+", "+"}
)

// box draws a border; what is inside stays.
func (g *grid) box(b sketch.Box, f frame, style Style) {
	for x := b.X + 1; x < b.X+b.W-1; x++ {
		g.put(x, b.Y, f.across, style)
		g.put(x, b.Y+b.H-1, f.across, style)
	}
	for y := b.Y + 1; y < b.Y+b.H-1; y++ {
		g.put(b.X, y, f.down, style)
		g.put(b.X+b.W-1, y, f.down, style)
	}
	g.put(b.X, b.Y, f.tl, style)
	g.put(b.X+b.W-1, b.Y, f.tr, style)
	g.put(b.X, b.Y+b.H-1, f.bl, style)
	g.put(b.X+b.W-1, b.Y+b.H-1, f.br, style)
}

// row gives a row of cells as spans, without the blanks at its end.
func (g *grid) row(y, margin int) Line {
	line := Line{{strings.Repeat(" ", margin), Plain}}
	add := func(s string, style Style) {
		if last := &line[len(line)-1]; last.Style == style {
			last.Text += s
			return
		}
		line = append(line, Span{s, style})
	}
	blanks := 0
	for x := 0; x < g.w; x++ {
		c := g.cells[y*g.w+x]
		text, style := c.text, c.style
		if text == "" && c.lines != 0 {
			text, style = g.sign(c.lines), Plain
			if c.lines&brokenLine != 0 {
				style = Dim
			}
		}
		if text == "" || text == " " && style == Plain {
			blanks++
			continue
		}
		if blanks > 0 {
			add(strings.Repeat(" ", blanks), Plain)
			blanks = 0
		}
		add(text, style)
		if c.wide {
			x++
		}
	}
	return line
}
