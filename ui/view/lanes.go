package view

import (
	"cptui/graph"
)

// maxLanes is how many branches stand side by side at most; a thread that would need more shows one branch, the others as
// folded rows, so that a narrow pane never scrolls sideways.
const maxLanes = 6

// shape is the form of all trees of a thread, every namespace, in a few small numbers a checkpoint. Parents stand before
// their children in a DAG, so one sweep from the end finds each row's children and which of them leads on.
//
// A tree is drawn without joining lines: the child that leads to the newest row keeps its parent's lane and comes last, the
// others open a lane to the right, oldest first. So a row in lane n has a passing branch in every lane left of it, and the
// lane alone says how the row is drawn.
type shape struct {
	dag   *graph.DAG
	first []int32 // oldest child, -1 none
	next  []int32 // next child of the same parent, -1 none
	lead  []int32 // rank of the newest row at or below: the child with the greatest keeps the lane
	need  []uint8 // lanes that the tree below needs, 255 for that many or more
}

// newShape reads the form of a DAG. The branches of the checkpoints in leading lead on whatever is newer beside them, the
// last of them before the others; -1 is none.
func newShape(d *graph.DAG, leading ...int) *shape {
	n := d.Len()
	s := &shape{dag: d, first: make([]int32, n), next: make([]int32, n), lead: make([]int32, n), need: make([]uint8, n)}
	for i := range n {
		s.first[i], s.next[i], s.lead[i] = -1, -1, int32(i)
	}
	for i := n - 1; i >= 0; i-- {
		if p := d.Parent(i); p >= 0 {
			s.next[i], s.first[p] = s.first[p], int32(i)
			s.lead[p] = max(s.lead[p], s.lead[i])
		}
	}
	for k, i := range leading {
		if i < 0 || i >= n {
			continue
		}
		for i = s.end(i); i >= 0; i = d.Parent(i) {
			s.lead[i] = int32(n + k)
		}
	}
	s.count()
	return s
}

// count finds the lanes that each tree needs.
func (s *shape) count() {
	for i := len(s.first) - 1; i >= 0; i-- {
		keeper := s.keeper(i)
		need := uint8(1)
		for c := s.first[i]; c >= 0; c = s.next[c] {
			switch n := s.need[c]; {
			case int(c) == keeper:
				need = max(need, n)
			case n < 255:
				need = max(need, n+1)
			default:
				need = 255
			}
		}
		s.need[i] = need
	}
}

// keeper is the child of i that keeps its lane, -1 for a leaf.
func (s *shape) keeper(i int) int {
	k := -1
	for c := s.first[i]; c >= 0; c = s.next[c] {
		if k < 0 || s.lead[c] > s.lead[k] {
			k = int(c)
		}
	}
	return k
}

// end is the leaf that the lane of i ends in.
func (s *shape) end(i int) int {
	for {
		k := s.keeper(i)
		if k < 0 {
			return i
		}
		i = k
	}
}

// forks reports whether i has more than one child.
func (s *shape) forks(i int) bool { return s.first[i] >= 0 && s.next[s.first[i]] >= 0 }

// below counts the checkpoints and leaves of the tree under i, i included, and finds its newest checkpoint.
func (s *shape) below(i int) (checkpoints, leaves, newest int) {
	todo := []int32{int32(i)}
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		checkpoints++
		newest = max(newest, int(c))
		if s.first[c] < 0 {
			leaves++
		}
		for k := s.first[c]; k >= 0; k = s.next[k] {
			todo = append(todo, k)
		}
	}
	return checkpoints, leaves, newest
}

// station is one place in the order of a tree: a checkpoint, or branches folded where they leave it.
type station struct {
	at   int32 // checkpoint; of a fold the first of its branches
	lane uint8
	off  bool // the first row of a branch: it leaves the lane to its left here
	fold uint8
}

const (
	notFolded uint8 = iota
	foldedOne       // one branch, beginning at station.at
	foldedAll       // every branch but the one that leads on, from the fork on
)

// folding says which branches are drawn as one row.
type folding struct {
	on      bool           // branches are folded unless opened
	each    bool           // a row for each of them, not one for all that leave one place
	opened  map[int32]bool // by fork, or by first checkpoint of the branch where each is set
	anyLane bool           // plain text may use more than maxLanes
	within  map[int32]bool // only these, nil: all
}

// keeper is the child of i that keeps its lane, of those that are drawn.
func (f folding) keeper(s *shape, i int) int {
	keeper := s.keeper(i)
	if f.within == nil || keeper < 0 || f.within[int32(keeper)] {
		return keeper
	}
	for c := s.first[i]; c >= 0; c = s.next[c] {
		if f.within[c] {
			return int(c)
		}
	}
	return -1
}

// order puts the trees below roots in the order of the screen. Roots stand one under the other in lane 0.
func (s *shape) order(roots []int, f folding, emit func(station)) {
	var stack []station
	for k := len(roots) - 1; k >= 0; k-- {
		stack = append(stack, station{at: int32(roots[k])})
	}
	var sides []int32
	for len(stack) > 0 {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		emit(it)
		if it.fold != notFolded {
			continue
		}
		i := int(it.at)
		keeper := f.keeper(s, i)
		if keeper < 0 {
			continue
		}
		stack = append(stack, station{at: int32(keeper), lane: it.lane})
		if !s.forks(i) {
			continue
		}
		full := !f.anyLane && it.lane+1 >= maxLanes
		sides = sides[:0]
		for c := s.first[i]; c >= 0; c = s.next[c] {
			if int(c) != keeper && (f.within == nil || f.within[c]) {
				sides = append(sides, c)
			}
		}
		if len(sides) == 0 {
			continue
		}
		if !f.each && (full || f.on && !f.opened[it.at]) {
			stack = append(stack, station{at: it.at, lane: it.lane, fold: foldedAll})
			continue
		}
		for k := len(sides) - 1; k >= 0; k-- {
			side := station{at: sides[k], lane: it.lane + 1, off: true}
			if full || f.on && f.each && !f.opened[sides[k]] {
				side.lane, side.off, side.fold = it.lane, false, foldedOne
			}
			stack = append(stack, side)
		}
	}
}
