package graph

import (
	"slices"

	"cptui/graph/value"
)

// removeAll is the id of the RemoveMessage that takes out all messages.
const removeAll = "__remove_all__"

// spine is the array behind a growing list. Every step of a branch sees its own beginning of it, so that a thousand steps
// of a list cost one list. Only the step that sees all of it may append in place.
type spine struct {
	elems []value.Value
	ids   map[string]int // message id → place; nil until asked for

	// Of the first checked elements all are messages with a class, or none is: so that a message more does not look at all again.
	checked int
	typed   bool
}

// upTo gives a spine of the first n elements that may be appended to.
func (s *spine) upTo(n int) *spine {
	if s == nil {
		return &spine{}
	}
	if len(s.elems) == n {
		return s
	}
	return &spine{elems: slices.Clone(s.elems[:n]), checked: min(s.checked, n), typed: s.typed}
}

func (s *spine) index() map[string]int {
	if s.ids == nil {
		s.ids = make(map[string]int, len(s.elems))
		for i, m := range s.elems {
			if id := messageID(m); id != "" {
				s.ids[id] = i
			}
		}
	}
	return s.ids
}

// inbox takes messages into a list by their ids: the same id replaces, a RemoveMessage takes out.
type inbox struct {
	*spine
	own bool // the spine is nobody else's: elements may be replaced
}

func (b *inbox) put(m value.Value) {
	id := messageID(m)
	at, there := b.index()[id]
	switch {
	case id == "":
		b.elems = append(b.elems, m)
	case isRemoval(m) && id == removeAll:
		b.spine, b.own = &spine{}, true
	case isRemoval(m):
		if there {
			b.mine()
			b.elems, b.ids = slices.Delete(b.elems, at, at+1), nil
		}
	case there:
		b.mine()
		b.elems[at] = m
	default:
		b.ids[id] = len(b.elems)
		b.elems = append(b.elems, m)
	}
}

func (b *inbox) mine() {
	if !b.own {
		b.spine, b.own = &spine{elems: slices.Clone(b.elems), checked: b.checked, typed: b.typed}, true
	}
}
