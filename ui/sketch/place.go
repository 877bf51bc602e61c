package sketch

import (
	"math"
	"slices"
)

// widen makes every box wide enough for the lines that meet it.
func (l *layout) widen() {
	for _, row := range l.rows {
		for _, v := range row {
			if v.node < 0 {
				v.w = 1
				if n := v.below[0].label; n > 0 {
					v.w += n + 1
				}
				continue
			}
			below := 2
			for _, k := range v.below {
				below += apart + k.label
			}
			v.w = max(v.w, below, 3+apart*len(v.above))
		}
	}
}

// anchor is the column that neighbours want to stand at.
func (v *vertex) anchor() int {
	if v.node < 0 {
		return v.x
	}
	return v.x + v.w/2
}

// place moves the vertices of every row as near to the mean of their neighbours as order and widths allow.
func (l *layout) place() {
	for _, row := range l.rows {
		x := 0
		for _, v := range row {
			v.x = x
			x += v.w + between
		}
	}
	const rounds = 8
	for round := range rounds {
		for k := range l.rows {
			r := k
			if round%2 == 1 {
				r = len(l.rows) - 1 - k
			}
			l.settle(l.rows[r], round == rounds-1, round%2 == 0)
		}
	}
	l.straighten()
	left := math.MaxInt
	for _, row := range l.rows {
		for _, v := range row {
			left = min(left, v.x)
		}
	}
	for _, row := range l.rows {
		for _, v := range row {
			v.x -= left
		}
	}
}

// straighten puts the points of a long edge below each other where their rows have room.
func (l *layout) straighten() {
	fit := func(row []*vertex, i, x int) {
		v := row[i]
		if i > 0 && x < row[i-1].x+row[i-1].w+between || i+1 < len(row) && x+v.w+between > row[i+1].x {
			return
		}
		v.x = x
	}
	for _, row := range l.rows {
		for i, v := range row {
			if v.node < 0 && v.above[0].up.node < 0 {
				fit(row, i, v.above[0].up.x)
			}
		}
	}
	for r := len(l.rows) - 1; r >= 0; r-- {
		for i, v := range l.rows[r] {
			if v.node < 0 && v.below[0].low.node < 0 {
				fit(l.rows[r], i, v.below[0].low.x)
			}
		}
	}
}

func (l *layout) settle(row []*vertex, both, byAbove bool) {
	want := make([]float64, len(row))
	weight := make([]float64, len(row))
	gap := make([]float64, len(row))
	for i, v := range row {
		sum, n := 0.0, 0.0
		take := func(k *link, other *vertex) {
			w := v.weight * other.weight
			sum, n = sum+w*float64(other.anchor()), n+w
		}
		for _, k := range v.above {
			if byAbove || both {
				take(k, k.up)
			}
		}
		for _, k := range v.below {
			if !byAbove || both {
				take(k, k.low)
			}
		}
		off := float64(v.anchor() - v.x)
		want[i], weight[i] = float64(v.x), 0.1
		if n > 0 {
			want[i], weight[i] = sum/n-off, v.weight
		}
		gap[i] = float64(v.w + between)
	}
	for i, x := range spread(want, weight, gap) {
		row[i].x = int(math.Round(x))
	}
}

// spread gives the places nearest to those wanted, by weighted squares, of which each is at least gap of the one before beyond
// that one: the pool of neighbours that would overlap moves to its common mean.
func spread(want, weight, gap []float64) []float64 {
	type pool struct {
		sum, weight float64
		n           int
	}
	var pools []pool
	off, offs := 0.0, make([]float64, len(want))
	for i := range want {
		offs[i] = off
		pools = append(pools, pool{(want[i] - off) * weight[i], weight[i], 1})
		off += gap[i]
		for len(pools) > 1 {
			a, b := pools[len(pools)-2], pools[len(pools)-1]
			if a.sum/a.weight <= b.sum/b.weight {
				break
			}
			pools = append(pools[:len(pools)-2], pool{a.sum + b.sum, a.weight + b.weight, a.n + b.n})
		}
	}
	out := make([]float64, 0, len(want))
	for _, p := range pools {
		for range p.n {
			out = append(out, math.Round(p.sum/p.weight)+offs[len(out)])
		}
	}
	return out
}

// ports finds the column at which every line meets its boxes: straight down where that is possible.
func (l *layout) ports() {
	for r, gap := range l.gaps {
		for _, v := range l.rows[r] {
			slices.SortStableFunc(v.below, func(a, b *link) int { return order(a.low.at-b.low.at, a.edge-b.edge) })
			cols := l.columns(v, v.below, func(k *link) int { return k.low.anchor() }, func(k *link) int { return apart + k.label })
			for i, k := range v.below {
				k.x1 = cols[i]
			}
		}
		for _, v := range l.rows[r+1] {
			slices.SortStableFunc(v.above, func(a, b *link) int { return order(a.up.at-b.up.at, a.edge-b.edge) })
			cols := l.columns(v, v.above, func(k *link) int { return k.x1 }, func(*link) int { return apart })
			for i, k := range v.above {
				k.x2 = cols[i]
			}
		}
		l.bend(gap)
	}
}

func order(a, b int) int {
	if a != 0 {
		return a
	}
	return b
}

// columns spreads links over the border of a box: as near as can be to where each leads.
func (l *layout) columns(v *vertex, links []*link, want func(*link) int, room func(*link) int) []int {
	out := make([]int, len(links))
	if v.node < 0 {
		for i := range out {
			out[i] = v.x
		}
		return out
	}
	if len(links) == 1 && l.nodes[v.node].Flat {
		out[0] = v.anchor() // nothing but its text is there to meet
		return out
	}
	wants, weights, gaps := make([]float64, len(links)), make([]float64, len(links)), make([]float64, len(links))
	all := 0
	for i, k := range links {
		wants[i], weights[i], gaps[i] = float64(min(max(want(k), v.x+1), v.x+v.w-2)), 1, float64(room(k))
		all += room(k)
	}
	left, right := v.x+1, v.x+v.w-1-all // of what the first may take
	sum := 0
	for i, x := range spread(wants, weights, gaps) {
		out[i] = min(max(int(x), left+sum), right+apart-1+sum)
		sum += room(links[i])
	}
	return out
}
