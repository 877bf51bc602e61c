package view

import (
	"strings"

	"cptui/graph/value"
)

// Wrapper is a Pane whose long texts are broken into rows: the number of its rows depends on the width. Tell it the width
// before Len whenever that changes; until then it takes 80 cells. Folds stay, row numbers may change.
type Wrapper interface {
	Wrap(width int)
}

// defaultWidth is used until Wrap tells the width.
const defaultWidth = 80

// item is one row of an outline, with the rows below it made when they are first needed.
type item struct {
	depth int
	open  bool
	draw  func(width int) Line
	whole bool // there to be copied: never cut where it is printed
	place Place
	link  value.Path // Enter goes to the row of this path, in the same pane

	kids  func() []*item // nil: nothing below
	made  []*item
	id    string // by which its fold is remembered when the rows are laid out anew; "": its place's text
	loose bool   // kids depend on the width of the pane

	// instead of opening, a gap gives its own place to the rows it stands for
	replace func() []*item
	// holds reports whether the text is somewhere below, without making rows; nil: look at the rows themselves.
	holds func(m matcher) bool
	// reveal prepares kids so that the first place with the text is among them (inside of a long text).
	reveal func(m matcher)
}

// outline is a Pane of foldable rows. It keeps what is open as a flat list, so that a row is found by its number.
type outline struct {
	roots []*item
	rows  []*item
	width int
	ascii bool
	// build makes the roots again where they depend on the width; nil where they do not.
	build func(width int) []*item
}

// newWrapped makes an outline whose roots are made for one width.
func newWrapped(env Env, build func(width int) []*item) *outline {
	o := &outline{build: build, width: defaultWidth, ascii: env.ASCII}
	o.roots = build(o.width)
	o.flatten()
	return o
}

func (o *outline) flatten() {
	o.rows = o.rows[:0]
	for _, it := range o.roots {
		o.rows = appendOpen(o.rows, it)
	}
}

func appendOpen(rows []*item, it *item) []*item {
	rows = append(rows, it)
	if !it.open {
		return rows
	}
	for _, k := range it.below() {
		rows = appendOpen(rows, k)
	}
	return rows
}

func (it *item) below() []*item {
	if it.made == nil && it.kids != nil {
		it.made = it.kids()
		for _, k := range it.made {
			k.depth = it.depth + 1
		}
	}
	return it.made
}

// Wrap lays the rows out again for another width.
func (o *outline) Wrap(width int) {
	if width < 8 {
		width = 8
	}
	if width == o.width {
		return
	}
	o.width = width
	if o.build != nil {
		open := map[string]bool{}
		for _, it := range o.rows {
			if it.kids != nil {
				open[it.name()] = it.open
			}
		}
		o.roots = o.build(width)
		for _, it := range o.roots {
			if was, ok := open[it.name()]; ok && it.kids != nil {
				it.open = was
			}
		}
	}
	for _, it := range o.rows {
		if it.loose {
			it.made = nil
		}
	}
	o.flatten()
}

func (it *item) name() string {
	if it.id != "" {
		return it.id
	}
	return it.place.Text
}

func (o *outline) Len() int { return len(o.rows) }

// Whole reports whether row i is there to be copied, and so is printed in all its length.
func (o *outline) Whole(i int) bool { return i >= 0 && i < len(o.rows) && o.rows[i].whole }

func (o *outline) Row(i, width int) Line {
	if i < 0 || i >= len(o.rows) || width <= 0 {
		return nil
	}
	line := o.rows[i].draw(width)
	if !o.ascii {
		return line.Fit(width)
	}
	twins := inASCII(line)
	if over := twins.Width() - width; over > 0 && width > over+8 {
		twins = inASCII(o.rows[i].draw(width - over)) // what stands at the end of the row stays
	}
	twins = twins.Fit(width)
	for k := range twins {
		twins[k].Text = strings.ReplaceAll(twins[k].Text, "…", ".")
	}
	return twins
}

// inASCII draws the signs of the program with their ASCII twins, in texts of a source too: the terminal has no others.
func inASCII(l Line) Line {
	out := make(Line, len(l))
	for i, s := range l {
		out[i] = Span{twin.Replace(strings.ReplaceAll(s.Text, "…", ".")), s.Style}
	}
	return out
}

// Fold implements Pane.
func (o *outline) Fold(i int, open bool) (cursor int, ok bool) {
	if i < 0 || i >= len(o.rows) {
		return i, false
	}
	it := o.rows[i]
	if !open {
		if it.open {
			it.open = false
			end := i + 1
			for end < len(o.rows) && o.rows[end].depth > it.depth {
				end++
			}
			o.rows = append(o.rows[:i+1], o.rows[end:]...)
			return i, true
		}
		for p := i - 1; p >= 0; p-- {
			if o.rows[p].depth < it.depth {
				return p, true
			}
		}
		return i, false
	}
	switch {
	case it.replace != nil:
		o.fill(i)
		return i, true
	case it.kids == nil:
		return i, false
	case it.open:
		if i+1 < len(o.rows) && o.rows[i+1].depth > it.depth {
			return i + 1, true
		}
		return i, false
	}
	it.open = true
	var below []*item
	for _, k := range it.below() {
		below = appendOpen(below, k)
	}
	o.insert(i+1, below)
	return i, true
}

func (o *outline) insert(at int, rows []*item) {
	tail := append([]*item(nil), o.rows[at:]...)
	o.rows = append(append(o.rows[:at], rows...), tail...)
}

// fill puts the rows that a gap stands for in its place, in the list of rows and in the list of its parent.
func (o *outline) fill(i int) {
	gap := o.rows[i]
	rows := gap.replace()
	for _, r := range rows {
		r.depth = gap.depth
	}
	for p := i - 1; p >= 0; p-- {
		if parent := o.rows[p]; parent.depth < gap.depth {
			parent.made = swap(parent.made, gap, rows)
			break
		}
	}
	if gap.depth == 0 {
		o.roots = swap(o.roots, gap, rows)
	}
	tail := append([]*item(nil), o.rows[i+1:]...)
	o.rows = append(append(o.rows[:i], rows...), tail...)
}

func swap(list []*item, old *item, with []*item) []*item {
	for i, it := range list {
		if it == old {
			return append(append(append([]*item(nil), list[:i]...), with...), list[i+1:]...)
		}
	}
	return list
}

// At implements Pane. The row of a link that is folded away is the row it is folded into.
func (o *outline) At(i int) Place {
	if i < 0 || i >= len(o.rows) {
		return NoPlace
	}
	it := o.rows[i]
	p := it.place
	if p.Text == "" {
		p.Text = strings.TrimSpace(it.draw(200).Fit(200).Text())
	}
	if it.link != nil {
		p.Row = o.rowOf(it.link)
	}
	return p
}

// rowOf finds the row of a path, or the last row before which it would stand.
func (o *outline) rowOf(path value.Path) int {
	best, length := -1, 0
	for i, it := range o.rows {
		q := it.place.Path
		if len(q) == 0 || len(q) > len(path) || len(q) < length || !samePath(q, path[:len(q)]) {
			continue
		}
		if len(q) > length {
			best, length = i, len(q)
		}
	}
	return best
}

func samePath(a, b value.Path) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
