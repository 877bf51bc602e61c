package diff

import (
	"slices"

	"cptui/graph/value"
)

// pair says that item from of one list is item to of the other.
type pair struct{ from, to int }

// lists compares two lists. Messages are paired by id, else items by content; what lies unpaired in the same gap between
// two pairs is compared place by place, so that a change inside an item is shown there and not as a removal and an addition.
func (c *comparer) lists(p value.Path, x, y []value.Entry) {
	start := 0
	for start < len(x) && start < len(y) && value.Equal(x[start].Val, y[start].Val) {
		start++
	}
	endX, endY := len(x), len(y)
	for endX > start && endY > start && value.Equal(x[endX-1].Val, y[endY-1].Val) {
		endX, endY = endX-1, endY-1
	}
	byID := named(x[start:endX]) && named(y[start:endY])
	var pairs []pair
	if byID {
		pairs = pairMessages(x[start:endX], y[start:endY])
	} else {
		pairs = pairContent(hashes(x[start:endX]), hashes(y[start:endY]))
	}
	last := pair{start, start}
	for _, q := range append(ascending(pairs), pair{endX - start, endY - start}) {
		q = pair{q.from + start, q.to + start}
		c.gap(p, x, y, last, q, byID)
		if q.from < endX && q.to < endY {
			c.compare(index(p, q.to), x[q.from].Val, y[q.to].Val, q.from, q.to)
		}
		last = pair{q.from + 1, q.to + 1}
	}
}

// gap compares items between two pairs, from one up to but without the other.
func (c *comparer) gap(p value.Path, x, y []value.Entry, from, to pair, byID bool) {
	i, j := from.from, from.to
	for ; !byID && i < to.from && j < to.to && alike(x[i].Val, y[j].Val); i, j = i+1, j+1 {
		c.compare(index(p, j), x[i].Val, y[j].Val, i, j)
	}
	for ; i < to.from; i++ {
		c.removed(index(p, i), x[i].Val, i)
	}
	for ; j < to.to; j++ {
		c.added(index(p, j), y[j].Val, j)
	}
}

func alike(a, b value.Value) bool { return a.Kind() == b.Kind() && a.Type() == b.Type() }

// messageID is the text of a message's id, "" where it is null; false where there is no id at all.
func messageID(v value.Value) (id string, has bool) {
	if k := v.Kind(); k != value.Map && k != value.Object {
		return "", false
	}
	f, ok := v.Get("id")
	return f.Str(), ok && (f.Kind() == value.String || f.Kind() == value.Null)
}

// named tells whether every item has an id (an empty list has).
func named(list []value.Entry) bool {
	for _, e := range list {
		if _, ok := messageID(e.Val); !ok {
			return false
		}
	}
	return true
}

// pairMessages pairs by id, the n-th of equal ids with the n-th; then, of what is left, by all else that a message says: an id that
// was made anew or lost is a change of the id.
func pairMessages(x, y []value.Entry) (out []pair) {
	type mark struct {
		id   string
		hash uint64
	}
	usedX, usedY := make([]bool, len(x)), make([]bool, len(y))
	match := func(key func(value.Value) (mark, bool)) {
		places := map[mark][]int{}
		for j, e := range y {
			if k, ok := key(e.Val); ok && !usedY[j] {
				places[k] = append(places[k], j)
			}
		}
		for i, e := range x {
			k, ok := key(e.Val)
			if q := places[k]; ok && !usedX[i] && len(q) > 0 {
				usedX[i], usedY[q[0]], places[k] = true, true, q[1:]
				out = append(out, pair{i, q[0]})
			}
		}
	}
	match(func(v value.Value) (mark, bool) {
		id, _ := messageID(v)
		return mark{id: id}, id != ""
	})
	match(func(v value.Value) (mark, bool) {
		var rest []value.Entry
		for _, e := range v.Entries() {
			if e.Name() != "id" {
				rest = append(rest, e)
			}
		}
		return mark{v.Type(), value.NewMap(rest).Hash()}, true
	})
	slices.SortFunc(out, func(a, b pair) int { return a.from - b.from })
	return out
}

func hashes(list []value.Entry) []uint64 {
	out := make([]uint64, len(list))
	for i, e := range list {
		out[i] = e.Val.Hash()
	}
	return out
}

// maxEdits bounds the search for the shortest edit; lists that differ in more are paired by the n-th occurrence of equal items.
const maxEdits = 1000

// pairContent finds a longest common subsequence (Myers 1986), or pairs equal items in order where that would take too long.
func pairContent(x, y []uint64) []pair {
	n, m := len(x), len(y)
	limit := min(n+m, maxEdits)
	var trace [][]int32 // for each number of edits, how far each diagonal reaches
	v := make([]int32, 2*limit+3)
	mid := limit + 1
	for d := 0; d <= limit; d++ {
		for k := -d; k <= d; k += 2 {
			i := v[mid+k-1] + 1
			if k == -d || k != d && v[mid+k-1] < v[mid+k+1] {
				i = v[mid+k+1]
			}
			for int(i) < n && int(i)-k < m && int(i)-k >= 0 && x[i] == y[int(i)-k] {
				i++
			}
			v[mid+k] = i
			if int(i) >= n && int(i)-k >= m {
				return walkBack(append(trace, slices.Clone(v[mid-d:mid+d+1])), n, m)
			}
		}
		trace = append(trace, slices.Clone(v[mid-d:mid+d+1]))
	}
	places := map[uint64][]int{}
	for j, h := range y {
		places[h] = append(places[h], j)
	}
	var out []pair
	for i, h := range x {
		if q := places[h]; len(q) > 0 {
			out = append(out, pair{i, q[0]})
			places[h] = q[1:]
		}
	}
	return out
}

// walkBack reads the pairs out of what each number of edits reaches.
func walkBack(trace [][]int32, n, m int) []pair {
	var out []pair
	i, j := n, m
	for d := len(trace) - 1; d >= 0; d-- {
		fromI, fromJ := 0, 0
		if d > 0 {
			reach := func(k int) int { // with one edit less
				if k < -(d-1) || k > d-1 {
					return -1
				}
				return int(trace[d-1][k+d-1])
			}
			k := i - j
			if k == -d || k != d && reach(k-1) < reach(k+1) {
				k++
			} else {
				k--
			}
			fromI = reach(k)
			fromJ = fromI - k
		}
		for i > fromI && j > fromJ && i > 0 && j > 0 {
			i, j = i-1, j-1
			out = append(out, pair{i, j})
		}
		i, j = fromI, fromJ
	}
	slices.Reverse(out)
	return out
}

// ascending keeps a longest run of pairs whose order is the same on both sides; the others have moved. Pairs come ordered by from.
func ascending(pairs []pair) []pair {
	var tails []int // the pair that ends the best run of each length
	before := make([]int, len(pairs))
	for i, q := range pairs {
		at, _ := slices.BinarySearchFunc(tails, q.to, func(t, to int) int { return pairs[t].to - to })
		before[i] = -1
		if at > 0 {
			before[i] = tails[at-1]
		}
		if at == len(tails) {
			tails = append(tails, i)
		} else {
			tails[at] = i
		}
	}
	out := make([]pair, len(tails))
	for at := len(tails) - 1; at >= 0; at-- {
		out[at] = pairs[tails[len(tails)-1]]
		tails[len(tails)-1] = before[tails[len(tails)-1]]
	}
	return out
}
