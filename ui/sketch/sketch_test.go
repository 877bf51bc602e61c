package sketch

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing"
)

// graphs are drawn at random, the same ones every time: rows, loops, long edges, several edges between two nodes.
func random(seed int64) (nodes []Node, edges []Edge) {
	r := rand.New(rand.NewSource(seed))
	n := 1 + r.Intn(14)
	for i := range n {
		node := Node{W: 5 + r.Intn(20), H: 3}
		switch r.Intn(4) {
		case 0:
			node.H, node.Flat = 1, true
		case 1:
			node.H = 3 + r.Intn(6)
		}
		nodes = append(nodes, node)
		for range r.Intn(3) {
			edges = append(edges, Edge{From: i, To: r.Intn(n), Label: r.Intn(9)})
		}
	}
	return nodes, edges
}

// TestNothingOverlaps: boxes are apart, lines keep off boxes and off texts, and two lines share a cell only to cross there.
func TestNothingOverlaps(t *testing.T) {
	for seed := range int64(1500) {
		nodes, edges := random(seed)
		p := Lay(nodes, edges)
		if err := p.check(nodes, edges); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if again := Lay(nodes, edges); !reflect.DeepEqual(p, again) {
			t.Fatalf("seed %d: laid out differently the second time", seed)
		}
	}
}

func (p *Plan) check(nodes []Node, edges []Edge) error {
	taken := map[Point]string{}
	put := func(x, y int, what string) error {
		if x < 0 || y < 0 || x >= p.W || y >= p.H {
			return fmt.Errorf("%s at %d,%d is outside of %d×%d", what, x, y, p.W, p.H)
		}
		if have := taken[Point{x, y}]; have != "" {
			return fmt.Errorf("%s and %s at %d,%d", have, what, x, y)
		}
		taken[Point{x, y}] = what
		return nil
	}
	for i, b := range p.Boxes {
		if b.W < nodes[i].W || b.H != nodes[i].H {
			return fmt.Errorf("box %d is %+v for %+v", i, b, nodes[i])
		}
		for y := b.Y; y < b.Y+b.H; y++ {
			for x := b.X; x < b.X+b.W; x++ {
				if err := put(x, y, fmt.Sprint("box ", i)); err != nil {
					return err
				}
			}
		}
	}
	lines := map[Point]string{} // "|" or "-"
	for k, r := range p.Routes {
		e := edges[k]
		if e.From == e.To {
			continue
		}
		first, last := r.Points[0], r.Points[len(r.Points)-1]
		from, to := p.Boxes[e.From], p.Boxes[e.To]
		if r.Up {
			from, to, first, last = to, from, last, first
		}
		if first.Y != from.Y+from.H || first.X < from.X || first.X >= from.X+from.W || last.Y != to.Y-1 || last.X < to.X || last.X >= to.X+to.W {
			return fmt.Errorf("edge %d does not meet its boxes: %v, %+v %+v", k, r.Points, from, to)
		}
		if e.Label > 0 {
			for x := range e.Label {
				if err := put(r.Label.X+x, r.Label.Y, fmt.Sprint("text ", k)); err != nil {
					return err
				}
			}
		}
	}
	for k, r := range p.Routes {
		for i := range r.Points {
			a := r.Points[i]
			b := a
			if i+1 < len(r.Points) {
				b = r.Points[i+1]
			}
			dx, dy, way := sign(b.X-a.X), sign(b.Y-a.Y), "-"
			if dx != 0 && dy != 0 {
				return fmt.Errorf("edge %d runs aslant", k)
			}
			if dx == 0 {
				way = "|"
			}
			corner := i > 0 && i+1 < len(r.Points)
			for c := a; ; c = (Point{c.X + dx, c.Y + dy}) {
				if what := taken[c]; what != "" {
					return fmt.Errorf("edge %d runs over %s at %v", k, what, c)
				}
				mine := way
				if corner && c == a || c == b && i+2 < len(r.Points) {
					mine = "+"
				}
				have := lines[c]
				if have != "" && have != fmt.Sprint(k, "+") && (have[len(have)-1:] == mine || mine == "+" || have[len(have)-1] == '+') && !own(have, k) {
					return fmt.Errorf("edge %d and edge %s run over each other at %v", k, have, c)
				}
				lines[c] = fmt.Sprint(k, mine)
				if c == b {
					break
				}
			}
		}
	}
	return nil
}

func own(have string, k int) bool { return have[:len(have)-1] == fmt.Sprint(k) }

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// TestRanks: the rows of a graph with a loop and a long edge.
func TestRanks(t *testing.T) {
	box := Node{W: 8, H: 3}
	p := Lay([]Node{box, box, box, box}, []Edge{{0, 1, 2}, {1, 2, 2}, {2, 1, 2}, {0, 3, 2}, {2, 3, 2}})
	if p.Boxes[0].Y >= p.Boxes[1].Y || p.Boxes[1].Y >= p.Boxes[2].Y || p.Boxes[2].Y >= p.Boxes[3].Y {
		t.Errorf("boxes %+v", p.Boxes)
	}
	for k, up := range []bool{false, false, true, false, false} {
		if p.Routes[k].Up != up {
			t.Errorf("edge %d leads up: %v", k, p.Routes[k].Up)
		}
	}
	if r := p.Routes[0].Points; len(r) != 2 || r[0].X != r[1].X {
		t.Errorf("the first edge bends: %v", r)
	}
}

func TestEmpty(t *testing.T) {
	if p := Lay(nil, nil); p.W != 0 || p.H != 0 {
		t.Errorf("%+v", p)
	}
	if p := Lay([]Node{{W: 5, H: 3}}, []Edge{{0, 0, 3}}); p.W != 5 || p.H != 3 || len(p.Routes) != 1 {
		t.Errorf("%+v", p)
	}
}
