package claude

import "cptui/loaders/transcript"

// leaf is the record where the session goes on, by the rule of the vendor's own reader: from every record that nobody names
// as parent up to the nearest answer or user record; those of sidechains and teams and injected ones do not count; the one
// that comes last in the file wins. last-prompt is only a hint: it is written when a prompt is sent, and often behind.
func (u *unit) leaf() int32 {
	best, any := int32(-1), int32(-1)
	for i := range u.recs {
		r := &u.recs[i]
		if !r.inTree() || r.is(hasChild|copied) || r.id == 0 {
			continue
		}
		at := int32(i)
		for at >= 0 && u.recs[at].kind != user && u.recs[at].kind != assistant {
			if u.recs[at].is(logical) {
				at = -1
				break
			}
			at = u.recs[at].up
		}
		if at < 0 || u.recs[at].is(sidechain) && u.agent == "" {
			continue
		}
		any = max(any, at)
		if !u.recs[at].is(team | meta) {
			best = max(best, at)
		}
	}
	if best < 0 {
		best = any
	}
	for i := len(u.recs) - 1; i >= 0 && best < 0; i-- { // a file whose records have no uuids
		if r := &u.recs[i]; (r.kind == user || r.kind == assistant) && r.step >= 0 && !u.steps[r.step].side {
			best = int32(i)
		}
	}
	return best
}

// head is the step where the session goes on: the leaf's, or the compaction that alone follows it. -1 without any step.
func (u *unit) head() int32 {
	at := int32(-1)
	if l := u.leaf(); l >= 0 {
		at = u.recs[l].step
	}
	if at < 0 {
		for i := range u.steps {
			if !u.steps[i].side {
				at = int32(i)
			}
		}
		return at
	}
	for {
		only, n := int32(-1), 0
		for i := int(at) + 1; i < len(u.steps); i++ {
			if u.steps[i].parent == at {
				only = int32(i)
				n++
			}
		}
		if n != 1 || u.steps[only].kind != compact {
			return at
		}
		at = only
	}
}

// prompted tells whether a step is a person's prompt.
func (u *unit) prompted(s int32) bool {
	return u.steps[s].kind == input && u.recs[u.steps[s].first].prompt()
}

// branches counts the leaves that a person would call a branch; what "summarize from here" replaced is none.
func (u *unit) branches() int {
	fromAfter := map[int32]bool{} // steps behind which "summarize from here" goes on
	for i := range u.steps {
		s := &u.steps[i]
		if s.kind == compact && s.parent >= 0 && u.replaces(int32(i)) {
			fromAfter[s.parent] = true
		}
	}
	return transcript.Branches(len(u.steps), func(i int) int { return int(u.steps[i].parent) },
		func(i int) bool { return !u.steps[i].side || u.agent != "" },
		func(i int) bool { return u.prompted(int32(i)) },
		func(i int) bool {
			s := &u.steps[i]
			return fromAfter[s.parent] && s.kind != compact && i < u.lastReplacing(s.parent)
		})
}

// replaces tells whether a compaction is a "summarize from here".
func (u *unit) replaces(s int32) bool {
	for _, i := range u.of(s) {
		if u.recs[i].is(fromHere) {
			return true
		}
	}
	return false
}

// lastReplacing is the last such compaction behind a step.
func (u *unit) lastReplacing(parent int32) int {
	last := -1
	for i := range u.steps {
		if u.steps[i].parent == parent && u.steps[i].kind == compact && u.replaces(int32(i)) {
			last = i
		}
	}
	return last
}
