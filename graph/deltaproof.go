package graph

import (
	"context"

	"cptui/graph/value"
)

// A reducer is told by the values alone, so it is tried once a channel on a step whose outcome is stored: the snapshot that
// a value is built on must be what the step before it and its writes give.

// mostProof bounds the rows opened to try a reducer.
const mostProof = 256

// trial is how a channel's reducer came out.
type trial uint8

const (
	trialHeld trial = iota + 1
	trialFailed
)

// doubts reports whether a channel's reducer failed its trial.
func (c *historyCache) doubts(channel string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.trials[channel] == trialFailed
}

// holds tries the reducer of a channel on the snapshot at row seed, once. Where that tells nothing, the reducer stands.
func (h *History) holds(ctx context.Context, seed int, channel string) (bool, error) {
	h.cache.mu.Lock()
	done := h.cache.trials[channel]
	h.cache.mu.Unlock()
	if done != 0 {
		return done == trialHeld, nil
	}
	held, tried, err := h.try(ctx, seed, channel)
	if err != nil || !tried {
		return true, err
	}
	h.cache.mu.Lock()
	defer h.cache.mu.Unlock()
	if h.cache.trials == nil {
		h.cache.trials = map[string]trial{}
	}
	if held {
		h.cache.trials[channel] = trialHeld
		return true, nil
	}
	h.cache.trials[channel] = trialFailed
	for k := range h.cache.folds {
		if k.channel == channel {
			delete(h.cache.folds, k)
		}
	}
	return false, nil
}

// try folds up to the snapshot at row seed without it. A copy or an edit does not take in its parent's writes, and writes of
// a parent with several children may be another child's: such rows tell nothing.
func (h *History) try(ctx context.Context, seed int, channel string) (held, tried bool, err error) {
	parent := h.Parent(seed)
	if parent < 0 || len(h.Children(parent)) != 1 {
		return false, false, nil
	}
	cp, err := h.Cached(ctx, seed)
	if err != nil || cp.Source != "loop" {
		return false, false, err
	}
	for j, n := parent, 0; j >= 0; j, n = h.Parent(j), n+1 {
		if n == mostProof {
			return false, false, nil
		}
		up, err := h.Cached(ctx, j)
		if err != nil {
			return false, false, err
		}
		if _, ok := up.Channel(channel); ok {
			break
		}
	}
	before, err := h.fold(ctx, parent, channel)
	if err != nil {
		return false, false, err
	}
	up, err := h.Cached(ctx, parent)
	if err != nil {
		return false, false, err
	}
	writes := channelWrites(up, channel)
	if before.lost || before.unknown != nil || len(writes) == 0 {
		return false, false, nil
	}
	stored, _ := cp.Channel(channel)
	h.cache.folding.Lock()
	defer h.cache.folding.Unlock()
	return alike(before.next(writes).value(), unwrapSnapshot(stored)), true, nil
}

// alike reports whether a folded value is what a snapshot holds. LangGraph may have given a message its class or default
// fields in between, so messages are compared by their ids and maps by their keys.
func alike(a, b value.Value) bool {
	switch {
	case a.Kind() == value.List && b.Kind() == value.List:
		x, y := items(a), items(b)
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if isMessage(x[i]) && isMessage(y[i]) {
				if messageID(x[i]) != messageID(y[i]) && messageID(x[i]) != "" {
					return false
				}
			} else if !value.Equal(x[i], y[i]) {
				return false
			}
		}
		return true
	case a.Kind() == value.Map && b.Kind() == value.Map:
		keys := map[string]bool{}
		for _, e := range a.Entries() {
			keys[keyText(e.Key)] = true
		}
		for _, e := range b.Entries() {
			if !keys[keyText(e.Key)] {
				return false
			}
		}
		return a.Len() == b.Len()
	}
	return value.Equal(a, b)
}
