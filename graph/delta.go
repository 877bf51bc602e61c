package graph

import (
	"context"
	"fmt"
	"strings"

	"cptui/graph/value"
)

// A delta channel stores its value only now and then, as a snapshot; between two of them the value is what the writes made
// of it: those stored at the ancestor that holds the snapshot and at every checkpoint after it, down to the parent. The
// checkpoint's own writes belong to its children.

// isSnapshot reports whether a stored value is a delta channel's snapshot.
func isSnapshot(v value.Value) bool {
	return v.Kind() == value.Object && strings.HasSuffix(v.Type(), "DeltaSnapshot")
}

func unwrapSnapshot(v value.Value) value.Value {
	if isSnapshot(v) {
		if in, ok := v.Get("value"); ok {
			return in
		}
	}
	return v
}

// folded is a delta channel's value at one checkpoint. Lists share their spine from step to step, so that keeping the value
// of every step costs no more than that of the last.
type folded struct {
	seed    int // DAG index of the snapshot, -1: none stored yet
	writes  int
	reducer string
	val     value.Value // Invalid: nothing yet, or a list
	list    *spine      // of a list: its first n elements; nil where it is none
	n       int
	seen    []value.Value // those n elements
	lost    bool          // the chain of parents breaks before a snapshot
	unknown []value.Value // writes that no known reducer takes in, on top of the rest; nil where all were taken in
	doubted bool          // a later snapshot showed that the channel takes writes in some other way
}

// mostFolds bounds the values kept; they are small, since lists share their elements.
const mostFolds = 8192

type foldKey struct {
	row     int
	channel string
}

// foldCache keeps the values of delta channels at the rows passed on the way.
type foldCache map[foldKey]*folded

func (f *folded) value() value.Value {
	switch {
	case f.unknown != nil || f.lost:
		base := f.plain()
		if base.Kind() == value.Invalid {
			base = value.NewNull()
		}
		return value.NewObject("delta", []value.Entry{value.NamedEntry("base", base), value.NamedEntry("writes", value.NewList(f.unknown))})
	}
	return f.plain()
}

func (f *folded) plain() value.Value {
	if f.list != nil {
		return value.NewList(f.seen)
	}
	return f.val
}

