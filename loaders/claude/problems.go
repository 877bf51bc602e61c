package claude

import (
	"cmp"
	"fmt"
	"slices"

	"cptui/graph"
	"cptui/loaders/jsonl"
)

// problems gathers what is odd in the session's files, each file's in the order of its lines.
func (s *session) problems() {
	for _, u := range s.units() {
		at := len(s.faults)
		for _, list := range [][]jsonl.Fault{u.table.faults, u.unknownFaults(), u.links} {
			for _, f := range list {
				s.faults = append(s.faults, s.problem(u, f, u.stepAtLine(f.Line)))
			}
		}
		s.dangling(u)
		slices.SortStableFunc(s.faults[at:], func(a, b graph.Problem) int { return cmp.Compare(a.Line, b.Line) })
	}
	s.mixed()
	s.missingAgents()
	s.missingBackups()
}

// stepAtLine is the step of a line's record, -1 where it is in none.
func (u *unit) stepAtLine(line int) int32 {
	i, found := slices.BinarySearchFunc(u.recs, int32(line), func(r record, line int32) int { return cmp.Compare(r.line, line) })
	if !found {
		return -1
	}
	return u.recs[i].step
}

// note adds a problem at record i.
func (s *session) note(u *unit, code string, i int32, format string, args ...any) {
	r := &u.recs[i]
	s.faults = append(s.faults, s.problem(u, jsonl.Fault{Code: code, Line: int(r.line), Offset: r.off, Message: fmt.Sprintf(format, args...)}, r.step))
}

// dangling names the calls without a result and the results without a call.
func (s *session) dangling(u *unit) {
	for i := range u.calls {
		c := &u.calls[i]
		if c.id != 0 && u.recs[c.rec].step >= 0 && u.resultOf[c.id] < 0 {
			s.note(u, "dangling-tool", c.rec, "%s %s has no result", u.Text(c.name), u.Text(c.id))
		}
	}
	for i := range u.results {
		r := &u.results[i]
		if u.recs[r.rec].step >= 0 && u.callOf[r.id] < 0 {
			s.note(u, "dangling-tool", r.rec, "the result of %s, a call that is not in the file", cmp.Or(u.Text(r.id), "no id"))
		}
	}
}

// mixed says where records of other sessions begin: copied history, or two programs writing to one file.
func (s *session) mixed() {
	u := s.main
	count, first := map[ref]int{}, map[ref]int32{}
	var order []ref
	for i := range u.recs {
		r := &u.recs[i]
		if r.session == 0 || !r.inTree() || u.Text(r.session) == s.name {
			continue
		}
		if count[r.session]++; count[r.session] == 1 {
			first[r.session] = int32(i)
			order = append(order, r.session)
		}
	}
	for _, id := range order {
		s.note(u, "mixed-sessions", first[id], "%d records carry the id of session %s", count[id], u.Text(id))
	}
}

// missingAgents names subagents that a result tells of and whose file is not there.
func (s *session) missingAgents() {
	known := map[string]bool{}
	for _, k := range s.kids {
		known[k.NS] = true
	}
	for _, u := range s.units() {
		for i := range u.results {
			r := &u.results[i]
			if id := u.Text(r.agent); r.agent != 0 && u.recs[r.rec].step >= 0 && !known["agent:"+id] {
				known["agent:"+id] = true
				s.note(u, "missing-subagent", r.rec, "the file of subagent %s is not beside the session", id)
			}
		}
	}
}
