package graph

import (
	"context"
	"slices"
)

// Moment is everything that the tabs and the plain commands say of one checkpoint.
type Moment struct {
	*Checkpoint
	State   State
	Parent  *Checkpoint // nil at a root
	Before  State       // the parent's state
	Brief   Brief
	Ran     []Task   // what made it
	Due     Due      // what is due after it
	Changes []Change // state channels against the parent
	Same    []string // state channels that did not change
	// DidRun are indices of the children that really followed.
	DidRun []int
	IsHead bool
	Live   *Live // set at heads only
	// Ahead is what a resume would do; set at the ends of branches only.
	Ahead *Forecast
}

// Moment gathers everything about checkpoint i; safe to call from any goroutine. Its Checkpoint is a copy whose writes name
// their nodes, and whose problems hold what the model found besides.
func (h *History) Moment(ctx context.Context, i int) (*Moment, error) {
	own, err := h.Named(ctx, i)
	if err != nil {
		return nil, err
	}
	m := &Moment{Checkpoint: own}
	if m.State, err = h.Runtime.State(ctx, h, i); err != nil {
		return nil, err
	}
	if parent := h.Parent(i); parent >= 0 {
		if m.Parent, err = h.Cached(ctx, parent); err != nil {
			return nil, err
		}
		if m.Before, err = h.Runtime.State(ctx, h, parent); err != nil {
			return nil, err
		}
	}
	if m.Ran, err = h.Runtime.Ran(ctx, h, i); err != nil {
		return nil, err
	}
	if m.Due, err = h.Runtime.Due(ctx, h, i); err != nil {
		return nil, err
	}
	m.Changes, m.Same = ChangedChannels(m.Before, m.State)
	writtenBy(m.Changes, m.Ran)
	if m.Brief, err = h.Brief(ctx, i); err != nil {
		return nil, err
	}
	if m.DidRun, err = h.followed(ctx, i); err != nil {
		return nil, err
	}
	own.Problems = append(own.Problems, m.State.Problems...)
	if len(h.Children(i)) <= mostChildren {
		_, missed, err := h.Foretold(ctx, i)
		if err != nil {
			return nil, err
		}
		own.Problems = append(own.Problems, missed...)
	}
	if m.IsHead = i == h.HeadOf(h.NS(i)); m.IsHead {
		if m.Live, err = h.Runtime.Live(ctx, h, i); err != nil {
			return nil, err
		}
	}
	if !h.Transcript && len(h.Children(i)) == 0 {
		ahead, err := h.Forecast(ctx, i)
		if err != nil {
			return nil, err
		}
		m.Ahead = &ahead
	}
	return m, nil
}

// Named opens checkpoint i for people: a copy of its own, in which every write names the node that made it, and the problems
// hold what the skeleton and the tasks show besides.
func (h *History) Named(ctx context.Context, i int) (*Checkpoint, error) {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return nil, err
	}
	own := *cp
	if namer, ok := h.Runtime.(WriteNamer); ok {
		if own.Writes, err = namer.NamedWrites(ctx, h, i); err != nil {
			return nil, err
		}
	}
	due, err := h.Runtime.Due(ctx, h, i)
	if err != nil {
		return nil, err
	}
	own.Problems = append(slices.Clone(cp.Problems), h.foundAt(i, due)...)
	return &own, nil
}

// WriteNamer is what a Runtime implements whose writes do not say by themselves who made them.
type WriteNamer interface {
	// NamedWrites are the writes stored at i with Node and Proof.
	NamedWrites(ctx context.Context, h *History, i int) ([]Write, error)
}

// NamedWrites are the writes stored at i with the nodes that made them.
func (p *Pregel) NamedWrites(ctx context.Context, h *History, i int) ([]Write, error) {
	r, err := p.read(ctx, h, i)
	if err != nil {
		return nil, err
	}
	return slices.Clone(r.writes), nil
}

// mostChildren bounds the children opened to tell runs from edits and copies.
const mostChildren = 16

// followed are the children that a run made. A child that is an edit, a copy or new input does not tell what followed.
func (h *History) followed(ctx context.Context, i int) ([]int, error) {
	var out []int
	kids := h.Children(i)
	if len(kids) > mostChildren {
		kids = kids[len(kids)-mostChildren:]
	}
	for _, k := range kids {
		source := h.Source(k)
		if source == "" {
			cp, err := h.Cached(ctx, k)
			if err != nil {
				return nil, err
			}
			source = cp.Source
		}
		if source == "loop" || source == "" || h.Transcript {
			out = append(out, k)
		}
	}
	return out, nil
}
