package graph

import (
	"math/big"
	"slices"
	"strings"

	"cptui/graph/value"
)

// reducer is a way in which a channel may take in the writes of one step. Reducers are code and not stored: which one a
// channel has is told by what its values did.
type reducer struct {
	name string
	// fold takes in writes; before is Invalid where the channel has no value yet. False where the values do not fit.
	fold func(before value.Value, writes []value.Value) (value.Value, bool)
}

// reducers are those that LangGraph, LangChain and Deep Agents bring, and the operators that people name as reducers.
var reducers = []reducer{
	{"overwrite", foldLast},
	{"add_messages", foldMessages},
	{"append", foldAppend},
	{"add", foldSum},
	{"concat", foldText},
	{"merge", func(b value.Value, w []value.Value) (value.Value, bool) { return foldMap(b, w, false) }},
	{"merge, null deletes", func(b value.Value, w []value.Value) (value.Value, bool) { return foldMap(b, w, true) }},
	{"union", foldUnion},
}

// rivals are functions that people write as reducers and that give what those give until a value tells them apart. What they
// would give otherwise is not known then.
var rivals = rivalsOf("max", "min", "deep merge", "sum by key", "append by key", "merge, the first stays", "append what is new", "prepend", "sorted", "by id")

func rivalsOf(names ...string) (out []reducer) {
	for _, r := range deltaReducers {
		if slices.Contains(names, r.name) {
			out = append(out, reducer{r.name, r.fold})
		}
	}
	return out
}

// foldLast is a plain channel, which takes one write a step.
func foldLast(_ value.Value, writes []value.Value) (value.Value, bool) {
	if len(writes) != 1 {
		return value.Value{}, false
	}
	return writes[0], true
}

// listOf is a list's elements; nil and true where there is nothing yet.
func listOf(v value.Value) ([]value.Value, bool) {
	switch v.Kind() {
	case value.Invalid, value.Null:
		return nil, true
	case value.List:
		return items(v), true
	}
	return nil, false
}

func foldAppend(before value.Value, writes []value.Value) (value.Value, bool) {
	list, ok := listOf(before)
	if !ok {
		return value.Value{}, false
	}
	for _, w := range writes {
		more, ok := listOf(w)
		if !ok || w.Kind() == value.Null {
			return value.Value{}, false
		}
		list = append(list, more...)
	}
	return value.NewList(list), true
}

func foldMessages(before value.Value, writes []value.Value) (value.Value, bool) {
	list, ok := listOf(before)
	if !ok {
		return value.Value{}, false
	}
	for _, m := range list {
		if !isMessage(m) {
			return value.Value{}, false
		}
	}
	in, ok := takeMessages(&spine{elems: list}, writes)
	if !ok {
		return value.Value{}, false
	}
	return value.NewList(in.elems), len(in.elems) > 0 || len(list) > 0
}

func foldSum(before value.Value, writes []value.Value) (value.Value, bool) {
	all := writes
	if before.Kind() != value.Invalid {
		all = append([]value.Value{before}, writes...)
	}
	whole := big.NewInt(0)
	for _, v := range all {
		n, ok := new(big.Int).SetString(v.Num(), 10)
		if v.Kind() != value.Int || !ok {
			return value.Value{}, false // sums of floats depend on the machine that made them
		}
		whole.Add(whole, n)
	}
	return value.NewNumber(value.Int, whole.String()), len(all) > 0
}

func foldText(before value.Value, writes []value.Value) (value.Value, bool) {
	var b strings.Builder
	for i, v := range append([]value.Value{before}, writes...) {
		if i == 0 && v.Kind() == value.Invalid {
			continue
		}
		if v.Kind() != value.String {
			return value.Value{}, false
		}
		b.WriteString(v.Str())
	}
	return value.NewString(b.String()), true
}

func foldMap(before value.Value, writes []value.Value, nullDeletes bool) (value.Value, bool) {
	if k := before.Kind(); k != value.Map && k != value.Invalid && k != value.Null {
		return value.Value{}, false
	}
	entries := mapEntries(before)
	for _, w := range writes {
		if w.Kind() != value.Map {
			return value.Value{}, false
		}
		entries = putEntries(entries, w, nullDeletes)
	}
	return value.NewMap(entries), true
}

