package graph

import (
	"context"
	"slices"

	"cptui/graph/value"
)

// Reducers are code and not stored. Which one a delta channel has is told by its values: wherever one is stored whole, the
// value stored before it and the writes between must give it. A reducer that does not is out, for the whole thread.

const (
	// mostProof bounds the rows opened to try reducers on one channel, beside those that its value needs.
	mostProof = 600
	// mostProofFar bounds the rows opened for a channel of which the nearest stored values do not tell enough.
	mostProofFar = 3000
	// enoughProof stored values that agree are enough where only one reducer is left.
	enoughProof = 3
)

// evidence is what the stored values of one channel told of its reducer.
type evidence struct {
	tested  map[int]int // rows whose stored value was held against the writes before it → where the value before is stored
	writes  int         // among them
	agreed  int         // of them, those that told something
	out     []bool      // by reducer: a stored value contradicts it
	longest int         // elements of the longest list among them
	kept    int         // how many elements the window keeps, 0: nothing was seen to be dropped
	rows    int         // opened
	far     bool        // values have the shape of no common reducer
	looked  bool        // at the leaves
	around  bool        // at other threads
}

func newEvidence() *evidence {
	return &evidence{tested: map[int]int{}, out: make([]bool, len(deltaReducers))}
}

// left counts the reducers that no stored value contradicts.
func (e *evidence) left() int {
	n := 0
	for k := range e.out {
		if !e.out[k] && k != byWindow || k == byWindow && e.window() {
			n++
		}
	}
	return n
}

// window reports whether the list was seen to be cut, and always to the same length.
func (e *evidence) window() bool { return !e.out[byWindow] && e.kept > 0 }

// evidenceOf is the evidence on a channel, shared by all namespaces of one graph.
func (h *History) evidenceOf(ns, channel string) *evidence {
	key := graphOf(ns) + "\x00" + channel
	if h.cache.proofs == nil {
		h.cache.proofs = map[string]*evidence{}
	}
	e := h.cache.proofs[key]
	if e == nil {
		e = newEvidence()
		h.cache.proofs[key] = e
	}
	return e
}