// delta gives the value of a delta channel at row i, with a reducer that its snapshots do not contradict.
func (h *History) delta(ctx context.Context, i int, channel string) (*folded, error) {
	f, err := h.fold(ctx, i, channel)
	if err == nil && f.seed >= 0 && f.writes > 0 && f.unknown == nil {
		holds, err := h.holds(ctx, f.seed, channel)
		if err == nil && !holds {
			f, err = h.fold(ctx, i, channel)
		}
		if err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	return h.asMessages(ctx, i, channel, f)
}

// fold gives the value of a delta channel at row i. It opens the rows back to the nearest one whose value is known.
func (h *History) fold(ctx context.Context, i int, channel string) (*folded, error) {
	var chain []int
	var at *folded
	for j := i; at == nil; {
		h.cache.mu.Lock()
		at = h.cache.folds[foldKey{j, channel}]
		h.cache.mu.Unlock()
		if at != nil {
			break
		}
		cp, err := h.Cached(ctx, j)
		if err != nil {
			return nil, err
		}
		if v, ok := cp.Channel(channel); ok {
			at = seeded(j, unwrapSnapshot(v))
			at.doubted = h.cache.doubts(channel)
			break
		}
		if cp.Body.Kind() != value.Invalid && len(cp.Channels) == 0 && j != i {
			at = &folded{seed: -1, lost: true}
			break
		}
		chain = append(chain, j)
		parent := h.Parent(j)
		if parent < 0 {
			at = &folded{seed: -1, lost: h.ParentID(j) != "", doubted: h.cache.doubts(channel)}
			chain = chain[:len(chain)-1]
			h.keep(j, channel, at)
			break
		}
		j = parent
	}
	h.cache.folding.Lock() // steps that share a list are folded one after the other
	defer h.cache.folding.Unlock()
	for k := len(chain) - 1; k >= 0; k-- {
		up, err := h.Cached(ctx, h.Parent(chain[k]))
		if err != nil {
			return nil, err
		}
		at = at.next(channelWrites(up, channel))
		h.keep(chain[k], channel, at)
	}
	return at, nil
}

func (h *History) keep(row int, channel string, f *folded) {
	h.cache.mu.Lock()
	defer h.cache.mu.Unlock()
	if h.cache.folds == nil || len(h.cache.folds) >= mostFolds {
		h.cache.folds = foldCache{}
	}
	h.cache.folds[foldKey{row, channel}] = f
}

// channelWrites are the values written to a channel at a checkpoint, in the order in which they are taken in.
func channelWrites(cp *Checkpoint, channel string) []value.Value {
	some := 0
	for i := range cp.Writes {
		if cp.Writes[i].Channel == channel {
			some++
		}
	}
	if some == 0 {
		return nil
	}
	out := make([]value.Value, 0, some)
	for _, w := range inPathOrder(cp.Writes) {
		if w.Channel == channel {
			out = append(out, w.Value)
		}
	}
	return out
}

func seeded(row int, v value.Value) *folded {
	f := &folded{seed: row, val: v}
	f.split()
	return f
}

// split takes a list apart, so that more can be appended.
func (f *folded) split() {
	if f.val.Kind() == value.List {
		f.hold(&spine{elems: items(f.val)})
	}
}

// hold makes a list the value. What is seen of it is held apart: the spine grows in place under later steps, while this one
// is read without a lock.
func (f *folded) hold(s *spine) {
	f.list, f.n, f.seen, f.val = s, len(s.elems), s.elems[:len(s.elems):len(s.elems)], value.Value{}
}

// next takes in the writes of one more step.
func (f *folded) next(writes []value.Value) *folded {
	if len(writes) == 0 {
		return f
	}
	g := *f
	g.writes += len(writes)
	for i := len(writes) - 1; i >= 0; i-- {
		if v, ok := overwritten(writes[i]); ok {
			// What came before is thrown away; a null begins anew.
			g.val, g.list, g.seen, g.n, g.unknown, g.lost = v, nil, nil, 0, nil, false
			if v.Kind() == value.Null {
				g.val = value.Value{}
			}
			g.split()
			writes = writes[i+1:]
			break
		}
	}
	if len(writes) == 0 {
		return &g
	}
	if g.unknown != nil || g.lost || g.doubted || !g.take(writes) {
		g.unknown = append(g.unknown[:len(g.unknown):len(g.unknown)], writes...)
		if g.unknown == nil {
			g.unknown = []value.Value{}
		}
	}
	return &g
}

// take finds the reducer that the values themselves tell, and applies it. False where they tell none.
func (g *folded) take(writes []value.Value) bool {
	empty := g.list == nil && (g.val.Kind() == value.Invalid || g.val.Kind() == value.Null)
	lists, maps, messages, nulls := true, true, false, false
	for _, w := range writes {
		lists, maps = lists && w.Kind() == value.List, maps && w.Kind() == value.Map
		for _, m := range listOrOne(w) {
			messages = messages || isMessage(m)
		}
		if w.Kind() == value.Map {
			for _, e := range w.Entries() {
				nulls = nulls || e.Val.Kind() == value.Null
			}
		}
	}
	if g.n > 0 {
		messages = messages || isMessage(g.seen[0])
	}
	switch {
	case messages && (g.list != nil || empty):
		list, ok := takeMessages(g.list.upTo(g.n), writes)
		if !ok {
			return false
		}
		g.hold(list)
		g.reducer = "add_messages"
	case lists && (g.list != nil || empty):
		list := g.list.upTo(g.n)
		for _, w := range writes {
			list.elems = append(list.elems, items(w)...)
		}
		list.ids = nil
		g.hold(list)
		g.reducer = "append"
	case maps && (g.val.Kind() == value.Map || empty):
		entries := mapEntries(g.val)
		if nulls && !filesLike(entries, writes) {
			return false
		}
		for _, w := range writes {
			entries = putEntries(entries, w, true)
		}
		g.val, g.reducer = value.NewMap(entries), "merge"
		if nulls {
			g.reducer = "merge, null deletes"
		}
	default:
		return false
	}
	return true
}

// filesLike reports whether a map holds files by their names, in which a null deletes: every value is a text or a record
// with content.
func filesLike(entries []value.Entry, writes []value.Value) bool {
	all := entries
	for _, w := range writes {
		all = append(all[:len(all):len(all)], w.Entries()...)
	}
	for _, e := range all {
		switch e.Val.Kind() {
		case value.Null, value.String:
		case value.Map, value.Object:
			if _, ok := e.Val.Get("content"); !ok {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// deltaProblem says what of a delta channel cannot be told.
func (h *History) deltaProblem(i int, channel string, f *folded) (Problem, bool) {
	p := Problem{Severity: Warning, Thread: h.Thread(), NS: h.NS(i), Checkpoint: h.ID(i), Offset: -1}
	switch {
	case f.lost:
		p.Code = "delta-no-seed"
		p.Message = fmt.Sprintf("channel %s is not stored here, and the checkpoints that it was built from are not in the source", channel)
	case f.unknown != nil:
		p.Code = "delta-unknown-reducer"
		p.Message = fmt.Sprintf("channel %s is not stored here, and its reducer is not known: %d writes stand on the last stored value", channel, len(f.unknown))
	default:
		return Problem{}, false
	}
	return p, true
}
