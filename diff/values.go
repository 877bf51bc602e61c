// Package diff tells what differs between two values, and says it as a flat list of differences that a screen or a printer can show.
//
// Values compares two states: maps by key and kind of key, sets without order, lists of messages by id, other lists by content.
// Text compares two strings by lines, with the words that differ inside a changed line. Both are bounded: what is too large for
// the best answer gets a coarser one, never a long wait.
package diff

import (
	"cptui/graph/value"
)

// Kind of a Difference.
type Kind byte

const (
	Added   Kind = '+'
	Removed Kind = '-'
	Changed Kind = '~'
)

// Difference is one place where two values differ, named by its path. Lists of messages are paired by id, other lists by
// content (longest common subsequence over subtree hashes), sets without order, maps by key and kind of key.
type Difference struct {
	Path          value.Path
	Kind          Kind
	Before, After value.Value
	// Index of a list item on either side, -1 where not in a list. An item that only moved is Removed at From and Added at To.
	From, To int
}

// Options bound the work.
type Options struct {
	Max int // differences at most, 0: no limit; the rest is counted
}

// Values compares two values. It never descends into subtrees that are equal.
func Values(a, b value.Value, o Options) (list []Difference, more int) {
	c := comparer{max: o.Max}
	c.compare(nil, a, b, -1, -1)
	return c.list, c.more
}

type comparer struct {
	list []Difference
	max  int
	more int
}

func (c *comparer) add(d Difference) {
	if c.max > 0 && len(c.list) >= c.max {
		c.more++
		return
	}
	c.list = append(c.list, d)
}

func (c *comparer) added(p value.Path, v value.Value, to int) {
	c.add(Difference{Path: p, Kind: Added, After: v, From: -1, To: to})
}

func (c *comparer) removed(p value.Path, v value.Value, from int) {
	c.add(Difference{Path: p, Kind: Removed, Before: v, From: from, To: -1})
}

// compare adds what differs below p; from and to are the places of a and b where they are items of a list.
func (c *comparer) compare(p value.Path, a, b value.Value, from, to int) {
	switch {
	case value.Equal(a, b):
		return
	case a.Kind() == value.Invalid:
		c.added(p, b, to)
		return
	case b.Kind() == value.Invalid:
		c.removed(p, a, from)
		return
	case a.Kind() == b.Kind() && len(p) < value.MaxDepth:
		switch {
		case a.Kind() == value.List:
			c.lists(p, a.Entries(), b.Entries())
			return
		case a.Kind() == value.Map:
			c.pairs(p, a.Entries(), b.Entries())
			return
		case a.Kind() == value.Object && a.Type() == b.Type() && (!value.OneThing(a.Type()) || sameTable(a, b)):
			if x, y, ok := members(a, b); ok {
				c.bags(p, x, y)
			} else {
				c.pairs(p, a.Entries(), b.Entries())
			}
			return
		}
	}
	c.add(Difference{Path: p, Kind: Changed, Before: a, After: b, From: from, To: to})
}

// sameTable tells two pickled instances of one class, a table of pandas above all: what is in them can be compared.
func sameTable(a, b value.Value) bool {
	x, ok1 := a.Get("new")
	y, ok2 := b.Get("new")
	return a.Type() == "pickle" && ok1 && ok2 && value.Equal(x, y)
}

// members are the items of two sets.
func members(a, b value.Value) (x, y []value.Entry, ok bool) {
	if a.Type() != value.TypeSet {
		return nil, nil, false
	}
	v, ok1 := a.Get("$value")
	w, ok2 := b.Get("$value")
	return v.Entries(), w.Entries(), ok1 && ok2 && v.Kind() == value.List && w.Kind() == value.List
}

// bags compares without order: what is left over on either side is gone or new.
func (c *comparer) bags(p value.Path, x, y []value.Entry) {
	surplus := func(of, over []value.Entry, tell func(value.Path, value.Value, int)) {
		have := map[uint64]int{}
		for _, e := range over {
			have[e.Val.Hash()]++
		}
		for _, e := range of {
			if h := e.Val.Hash(); have[h] > 0 {
				have[h]--
			} else {
				tell(p, e.Val, -1)
			}
		}
	}
	surplus(x, y, c.removed)
	surplus(y, x, c.added)
}

// pairs compares maps and fields by key; the n-th of equal keys goes with the n-th.
func (c *comparer) pairs(p value.Path, x, y []value.Entry) {
	places := map[uint64][]int{}
	for j, e := range y {
		h := e.Key.Hash()
		places[h] = append(places[h], j)
	}
	paired := make([]bool, len(y))
	for _, e := range x {
		h := e.Key.Hash()
		at := below(p, e.Key)
		if q := places[h]; len(q) > 0 {
			paired[q[0]], places[h] = true, q[1:]
			c.compare(at, e.Val, y[q[0]].Val, -1, -1)
		} else {
			c.removed(at, e.Val, -1)
		}
	}
	for j, e := range y {
		if !paired[j] {
			c.added(below(p, e.Key), e.Val, -1)
		}
	}
}

// below is the path of a key: text by name, numbers as an index, other keys by their JSON.
func below(p value.Path, key value.Value) value.Path {
	if n, ok := key.Int64(); ok {
		return index(p, int(n))
	}
	s := value.Step{Name: key.Str()}
	if key.Kind() != value.String {
		s.Name = string(value.AppendJSON(nil, key, value.JSONOptions{}))
	}
	return append(p[:len(p):len(p)], s)
}

func index(p value.Path, i int) value.Path {
	return append(p[:len(p):len(p)], value.Step{Index: i, IsIndex: true})
}