// prove gathers evidence on a channel whose value at row i was rebuilt from the row seed: that row's own value first, then
// the newest of each branch, going back, then other threads.
func (h *History) prove(ctx context.Context, i int, channel string, f *folded) (*evidence, error) {
	h.cache.proving.Lock()
	defer h.cache.proving.Unlock()
	e := h.evidenceOf(h.NS(i), channel)
	e.far = e.far || f.n > 0 && f.list == nil && f.files != areFiles
	if f.seed >= 0 {
		if _, err := h.try(ctx, e, f.seed, channel); err != nil {
			return nil, err
		}
	}
	if f.n == 0 {
		return e, nil
	}
	if !e.looked {
		e.looked = true
		if err := h.lookBack(ctx, e, h.NS(i), channel); err != nil {
			return nil, err
		}
	}
	if p, ok := h.Runtime.(*Pregel); ok && !e.around && e.agreed == 0 && p.Others != nil {
		e.around = true
		if err := h.lookAround(ctx, e, p.Others(ctx), h.NS(i), channel); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// limit is how many rows are opened. Where the values have the shape of no common reducer, nothing but evidence tells.
func (e *evidence) limit() int {
	if e.far || e.out[byMessages] && e.out[byAppend] && e.agreed > 0 {
		return mostProofFar
	}
	return mostProof
}

// enough reports whether more evidence would hardly tell more.
func (e *evidence) enough() bool {
	return e.agreed >= enoughProof && (e.left() <= 1 || !e.out[byMessages])
}

// lookAround tries the stored values of other threads of the same graph.
func (h *History) lookAround(ctx context.Context, e *evidence, others []*History, ns, channel string) error {
	mine, err := h.widely(ctx, ns)
	if err != nil {
		return err
	}
	tested := e.tested
	defer func() { e.tested = tested }()
	for _, other := range others {
		if other.Thread() == h.Thread() {
			continue
		}
		g, err := other.widely(ctx, ns)
		if err != nil {
			return err
		}
		if !g.channels[channel] || !g.sameGraph(mine) {
			continue
		}
		e.tested = map[int]int{} // rows have other numbers there
		if err := other.lookBack(ctx, e, ns, channel); err != nil {
			return err
		}
		if e.rows > mostProof || e.enough() {
			break
		}
	}
	return nil
}

// lookBack tries the stored values along the branches of all namespaces of one graph, the newest first.
func (h *History) lookBack(ctx context.Context, e *evidence, ns, channel string) error {
	graph := graphOf(ns)
	leaves, met := 0, map[int]bool{}
	for i := h.Len() - 1; i >= 0 && leaves < mostLeaves && !e.enough(); i-- {
		if !h.isLeaf(i) || graphOf(h.NS(i)) != graph {
			continue
		}
		leaves++
		for j := i; j >= 0 && !e.enough(); {
			if e.rows > e.limit() {
				return nil
			}
			before, err := h.try(ctx, e, j, channel)
			if err != nil {
				return err
			}
			if before < 0 || met[before] {
				break
			}
			met[before] = true
			j = before
		}
	}
	return nil
}

// try holds the value stored at row i, or at the nearest row above it that stores one, against the value stored before it and
// the writes between. It gives the row of the value before, -1 where there is none.
func (h *History) try(ctx context.Context, e *evidence, i int, channel string) (before int, err error) {
	at := i
	cp, err := h.opened(ctx, e, at)
	if err != nil {
		return -1, err
	}
	stored, ok := cp.Channel(channel)
	for !ok {
		if at = h.above(cp, channel); at < 0 || e.rows > e.limit() {
			return -1, nil
		}
		if cp, err = h.opened(ctx, e, at); err != nil {
			return -1, err
		}
		stored, ok = cp.Channel(channel)
	}
	if before, done := e.tested[at]; done {
		return before, nil
	}
	e.tested[at] = -1
	begins, given, err := h.beginsBranch(ctx, cp, channel)
	if err != nil {
		return -1, err
	}
	tells := cp.Source == "loop" || begins // a copy may store what no write made
	var steps [][]value.Value
	base := value.Value{}
	from := -1
	for j, seen := at, map[int]bool{}; ; {
		parent := h.Parent(j)
		if parent < 0 {
			tells = tells && h.ParentID(j) == ""
			break
		}
		if seen[parent] || e.rows > e.limit() {
			return -1, nil
		}
		seen[parent] = true
		up, err := h.opened(ctx, e, parent)
		if err != nil {
			return -1, err
		}
		if up.Body.Kind() != value.Invalid && len(up.Channels) == 0 {
			return -1, nil
		}
		child, err := h.Cached(ctx, j)
		if err != nil {
			return -1, err
		}
		tells = tells && child.Step == up.Step+1 // durability "exit" leaves steps out, and what they wrote where it stores the value
		if begins && j == at {
			if len(given) > 0 {
				steps = append(steps, valuesOf(given))
			}
		} else if writes := writesTo(up, channel); len(writes) > 0 && tells {
			_, leak, err := h.owned(ctx, up, child, channel, writes)
			if err != nil {
				return -1, err
			}
			tells = leak == nil
			steps = append(steps, valuesOf(writes))
		}
		if v, ok := up.Channel(channel); ok {
			base, from = unwrapSnapshot(v), parent
			break
		}
		j = parent
	}
	e.tested[at] = from
	if tells && len(steps) > 0 {
		slices.Reverse(steps)
		e.hold(base, steps, unwrapSnapshot(stored), begins)
	}
	return from, nil
}

func (h *History) opened(ctx context.Context, e *evidence, i int) (*Checkpoint, error) {
	e.rows++
	return h.Cached(ctx, i)
}

// above is where the value of a channel was stored last before a checkpoint: the counters in its metadata tell how many steps
// ago. Without them it is looked for one by one.
func (h *History) above(cp *Checkpoint, channel string) int {
	at := h.Parent(cp.Index)
	counters, ok := cp.Metadata.Get("counters_since_delta_snapshot")
	if !ok {
		return at
	}
	pair, ok := counters.Get(channel)
	if !ok || pair.Kind() != value.List || pair.Len() != 2 {
		return at
	}
	steps, _ := pair.At(1).Int64()
	for n := int64(1); n < steps && at >= 0; n++ {
		if up := h.Parent(at); up >= 0 {
			at = up
		} else {
			break
		}
	}
	return at
}
