package graph

import (
	"cmp"
	"slices"
	"strings"

	"cptui/graph/value"
)

// lists gives the elements of a channel that is a list of plain data, and those of the writes, write by write. Messages have
// reducers of their own.
func lists(before value.Value, writes []value.Value) (have []value.Value, more [][]value.Value, ok bool) {
	have, ok = listOf(before)
	ok = ok && (len(have) == 0 || !isMessage(have[0]))
	for _, w := range writes {
		ok = ok && w.Kind() == value.List && (w.Len() == 0 || !isMessage(w.At(0)))
		if ok {
			more = append(more, items(w))
		}
	}
	return have, more, ok
}

// foldDistinct appends what the list does not hold yet.
func foldDistinct(before value.Value, writes []value.Value) (value.Value, bool) {
	out, more, ok := lists(before, writes)
	if !ok {
		return value.Value{}, false
	}
	have := distinct{}
	have.add(out)
	have.list = out // what stood there twice stays so
	for _, v := range more {
		have.add(v)
	}
	return value.NewList(have.list), true
}

func foldPrepend(before value.Value, writes []value.Value) (value.Value, bool) {
	out, more, ok := lists(before, writes)
	if !ok {
		return value.Value{}, false
	}
	slices.Reverse(more)
	return value.NewList(append(slices.Concat(more...), out...)), true
}

// foldSorted keeps a list of numbers, or of texts, in order.
func foldSorted(before value.Value, writes []value.Value) (value.Value, bool) {
	out, more, ok := lists(before, writes)
	if !ok {
		return value.Value{}, false
	}
	out = append(out, slices.Concat(more...)...)
	texts := len(out) > 0 && out[0].Kind() == value.String
	for _, v := range out {
		if _, number := float(v); texts != (v.Kind() == value.String) || !texts && !number {
			return value.Value{}, false
		}
	}
	slices.SortStableFunc(out, func(a, b value.Value) int {
		if texts {
			return strings.Compare(a.Str(), b.Str())
		}
		x, _ := float(a)
		y, _ := float(b)
		return cmp.Compare(x, y)
	})
	return value.NewList(out), true
}

// foldByID puts records with an id in the place of those with the same id.
func foldByID(before value.Value, writes []value.Value) (value.Value, bool) {
	out, more, ok := lists(before, writes)
	if !ok {
		return value.Value{}, false
	}
	at := map[string]int{}
	for i, v := range out {
		id, ok := recordID(v)
		if !ok {
			return value.Value{}, false
		}
		at[id] = i
	}
	for _, v := range slices.Concat(more...) {
		id, ok := recordID(v)
		if !ok {
			return value.Value{}, false
		}
		if i, there := at[id]; there {
			out[i] = v
			continue
		}
		at[id] = len(out)
		out = append(out, v)
	}
	return value.NewList(out), true
}

func recordID(v value.Value) (string, bool) {
	id, ok := v.Get("id")
	return keyText(id), ok && !isMessage(v)
}

// foldOldMessages is the reducer of messages in LangGraph 1.2.0 to 1.2.22: __remove_all__ is an id that no message has.
func foldOldMessages(before value.Value, writes []value.Value) (value.Value, bool) {
	some := make([]value.Value, len(writes))
	for i, w := range writes {
		some[i] = value.NewList(slices.DeleteFunc(slices.Clone(listOrOne(w)), removesAll))
	}
	return foldMessages(before, some)
}

func removesAll(m value.Value) bool { return isRemoval(m) && messageID(m) == removeAll }
