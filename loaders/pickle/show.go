package pickle

import (
	"fmt"

	"cptui/graph/value"
)

// Bounds of what a pickle may spell out to: parts may be shared, so that a kilobyte could stand for terabytes.
const (
	spellFactor = 32 // bytes for each byte of the pickle
	spellLimit  = 16 << 20
	spellMost   = 512 << 20
	nodeWeight  = 16 // bytes that a value counts for at least
	workFactor  = 4  // parts looked at for each byte of the pickle
	workLimit   = 1 << 20
)

// shower turns nodes into values. A node that is used twice becomes one value that is used twice.
type shower struct {
	limit int // of what one value spells out to
	// strict shows instances of loose classes as what is pickled of them; loose are the classes that were not.
	strict bool
	loose  []string
	work   int // parts still to be looked at: a call may take a list apart that many calls share
}

var tooMuch = object(named("error", value.NewString("too much is shared to be spelt out")))

// show gives the value of a node and how many bytes it spells out to.
func (s *shower) show(n *node, depth int) (value.Value, int) {
	switch n.kind {
	case none:
		return value.NewNull(), nodeWeight
	case boolean:
		return value.NewBool(n.text == "true"), nodeWeight
	case integer:
		return value.NewNumber(value.Int, n.text), nodeWeight + len(n.text)
	case float:
		return value.NewNumber(value.Float, n.text), nodeWeight + len(n.text)
	case str:
		return value.NewString(n.text), nodeWeight + len(n.text)
	case bin:
		return value.NewBytes(shared(n.text)), nodeWeight + len(n.text)
	case global:
		return object(named("global", value.NewString(n.text))), nodeWeight + len(n.text)
	}
	switch n.shown {
	case wasShown:
		return n.val, n.weight
	case showing:
		return object(named("error", value.NewString("it holds itself: the circle is cut here"))), nodeWeight
	}
	if depth > value.MaxDepth {
		return object(named("error", value.NewString(fmt.Sprintf("nested deeper than %d levels", value.MaxDepth)))), nodeWeight
	}
	n.shown = showing
	n.weight = nodeWeight
	if n.val = tooMuch; s.work > 0 {
		if n.val = s.parts(n, depth); s.work < 0 {
			n.val = tooMuch // and not what was left half done
		}
	}
	if n.weight > s.limit {
		n.val, n.weight = object(named("error", value.NewString(fmt.Sprintf("it spells out to more than %d bytes, since its parts are shared", s.limit)))), nodeWeight
	}
	n.shown = wasShown
	return n.val, n.weight
}

// child shows a part of n and counts it.
func (s *shower) child(n, part *node, depth int) value.Value {
	v, w := s.show(part, depth+1)
	if n.weight += w; n.weight < 0 || n.weight > 1<<50 {
		n.weight = 1 << 50
	}
	return v
}

func (s *shower) children(n *node, parts []*node, depth int) []value.Value {
	if s.work -= len(parts); s.work < 0 {
		return nil
	}
	out := make([]value.Value, len(parts))
	for i, p := range parts {
		out[i] = s.child(n, p, depth)
	}
	return out
}

func (s *shower) entries(n *node, pairs []*node, depth int) []value.Entry {
	if s.work -= len(pairs); s.work < 0 {
		return nil
	}
	out := make([]value.Entry, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, value.Entry{Key: s.child(n, pairs[i], depth), Val: s.child(n, pairs[i+1], depth)})
	}
	return out
}

func (s *shower) parts(n *node, depth int) value.Value {
	switch n.kind {
	case list, tuple:
		return value.NewList(s.children(n, n.items, depth))
	case dict:
		return value.NewMap(s.entries(n, n.pairs, depth))
	case set:
		return value.NewObject(value.TypeSet, []value.Entry{named("$value", value.NewList(s.children(n, n.items, depth)))})
	case outside:
		return object(named(n.text, s.child(n, n.items[0], depth)))
	}
	return s.called(n, depth)
}

// called shows a call: as the value that it would make, where its name alone tells, else as the call.
func (s *shower) called(n *node, depth int) value.Value {
	if v, ok := s.known(n, depth); ok {
		return v
	}
	if v, ok := s.instance(n, depth); ok {
		return v
	}
	return s.call(n, depth)
}

// call shows what would be called with what, and what would be done to the result.
func (s *shower) call(n *node, depth int) value.Value {
	c := n.call
	key := "call"
	if c.isNew {
		key = "new"
	}
	var list []value.Entry
	if name := c.fn.name(); name != "" {
		list = append(list, named(key, value.NewString(name)))
	} else {
		list = append(list, named(key, s.child(n, c.fn, depth)))
	}
	if c.args != emptyTuple {
		list = append(list, named("args", s.child(n, c.args, depth)))
	}
	if c.kwargs != nil {
		list = append(list, named("kwargs", s.child(n, c.kwargs, depth)))
	}
	switch len(c.states) {
	case 0:
	case 1:
		list = append(list, named("state", s.child(n, c.states[0], depth)))
	default:
		list = append(list, named("states", value.NewList(s.children(n, c.states, depth))))
	}
	if len(n.items) > 0 {
		list = append(list, named("items", value.NewList(s.children(n, n.items, depth))))
	}
	if len(n.pairs) > 0 {
		list = append(list, named("entries", value.NewMap(s.entries(n, n.pairs, depth))))
	}
	return object(list...)
}

// object is what only running could tell more of.
func object(list ...value.Entry) value.Value { return value.NewObject(Type, list) }

func named(name string, v value.Value) value.Entry { return value.NamedEntry(name, v) }
