package sketch

import "slices"

// bend is a line across: from the column that it comes down at to the one that it goes on down from. Most links have one; one
// that would run over another has two, with a free column between.
type bend struct {
	from, to int
	track    int // line of the gap, from 0
}

// piece is a bend with what has to stand above it.
type piece struct {
	*bend
	link  *link
	after []*piece
	state int
}

// bend finds a track for every line across. A line that leaves a column upwards must stand above one that reaches the same
// column from there on down, or the two would run over each other.
func (l *layout) bend(gap []*link) {
	free := 0
	for _, k := range gap {
		free = max(free, k.x1, k.x2)
	}
	for _, k := range gap {
		k.bends = nil
		if k.x1 != k.x2 {
			k.bends = []bend{{from: k.x1, to: k.x2}}
		}
	}
	for {
		pieces := constrain(gap)
		turned := circle(pieces)
		if turned == nil {
			assign(pieces)
			return
		}
		free += 2
		turned.bends = []bend{{from: turned.x1, to: free}, {from: free, to: turned.x2}}
	}
}

func constrain(gap []*link) []*piece {
	var out []*piece
	for _, k := range gap {
		for i := range k.bends {
			p := &piece{bend: &k.bends[i], link: k}
			if i > 0 {
				p.after = append(p.after, out[len(out)-1])
			}
			out = append(out, p)
		}
	}
	// the order that crosses least: of lines to the right the rightmost first, of lines to the left the leftmost
	slices.SortStableFunc(out, func(a, b *piece) int {
		right := func(p *piece) bool { return p.to > p.from }
		switch {
		case right(a) && right(b):
			return b.from - a.from
		case !right(a) && !right(b):
			return a.from - b.from
		}
		return 0
	})
	for _, p := range out {
		for _, q := range out {
			if p.link != q.link && q.from == p.to {
				p.after = append(p.after, q)
			}
		}
	}
	return out
}

// circle finds a link with one bend in a circle of pieces that all have to stand above each other, nil where there is none.
func circle(pieces []*piece) *link {
	const fresh, open, done = 0, 1, 2
	var found *link
	var walk func(p *piece) bool
	walk = func(p *piece) bool {
		switch p.state {
		case done:
			return false
		case open:
			return true
		}
		p.state = open
		for _, q := range p.after {
			if walk(q) {
				if found == nil && len(p.link.bends) == 1 {
					found = p.link
				}
				return true
			}
		}
		p.state = done
		return false
	}
	for _, p := range pieces {
		if walk(p) {
			return found
		}
	}
	return nil
}

// assign gives every piece the first track that is free and below those that it has to stand below.
func assign(pieces []*piece) {
	type span struct{ a, b int }
	tracks := [][]span{}
	placed := map[*piece]bool{}
	var put func(p *piece)
	put = func(p *piece) {
		if placed[p] {
			return
		}
		placed[p] = true
		p.track = 0
		for _, q := range p.after {
			put(q)
			p.track = max(p.track, q.track+1)
		}
		s := span{min(p.from, p.to), max(p.from, p.to)}
		for ; ; p.track++ {
			for len(tracks) <= p.track {
				tracks = append(tracks, nil)
			}
			if !slices.ContainsFunc(tracks[p.track], func(o span) bool { return s.a <= o.b && o.a <= s.b }) {
				break
			}
		}
		tracks[p.track] = append(tracks[p.track], s)
	}
	for _, p := range pieces {
		put(p)
	}
}
