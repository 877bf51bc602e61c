package view

import (
	"context"
	"strings"

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

// cell is the width of one side where the sides stand beside each other.
func (c *compareRows) cell(width, name int) int {
	if c.both {
		return (width - name - 4 - verdictWidth) / 3
	}
	return (width - name - 4) / 2
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

func (c *compareRows) headline() Line {
	f := c.f
	line := Line{{" A " + c.env.branchName(f.A.Index), Strong}, {"   B " + c.env.branchName(f.B.Index), Strong}}
	switch {
	case f.Base == nil:
		return append(line, Span{"   no common ancestor", WaitStyle})
	case f.Base.Index == f.A.Index && f.Base.Index == f.B.Index:
		return append(line, Span{"   the same checkpoint", Dim})
	case f.Base.Index == f.A.Index:
		return append(line, Span{"   B came from A", Dim})
	case f.Base.Index == f.B.Index:
		return append(line, Span{"   A came from B", Dim})
	}
	return append(line, Span{"   came from " + c.env.branchName(f.Base.Index) + " " + c.env.clean(countWords(f.Base.Brief.Nodes)), Dim})
}

const verdictWidth = 14

// verdict says on which side a channel changed since the two parted.
func (c *compareRows) verdict(x compared) string {
	if !c.both {
		return ""
	}
	switch {
	case x.a.same(x.b):
		return "both, alike"
	case x.a.same(x.base):
		return "only B"
	case x.b.same(x.base):
		return "only A"
	}
	return "both, unlike"
}

// words says one side as seen from the base.
func (c *compareRows) words(s, base side, against bool, room int) Span {
	switch {
	case !s.ok:
		return Span{"absent", Dim}
	case against && s.same(base):
		return Span{"same", Dim}
	}
	if against && base.ok && s.v.Kind() == value.List && base.v.Kind() == value.List {
		if added, ok := appended(base.v, s.v); ok {
			var parts []string
			for _, v := range added {
				if len(parts) == 6 {
					parts = append(parts, "…")
					break
				}
				parts = append(parts, c.env.Short(v, max(8, room/2)))
			}
			return Span{Cut("+ "+strings.Join(parts, " "), room), AddStyle}
		}
	}
	return Span{c.env.Short(s.v, room), Plain}
}

// appended gives what b has after all of a.
func appended(a, b value.Value) ([]value.Value, bool) {
	n, m := a.Len(), b.Len()
	if m <= n || m > 5000 {
		return nil, false
	}
	ea, eb := a.Entries(), b.Entries()
	for i := range ea {
		if !value.Equal(ea[i].Val, eb[i].Val) {
			return nil, false
		}
	}
	var out []value.Value
	for _, e := range eb[n:] {
		out = append(out, e.Val)
	}
	return out, true
}

func (c *compareRows) mark(x compared) Span {
	switch {
	case !x.a.ok:
		return Span{"+", AddStyle}
	case !x.b.ok:
		return Span{"-", DelStyle}
	}
	return Span{"~", ModStyle}
}

// narrow is a channel in lines: its name and base, then the sides.
func (c *compareRows) narrow(x compared, name, width int) *item {
	it := &item{place: placeOf(x.path, x.b.v), open: true}
	it.place.Text = c.env.clean(x.name)
	it.draw = func(w int) Line {
		line := Line{c.mark(x), {" ", Plain}, {c.env.foldCell(it.open), Dim}, {Pad(it.place.Text, max(name, Width(it.place.Text))), KeyStyle}, {"  ", Plain}}
		if c.both {
			words := Span{"absent", Dim}
			if x.base.ok {
				words = Span{c.env.Short(x.base.v, w-line.Width()-6-verdictWidth), Plain}
			}
			line = append(line, Span{"base ", Dim}, words)
		}
		return Spread(line, Line{{c.verdict(x), Title}}, w)
	}
	it.kids = func() []*item {
		var list []*item
		lead := strings.Repeat(" ", 4+Width(c.env.noFold())-2)
		for _, s := range []struct {
			name string
			s    side
			say  func(compared, int) Span
		}{{"A", x.a, c.sideA}, {"B", x.b, c.sideB}} {
			k := &item{place: placeOf(x.path, s.s.v)}
			k.place.Text = s.name + " " + it.place.Text
			k.draw = func(w int) Line {
				line := Line{{lead + Pad("", name) + "  " + Pad(s.name, 5), Title}}
				return append(line, s.say(x, w-line.Width()))
			}
			list = append(list, k)
		}
		if d := c.differences(x); d != nil {
			list = append(list, d)
		}
		return list
	}
	return it
}

// differences is the folded row below a channel with the places that differ between A and B.
func (c *compareRows) differences(x compared) *item {
	if !x.a.ok || !x.b.ok || !isBranch(x.a.v) || !isBranch(x.b.v) {
		if !x.a.ok || !x.b.ok || x.a.v.Kind() != value.String || !longOrLines(x.a.v) && !longOrLines(x.b.v) {
			return nil
		}
	}
	it := &item{place: placeOf(x.path, x.b.v)}
	it.place.Text = "places that differ in " + c.env.clean(x.name)
	it.draw = func(int) Line {
		return Line{{"    ", Plain}, {c.env.foldCell(it.open), Dim}, {"from A to B, place by place", Dim}}
	}
	it.kids = func() []*item {
		l := &changeList{env: c.env, tree: c.tree}
		return l.inside(graph.Change{Channel: x.name, Op: graph.Changed, Before: x.a.v, After: x.b.v}, x.path)
	}
	return it
}

// wide is a channel in columns.
func (c *compareRows) wide(x compared, name, width int) *item {
	it := &item{place: placeOf(x.path, x.b.v), id: "wide " + x.name}
	it.place.Text = c.env.clean(x.name)
	if d := c.differences(x); d != nil {
		it.kids = d.kids
	}
	it.draw = func(w int) Line {
		cell := c.cell(w, name)
		glyph := c.env.noFold()
		if it.kids != nil {
			glyph = c.env.foldCell(it.open)
		}
		sides := []Span{c.sideA(x, cell-2), c.sideB(x, cell-2)}
		if c.both {
			base := Span{"absent", Dim}
			if x.base.ok {
				base = Span{c.env.Short(x.base.v, cell-2), Plain}
			}
			sides = append([]Span{base}, sides...)
		}
		line := Line{c.mark(x), {glyph, Dim}, {Pad(it.place.Text, name), KeyStyle}, {" ", Plain}}
		for _, s := range sides {
			line = append(line, Span{Pad(s.Text, cell), s.Style})
		}
		return append(line, Span{c.verdict(x), Title})
	}
	return it
}

// parted says which steps came first after the two parted.
func (c *compareRows) parted() []*item {
	if !c.both || c.f.ThenA == nil || c.f.ThenB == nil {
		return nil
	}
	var list []*item
	for _, s := range []struct {
		name string
		b    *graph.Brief
	}{{"first parted   A ", c.f.ThenA}, {"               B ", c.f.ThenB}} {
		what := countWords(s.b.Nodes)
		switch s.b.Kind {
		case graph.StepUpdate:
			what = "update"
		case graph.StepFork:
			what = "fork"
		case graph.StepInput:
			what = "input"
		}
		it := plainItem(Line{{" " + s.name, Title}, {c.env.branchName(s.b.Index), LinkStyle}, {" " + c.env.clean(what), Plain}})
		it.place.Index = s.b.Index
		list = append(list, it)
	}
	return list
}
