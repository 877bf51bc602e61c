package view

import (
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// cell is the width of one side where the sides stand beside each other.
func (c *compareRows) cell(width, name int) int {
	if c.both {
		return (width - name - 4 - verdictWidth) / 3
	}
	return (width - name - 4) / 2
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
