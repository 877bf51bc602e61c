package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// ChangeWords says in one line how a channel changed: `messages 16 → 17`, `total 1 → 3`, `topic "root"`.
func (e Env) ChangeWords(c graph.Change, max int) Line {
	name := e.clean(c.Channel)
	line := Line{{name, KeyStyle}, {" ", Plain}}
	room := max - Width(name) - 1
	arrow := " " + e.Glyph(GArrow) + " "
	switch c.Op {
	case graph.Added:
		return append(line, e.amount(c.After, room)...)
	case graph.Removed:
		return append(append(line, Span{"gone, was ", DelStyle}), e.amount(c.Before, room-10)...)
	}
	a, aOK := e.count(c.Before)
	b, bOK := e.count(c.After)
	if aOK && bOK {
		line = append(line, Span{a + arrow + b, NumStyle})
		extra := e.newParts(c, room-Width(a+b)-5)
		if a == b {
			line = line[:2]
			if extra == "" {
				extra = e.otherParts(c, room)
			}
		} else if extra != "" {
			extra = "  " + extra
		}
		return append(line, Span{extra, Plain})
	}
	half := (room - 3) / 2
	return append(line, Span{e.Short(c.Before, half), Plain}, Span{arrow, Dim}, Span{e.Short(c.After, half), Strong})
}

// count is what is counted of a container: items, todos done of all; false for scalars.
func (e Env) count(v value.Value) (string, bool) {
	if todos, ok := readTodos(v); ok {
		return todosDone(todos), true
	}
	switch v.Kind() {
	case value.List, value.Map:
		return strconv.Itoa(v.Len()), true
	case value.Object:
		if inner, ok := v.Get("$value"); ok && (inner.Kind() == value.List || inner.Kind() == value.Map) && typeOf(v) == setLike {
			return strconv.Itoa(inner.Len()), true
		}
	}
	return "", false
}

// amount is a value where only its size matters: a count for long lists, else the value.
func (e Env) amount(v value.Value, room int) Line {
	if n, ok := e.count(v); ok {
		if s := e.Short(v, room); v.Len() <= 4 && Width(s) <= 40 {
			return Line{{s, Plain}}
		}
		return Line{{n, NumStyle}}
	}
	return Line{{e.Short(v, min(room, 60)), Plain}}
}

// newParts names what came in or went: the last items of a list that grew, the keys of a map.
func (e Env) newParts(c graph.Change, room int) string {
	if room < 8 {
		return ""
	}
	switch {
	case c.Before.Kind() == value.Map && c.After.Kind() == value.Map && c.Before.Len()+c.After.Len() < 2000:
		var names string
		for _, x := range c.After.Entries() {
			if x.Name() == "" {
				continue
			}
			if _, was := c.Before.Get(x.Name()); !was {
				names += " + " + x.Name()
			}
		}
		for _, x := range c.Before.Entries() {
			if x.Name() == "" {
				continue
			}
			if _, is := c.After.Get(x.Name()); !is {
				names += " - " + x.Name()
			}
		}
		if names != "" {
			return Cut(e.clean(names[1:]), room)
		}
	case c.Before.Kind() == value.List && c.After.Kind() == value.List:
		if _, todos := readTodos(c.After); todos {
			return ""
		}
		n, m := c.Before.Len(), c.After.Len()
		if m <= n || m-n > 3 || m > 10_000 || isMessage(c.After.At(m-1)) {
			return ""
		}
		if n > 0 && !value.Equal(c.Before.At(n-1), c.After.At(n-1)) {
			return ""
		}
		text := ""
		for i := n; i < m; i++ {
			text += " + " + e.Short(c.After.At(i), room)
		}
		return Cut(text[1:], room)
	}
	return ""
}

// otherParts names what is another now in a container that has as many parts as before.
func (e Env) otherParts(c graph.Change, room int) string {
	if c.Before.Kind() != c.After.Kind() || c.After.Len() > 2000 || room < 8 {
		return "other content"
	}
	var parts []string
	before, after := c.Before.Entries(), c.After.Entries()
	if c.After.Kind() == value.List && len(after) > 0 && isMessage(after[0].Val) {
		other := 0
		for i := range after {
			if i >= len(before) || !value.Equal(before[i].Val, after[i].Val) {
				other++
			}
		}
		return strconv.Itoa(other) + " of " + plural(len(after), "message") + " replaced"
	}
	for i, x := range after {
		name := "[" + strconv.Itoa(i) + "]"
		var was value.Value
		if c.After.Kind() == value.Map {
			name = x.Name()
			was, _ = c.Before.Get(name)
		} else if i < len(before) {
			was = before[i].Val
		}
		if value.Equal(was, x.Val) {
			continue
		}
		text := "~ " + name
		if !isBranch(was) && !isBranch(x.Val) && !hiddenUnder(name, x.Val) && !hiddenUnder(name, was) {
			text = name + " " + e.Short(was, 16) + e.Glyph(GArrow) + e.Short(x.Val, 16)
		}
		if parts = append(parts, text); len(parts) == 4 {
			break
		}
	}
	if len(parts) == 0 {
		return "other order"
	}
	return Cut(e.clean(strings.Join(parts, "  ")), room)
}

// SameWords names a channel that did not change, with its count: `files 3`, `todos 1/3`.
func (e Env) SameWords(name string, v value.Value) string {
	text := e.clean(name)
	if n, ok := e.count(v); ok {
		return text + " " + n
	}
	return text
}
