package graph

import (
	"slices"

	"cptui/graph/value"
)

// hold tries every reducer that is left on what happened between two stored values, step by step as the run took it in. Where a branch
// begins, what a Command gave may be in the value and nowhere else: if no reducer that is left gives it, it tells nothing.
func (e *evidence) hold(base value.Value, steps [][]value.Value, stored value.Value, begins bool) {
	if opaque(base) != "" || opaque(stored) != "" {
		return
	}
	n := 0
	for _, writes := range steps {
		for _, w := range writes {
			if opaque(w) != "" {
				return
			}
		}
		n += len(writes)
	}
	was, left := slices.Clone(e.out), 0
	kept := e.kept
	for k := range deltaReducers {
		if e.out[k] {
			continue
		}
		got, ok := runSteps(&deltaReducers[k], base, steps)
		switch {
		case !ok:
			e.out[k] = true
		case k == byWindow:
			e.out[k] = stored.Kind() != value.List || !e.cut(items(got), items(stored))
		default:
			e.out[k] = !alike(got, stored)
		}
		if !e.out[k] {
			left++
		}
	}
	if begins && left == 0 {
		e.out, e.kept = was, kept
		return
	}
	e.agreed++
	if !begins { // which may be chance
		e.writes += n
	}
	e.longest = max(e.longest, len(items(stored)))
}

// cut holds a list that was only appended to against what was stored: its end, and always as many elements.
func (e *evidence) cut(whole, stored []value.Value) bool {
	n := len(stored)
	if n > len(whole) || !alike(value.NewList(whole[len(whole)-n:]), value.NewList(stored)) {
		return false
	}
	if n < len(whole) {
		if e.kept != 0 && e.kept != n {
			return false
		}
		e.kept = n
	}
	return e.kept == 0 || n <= e.kept
}

// runSteps is what a reducer gives step by step: of a step with an Overwrite only that counts. All but those that group their
// writes take one write after the other, so that steps need not be kept apart.
func runSteps(r *deltaReducer, v value.Value, steps [][]value.Value) (value.Value, bool) {
	if v.Kind() == value.Null {
		v = value.Value{}
	}
	var run []value.Value
	ok := true
next:
	for _, writes := range steps {
		for _, w := range writes {
			if in, ok := overwritten(w); ok {
				v, run = in, nil
				if v.Kind() == value.Null {
					v = value.Value{}
				}
				continue next
			}
		}
		if !r.grouped {
			run = append(run, writes...)
		} else if v, ok = r.fold(v, writes); !ok {
			return v, false
		}
	}
	if len(run) > 0 {
		v, ok = r.fold(v, run)
	}
	return v, ok
}

// alike reports whether a folded value is what a snapshot holds. LangGraph may have given a message its class or default
// fields in between, so messages are compared by their ids and texts.
func alike(a, b value.Value) bool {
	if a.Kind() != value.List || b.Kind() != value.List {
		return sameNumber(a, b) || value.Equal(a, b)
	}
	x, y := items(a), items(b)
	return slices.EqualFunc(x, y, func(p, q value.Value) bool {
		if !isMessage(p) || !isMessage(q) {
			return value.Equal(p, q)
		}
		return (messageID(p) == messageID(q) || messageID(p) == "") && text(p, "content") == text(q, "content")
	})
}

func sameNumber(a, b value.Value) bool {
	x, ok := float(a)
	y, ok2 := float(b)
	return ok && ok2 && x == y
}
