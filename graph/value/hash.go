package value

import (
	"bytes"
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"github.com/zeebo/xxh3"
)

// Hash is equal for equal values, whatever the codec.
func (v Value) Hash() uint64 { return v.hash(0) }

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xbf58476d1ce4e5b9)
	return hi ^ lo
}

func (v Value) hash(depth int) uint64 {
	seed := uint64(v.kind) + 1
	switch v.kind {
	case Invalid, Null:
		return mix(seed, 1)
	case Bool, String, Bytes:
		return mix(seed, xxh3.HashString(v.content()))
	case Int:
		return mix(seed, xxh3.HashString(v.content()))
	case Float:
		return mix(seed, floatHash(v.content()))
	}
	if depth > MaxDepth {
		return mix(seed, xxh3.Hash(v.raw))
	}
	list := v.Entries()
	h := mix(seed, uint64(len(list)))
	switch v.kind {
	case List:
		for _, e := range list {
			h = mix(h, e.Val.hash(depth+1))
		}
	case Map:
		h = mix(h, pairsHash(list, depth))
	case Object:
		typ := v.Type()
		h = mix(h, xxh3.HashString(typ))
		if typ == TypeSet && len(list) == 1 && list[0].Val.kind == List {
			var sum uint64
			for _, e := range list[0].Val.Entries() {
				sum += e.Val.hash(depth + 2)
			}
			return mix(h, sum)
		}
		if typ == TypeDamaged {
			list = without(list, "offset")
		}
		h = mix(h, pairsHash(list, depth))
	}
	return h
}

// pairsHash does not depend on the order of the pairs: a map is equal to itself in another order.
func pairsHash(list []Entry, depth int) (sum uint64) {
	for _, e := range list {
		sum += mix(e.Key.hash(depth+1), e.Val.hash(depth+1))
	}
	return sum
}

// floatHash goes by the number; digits beyond a float64 by their text.
func floatHash(s string) uint64 {
	f, err := strconv.ParseFloat(s, 64)
	switch {
	case s == "NaN":
		return 1
	case err != nil:
		return xxh3.HashString(s)
	}
	return math.Float64bits(f)
}

func floatEqual(a, b string) bool {
	if a == b {
		return true
	}
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err1 == nil && err2 == nil && math.Float64bits(x) == math.Float64bits(y)
}

// Equal compares: order matters in lists, not in sets nor among the keys of a map; NaN equals NaN; 1 and 1.0 differ.
func Equal(a, b Value) bool { return equal(a, b, 0) }

func equal(a, b Value, depth int) bool {
	if a.kind != b.kind {
		return false
	}
	if a.raw != nil && a.codec == b.codec && bytes.Equal(a.raw, b.raw) {
		return true
	}
	switch a.kind {
	case Invalid, Null:
		return true
	case Bool, Int, String, Bytes:
		return a.content() == b.content()
	case Float:
		return floatEqual(a.content(), b.content())
	}
	if depth > MaxDepth {
		return false
	}
	typ := a.Type()
	if typ != b.Type() {
		return false
	}
	x, y := a.Entries(), b.Entries()
	switch {
	case a.kind == List:
		return slices.EqualFunc(x, y, func(p, q Entry) bool { return equal(p.Val, q.Val, depth+1) })
	case typ == TypeSet && len(x) == 1 && len(y) == 1 && x[0].Val.kind == List && y[0].Val.kind == List:
		x, y = x[0].Val.Entries(), y[0].Val.Entries()
	case typ == TypeDamaged:
		x, y = without(x, "offset"), without(y, "offset")
	}
	same := func(p, q Entry) bool { return equal(p.Key, q.Key, depth+1) && equal(p.Val, q.Val, depth+1) }
	if len(x) != len(y) || slices.EqualFunc(x, y, same) {
		return len(x) == len(y)
	}
	return slices.EqualFunc(inOrder(x), inOrder(y), same)
}

// inOrder sorts pairs by their hashes, so that two bags of pairs can be compared one by one.
func inOrder(list []Entry) []Entry {
	type hashed struct {
		k, v uint64
		e    Entry
	}
	all := make([]hashed, len(list))
	for i, e := range list {
		all[i] = hashed{e.Key.Hash(), e.Val.Hash(), e}
	}
	slices.SortFunc(all, func(a, b hashed) int {
		if a.k != b.k {
			return cmp.Compare(a.k, b.k)
		}
		return cmp.Compare(a.v, b.v)
	})
	out := make([]Entry, len(all))
	for i := range all {
		out[i] = all[i].e
	}
	return out
}
