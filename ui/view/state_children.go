package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

const (
	listWhole = 14  // lists up to this length are shown whole
	runWhole  = 100 // a run of items up to this length opens into its items, a longer one into runs
	listHead  = 8   // of a long list in which nothing changed
	listTail  = 3
)

// children makes the rows of one level.
func (n *treeNode) children() []*item {
	n.loadMarks()
	v, path := n.val, n.path
	if inner, ok := v.Get("$value"); ok && v.Kind() == value.Object && v.Len() == 1 {
		path = extend(path, value.Step{Name: "$value"})
		v = inner
	}
	if v.Kind() == value.List {
		return n.list(v, path)
	}
	return n.fields(v, path)
}

func extend(p value.Path, s value.Step) value.Path {
	return append(append(make(value.Path, 0, len(p)+1), p...), s)
}

// child is the node of one entry; before is found where the channel changed.
func (n *treeNode) child(key, name string, width int, path value.Path, v value.Value) *treeNode {
	c := &treeNode{t: n.t, key: key, name: name, keyWidth: width, path: path, val: v, pathless: n.pathless}
	if n.marks != nil && !n.pathless {
		c.marks = n.marks
		c.mark, c.before, c.hasBefore = n.marks.at(path)
		if c.mark == '+' {
			c.marks = nil // all of it is new
		}
	}
	return c
}

// list makes the rows of a list: all of a short one, else those that changed and the ends, with folded runs between.
func (n *treeNode) list(v value.Value, path value.Path) []*item {
	entries := v.Entries()
	width := len(strconv.Itoa(len(entries)-1)) + 2
	todos, _ := readTodos(v)
	one := func(i int) *treeNode {
		c := n.child("["+strconv.Itoa(i)+"]", "", width, extend(path, value.Step{Index: i, IsIndex: true}), entries[i].Val)
		if todos != nil {
			c.todo = &todos[i]
		}
		return c
	}
	shown := make([]bool, len(entries))
	if len(entries) <= listWhole {
		for i := range shown {
			shown[i] = true
		}
	} else {
		changed := n.marks.indices(path, len(entries))
		for _, i := range changed {
			for j := max(0, i-2); j <= i; j++ {
				shown[j] = true
			}
		}
		if len(changed) == 0 {
			for i := 0; i < listHead; i++ {
				shown[i] = true
			}
		}
		for i := max(0, len(entries)-listTail); i < len(entries); i++ {
			shown[i] = true
		}
	}
	gone := n.marks.removed(path)
	var list []*item
	for i := 0; i < len(entries); {
		for len(gone) > 0 && gone[0].at <= i {
			list = append(list, n.goneItem("["+strconv.Itoa(gone[0].from)+"]", width, gone[0].val))
			gone = gone[1:]
		}
		if shown[i] {
			list = append(list, n.openChanged(one(i)))
			i++
			continue
		}
		end := i
		for end < len(entries) && !shown[end] && (len(gone) == 0 || end < gone[0].at) {
			end++
		}
		if end == i {
			end++
		}
		if end-i <= 2 {
			for ; i < end; i++ {
				list = append(list, one(i).item())
			}
			continue
		}
		list = append(list, n.run(path, i, end, one))
		i = end
	}
	for _, g := range gone {
		list = append(list, n.goneItem("["+strconv.Itoa(g.from)+"]", width, g.val))
	}
	return list
}

// openChanged opens a row that is new or changed and small enough to be read at once.
func (n *treeNode) openChanged(c *treeNode) *item {
	it := c.item()
	if c.mark != 0 && it.kids != nil && c.val.Size() < 4096 && len(n.marks.paths) <= 3 {
		it.open = c.val.Kind() == value.Map || c.val.Kind() == value.Object
	}
	return it
}

func (n *treeNode) goneItem(key string, width int, v value.Value) *item {
	c := &treeNode{t: n.t, key: key, keyWidth: width, val: v, mark: '-', pathless: true}
	return c.item()
}

// run is the folded row of many items.
func (n *treeNode) run(path value.Path, from, to int, one func(int) *treeNode) *item {
	it := &item{place: NoPlace}
	it.place.Path = path
	it.place.Value = n.val
	it.place.Text = "[" + strconv.Itoa(from) + "…" + strconv.Itoa(to-1) + "]"
	it.draw = func(int) Line {
		return Line{{strings.Repeat(" ", indentOf(it.depth)), Plain}, {n.t.env.foldCell(it.open), Dim}, {it.place.Text, KeyStyle},
			{"   " + thousands(to-from) + " more", Dim}}
	}
	it.kids = func() []*item {
		var list []*item
		if to-from <= runWhole {
			for i := from; i < to; i++ {
				list = append(list, one(i).item())
			}
			return list
		}
		step := runWhole
		for (to-from)/step > runWhole {
			step *= 10
		}
		for at := from; at < to; at += step {
			list = append(list, n.run(path, at, min(at+step, to), one))
		}
		return list
	}
	it.holds = func(m matcher) bool {
		for i := from; i < to; i++ {
			if valueHolds(one(i).val, m) {
				return true
			}
		}
		return false
	}
	return it
}

