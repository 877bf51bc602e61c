package graph

import (
	"context"
	"slices"
	"strings"

	"cptui/graph/value"
)

// A delta channel stores its value only now and then, as a snapshot; between two of them the value is what the writes made
// of it: those stored at the ancestor that holds the snapshot and at every checkpoint after it, down to the parent. The
// checkpoint's own writes belong to its children, to all of them: LangGraph cannot tell which child took in which.

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

// foldBytes bounds the values kept; they are small, since lists and writes share their elements.
const foldBytes = 8 << 20

const foldCost = 400 // bytes of one kept value with its place in the map

type foldKey struct {
	row     int
	channel string
}

// foldCache keeps delta channels at the rows passed on the way. The oldest go first.
type foldCache struct {
	at    map[foldKey]*folded
	order []foldKey
}

func (c *foldCache) keep(k foldKey, f *folded) {
	if c.at == nil {
		c.at = map[foldKey]*folded{}
	}
	if _, there := c.at[k]; !there {
		c.order = append(c.order, k)
	}
	c.at[k] = f
	for len(c.order) > foldBytes/foldCost {
		delete(c.at, c.order[0])
		c.order = c.order[1:]
	}
}

// link is one step of the way from a stored value to a checkpoint.
type link struct {
	row    int // the child that the writes made
	writes [][]value.Value
	own    [][]value.Value // of which these are its own; nil where all are
	leak   []*Leak
}

// fold gives delta channels at row i. It opens the rows back to the nearest ones whose values are known, each once for all
// channels.
func (h *History) fold(ctx context.Context, i int, names []string) ([]*folded, error) {
	var chain []link
	at := make([]*folded, len(names))
	depth := make([]int, len(names)) // links between at and row i
	open := len(names)
	settle := func(k int, f *folded) {
		at[k], depth[k] = f, len(chain)
		open--
	}
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return nil, err
	}
	met := map[int]bool{}
	for j := i; open > 0; {
		h.cache.mu.Lock()
		for k, name := range names {
			if f := h.cache.folds.at[foldKey{j, name}]; f != nil && at[k] == nil {
				settle(k, f)
			}
		}
		h.cache.mu.Unlock()
		parent := h.Parent(j)
		unreadable := cp.Body.Kind() != value.Invalid && len(cp.Channels) == 0 && j != i
		for k, name := range names {
			if at[k] != nil {
				continue
			}
			v, stored := cp.Channel(name)
			switch {
			case stored:
				settle(k, seeded(j, unwrapSnapshot(v)))
			case unreadable:
				settle(k, unstored(j, "checkpoint "+cp.ID+" on the way cannot be read"))
			case met[j]:
				settle(k, unstored(j, "its chain of checkpoints is a loop"))
			case parent < 0 && h.ParentID(j) != "":
				settle(k, unstored(j, "checkpoint "+h.ParentID(j)+", which it was built on, is not in the source"))
			case parent < 0:
				settle(k, unstored(j, ""))
			}
		}
		if open == 0 {
			break
		}
		met[j] = true
		up, err := h.Cached(ctx, parent)
		if err != nil {
			return nil, err
		}
		l := link{row: j, writes: make([][]value.Value, len(names))}
		for k, name := range names {
			if at[k] == nil {
				if err := h.between(ctx, up, cp, name, k, &l); err != nil {
					return nil, err
				}
			}
		}
		chain = append(chain, l)
		j, cp = parent, up
	}
	h.cache.folding.Lock() // steps that share a list are folded one after the other
	defer h.cache.folding.Unlock()
	for k, name := range names {
		for d := depth[k] - 1; d >= 0; d-- {
			at[k] = at[k].step(&chain[d], k)
			h.cache.mu.Lock()
			h.cache.folds.keep(foldKey{chain[d].row, name}, at[k])
			h.cache.mu.Unlock()
		}
	}
	return at, nil
}

// unstored is a channel before its first write, or, with a reason, one whose beginning is not in the file.
func unstored(row int, lost string) *folded {
	f := &folded{seed: -1, lost: lost}
	f.begin()
	return f
}

// between fills in what was written to a channel between a checkpoint and its child.
func (h *History) between(ctx context.Context, up, cp *Checkpoint, name string, k int, l *link) error {
	writes := writesTo(up, name)
	if len(writes) == 0 && (cp.Source != "update" || sameVersion(up, cp, name)) {
		return nil
	}
	l.writes[k] = valuesOf(writes)
	own, leak, err := h.owned(ctx, up, cp, name, writes)
	if len(writes) == 0 { // an edit that wrote something, of which there is no row
		leak = &Leak{Row: up.Index, Replaced: true}
	}
	if err != nil || leak == nil {
		return err
	}
	if l.own == nil {
		l.own, l.leak = make([][]value.Value, len(l.writes)), make([]*Leak, len(l.writes))
	}
	l.own[k], l.leak[k] = valuesOf(own), leak
	return nil
}

// step takes one link in: as LangGraph loads it, and as the branch itself wrote it where that differs.
func (f *folded) step(l *link, k int) *folded {
	g := f.next(l.writes[k])
	var leak *Leak
	if l.leak != nil {
		leak = l.leak[k]
	}
	if leak == nil && (f.own == nil || g.fresh()) {
		return g
	}
	if g == f {
		c := *f
		g = &c
	}
	was := f.own
	if was == nil {
		was = f
	}
	mine := l.writes[k]
	if leak != nil {
		mine = l.own[k]
		g.leak = append(f.leak[:len(f.leak):len(f.leak)], *leak)
		g.gone = f.gone || leak.Replaced
	}
	own := *was.next(mine)
	own.own, own.leak = nil, nil
	g.own = &own
	return g
}

// writesTo are the writes to a channel at a checkpoint, in the order in which they are taken in.
func writesTo(cp *Checkpoint, channel string) []Write {
	var out []Write
	for i := range cp.Writes {
		if cp.Writes[i].Channel == channel {
			out = append(out, cp.Writes[i])
		}
	}
	if len(out) < 2 {
		return out
	}
	return inPathOrder(out)
}

func valuesOf(writes []Write) []value.Value {
	out := make([]value.Value, len(writes))
	for i := range writes {
		out[i] = writes[i].Value
	}
	return out
}

// channelWrites are the values written to a channel at a checkpoint, in the order in which they are taken in.
func channelWrites(cp *Checkpoint, channel string) []value.Value {
	return valuesOf(writesTo(cp, channel))
}

// sameVersion reports whether a channel has the same version in two checkpoints: nothing was taken in between.
func sameVersion(a, b *Checkpoint, channel string) bool {
	v, w := VersionOf(a.Versions, channel), VersionOf(b.Versions, channel)
	return v.Kind() == w.Kind() && (v.Kind() == value.Invalid || CompareVersions(v, w) == 0)
}

func withoutTasks(writes []Write, out func(w *Write) bool) []Write {
	return slices.DeleteFunc(slices.Clone(writes), func(w Write) bool { return out(&w) })
}
