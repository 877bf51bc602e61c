package view

import (
	"slices"
	"time"

	"cptui/graph/value"
	"cptui/loaders"
)

// Store is the long-term memory of a source as a foldable list: namespaces, below them keys, below a key its value. It is
// filled page by page, as it is looked at: Need names the next thing to be read, Take takes it in.
type Store struct {
	env     Env
	now     func() time.Time
	sum     *loaders.StoreSummary // nil: not counted yet
	spaces  []*storeSpace
	whole   bool // all namespaces are listed
	openAll bool // namespaces come open: there is little to see
	filter  string
	opened  []*bool // folds that the last search opened: the next one closes them again
	rows    []storeRow
}

type storeSpace struct {
	ns    loaders.StoreNamespace
	open  bool
	items []*storeItem
	whole bool // all items are listed
}

type storeItem struct {
	loaders.StoreItem
	open   bool
	tree   *State // of the value, made when it is first opened
	asFrom int    // first row of the tree that is shown: a map's own row says what the item's row says
}

// storeRow is one row: of a namespace, of an item, of its value, of what is still to be read.
type storeRow struct {
	space *storeSpace
	item  *storeItem
	tree  int // row of the item's tree, -1: the item itself or what is said of it
	said  int // 1: when it was written and how long it lives; from 2 on: its problems
	more  bool
}

// StoreNeed is what is to be read next; the zero value: nothing.
type StoreNeed struct {
	Namespaces bool
	After      loaders.StoreNamespace
	Items      *loaders.StoreNamespace // a page of its items, behind Behind
	Behind     *loaders.StoreItem
	Item       *loaders.StoreItem // whole
}

// None reports that there is nothing to be read.
func (n StoreNeed) None() bool { return !n.Namespaces && n.Items == nil && n.Item == nil }

// NewStore makes an empty list; now tells the time for ages.
func NewStore(env Env, now func() time.Time) *Store { return &Store{env: env, now: now} }

// storeOpen is up to how many items a store is shown unfolded at once.
const storeOpen = 60

// Count takes in what the store holds.
func (t *Store) Count(s loaders.StoreSummary) {
	first := t.sum == nil
	t.sum = &s
	if first && s.Items <= storeOpen {
		t.openAll = true
		for _, sp := range t.spaces {
			sp.open = true
		}
	}
	t.flatten()
}

// Items is how many items there are, -1 while that is not known.
func (t *Store) Items() int {
	if t.sum == nil {
		return -1
	}
	return t.sum.Items
}

// AddNamespaces takes in a page of namespaces; the last page says so.
func (t *Store) AddNamespaces(list []loaders.StoreNamespace, last bool) {
	for _, n := range list {
		t.spaces = append(t.spaces, &storeSpace{ns: n, open: t.openAll || len(t.spaces) == 0 && last && len(list) == 1})
	}
	t.whole = last
	t.flatten()
}

// AddItems takes in a page of items of a namespace.
func (t *Store) AddItems(ns *loaders.StoreNamespace, list []loaders.StoreItem, last bool) {
	for _, sp := range t.spaces {
		if &sp.ns != ns {
			continue
		}
		for i := range list {
			sp.items = append(sp.items, &storeItem{StoreItem: list[i]})
		}
		sp.whole = last
	}
	t.flatten()
}

// SetItem takes in an item whole; ok false: it has gone meanwhile.
func (t *Store) SetItem(was *loaders.StoreItem, now loaders.StoreItem, ok bool) {
	for _, sp := range t.spaces {
		for _, it := range sp.items {
			if &it.StoreItem != was {
				continue
			}
			if it.Left = false; ok {
				it.StoreItem = now
			} else {
				it.Value, it.open = value.NewString("gone meanwhile"), false
			}
			it.tree = nil
		}
	}
	t.flatten()
}

func (t *Store) flatten() {
	t.rows = t.rows[:0]
	m := newMatcher(t.filter)
	for _, sp := range t.spaces {
		if t.filter != "" && !m.in(sp.ns.Name) {
			continue
		}
		t.rows = append(t.rows, storeRow{space: sp, tree: -1})
		if !sp.open {
			continue
		}
		for _, it := range sp.items {
			t.rows = append(t.rows, storeRow{space: sp, item: it, tree: -1})
			if it.open {
				for k := range 1 + len(it.Problems) {
					t.rows = append(t.rows, storeRow{space: sp, item: it, tree: -1, said: k + 1})
				}
			}
			switch {
			case !it.open:
			case it.Left:
				t.rows = append(t.rows, storeRow{space: sp, item: it, tree: -1, more: true})
			default:
				t.grow(it)
				for k := it.asFrom; k < it.tree.Len(); k++ {
					t.rows = append(t.rows, storeRow{space: sp, item: it, tree: k})
				}
			}
		}
		if !sp.whole {
			t.rows = append(t.rows, storeRow{space: sp, tree: -1, more: true})
		}
	}
	if !t.whole {
		t.rows = append(t.rows, storeRow{tree: -1, more: true})
	}
}

