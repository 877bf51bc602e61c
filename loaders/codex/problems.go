package codex

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"cptui/graph"
	"cptui/loaders/jsonl"
)

var severity = map[string]graph.Severity{
	"parent-cycle": graph.Error, "broken-parent": graph.Warning, "bad-json": graph.Warning, "bad-utf8": graph.Warning, "nul-run": graph.Warning,
	"joined-records": graph.Warning, "missing-subagent": graph.Warning, "dangling-tool": graph.Warning,
	"incomplete-tail": graph.Info, "missing-rollout": graph.Info, "long-line": graph.Info, "unknown-record": graph.Info,
}

// problems gathers what is odd in the session's files, each file's in the order of its lines.
func (s *session) problems() {
	for _, u := range s.units {
		at := len(s.faults)
		list := slices.Concat(u.table.faults, u.strangers(), u.links)
		if u.torn != nil {
			list = append(list, *u.torn)
		}
		for _, f := range list {
			s.faults = append(s.faults, s.problem(u, f, u.stepAtLine(f.Line)))
		}
		s.dangling(u)
		slices.SortStableFunc(s.faults[at:], func(a, b graph.Problem) int { return cmp.Compare(a.Line, b.Line) })
	}
	s.missingAgents()
	if u := s.main; u.stream && u.borrowed == nil {
		s.faults = append(s.faults, s.problem(u, jsonl.Fault{Code: "missing-rollout", Line: 1, Offset: -1,
			Message: "a stream holds neither the prompt nor the model, and the rollout of its thread is not found beside it or in ~/.codex"}, -1))
	}
}

func (s *session) problem(u *unit, f jsonl.Fault, step int32) graph.Problem {
	p := graph.Problem{Code: f.Code, Severity: severity[f.Code], Thread: s.thread, File: filepath.Base(u.path), Line: f.Line, Offset: f.Offset, Message: f.Message}
	if step >= 0 {
		p.NS, p.Checkpoint = s.spaces[u.base+int(step)], u.names[step]
	}
	return p
}

// strangers lists the types that no list knows, each where it first stands.
func (u *unit) strangers() []jsonl.Fault {
	var out []jsonl.Fault
	for what, line := range u.unknown {
		out = append(out, jsonl.Fault{Code: "unknown-record", Line: int(line), Offset: -1, Message: what})
	}
	slices.SortFunc(out, func(a, b jsonl.Fault) int { return cmp.Or(a.Line-b.Line, cmp.Compare(a.Message, b.Message)) })
	return out
}

// stepAtLine is the step of a line's record, -1 where it is in none.
func (u *unit) stepAtLine(line int) int32 {
	i, found := slices.BinarySearchFunc(u.recs, int32(line), func(r record, line int32) int { return cmp.Compare(r.line, line) })
	if !found {
		return -1
	}
	return u.recs[i].step
}

// dangling names the calls without a result and the results without a call. A call at the end of a turn that was stopped has
// none either, and says so.
func (s *session) dangling(u *unit) {
	for i := range u.recs[:u.limit] {
		r := &u.recs[i]
		what := ""
		switch {
		case r.step < 0 || r.call == 0:
		case r.kind == asked && u.callOf[r.call] == int32(i) && u.result(r.call) < 0:
			what = fmt.Sprintf("%s %s has no result", u.Text(r.name), u.Text(r.call))
		case r.kind == brought && u.callOf[r.call] < 0:
			what = fmt.Sprintf("the result of %s, a call that is not in the file", u.Text(r.call))
		}
		if what != "" {
			s.faults = append(s.faults, s.problem(u, jsonl.Fault{Code: "dangling-tool", Line: int(r.line), Offset: r.off, Message: what}, r.step))
		}
	}
}

// missingAgents names subagents that an event tells of and whose rollout is not there.
func (s *session) missingAgents() {
	known := map[string]bool{s.thread: true}
	for _, u := range s.units {
		known[u.agent] = true
	}
	for _, u := range s.units {
		for _, n := range u.agents {
			id := u.Text(n.id)
			if r := &u.recs[n.rec]; !known[id] && r.step >= 0 {
				known[id] = true
				s.faults = append(s.faults, s.problem(u, jsonl.Fault{Code: "missing-subagent", Line: int(r.line), Offset: r.off,
					Message: "the rollout of subagent " + id + " is not beside the session"}, r.step))
			}
		}
	}
}
