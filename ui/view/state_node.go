package view

import (
	"encoding/hex"
	"strings"

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
