package claude

// pair finds the call of each id and its result. Results are paired by tool_use_id, never by place or parent: parallel
// calls come back in any order.
func (u *unit) pair() {
	u.callOf, u.resultOf = filled(u.Names.Count()), filled(u.Names.Count())
	for i := range u.calls {
		if c := &u.calls[i]; u.callOf[c.id] < 0 && !u.recs[c.rec].is(copied) {
			u.callOf[c.id] = int32(i)
		}
	}
	for i := range u.results {
		if r := &u.results[i]; u.resultOf[r.id] < 0 && !u.recs[r.rec].is(copied) {
			u.resultOf[r.id] = int32(i)
		}
	}
	u.callOf[0], u.resultOf[0] = -1, -1
}

func filled(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// callFor is the call that a result answers, nil where it is not in the file.
func (u *unit) callFor(r *result) *call {
	if k := u.callOf[r.id]; k >= 0 {
		return &u.calls[k]
	}
	return nil
}

// open lists the calls of answer step m that have no result by the end of step at (a step of the same branch).
func (u *unit) open(m int32, done map[ref]bool) []call {
	var out []call
	for _, i := range u.of(m) {
		for _, c := range u.callsOf(i) {
			if !done[c.id] {
				out = append(out, c)
			}
		}
	}
	return out
}

// pending lists the calls that are not answered yet at step s: those of the answer that s is, or that its results belong to.
func (u *unit) pending(s int32) []call {
	done := map[ref]bool{}
	for at := s; at >= 0; at = u.steps[at].parent {
		switch u.steps[at].kind {
		case model:
			return u.open(at, done)
		case results:
			for _, i := range u.of(at) {
				for _, r := range u.resultsOf(i) {
					done[r.id] = true
				}
			}
		case compact:
			return nil
		case input:
			if !u.queuedOnly(at) {
				return nil
			}
		}
	}
	return nil
}

// queuedOnly tells whether an input step is a prompt typed while a call was at work: it does not end the answer before it.
func (u *unit) queuedOnly(s int32) bool { return u.recs[u.steps[s].first].is(queued) }

// stoppedIn tells whether the person stopped the agent in this step.
func (u *unit) stoppedIn(s int32) bool {
	for _, i := range u.of(s) {
		if u.recs[i].voice == stopped || u.recs[i].is(interrupted) {
			return true
		}
	}
	return false
}

// asksModel tells whether an input is one that the model answers: words or a notice, not the output of a command.
func (u *unit) asksModel(s int32) bool {
	for _, i := range u.of(s) {
		if r := &u.recs[i]; r.voice == plain || r.voice == notice {
			return true
		}
	}
	return false
}
