package graph

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"

	"cptui/graph/value"
)

// deltaReducer is a way in which a delta channel may take in writes. before is Invalid where the channel holds nothing yet:
// LangGraph then starts from the empty value of the channel's type. False where the values do not fit.
type deltaReducer struct {
	name string
	fold func(before value.Value, writes []value.Value) (value.Value, bool)
	// grouped reducers add up the writes of a call first: what they give depends on how many came in one call.
	grouped bool
	// picks: what it gives is one of the values that came in, or an end of the list. One stored value that agrees may be chance.
	picks bool
}

// Indices of the reducers of lists that most channels have; their lists grow in place.
const (
	byMessages = iota
	byAppend
	byWindow // the only one that needs to be told something: how many elements are kept
	byOldMessages
	byRecordID
	bySorted
	byUnion
	byMerge
	byFiles
)

// deltaReducers are in the order in which they are named where several give the same.
var deltaReducers = []deltaReducer{
	byMessages:    {name: "add_messages", fold: foldMessages},
	byAppend:      {name: "append", fold: foldAppend},
	byWindow:      {name: "append, only the last are kept", picks: true, fold: foldAppend},
	byOldMessages: {name: "add_messages before LangGraph 1.2.23, where __remove_all__ removes nothing", fold: foldOldMessages},
	byRecordID:    {name: "by id", picks: true, fold: foldByID},
	bySorted:      {name: "sorted", picks: true, fold: foldSorted},
	byUnion:       {name: "union", fold: foldGathered},
	byMerge:       {name: "merge", fold: byKey(func(_ value.Value, _ bool, v value.Value) (value.Value, keyOp) { return v, putKey })},
	byFiles: {name: "merge, null deletes", fold: byKey(func(_ value.Value, _ bool, v value.Value) (value.Value, keyOp) {
		if v.Kind() == value.Null {
			return v, dropKey
		}
		return v, putKey
	})},
	{name: "sum", fold: foldTotal},
	{name: "sum", fold: foldTotals, grouped: true},
	{name: "max", picks: true, fold: func(b value.Value, w []value.Value) (value.Value, bool) { return foldBest(b, w, 1) }},
	{name: "min", picks: true, fold: func(b value.Value, w []value.Value) (value.Value, bool) { return foldBest(b, w, -1) }},
	{name: "or", picks: true, fold: func(b value.Value, w []value.Value) (value.Value, bool) { return foldBools(b, w, true) }},
	{name: "and", picks: true, fold: func(b value.Value, w []value.Value) (value.Value, bool) { return foldBools(b, w, false) }},
	{name: "concat", fold: func(b value.Value, w []value.Value) (value.Value, bool) {
		if b.Kind() == value.Null {
			b = value.Value{}
		}
		return foldText(b, w)
	}},
	{name: "deep merge", fold: byKey(deepKey)},
	{name: "sum by key", fold: byKey(func(old value.Value, had bool, v value.Value) (value.Value, keyOp) {
		if !had {
			old = value.Value{}
		}
		return orFail(foldTotal(old, []value.Value{v}))
	})},
	{name: "append by key", fold: byKey(func(old value.Value, had bool, v value.Value) (value.Value, keyOp) {
		if v.Kind() != value.List {
			return v, failKey
		}
		return orFail(foldAppend(old, []value.Value{v}))
	})},
	{name: "merge, the first stays", picks: true, fold: byKey(func(_ value.Value, had bool, v value.Value) (value.Value, keyOp) {
		if had {
			return v, leaveKey
		}
		return v, putKey
	})},
	{name: "append what is new", picks: true, fold: foldDistinct},
	{name: "prepend", picks: true, fold: foldPrepend},
	{name: "overwrite", picks: true, fold: func(_ value.Value, w []value.Value) (value.Value, bool) { return w[len(w)-1], len(w) > 0 }},
}

func isEmpty(v value.Value) bool { return v.Kind() == value.Invalid || v.Kind() == value.Null }

// foldTotal adds numbers one after the other, as Python does: whole ones exactly, others as float64.
func foldTotal(before value.Value, writes []value.Value) (value.Value, bool) {
	sum := before
	if isEmpty(sum) {
		sum = value.NewInt(0)
	}
	for _, w := range writes {
		var ok bool
		if sum, ok = plus(sum, w); !ok {
			return value.Value{}, false
		}
	}
	return sum, true
}

