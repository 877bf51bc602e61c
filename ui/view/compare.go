package view

import (
	"context"

	"cptui/graph"
	"cptui/graph/value"
)

// CompareFacts are two moments and where they came from.
type CompareFacts struct {
	A, B *graph.Moment
	Base *graph.Moment // nearest common ancestor, nil where there is none
	// ThenA and ThenB are the first steps after Base on either side; nil where the side is Base itself or there is no Base.
	ThenA, ThenB *graph.Brief
}

// LoadCompare gathers two moments and their nearest common ancestor; safe to call from any goroutine.
func LoadCompare(ctx context.Context, h *graph.History, a, b int) (CompareFacts, error) {
	var f CompareFacts
	var err error
	if f.A, err = h.Moment(ctx, a); err != nil {
		return f, err
	}
	if f.B, err = h.Moment(ctx, b); err != nil {
		return f, err
	}
	lineA, lineB := h.Line(a), h.Line(b)
	n := 0
	for n < len(lineA) && n < len(lineB) && lineA[n] == lineB[n] {
		n++
	}
	if n == 0 {
		return f, nil
	}
	if f.Base, err = h.Moment(ctx, lineA[n-1]); err != nil {
		return f, err
	}
	then := func(line []int) (*graph.Brief, error) {
		if n >= len(line) {
			return nil, nil
		}
		brief, err := h.Brief(ctx, line[n])
		return &brief, err
	}
	if f.ThenA, err = then(lineA); err != nil {
		return f, err
	}
	f.ThenB, err = then(lineB)
	return f, err
}

// Compare shows what differs between two moments and on which side it changed since they parted. Below 110 columns the
// sides are lines, from there on columns.
type Compare struct{ *outline }

// sideBySide is the width from which the three sides stand beside each other.
const sideBySide = 110

// NewCompare compares two moments.
func NewCompare(f CompareFacts, env Env) *Compare {
	tree := &State{env: env, outline: &outline{width: defaultWidth, ascii: env.ASCII}}
	c := &compareRows{env: env, f: f, tree: tree}
	c.collect()
	tree.build = c.build
	tree.roots = tree.build(tree.width)
	tree.flatten()
	return &Compare{tree.outline}
}

type side struct {
	v  value.Value
	ok bool
}

func (s side) same(o side) bool { return s.ok == o.ok && (!s.ok || value.Equal(s.v, o.v)) }

type compared struct {
	name       string
	base, a, b side
	path       value.Path
}

type compareRows struct {
	env     Env
	f       CompareFacts
	tree    *State
	rows    []compared
	equal   []string
	unknown string // why nothing can be compared
	both    bool   // the sides parted from a third moment
}

func (c *compareRows) collect() {
	f := c.f
	for _, m := range []*graph.Moment{f.A, f.B} {
		if unreadableState(m.Checkpoint, m.State) {
			c.unknown = "not known: the state of " + c.env.branchName(m.Index) + " cannot be read"
			return
		}
	}
	c.both = f.Base != nil && f.Base.Index != f.A.Index && f.Base.Index != f.B.Index
	var base graph.State
	if f.Base != nil {
		base = f.Base.State
	}
	if f.A.State.Whole.Kind() != value.Invalid || f.B.State.Whole.Kind() != value.Invalid {
		whole := func(s graph.State) side { return side{s.Whole, s.Whole.Kind() != value.Invalid} }
		x := compared{name: "value", base: whole(base), a: whole(f.A.State), b: whole(f.B.State)}
		if x.a.same(x.b) {
			c.equal = append(c.equal, x.name)
		} else {
			c.rows = append(c.rows, x)
		}
		return
	}
	seen := map[string]bool{}
	for _, s := range []graph.State{f.A.State, f.B.State, base} {
		for _, ch := range s.Channels {
			if seen[ch.Name] {
				continue
			}
			seen[ch.Name] = true
			get := func(s graph.State) side { v, ok := s.Get(ch.Name); return side{v, ok} }
			x := compared{name: ch.Name, base: get(base), a: get(f.A.State), b: get(f.B.State), path: value.Path{{Name: ch.Name}}}
			if x.a.same(x.b) && (!c.both || x.a.same(x.base)) {
				c.equal = append(c.equal, ch.Name)
				continue
			}
			c.rows = append(c.rows, x)
		}
	}
}

func (c *compareRows) build(width int) []*item {
	list := []*item{plainItem(c.headline())}
	name := 0
	for _, x := range c.rows {
		name = max(name, Width(c.env.clean(x.name)))
	}
	name = min(name, maxKey)
	if width >= sideBySide && len(c.rows) > 0 {
		cell := c.cell(width, name)
		head := Pad("", name+4)
		if c.both {
			head += Pad("came from", cell)
		}
		list = append(list, plainItem(Line{{head + Pad("A", cell) + Pad("B", cell), Title}}))
	}
	for _, x := range c.rows {
		if width >= sideBySide {
			list = append(list, c.wide(x, name, width))
		} else {
			list = append(list, c.narrow(x, name, width))
		}
	}
	switch {
	case c.unknown != "":
		list = append(list, plainItem(Line{{"   " + c.unknown, WaitStyle}}))
	case len(c.rows) == 0:
		list = append(list, plainItem(Line{{"   no state channel differs", Dim}}))
	}
	if len(c.equal) > 0 {
		it := &item{place: NoPlace}
		it.place.Text = "equal"
		it.draw = func(int) Line {
			return Line{{"  " + c.env.foldCell(it.open), Dim}, {plural(len(c.equal), "equal channel"), Dim}}
		}
		it.kids = func() []*item {
			var list []*item
			for _, name := range c.equal {
				v, _ := c.f.A.State.Get(name)
				k := plainItem(Line{{"     = ", Dim}, {c.env.clean(name) + "  ", KeyStyle}, {c.env.Short(v, 60), Plain}})
				k.place = placeOf(value.Path{{Name: name}}, v)
				list = append(list, k)
			}
			return list
		}
		list = append(list, it)
	}
	return append(list, c.parted()...)
}

// baseOf is what a side is told against: the common ancestor, or the earlier of the two where one came from the other.
func (c *compareRows) baseOf(x compared, later bool) (base side, against bool) {
	switch {
	case c.both:
		return x.base, true
	case !later || c.f.Base == nil:
		return side{}, false
	case c.f.Base.Index == c.f.B.Index:
		return x.b, true
	}
	return x.a, true
}

// sideA and sideB say the two sides.
func (c *compareRows) sideA(x compared, room int) Span {
	base, against := c.baseOf(x, c.f.Base != nil && c.f.Base.Index == c.f.B.Index)
	return c.words(x.a, base, against, room)
}

func (c *compareRows) sideB(x compared, room int) Span {
	base, against := c.baseOf(x, c.f.Base == nil || c.f.Base.Index != c.f.B.Index)
	return c.words(x.b, base, against, room)
}
