package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/graph/value"
)

// summary is what the row says of its value.
func (n *treeNode) summary(it *item, room int) Line {
	if room < 1 {
		return nil
	}
	v, env := n.val, n.t.env
	if n.masked() {
		return Line{{secret.Masked, Dim}, {"  secret", Dim}}
	}
	if it.link != nil {
		return Line{{env.Glyph(GArrow) + " " + linkName(it.link), LinkStyle}, {"  " + CleanCut(v.Str(), max(0, room-8)), Dim}}
	}
	switch v.Kind() {
	case value.String:
		if it.open {
			return Line{{"text, " + byteCount(textSize(v)), Dim}}
		}
		return n.textSummary(room)
	case value.Null, value.Bool:
		return Line{{env.Short(v, room), NumStyle}}
	case value.Int, value.Float:
		line := Line{{env.Short(v, room), NumStyle}}
		if n.hasBefore && n.before.Kind() != value.Invalid {
			line = append(line, Span{"  was " + env.Short(n.before, room), Dim})
		}
		return line
	case value.Bytes, value.Invalid:
		return Line{{env.Short(v, room), StrStyle}}
	}
	facts := n.facts()
	if facts.chip != "" {
		return Line{{facts.chip, TypeStyle}}
	}
	if n.todo != nil {
		style := Plain
		if n.todo.done() {
			style = Dim
		} else if n.todo.working() {
			style = Strong
		}
		return Line{{n.todo.box() + " ", TypeStyle}, {CleanCut(n.todo.text, max(0, room-4)), style}}
	}
	if m := facts.msg; m != nil {
		who, what := env.messageParts(*m, room)
		style := Plain
		if m.Error {
			style = ErrStyle
			if it.open {
				what = env.Glyph(GError) + " error"
			}
		}
		return Line{{Pad(who, max(15, Width(who))), TypeStyle}, {"  ", Plain}, {Cut(what, max(0, room-17)), style}}
	}
	line := Line{{n.typeLabel(), TypeStyle}}
	if isFile(v) || !it.open && n.saysItsType() {
		line = nil
	}
	if d := n.grown(); d != "" {
		line = append(line, Span{"  " + d, markStyle(d[0])})
	}
	if extra := n.kindly(it, room-line.Width()-2); extra != "" {
		if len(line) > 0 {
			extra = "  " + extra
		}
		line = append(line, Span{extra, Plain})
	}
	if n.hasBefore && n.before.Kind() != value.Invalid && n.leafObject() && !isBranch(n.before) {
		line = append(line, Span{"  was " + n.t.env.Short(n.before, 30), Dim})
	}
	return line
}

// saysItsType tells typed data whose short form begins with its class anyway.
func (n *treeNode) saysItsType() bool {
	if n.val.Kind() != value.Object || n.val.Size() > 4096 {
		return false
	}
	switch typeOf(n.val) {
	case arrayLike, sendLike, otherObject:
		return !dictLike(n.val)
	case unreadable:
		return true
	}
	return false
}

// nodeFacts is what is asked again each time a row is drawn.
type nodeFacts struct {
	chip string // of a picture or document
	msg  *graph.Message
}

func (n *treeNode) facts() *nodeFacts {
	if n.seen == nil {
		n.seen = &nodeFacts{}
		if chip, ok := mediaBlock(n.val); ok {
			n.seen.chip = CleanLine(chip)
		} else if m, ok := graph.ReadMessage(n.val); ok {
			n.seen.msg = &m
		}
	}
	return n.seen
}

// grown says by how much a list or map grew or shrank.
func (n *treeNode) grown() string {
	if !n.hasBefore || n.before.Kind() != n.val.Kind() || n.val.Kind() == value.Object {
		return ""
	}
	d := n.len() - n.before.Len()
	switch {
	case d > 0:
		return "+" + strconv.Itoa(d)
	case d < 0:
		return strconv.Itoa(d)
	}
	return ""
}

// kindly is what helps to recognize the value: counted todos, the first line of a file, the first fields.
func (n *treeNode) kindly(it *item, room int) string {
	v := n.val
	if room < 4 {
		return ""
	}
	if todos, ok := readTodos(v); ok {
		return Cut(countTodos(todos, " · "), room)
	}
	if line, ok := fileSummary(v, n.t.env, room); ok {
		return line
	}
	if it.open || n.empty() {
		return ""
	}
	if size := v.Size(); size > 4096 {
		return byteCount(int64(size))
	}
	return n.t.env.Short(v, room)
}

func (n *treeNode) textSummary(room int) Line {
	s := n.t.env.Short(n.val, room)
	if n.hasBefore && !isBranch(n.before) && n.before.Kind() != value.Invalid && Width(s) < room/2 {
		return Line{{s, StrStyle}, {"  was " + n.t.env.Short(n.before, room-Width(s)-6), Dim}}
	}
	if size := textSize(n.val); size > 200 || strings.HasSuffix(s, "…") {
		tail := "  " + byteCount(size)
		if room > 24 {
			return Line{{Cut(s, room-Width(tail)), StrStyle}, {tail, Dim}}
		}
	}
	return Line{{s, StrStyle}}
}

// textSize is the length of a text in bytes; of a huge one, the bytes it takes in the file.
func textSize(v value.Value) int64 {
	if size := v.Size(); size > 1<<20 {
		return int64(size)
	}
	return int64(v.Len())
}

// typeLabel is "list 17", "map 3", "Row", "set 2".
func (n *treeNode) typeLabel() string {
	v := n.val
	switch v.Kind() {
	case value.List:
		return "list " + strconv.Itoa(n.len())
	case value.Map:
		return "map " + strconv.Itoa(n.len())
	}
	switch name := className(v.Type()); {
	case typeOf(v) == arrayLike:
		return arrayHead(v)
	case name == "pickle":
		return strings.TrimSpace("pickle " + pickled(v))
	}
	name := className(v.Type())
	if dictLike(v) {
		items, _ := v.Get("$items")
		return "map " + strconv.Itoa(items.Len())
	}
	if inner, ok := v.Get("$value"); ok && (inner.Kind() == value.List || inner.Kind() == value.Map) {
		return name + " " + strconv.Itoa(inner.Len())
	}
	return name
}
