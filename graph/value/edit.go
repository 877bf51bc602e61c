package value

import (
	"fmt"
	"slices"
	"unicode/utf8"
	"unsafe"
)

// Set puts v at the path. What lies beside the path is untouched; along it containers are made anew, each remembering the
// stored one that it replaces. A missing last name is added, and so is a list item at index len. Where v equals what is
// there, or equals parts of it, the stored bytes stay.
func Set(root Value, p Path, v Value) (Value, error) {
	return edit(root, p, 0, func(old Value, found bool) (Value, bool, error) {
		if found {
			v = Keep(old, v)
		}
		return v, true, nil
	})
}

// Delete takes out what is at the path.
func Delete(root Value, p Path) (Value, error) {
	if len(p) == 0 {
		return root, fmt.Errorf("delete .: the whole value cannot be deleted")
	}
	return edit(root, p, 0, func(_ Value, found bool) (Value, bool, error) {
		if !found {
			return Value{}, false, fmt.Errorf("delete %s: nothing is there", p)
		}
		return Value{}, false, nil
	})
}

// Append adds v at the end of the list at the path.
func Append(root Value, p Path, v Value) (Value, error) {
	return edit(root, p, 0, func(old Value, found bool) (Value, bool, error) {
		if !found || old.kind != List {
			return Value{}, false, fmt.Errorf("append to %s: no list is there", p)
		}
		return instead(old, append(slices.Clone(old.Entries()), Entry{Val: v})), true, nil
	})
}

// edit descends to the end of the path and rebuilds on the way back. change gets what is there, and tells what to put, or
// that it is to go.
func edit(v Value, p Path, at int, change func(old Value, found bool) (Value, bool, error)) (Value, error) {
	if at == len(p) {
		now, _, err := change(v, v.kind != Invalid)
		return now, err
	}
	if at > MaxDepth {
		return v, fmt.Errorf("set %.40s…: the path is too long", p)
	}
	list := v.Entries()
	i := p[at].find(v.kind, list)
	if i < 0 || i == len(list) && at+1 < len(p) {
		return v, fmt.Errorf("set %s: there is no %s", p, p[:at+1])
	}
	if v.Type() == TypeDamaged || v.Type() == TypeExt {
		return v, fmt.Errorf("set %s: %s holds bytes that cannot be read", p, p[:at])
	}
	list = slices.Clone(list)
	if at+1 < len(p) {
		child, err := edit(list[i].Val, p, at+1, change)
		if err != nil {
			return v, err
		}
		if identical(child, list[i].Val) {
			return v, nil
		}
		list[i].Val = child
		return instead(v, list), nil
	}
	if i == len(list) {
		now, _, err := change(Value{}, false)
		if err != nil {
			return v, err
		}
		e := Entry{Val: now}
		switch {
		case p[at].IsIndex && v.kind == Map:
			e.Key = NewInt(int64(p[at].Index))
		case !p[at].IsIndex:
			e.Key = NewString(p[at].Name)
		}
		return instead(v, append(list, e)), nil
	}
	now, stays, err := change(list[i].Val, true)
	switch {
	case err != nil:
		return v, err
	case !stays:
		return instead(v, slices.Delete(list, i, i+1)), nil
	case identical(now, list[i].Val):
		return v, nil
	}
	list[i].Val = now
	return instead(v, list), nil
}

// identical tells whether two values are one and the same, not only equal.
func identical(a, b Value) bool {
	return a.made == b.made && a.off == b.off && len(a.raw) == len(b.raw) && unsafe.SliceData(a.raw) == unsafe.SliceData(b.raw)
}

// Keep gives a value equal to now that keeps as much of the stored old as it can: equal parts keep their bytes, changed ones
// of the same class their outer form. Values that were parsed from an edited text come home this way.
func Keep(old, now Value) Value { return keep(old, now, 0) }

func keep(old, now Value, depth int) Value {
	switch {
	case depth > MaxDepth || old.kind == Invalid || now.made == nil:
		return now
	case Equal(old, now), shownAs(old, now):
		return old
	case old.kind != now.kind || old.kind < List || old.Type() != now.Type():
		return now
	}
	before, kids := old.Entries(), slices.Clone(now.Entries())
	if now.kind == List {
		keepItems(before, kids, depth)
		return instead(old, kids)
	}
	used := make([]bool, len(before))
	for i := range kids {
		for j := range before {
			if !used[j] && Equal(before[j].Key, kids[i].Key) {
				used[j] = true
				kids[i] = Entry{Key: before[j].Key, Val: keep(before[j].Val, kids[i].Val, depth+1)}
				break
			}
		}
	}
	kids = unshown(old, before, kids, depth)
	if slices.EqualFunc(before, kids, func(a, b Entry) bool { return identical(a.Key, b.Key) && identical(a.Val, b.Val) }) {
		return old
	}
	return instead(old, kids)
}

// unshown puts back, at its place, what AppendJSON does not show of old: an edited text cannot have meant to remove it. What it
// shows under another name, or as another value, and comes back as it was shown, is the stored one again.
func unshown(old Value, before, kids []Entry, depth int) []Entry {
	own := ownEntries(old)
	if len(own) == len(before) && slices.EqualFunc(own, before, func(a, b Entry) bool { return a.Name() == b.Name() && identical(a.Val, b.Val) }) {
		return kids
	}
	for i, k := range kids {
		at := slices.IndexFunc(own, func(o Entry) bool { return k.Key.kind == String && o.Name() == k.Name() })
		if at < 0 {
			continue
		}
		renamed := !has(before, k.Name())
		for _, e := range before {
			if !renamed && e.Name() == k.Name() && Equal(own[at].Val, k.Val) {
				kids[i] = e
			} else if renamed && identical(e.Val, own[at].Val) {
				kids[i] = Entry{Key: e.Key, Val: keep(e.Val, k.Val, depth+1)}
			}
		}
	}
	for i, e := range before {
		if e.Key.kind == String && !has(own, e.Name()) && !has(kids, e.Name()) {
			kids = slices.Insert(kids, min(i, len(kids)), e)
		}
	}
	return kids
}

// keepItems keeps what it can of a list: the common begin, then items that are equal wherever they went; the others go by place,
// counted from the end.
func keepItems(before, kids []Entry, depth int) {
	n := 0
	for n < len(before) && n < len(kids) && Equal(before[n].Val, kids[n].Val) {
		kids[n].Val = before[n].Val
		n++
	}
	equals := map[uint64]Value{}
	for _, e := range before[n:] {
		equals[e.Val.Hash()] = e.Val
	}
	for j := range kids[n:] {
		v := &kids[n+j].Val
		if old, ok := equals[v.Hash()]; ok && Equal(old, *v) {
			*v = old
		} else if i := len(before) - len(kids) + n + j; i >= n && i < len(before) {
			*v = keep(before[i].Val, *v, depth+1)
		}
	}
}

// shownAs tells whether now is only what AppendJSON shows of old: a masked secret, text with U+FFFD for what is no UTF-8.
func shownAs(old, now Value) bool {
	switch {
	case old.kind == String && now.kind == String:
		s := old.content()
		return !utf8.ValidString(s) && unquote(AppendString(nil, s)) == now.content()
	case old.kind == Object && now.kind == Object && IsSecret(old.Type()) && now.Type() == old.Type():
		val, _ := now.Get("$value")
		return val.Str() == Masked
	}
	return false
}