// grow makes the tree of an item's value.
func (t *Store) grow(it *storeItem) {
	if it.tree != nil || it.Left {
		return
	}
	it.tree = NewTree(nil, it.Value, t.env)
	if k := it.Value.Kind(); (k == value.Map || k == value.List) && it.Value.Len() > 0 {
		it.asFrom = 1
	}
}

// Filter shows only namespaces whose name holds text; "" shows all.
func (t *Store) Filter(text string) {
	t.filter = text
	t.flatten()
}

// Filtered is the text of the filter.
func (t *Store) Filtered() string { return t.filter }

// Forget draws all values anew: secrets are shown now, or hidden again. What is open stays open.
func (t *Store) Forget(reveal bool) {
	t.env.Reveal = reveal
	for _, sp := range t.spaces {
		for _, it := range sp.items {
			it.tree = nil
			if it.open {
				t.grow(it)
			}
		}
	}
	t.flatten()
}

// Len implements Rows.
func (t *Store) Len() int { return len(t.rows) }

// Fold implements Pane.
func (t *Store) Fold(i int, open bool) (cursor int, ok bool) {
	if i < 0 || i >= len(t.rows) {
		return i, false
	}
	r := t.rows[i]
	switch {
	case r.space == nil || r.more:
		return i, false
	case r.item == nil:
		return t.foldThis(i, open, &r.space.open, -1)
	case r.said > 0:
		if open {
			return i, false
		}
		return t.rowOf(func(o storeRow) bool { return o.item == r.item && o.tree < 0 }), true
	case r.tree < 0:
		return t.foldThis(i, open, &r.item.open, t.rowOf(func(o storeRow) bool { return o.space == r.space && o.item == nil && !o.more }))
	}
	at, ok := r.item.tree.Fold(r.tree, open)
	t.flatten()
	if at < r.item.asFrom || !ok && !open {
		return t.rowOf(func(o storeRow) bool { return o.item == r.item && o.tree < 0 }), true
	}
	return t.rowOf(func(o storeRow) bool { return o.item == r.item && o.tree == at }), ok
}

// foldThis opens or closes a row; once more goes to the first row below, or to the parent.
func (t *Store) foldThis(i int, open bool, is *bool, parent int) (int, bool) {
	switch {
	case open && *is:
		if i+1 < len(t.rows) && t.rows[i+1].space == t.rows[i].space {
			return i + 1, true
		}
		return i, false
	case !open && !*is:
		return max(parent, 0), parent >= 0
	}
	*is = open
	if it := t.rows[i].item; it != nil && open {
		t.grow(it)
	}
	t.flatten()
	return i, true
}

func (t *Store) rowOf(is func(storeRow) bool) int { return slices.IndexFunc(t.rows, is) }

// Toggle opens a row that is closed and closes an open one.
func (t *Store) Toggle(i int) {
	if i < 0 || i >= len(t.rows) {
		return
	}
	r := t.rows[i]
	switch {
	case r.space == nil || r.more || r.said > 0:
	case r.item == nil:
		t.Fold(i, !r.space.open)
	case r.tree < 0:
		t.Fold(i, !r.item.open)
	default:
		if _, ok := r.item.tree.Fold(r.tree, true); !ok || !r.item.tree.rows[r.tree].open {
			r.item.tree.Fold(r.tree, false)
		}
		t.flatten()
	}
}

// At tells what row i is about: the value, and its place in the value of the item.
func (t *Store) At(i int) Place {
	p := NoPlace
	if i < 0 || i >= len(t.rows) {
		return p
	}
	switch r := t.rows[i]; {
	case r.space == nil:
	case r.item == nil:
		p.Text = StoreName(r.space.ns.Name)
	case r.tree < 0:
		p.Value, p.Text = r.item.Value, StoreName(r.item.Key)
	default:
		p = r.item.tree.At(r.tree)
	}
	return p
}

// ItemAt is the namespace and, on a row of an item, the item of row i.
func (t *Store) ItemAt(i int) (namespace string, item *loaders.StoreItem) {
	if i < 0 || i >= len(t.rows) || t.rows[i].space == nil {
		return "", nil
	}
	if it := t.rows[i].item; it != nil {
		item = &it.StoreItem
	}
	return t.rows[i].space.ns.Name, item
}