// foldTotals adds up the writes first and then adds that. It differs from foldTotal in the last digits of floats.
func foldTotals(before value.Value, writes []value.Value) (value.Value, bool) {
	some, ok := foldTotal(value.Value{}, writes)
	if !ok {
		return some, false
	}
	return foldTotal(before, []value.Value{some})
}

func plus(a, b value.Value) (value.Value, bool) {
	if a.Kind() == value.Int && b.Kind() == value.Int {
		x, ok := new(big.Int).SetString(a.Num(), 10)
		y, ok2 := new(big.Int).SetString(b.Num(), 10)
		if !ok || !ok2 {
			return a, false
		}
		return value.NewNumber(value.Int, x.Add(x, y).String()), true
	}
	x, ok := float(a)
	y, ok2 := float(b)
	if !ok || !ok2 {
		return a, false
	}
	return value.NewFloat(x + y), true
}

func float(v value.Value) (float64, bool) {
	if v.Kind() != value.Int && v.Kind() != value.Float {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.Num(), 64)
	return f, err == nil && !math.IsNaN(f)
}

// foldBest keeps the greatest (sign 1) or the least (sign -1). A channel that holds nothing starts from 0, as int() gives it.
func foldBest(before value.Value, writes []value.Value, sign int) (value.Value, bool) {
	best := before
	if isEmpty(best) {
		best = value.NewInt(0)
	}
	for _, w := range append([]value.Value{best}, writes...) {
		x, ok := float(best)
		y, ok2 := float(w)
		if !ok || !ok2 {
			return value.Value{}, false
		}
		if cmp.Compare(y, x)*sign > 0 {
			best = w
		}
	}
	return best, true
}

func foldBools(before value.Value, writes []value.Value, or bool) (value.Value, bool) {
	is := before.Truth()
	if !isEmpty(before) && before.Kind() != value.Bool {
		return value.Value{}, false
	}
	for _, w := range writes {
		if w.Kind() != value.Bool {
			return value.Value{}, false
		}
		if or {
			is = is || w.Truth()
		} else {
			is = is && w.Truth()
		}
	}
	return value.NewBool(is), true
}

// keyOp is what becomes of a key of a map that is written.
type keyOp uint8

const (
	putKey keyOp = iota
	dropKey
	leaveKey
	failKey
)

func orFail(v value.Value, ok bool) (value.Value, keyOp) {
	if !ok {
		return v, failKey
	}
	return v, putKey
}

// byKey makes a reducer of maps out of what becomes of one key.
func byKey(take func(old value.Value, had bool, v value.Value) (value.Value, keyOp)) func(value.Value, []value.Value) (value.Value, bool) {
	return func(before value.Value, writes []value.Value) (value.Value, bool) {
		if !isEmpty(before) && before.Kind() != value.Map {
			return value.Value{}, false
		}
		out := slices.Clone(mapEntries(before))
		at := make(map[string]int, len(out))
		for i, e := range out {
			at[keyText(e.Key)] = i
		}
		for _, w := range writes {
			if w.Kind() != value.Map {
				return value.Value{}, false
			}
			for _, e := range w.Entries() {
				k := keyText(e.Key)
				i, had := at[k]
				var old value.Value
				if had {
					old = out[i].Val
				}
				v, op := take(old, had, e.Val)
				switch {
				case op == failKey:
					return value.Value{}, false
				case op == dropKey && had:
					out[i] = value.Entry{}
					delete(at, k)
				case op == putKey && had:
					out[i].Val = v
				case op == putKey:
					at[k] = len(out)
					out = append(out, value.Entry{Key: e.Key, Val: v})
				}
			}
		}
		return value.NewMap(slices.DeleteFunc(out, func(e value.Entry) bool { return e.Key.Kind() == value.Invalid })), true
	}
}

// deepKey merges maps inside maps.
func deepKey(old value.Value, had bool, v value.Value) (value.Value, keyOp) {
	if !had || old.Kind() != value.Map || v.Kind() != value.Map {
		return v, putKey
	}
	return orFail(byKey(deepKey)(old, []value.Value{v}))
}
