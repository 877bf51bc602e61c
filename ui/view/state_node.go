package view

import (
	"encoding/hex"
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// maxKey is the width of the column of names; longer ones push their value to the right.
const maxKey = 22

// treeNode makes the row of one value and the rows below it.
type treeNode struct {
	t        *State
	key      string // clean, as shown
	name     string // as stored, "" in lists
	keyWidth int    // of all names beside it
	path     value.Path
	val      value.Value
	mark     byte // + ~ - or 0
	right    string
	todo     *todo
	seen     *nodeFacts
	oddKeys  bool // some key below is no text
	count    int  // children, once counted
	counted  bool
	channel  bool // a channel of the state
	pathless bool // not at a path of the state: it was in the parent and is gone, or it never was in the state

	before    value.Value // what stood here at the parent
	hasBefore bool
	marks     *markSet // of the channel, nil where nothing changed or not looked at yet
}

func (n *treeNode) item() *item {
	it := &item{place: NoPlace}
	it.place.Value = n.val
	if !n.pathless {
		it.place.Path = n.path
	}
	it.place.Text = n.key
	n.below(it)
	it.link = n.linkPath()
	it.draw = func(width int) Line { return n.draw(it, width) }
	return it
}

// below sets how the rows below are made, where there are any.
func (n *treeNode) below(it *item) {
	v := n.val
	if n.masked() {
		return
	}
	switch v.Kind() {
	case value.String:
		if b := n.textBlock(it); b != nil {
			it.loose = true
			it.kids = func() []*item { return b().items() }
			it.holds = func(m matcher) bool { return m.in(b().text) }
			it.reveal = func(m matcher) { b().find(m) }
		}
	case value.Bytes:
		if v.Len() > 8 {
			dump := n.lazyBlock(it, func() string { return hex.Dump(v.Bytes()) })
			it.loose = true
			it.kids = func() []*item { return dump().items() }
			it.holds = func(matcher) bool { return false }
		}
	case value.List, value.Map, value.Object:
		if n.leafObject() || n.empty() {
			return
		}
		if n.facts().chip != "" {
			it.holds = func(matcher) bool { return false }
		} else {
			it.holds = func(m matcher) bool { return valueHolds(v, m) }
		}
		it.kids = n.children
	}
}

// longText is from where on a text gets rows of its own.
const longText = 48

func (n *treeNode) textBlock(it *item) func() *textBlock {
	head, whole := textHead(n.val, longText)
	if whole && !strings.ContainsAny(head, "\n\r") {
		return nil
	}
	if _, ok := dataURL(head, n.val); ok {
		return nil
	}
	return n.lazyBlock(it, n.val.Str)
}

func (n *treeNode) lazyBlock(it *item, text func() string) func() *textBlock {
	var b *textBlock
	return func() *textBlock {
		if b == nil {
			b = &textBlock{env: n.t.env, text: text(), style: StrStyle, path: it.place.Path, val: n.val}
			b.width = func() int { return max(8, n.t.width-indentOf(it.depth+1)-2) }
			b.pad = func(depth int) Line { return Line{{strings.Repeat(" ", indentOf(depth)+2), Plain}} }
		}
		return b
	}
}

func (n *treeNode) leafObject() bool { return leafObject(n.val) }

// leafObject tells typed data that is shown in one row: a date, a number, a class with one scalar.
func leafObject(v value.Value) bool {
	if v.Kind() != value.Object {
		return false
	}
	switch typeOf(v) {
	case plainText, seconds, pattern:
		return true
	}
	inner, ok := v.Get("$value")
	return ok && v.Len() == 1 && inner.Kind() != value.List && inner.Kind() != value.Map && inner.Kind() != value.Object
}

// masked reports whether the value is not to be shown.
func (n *treeNode) masked() bool {
	if n.t.env.Reveal {
		return false
	}
	if n.val.Kind() == value.Object {
		return secretClass(n.val.Type())
	}
	return hiddenUnder(n.name, n.val)
}

// len counts the children once: for some codecs that takes a scan of all bytes.
func (n *treeNode) len() int {
	if !n.counted {
		n.count, n.counted = n.val.Len(), true
	}
	return n.count
}

// empty tells whether there is nothing below, without counting a large value.
func (n *treeNode) empty() bool { return len(n.val.Raw()) < 16 && n.len() == 0 }

func indentOf(depth int) int { return 2 + 2*depth }

func (n *treeNode) draw(it *item, width int) Line {
	mark, style := " ", KeyStyle
	if n.mark != 0 {
		mark = string(n.mark)
	}
	line := Line{{mark, markStyle(n.mark)}, {strings.Repeat(" ", indentOf(it.depth)-1), Plain}}
	glyph := n.t.env.noFold()
	if it.kids != nil {
		glyph = n.t.env.foldCell(it.open)
	}
	line = append(line, Span{glyph, Dim})
	if n.mark == '-' {
		style = DelStyle
	}
	line = append(line, Span{Pad(n.key, max(n.keyWidth, Width(n.key))), style}, Span{"  ", Plain})
	room := width - line.Width()
	if n.right != "" {
		room -= Width(n.right) + 2
	}
	line = append(line, n.summary(it, room)...)
	if n.right != "" {
		line = Spread(line, Line{{n.right, Dim}}, width)
	}
	return line
}

func markStyle(mark byte) Style {
	switch mark {
	case '+':
		return AddStyle
	case '-':
		return DelStyle
	case '~':
		return ModStyle
	}
	return Plain
}

// summary is what the row says of its value.
func (n *treeNode) summary(it *item, room int) Line {
	if room < 1 {
		return nil
	}
	v, env := n.val, n.t.env
	if n.masked() {
		return Line{{secretMask, Dim}, {"  secret", Dim}}
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
	name := className(v.Type())
	if dictLike(v) {
		items, _ := v.Get("$items")
		return "map " + strconv.Itoa(items.Len())
	}
	if inner, ok := v.Get("$value"); ok && (inner.Kind() == value.List || inner.Kind() == value.Map) && typeOf(v) != arrayLike {
		return name + " " + strconv.Itoa(inner.Len())
	}
	return name
}
