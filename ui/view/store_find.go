package view

// Find gives the rows that hold text: names of namespaces, keys, and values; an item whose value holds it is opened. Only what
// was read is looked through (NeedAll).
func (t *Store) Find(text string) []int {
	if text == "" {
		t.opened = nil
		return nil
	}
	for _, fold := range t.opened {
		*fold = false
	}
	t.opened = nil
	unfold := func(folds ...*bool) {
		for _, fold := range folds {
			if !*fold {
				*fold = true
				t.opened = append(t.opened, fold)
			}
		}
	}
	m := newMatcher(text)
	type hit struct {
		item *storeItem
		tree int
	}
	hits := map[hit]bool{}
	spaces := map[*storeSpace]bool{}
	for _, sp := range t.spaces {
		if t.filter != "" && !newMatcher(t.filter).in(sp.ns.Name) {
			continue
		}
		spaces[sp] = m.in(sp.ns.Name)
		for _, it := range sp.items {
			if m.in(it.Key) {
				hits[hit{it, -1}] = true
				unfold(&sp.open)
			}
			if it.Left || !valueHolds(it.Value, m) {
				continue
			}
			unfold(&sp.open, &it.open)
			t.grow(it)
			for _, k := range it.tree.Find(text) {
				if k >= it.asFrom {
					hits[hit{it, k}] = true
				}
			}
		}
	}
	t.flatten()
	var out []int
	for i, r := range t.rows {
		switch {
		case r.more || r.space == nil || r.said > 0:
		case r.item == nil && spaces[r.space], r.item != nil && hits[hit{r.item, r.tree}]:
			out = append(out, i)
		}
	}
	return out
}