// fields makes the rows of a map or object; of a message, the fields that say nothing are folded into one row.
func (n *treeNode) fields(v value.Value, path value.Path) []*item {
	entries := v.Entries()
	if dictLike(v) {
		items, _ := v.Get("$items")
		entries = pairs(items)
	}
	for _, e := range entries {
		n.oddKeys = n.oddKeys || e.Key.Kind() != value.String
	}
	_, message := graph.ReadMessage(n.val)
	shown, hidden := entries, []value.Entry(nil)
	if message {
		shown, hidden = messageFields(entries)
	}
	column := func(of []value.Entry) int {
		width := 0
		for _, e := range of {
			width = max(width, Width(n.keyText(e.Key)))
		}
		return min(width, maxKey)
	}
	width := column(shown)
	list := make([]*item, 0, len(shown)+1)
	for _, e := range shown {
		list = append(list, n.field(e, width, path))
	}
	for _, g := range n.marks.removed(path) {
		list = append(list, n.goneItem(CleanLine(g.name), width, g.val))
	}
	if len(hidden) > 0 {
		it := &item{place: NoPlace}
		it.place.Path, it.place.Value = path, v
		it.place.Text = plural(len(hidden), "more field")
		it.kids = func() []*item {
			var list []*item
			width := column(hidden) // they stand one level deeper: a column of their own
			for _, e := range hidden {
				list = append(list, n.field(e, width, path))
			}
			return list
		}
		it.draw = func(int) Line {
			return Line{{strings.Repeat(" ", indentOf(it.depth)), Plain}, {n.t.env.foldCell(it.open), Dim}, {plural(len(hidden), "more field"), Dim}}
		}
		list = append(list, it)
	}
	return list
}

func (n *treeNode) field(e value.Entry, width int, path value.Path) *item {
	step := value.Step{Name: e.Name()}
	if e.Name() == "content" && e.Val.Kind() == value.List && e.Val.Len() == 1 { // one block of text: the text says it
		block := e.Val.At(0)
		if text, ok := block.Get("text"); ok && text.Kind() == value.String && block.Len() == 2 {
			c := n.child(n.keyText(e.Key), e.Name(), width, append(extend(path, step), value.Step{IsIndex: true}, value.Step{Name: "text"}), text)
			return c.item()
		}
	}
	c := n.child(n.keyText(e.Key), e.Name(), width, extend(path, step), e.Val)
	it := c.item()
	if e.Key.Kind() != value.String {
		it.place.Path = path // a key that is no text has no path of its own
	}
	if c.name == "content" && c.mark == 0 && n.mark != 0 && it.kids != nil && c.val.Kind() == value.String && c.val.Size() < 600 {
		it.open = true
	}
	return it
}

// keyText is a key as shown: bare where all are text, else as values, so that 1 and "1" are told apart.
func (n *treeNode) keyText(k value.Value) string {
	if k.Kind() == value.String {
		head, whole := textHead(k, 200)
		if !whole {
			head += "…"
		}
		if head == "" || n.oddKeys {
			return n.t.env.clean(quote(head))
		}
		return n.t.env.clean(head)
	}
	return n.t.env.Short(k, 60)
}

// messageFields puts the fields people look for first and takes out what is empty or says nothing.
func messageFields(entries []value.Entry) (shown, hidden []value.Entry) {
	for _, name := range []string{"content", "name", "tool_calls", "tool_call_id", "status"} {
		for _, e := range entries {
			if e.Name() == name && !saysNothing(e) {
				shown = append(shown, e)
			}
		}
	}
	for _, e := range entries {
		switch e.Name() {
		case "content", "name", "tool_calls", "tool_call_id", "status":
			if saysNothing(e) {
				hidden = append(hidden, e)
			}
		case "type", "role", "id", "additional_kwargs", "response_metadata", "example", "lc_direct_tool_output", "lc_source":
			hidden = append(hidden, e)
		default:
			if saysNothing(e) {
				hidden = append(hidden, e)
			} else {
				shown = append(shown, e)
			}
		}
	}
	return shown, hidden
}

func saysNothing(e value.Entry) bool {
	switch e.Val.Kind() {
	case value.Null, value.Invalid:
		return true
	case value.String, value.List, value.Map:
		return e.Name() != "content" && e.Val.Len() == 0
	}
	return false
}

// holdsLimit bounds how many values one search looks at below one row.
const holdsLimit = 300_000

// valueHolds looks for a text in the names, texts and numbers of a value.
func valueHolds(v value.Value, m matcher) bool {
	left := holdsLimit
	return holds(v, m, &left, 0)
}

func holds(v value.Value, m matcher, left *int, depth int) bool {
	if *left--; *left < 0 || depth > 500 {
		return false
	}
	switch v.Kind() {
	case value.String:
		return m.in(v.Str())
	case value.Int, value.Float:
		return m.in(v.Num())
	case value.Bool:
		return m.in(strconv.FormatBool(v.Truth()))
	case value.Null:
		return m.in("null")
	case value.Object:
		if m.in(v.Type()) {
			return true
		}
	case value.List, value.Map:
	default:
		return false
	}
	for _, e := range v.Entries() {
		if e.Key.Kind() != value.Invalid && holds(e.Key, m, left, depth+1) || holds(e.Val, m, left, depth+1) {
			return true
		}
	}
	return false
}
