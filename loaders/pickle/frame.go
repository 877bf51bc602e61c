package pickle

import (
	"strconv"
	"strings"

	"cptui/graph/value"
)

// pandas shows a table or a column: what it would be is pandas' own affair, so that it stays a "pickle", but its names, index, element
// types and content are there to read. Where a part has a form that is not known here, the whole is shown as it is pickled.
func (s *shower) pandas(n *node, name string, depth int) (value.Value, bool) {
	if len(n.call.states) != 1 {
		return value.Value{}, false
	}
	mgr := n.call.states[0].get("_mgr")
	if mgr == nil || mgr.kind != call {
		return value.Value{}, false
	}
	head := []value.Entry{named("new", value.NewString(name))}
	switch name {
	case "pandas.DataFrame", "pandas.core.frame.DataFrame":
		return s.frame(n, mgr, head, depth)
	case "pandas.Series", "pandas.core.series.Series":
		return s.series(n, mgr, head, depth)
	}
	return value.Value{}, false
}

// series reads a column: its manager's state begins with the index and the one block.
func (s *shower) series(n, mgr *node, head []value.Entry, depth int) (value.Value, bool) {
	if len(mgr.call.states) != 1 {
		return value.Value{}, false
	}
	axes, blocks := mgr.call.states[0].arg(0), mgr.call.states[0].arg(1)
	if axes.arg(0) == nil || blocks.arg(0) == nil || len(blocks.items) != 1 {
		return value.Value{}, false
	}
	for _, key := range []string{"_name", "name"} {
		if label := n.call.states[0].get(key); label != nil {
			head = append(head, named("name", s.child(n, label, depth)))
			break
		}
	}
	return object(append(head, named("index", s.index(n, axes.items[0], depth)), named("data", s.child(n, unboxed(blocks.items[0]), depth)))...), true
}

// frame reads a table: blocks of columns that share an element type, and two axes.
func (s *shower) frame(n, mgr *node, head []value.Entry, depth int) (value.Value, bool) {
	blocks, axes := mgr.call.args.arg(0), mgr.call.args.arg(1)
	if blocks == nil || axes == nil || len(axes.items) != 2 {
		return value.Value{}, false
	}
	columns, ok := s.labels(n, axes.items[0], depth)
	if !ok {
		return value.Value{}, false
	}
	data, types := make([]value.Entry, len(columns)), make([]value.Entry, len(columns))
	for i, label := range columns {
		data[i].Key, types[i].Key = label, label
	}
	for _, b := range blocks.items {
		if b.kind != call || b.call.args.arg(0) == nil {
			return value.Value{}, false
		}
		content := s.child(n, unboxed(b.call.args.items[0]), depth)
		places, ok := s.places(b.call.args.arg(1), len(columns))
		if !ok {
			return value.Value{}, false
		}
		dtype, _ := content.Get("dtype")
		shape, _ := content.Get("shape")
		list, _ := content.Get("$value")
		rows := list.Entries()
		for row, at := range places {
			switch {
			case content.Type() != value.TypeArray && len(places) == 1: // pandas' own: categories, times with a zone
				data[at].Val, types[at].Val = content, value.NewNull()
			case content.Type() == value.TypeArray && shape.Len() == 2 && len(rows) == len(places):
				data[at].Val, types[at].Val = rows[row].Val, dtype
			case content.Type() == value.TypeArray && shape.Len() == 1 && len(places) == 1:
				data[at].Val, types[at].Val = list, dtype
			default:
				return value.Value{}, false
			}
		}
	}
	for _, e := range data {
		if e.Val.Kind() == value.Invalid {
			return value.Value{}, false
		}
	}
	return object(append(head, named("columns", value.NewList(columns)), named("dtypes", value.NewMap(types)),
		named("index", s.index(n, axes.items[1], depth)), named("data", value.NewMap(data)))...), true
}

// places reads which of the columns a block fills: a slice, or an array of numbers.
func (s *shower) places(where *node, columns int) (places []int, ok bool) {
	if where == nil || where.kind != call {
		return nil, false
	}
	if where.call.fn.name() == "builtins.slice" {
		var lim [3]int
		for i := range lim {
			a := where.call.args.arg(i)
			if a == nil || a.kind != integer {
				return nil, false
			}
			lim[i], _ = strconv.Atoi(a.text)
		}
		if lim[0] < 0 || lim[2] <= 0 {
			return nil, false
		}
		for at := lim[0]; at < min(lim[1], columns); at += lim[2] {
			places = append(places, at)
		}
		return places, true
	}
	v, _ := s.show(where, 0)
	list, _ := v.Get("$value")
	if v.Type() != value.TypeArray || list.Len() > columns {
		return nil, false
	}
	for _, e := range list.Entries() {
		at, ok := e.Val.Int64()
		if !ok || at < 0 || at >= int64(columns) {
			return nil, false
		}
		places = append(places, int(at))
	}
	return places, true
}

// unboxed is the array of objects inside pandas' array of texts; any other array of pandas' own means something else than its numbers
// say (the codes of categories), and stays.
func unboxed(n *node) *node {
	if n.kind != call || n.call.fn.name() != "pandas._libs.arrays.__pyx_unpickle_NDArrayBacked" || len(n.call.states) != 1 ||
		!strings.HasSuffix(n.call.args.arg(0).name(), ".StringArray") {
		return n
	}
	for _, part := range n.call.states[0].items {
		if part.kind == call && (strings.HasSuffix(part.call.fn.name(), "._reconstruct") || strings.HasSuffix(part.call.fn.name(), "._frombuffer")) {
			return part
		}
	}
	return n
}

// index shows the labels of an index, or the range that it is.
func (s *shower) index(n, of *node, depth int) value.Value {
	if of.kind == call {
		if d := of.call.args.arg(1); d.get("start") != nil && d.get("stop") != nil && d.get("step") != nil {
			return object(named("call", value.NewString("builtins.range")), named("args", value.NewList([]value.Value{
				s.child(n, d.get("start"), depth), s.child(n, d.get("stop"), depth), s.child(n, d.get("step"), depth)})))
		}
	}
	if list, ok := s.labels(n, of, depth); ok {
		return value.NewList(list)
	}
	return s.child(n, of, depth)
}

// labels lists the labels of an index that is an array of plain ones, or a range; false where it is anything else (a MultiIndex).
func (s *shower) labels(n, of *node, depth int) ([]value.Value, bool) {
	if of.kind != call {
		return nil, false
	}
	d := of.call.args.arg(1)
	if content := d.get("data"); content != nil {
		v := s.child(n, unboxed(content), depth)
		list, _ := v.Get("$value")
		dtype, _ := v.Get("dtype")
		if s.work -= list.Len(); s.work < 0 || v.Type() != value.TypeArray || list.Kind() != value.List || strings.ContainsAny(dtype.Str(), "Mm") {
			return nil, false
		}
		out := []value.Value{}
		for _, e := range list.Entries() {
			out = append(out, e.Val)
		}
		return out, true
	}
	var lim [3]int64
	for i, key := range [...]string{"start", "stop", "step"} {
		a := d.get(key)
		if a == nil || a.kind != integer {
			return nil, false
		}
		var err error
		if lim[i], err = strconv.ParseInt(a.text, 10, 32); err != nil {
			return nil, false
		}
	}
	if lim[2] <= 0 {
		return nil, false
	}
	if s.work -= int(max(lim[1]-lim[0], 0) / lim[2]); s.work < 0 {
		return nil, false
	}
	out := []value.Value{}
	for a := lim[0]; a < lim[1]; a += lim[2] {
		out = append(out, value.NewInt(a))
	}
	return out, true
}
