package talk

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"cptui/graph"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

var severity = map[string]graph.Severity{
	"parent-cycle": graph.Error, "broken-parent": graph.Warning, "bad-json": graph.Warning, "bad-utf8": graph.Warning, "nul-run": graph.Warning,
	"joined-records": graph.Warning, "mixed-sessions": graph.Warning, "missing-subagent": graph.Warning, "dangling-tool": graph.Warning, "missing-header": graph.Warning,
	"duplicate-id": graph.Info, "incomplete-tail": graph.Info, "long-line": graph.Info, "unknown-record": graph.Info, "missing-prompt": graph.Info, "missing-usage": graph.Info,
}

// problems gathers what is odd in the session's files, each file's in the order of its lines.
func (s *session) problems() {
	for _, b := range s.books {
		at := len(s.faults)
		byLine := b.byLine()
		for _, f := range slices.Concat(b.met, b.faults, b.links, b.strangers(), b.otherSessions()) {
			s.faults = append(s.faults, s.problem(b, f, byLine(f.Line)))
		}
		s.dangling(b)
		slices.SortStableFunc(s.faults[at:], func(a, b graph.Problem) int { return cmp.Compare(a.Line, b.Line) })
	}
	s.missingAgents()
	s.missingPrompts()
	s.missingUsage()
}

// missingUsage says that what answers cost is told in part only: what went in, but not what came out.
func (s *session) missingUsage() {
	for _, b := range s.books {
		for n := range b.steps {
			st := &b.steps[n]
			if r := &b.recs[st.first]; st.kind == transcript.Answer && st.paid && st.cost.Output == 0 && r.is(partial) && s.spaces[b.base+n] == "" {
				s.faults = append(s.faults, s.problem(b, jsonl.Fault{Code: "missing-usage", Line: int(r.line), Offset: r.Off,
					Message: "this answer tells what went in, and not what came out; the end of the run, which would, is not in the file"}, int32(n)))
				return
			}
		}
	}
}

// missingPrompts says that a file leaves out what was asked, and that nothing else tells it.
func (s *session) missingPrompts() {
	b := s.books[0]
	if b.format.Lend == nil || len(b.steps) == 0 {
		return
	}
	for n := range b.steps {
		if b.prompted(int32(n)) {
			return
		}
	}
	s.faults = append(s.faults, s.problem(b, jsonl.Fault{Code: "missing-prompt", Line: 1, Offset: -1,
		Message: "a stream leaves out the prompt, and the session's own file is not found beside it or in the program's home"}, -1))
}

func (s *session) problem(b *Book, f jsonl.Fault, step int32) graph.Problem {
	p := graph.Problem{Code: f.Code, Severity: severity[f.Code], Thread: s.name, File: filepath.Base(b.path), Line: f.Line, Offset: f.Offset, Message: f.Message}
	if step >= 0 {
		p.NS, p.Checkpoint = s.spaces[b.base+int(step)], b.names[step]
	}
	return p
}

// byLine gives the step of a line's first record, -1 where it is in none.
func (b *Book) byLine() func(line int) int32 {
	at := map[int]int32{}
	for _, r := range slices.Backward(b.recs) {
		at[int(r.line)] = r.step
	}
	return func(line int) int32 {
		if n, ok := at[line]; ok {
			return n
		}
		return -1
	}
}

// strangers lists what no list knows, each where it first stands.
func (b *Book) strangers() []jsonl.Fault {
	var out []jsonl.Fault
	for what, line := range b.unknown {
		out = append(out, jsonl.Fault{Code: "unknown-record", Line: int(line), Offset: -1, Message: what})
	}
	slices.SortFunc(out, func(a, b jsonl.Fault) int { return cmp.Or(a.Line-b.Line, cmp.Compare(a.Message, b.Message)) })
	return out
}

func (b *Book) otherSessions() []jsonl.Fault {
	var out []jsonl.Fault
	for id, line := range b.sessions {
		if id != b.session {
			out = append(out, jsonl.Fault{Code: "mixed-sessions", Line: int(line), Offset: -1, Message: "records of session " + id + " stand in the file of " + b.session})
		}
	}
	slices.SortFunc(out, func(a, b jsonl.Fault) int { return cmp.Or(a.Line-b.Line, cmp.Compare(a.Message, b.Message)) })
	return out
}

// dangling names the calls without a result and the results without a call. At the head of a branch a call may still run.
func (s *session) dangling(b *Book) {
	follows := make([]bool, len(b.steps)) // something comes after the step
	for i := range b.steps {
		if p := b.steps[i].parent; p >= 0 && b.steps[i].kind != 0 {
			follows[p] = true
		}
	}
	for i := range b.recs {
		r := &b.recs[i]
		if r.step < 0 || r.of >= 0 && b.recs[r.of].latest != ref(i) {
			continue
		}
		st := &b.steps[r.step]
		for _, c := range r.calls {
			if _, done := b.resultOf[b.key(ref(i), c.id)]; !done && !c.served && b.callOf[b.key(ref(i), c.id)] == ref(i) && c.id != "" && (follows[r.step] || st.halted) {
				s.faults = append(s.faults, s.problem(b, jsonl.Fault{Code: "dangling-tool", Line: int(r.line), Offset: r.Off, Message: fmt.Sprintf("%s %s has no result", c.name, c.id)}, r.step))
			}
		}
		for _, o := range r.results {
			if _, known := b.callOf[b.key(ref(i), o.id)]; !known && b.kindOf(ref(i)) == Result {
				s.faults = append(s.faults, s.problem(b, jsonl.Fault{Code: "dangling-tool", Line: int(r.line), Offset: r.Off, Message: fmt.Sprintf("the result of %q, a call that is not in the file", o.id)}, r.step))
			}
		}
	}
}

// missingAgents names subagents that a result tells of and whose file is not there.
func (s *session) missingAgents() {
	if s.format.Agents == nil {
		return
	}
	known := map[string]bool{"": true}
	for _, b := range s.books {
		known[b.agent] = true
	}
	for _, b := range s.books {
		for i := range b.recs {
			r := &b.recs[i]
			for _, o := range r.results {
				if !known[o.agent] && r.step >= 0 {
					known[o.agent] = true
					s.faults = append(s.faults, s.problem(b, jsonl.Fault{Code: "missing-subagent", Line: int(r.line), Offset: r.Off, Message: "the file of subagent " + o.agent + " is not beside the session"}, r.step))
				}
			}
		}
	}
}
