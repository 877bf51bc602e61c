package view

// Need names what is to be read for rows top … bottom (excluded).
func (t *Store) Need(top, bottom int) StoreNeed {
	if !t.whole && len(t.spaces) == 0 {
		return StoreNeed{Namespaces: true}
	}
	for i := max(top, 0); i < min(bottom, len(t.rows)); i++ {
		r := t.rows[i]
		switch {
		case r.more && r.space == nil:
			return StoreNeed{Namespaces: true, After: t.spaces[len(t.spaces)-1].ns}
		case r.more && r.item == nil:
			return t.needItems(r.space)
		case r.more:
			return StoreNeed{Item: &r.item.StoreItem}
		}
	}
	return StoreNeed{}
}

func (t *Store) needItems(sp *storeSpace) StoreNeed {
	n := StoreNeed{Items: &sp.ns}
	if len(sp.items) > 0 {
		n.Behind = &sp.items[len(sp.items)-1].StoreItem
	}
	return n
}

// NeedAll names what is to be read before all of it can be searched: every list, but no value that is larger than lists hold.
func (t *Store) NeedAll() StoreNeed {
	if !t.whole {
		n := StoreNeed{Namespaces: true}
		if len(t.spaces) > 0 {
			n.After = t.spaces[len(t.spaces)-1].ns
		}
		return n
	}
	for _, sp := range t.spaces {
		if !sp.whole {
			return t.needItems(sp)
		}
	}
	return StoreNeed{}
}
