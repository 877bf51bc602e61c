package graph

import (
	"context"
	"slices"

	"cptui/graph/value"
)

// State gives the state at i as get_state does when asked by id: delta channels rebuilt, LangGraph's own channels left out,
// the writes of tasks not applied. What a Command wrote beside its answer is in, since LangGraph counts that as input.
func (p *Pregel) State(ctx context.Context, h *History, i int) (State, error) {
	s, _, err := p.state(ctx, h, i)
	return s, err
}

// state also names the channels of which it is not known how they take in what a Command wrote.
func (p *Pregel) state(ctx context.Context, h *History, i int) (s State, unknown []string, err error) {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return State{}, nil, err
	}
	if cp.Body.Kind() != value.Invalid && len(cp.Channels) == 0 {
		return State{Whole: cp.Body}, nil, nil
	}
	if v, ok := cp.Channel(chanRoot); ok {
		return State{Whole: v}, nil, nil
	}
	r, err := p.read(ctx, h, i)
	if err != nil {
		return State{}, nil, err
	}
	if r.facts.functional() {
		if v, ok := cp.Channel(chanEnd); ok {
			return State{Whole: v}, nil, nil
		}
		return State{Whole: value.NewNull()}, nil, nil
	}
	s = State{Channels: make([]Channel, 0, len(cp.Channels))}
	place, _ := placeOf(cp)
	nulls := !p.hasher.NullEmpty(place)
	for _, c := range cp.Channels {
		if !r.control(c.Name) && (nulls || c.Value.Kind() != value.Null) {
			s.Channels = append(s.Channels, Channel{c.Name, unwrapSnapshot(c.Value)})
		}
	}
	deltas, err := p.deltas(ctx, h, r)
	if err != nil {
		return State{}, nil, err
	}
	if s.Rebuilt, err = h.deltas(ctx, i, deltas); err != nil {
		return State{}, nil, err
	}
	for k := range s.Rebuilt {
		d := &s.Rebuilt[k]
		s.Problems = append(s.Problems, d.problems(h, i)...)
		if d.Value.Kind() != value.Invalid {
			s.Channels = append(s.Channels, Channel{d.Channel, d.Value})
		}
	}
	given, by := r.inputWrites()
	unknown, err = p.apply(ctx, h, r, &s, given, by, nil)
	return s, unknown, err
}

// Control reports whether a channel is LangGraph's own by its name. In formats before 3 a node's own name is one too, which
// only the rows tell: State knows.
func (p *Pregel) Control(channel string) bool { return bookkeeping(channel) }

// control also knows the channels of plain edges of old formats, which are called as the node that writes them.
func (r *reading) control(channel string) bool {
	if !layoutOf(r.cp).nodeChannels {
		return control(channel)
	}
	return bookkeeping(channel) || r.facts.nodes[channel] || r.facts.inboxes() && inboxControl(channel)
}

// deltas lists the delta channels of a row that are not stored in it: they have a version and no value.
func (p *Pregel) deltas(ctx context.Context, h *History, r *reading) ([]string, error) {
	var out []string
	delta := r.facts.delta
	wide := false
	for _, v := range r.cp.Versions {
		if r.control(v.Channel) {
			continue
		}
		if _, stored := r.cp.Channel(v.Channel); stored {
			continue
		}
		if !delta[v.Channel] && !wide {
			w, err := h.widely(ctx, r.cp.NS)
			if err != nil {
				return nil, err
			}
			merged := newFacts().merge(r.facts).merge(w)
			delta, wide = merged.delta, true
		}
		if !delta[v.Channel] {
			if err := p.deltaAbove(ctx, h, r.cp.Index, delta); err != nil {
				return nil, err
			}
		}
		if delta[v.Channel] && !slices.Contains(out, v.Channel) {
			out = append(out, v.Channel)
		}
	}
	return out, nil
}

// mostAbove bounds the rows looked at to tell whether a channel that holds nothing is a delta channel.
const mostAbove = 4

// deltaAbove learns from the rows above which channels are delta channels: an edit may keep no counters of them.
func (p *Pregel) deltaAbove(ctx context.Context, h *History, i int, delta map[string]bool) error {
	for n := 0; n < mostAbove; n++ {
		if i = h.Parent(i); i < 0 {
			return nil
		}
		cp, err := h.Cached(ctx, i)
		if err != nil {
			return err
		}
		f := newFacts()
		f.learn(cp)
		for name := range f.delta {
			delta[name] = true
		}
	}
	return nil
}

// DeltasWritten are the delta channels that have writes stored at checkpoint i: a child of it without a value of its own
// takes them in when it is loaded.
func (h *History) DeltasWritten(ctx context.Context, i int) ([]string, error) {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return nil, err
	}
	f := newFacts()
	f.learn(cp)
	wide, err := h.widely(ctx, cp.NS)
	if err != nil {
		return nil, err
	}
	f.merge(wide)
	var out []string
	for _, w := range cp.Writes {
		if f.delta[w.Channel] && !slices.Contains(out, w.Channel) {
			out = append(out, w.Channel)
		}
	}
	return out, nil
}
