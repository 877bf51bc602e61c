package view

import "strings"

// matcher looks for a literal text; capitals in it make it mind case.
type matcher struct {
	text string
	fold bool
}

func newMatcher(text string) matcher {
	lower := strings.ToLower(text)
	return matcher{text: text, fold: lower == text}
}

func (m matcher) in(s string) bool { return m.index(s) >= 0 }

// index gives the place in s, in bytes (approximate where lower case has another length).
func (m matcher) index(s string) int {
	if m.fold {
		s = strings.ToLower(s)
	}
	return strings.Index(s, m.text)
}

// findLimit bounds the rows that one search looks at.
const findLimit = 200_000

// Find implements Pane.
func (o *outline) Find(text string) []int {
	if text == "" {
		return nil
	}
	f := &finder{m: newMatcher(text), left: findLimit, hits: map[*item]bool{}}
	for _, it := range o.roots {
		f.walk(it)
	}
	if len(f.hits) == 0 {
		return nil
	}
	o.flatten()
	var rows []int
	for i, it := range o.rows {
		if f.hits[it] {
			rows = append(rows, i)
		}
	}
	return rows
}

// foundWidth is wide enough that a row shows all it has to show.
const foundWidth = 400

type finder struct {
	m    matcher
	left int
	hits map[*item]bool
}

// walk marks rows that hold the text and opens what is above them.
func (f *finder) walk(it *item) bool {
	if f.left <= 0 {
		return false
	}
	f.left--
	below := f.walkBelow(it)
	if below {
		it.open = true
	}
	if f.m.in(it.draw(foundWidth).Text()) { // asked last: a row that is open shows less of what is below
		f.hits[it] = true
		return true
	}
	return below
}

func (f *finder) walkBelow(it *item) bool {
	if it.kids == nil || (!it.open && it.holds != nil && !it.holds(f.m)) {
		return false
	}
	fresh := it.made == nil
	if it.reveal != nil {
		it.reveal(f.m)
		it.made = nil
	}
	found := false
	for _, k := range it.below() {
		if f.walk(k) {
			found = true
		}
	}
	if !found && fresh && !it.open {
		it.made = nil
	}
	return found
}
