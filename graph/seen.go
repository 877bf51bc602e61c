package graph

import (
	"context"
	"slices"
	"sort"

	"cptui/graph/value"
)

// Seen is the table of versions_seen at i, in words: what is due and why, which joins wait, when every other node ran last.
func (p *Pregel) Seen(ctx context.Context, h *History, i int) ([]Reason, error) {
	r, err := p.read(ctx, h, i)
	if err != nil {
		return nil, err
	}
	out, err := p.Next(ctx, h, i)
	if err != nil {
		return nil, err
	}
	told := map[string]bool{}
	for k := range out {
		told[out[k].Node] = true
	}
	wide, err := h.widely(ctx, r.cp.NS)
	if err != nil {
		return nil, err
	}
	all := newFacts().merge(r.facts).merge(wide)
	var ran, never []Reason
	for _, name := range all.names() {
		if told[name] {
			continue
		}
		reason := r.idle(all, name)
		if reason.Verdict == "never" {
			never = append(never, reason)
		} else {
			ran = append(ran, reason)
		}
	}
	for _, list := range [][]Reason{out, ran} {
		for k := range list {
			if list[k].LastRan, err = p.lastRan(ctx, h, r.cp, list[k].Node); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(ran, func(a, b Reason) int {
		if a.LastRan != b.LastRan {
			return b.LastRan - a.LastRan
		}
		return CompareVersions(b.Seen, a.Seen)
	})
	return append(append(out, ran...), never...), nil
}

// idle is the line of a node that is not due: the trigger of it that rose last, and what it has seen of that.
func (r *reading) idle(f *facts, name string) Reason {
	out := Reason{Node: name, LastRan: -1}
	seen, ranOnce := r.cp.SeenBy(name)
	if f.inboxes() {
		ranOnce = len(seen) > 0 // there every node has an entry from the start
	}
	for _, ch := range f.triggers(name) {
		now := VersionOf(r.cp.Versions, ch)
		if out.Trigger == "" || CompareVersions(now, out.Now) > 0 {
			out.Trigger, out.Now, out.Seen = ch, now, VersionOf(seen, ch)
		}
	}
	out.Guessed = !f.seen[name][out.Trigger]
	_, holds := r.cp.Channel(out.Trigger)
	switch {
	case !ranOnce && out.Now.Kind() == value.Invalid:
		out.Verdict = "never"
	case !ranOnce || CompareVersions(out.Now, out.Seen) > 0 && !holds && out.Seen.Kind() == value.Invalid:
		out.Verdict = "no value" // it rose, but holds nothing to start the node with
	default:
		out.Verdict = "ran"
	}
	return out
}

// lastRan finds the row that the node's last run made: the first on the way to cp that has seen what cp has seen. That only
// ever grows along a branch, so a binary search opens few rows. A node that only Sends start sees nothing: for it the rows
// are looked through, from the last one on. -1 where the node did not run on the way, as far as was looked.
func (p *Pregel) lastRan(ctx context.Context, h *History, cp *Checkpoint, node string) (int, error) {
	want, ok := cp.SeenBy(node)
	if !ok {
		return -1, nil
	}
	line := h.Line(cp.Index)
	if len(want) == 0 {
		for k := len(line) - 1; k > 0 && k > len(line)-mostEvidence; k-- {
			ran, err := p.Ran(ctx, h, line[k])
			if err != nil {
				return -1, err
			}
			if namesTask(ran, node) {
				return line[k], nil
			}
		}
		return -1, nil
	}
	var failed error
	k := sort.Search(len(line), func(k int) bool {
		c, err := h.Cached(ctx, line[k])
		if err != nil {
			failed = err
			return true
		}
		got, _ := c.SeenBy(node)
		for _, v := range want {
			if CompareVersions(VersionOf(got, v.Channel), v.Value) < 0 {
				return false
			}
		}
		return true
	})
	if failed != nil || k == len(line) {
		return -1, failed
	}
	return line[k], nil
}