func mapEntries(v value.Value) []value.Entry {
	if v.Kind() != value.Map {
		return nil
	}
	return v.Entries()
}

// putEntries gives a new map with the entries of w put in; the old one is not touched.
func putEntries(entries []value.Entry, w value.Value, nullDeletes bool) []value.Entry {
	at := make(map[string]int, len(entries))
	out := make([]value.Entry, len(entries), len(entries)+w.Len())
	copy(out, entries)
	for i, e := range out {
		at[keyText(e.Key)] = i
	}
	gone := false
	for _, e := range w.Entries() {
		k := keyText(e.Key)
		i, there := at[k]
		switch {
		case nullDeletes && e.Val.Kind() == value.Null:
			if there {
				out[i] = value.Entry{}
				delete(at, k)
				gone = true
			}
		case there:
			out[i].Val = e.Val
		default:
			at[k] = len(out)
			out = append(out, e)
		}
	}
	if !gone {
		return out
	}
	left := out[:0]
	for _, e := range out {
		if e.Key.Kind() != value.Invalid {
			left = append(left, e)
		}
	}
	return left
}

func keyText(k value.Value) string {
	if k.Kind() == value.String {
		return k.Str()
	}
	return "\x00" + string(value.AppendJSON(nil, k, value.JSONOptions{}))
}

func foldUnion(before value.Value, writes []value.Value) (value.Value, bool) {
	return unite(before, writes, false)
}

// foldGathered is the union of a set with what came as lists: the channel's type makes it one.
func foldGathered(before value.Value, writes []value.Value) (value.Value, bool) {
	return unite(before, writes, true)
}

func unite(before value.Value, writes []value.Value, lists bool) (value.Value, bool) {
	all := distinct{}
	typ := ""
	for i, v := range append([]value.Value{before}, writes...) {
		switch {
		case i == 0 && (v.Kind() == value.Invalid || lists && v.Kind() == value.Null):
			continue
		case v.Kind() == value.Object && strings.HasSuffix(strings.ToLower(v.Type()), "set"):
			typ = v.Type()
		case i == 0 || !lists || v.Kind() != value.List:
			return value.Value{}, false
		}
		all.add(items(v))
	}
	if typ == "" && lists {
		typ = "builtins.set"
	}
	if typ == "" {
		return value.Value{}, false
	}
	return value.NewObject(typ, []value.Entry{value.NamedEntry("$value", value.NewList(all.list))}), true
}

// distinct are values in the order in which they first came.
type distinct struct {
	list []value.Value
	have map[uint64][]value.Value // by hash
}

func (d *distinct) add(values []value.Value) {
	if d.have == nil {
		d.have = map[uint64][]value.Value{}
	}
	for _, v := range values {
		h := v.Hash()
		if slices.ContainsFunc(d.have[h], func(x value.Value) bool { return value.Equal(x, v) }) {
			continue
		}
		d.have[h] = append(d.have[h], v)
		d.list = append(d.list, v)
	}
}

// overwritten reads an Overwrite: the typed one, or either of the forms that JSON leaves of it.
func overwritten(v value.Value) (value.Value, bool) {
	switch v.Kind() {
	case value.Object:
		if strings.HasPrefix(v.Type(), "langgraph.") && strings.HasSuffix(v.Type(), ".Overwrite") {
			in, ok := v.Get("value")
			return in, ok
		}
	case value.Map:
		if in, ok := v.Get("__overwrite__"); ok && v.Len() == 1 {
			return in, true
		}
		if t, ok := v.Get("type"); ok && t.Kind() == value.String && t.Str() == "__overwrite__" {
			in, ok := v.Get("value")
			return in, ok
		}
	}
	return value.Value{}, false
}

// reduce takes in writes through one reducer, honouring Overwrite: what was before the last one, and the other writes of
// the same step, do not count.
func (r reducer) reduce(before value.Value, writes []value.Value) (value.Value, bool) {
	for i := len(writes) - 1; i >= 0; i-- {
		if v, ok := overwritten(writes[i]); ok {
			if r.name == "overwrite" {
				return value.Value{}, false
			}
			return v, true
		}
	}
	return r.fold(before, writes)
}
