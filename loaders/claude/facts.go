package claude

import (
	"slices"

	"cptui/loaders"
	"cptui/loaders/transcript"
)

// Facts is all that `info --json` says of the session.
func (s *session) Facts() *loaders.ThreadFacts {
	u := s.main
	f := &loaders.ThreadFacts{ID: s.name, Branches: u.branches()}
	s.rt.Fill(f)
	for _, ns := range f.Namespaces {
		f.Head = append(f.Head, loaders.Hit{Thread: s.name, NS: ns, ID: s.headID(ns)})
		f.Leaf = append(f.Leaf, loaders.Hit{Thread: s.name, NS: ns, ID: s.leafID(ns)})
	}
	s.span(f)
	f.Tools = u.toolCounts()
	f.Files = u.written()
	f.Usage, f.UsageAgents = s.costs()
	f.Models = u.models()
	return f
}

// headID and leafID give the step and the record where a namespace goes on.
func (s *session) headID(ns string) string {
	if i := s.endOf(ns); i >= 0 {
		return s.hist.ID(i)
	}
	return ""
}

func (s *session) leafID(ns string) string {
	if ns == "" && s.leafRec >= 0 {
		return s.main.recordName(s.leafRec)
	}
	i := s.endOf(ns)
	if i < 0 {
		return ""
	}
	u, st := s.at(i)
	for _, r := range slices.Backward(u.of(st)) {
		if k := u.recs[r].kind; k == user || k == assistant {
			return u.recordName(r)
		}
	}
	return u.name(st)
}

// endOf is the DAG index of a namespace's head, -1 where it has none.
func (s *session) endOf(ns string) int {
	if i, ok := s.ends[ns]; ok {
		return i
	}
	return -1
}

// findEnds finds the head of every namespace: by the leaf rule for a file of its own, else the last step in the file.
func (s *session) findEnds() {
	s.ends = map[string]int{}
	for i, ns := range s.spaces {
		s.ends[ns] = i
	}
	for _, u := range s.agents {
		if h := u.head(); h >= 0 {
			s.ends["agent:"+u.agent] = u.base + int(h)
		}
	}
	if s.headStep >= 0 {
		s.ends[""] = int(s.headStep)
	}
}

// span finds the first and the last time of the session's own records.
func (s *session) span(f *loaders.ThreadFacts) {
	first, last := int32(-1), int32(-1)
	u := s.main
	for i := range u.recs {
		if r := &u.recs[i]; r.inTree() && r.at != transcript.NoTime {
			if first < 0 {
				first = int32(i)
			}
			last = int32(i)
		}
	}
	if first < 0 {
		return
	}
	f.First, f.Last = transcript.TimeOf(u.recs[first].at), transcript.TimeOf(u.recs[last].at)
	f.FirstTS, f.LastTS = u.stamp(first), u.stamp(last)
}

func (u *unit) stamp(i int32) string {
	b, err := u.body(i)
	if err != nil {
		return ""
	}
	return transcript.Stamp(b)
}

// fails tells whether a step is an error of the API told as an answer.
func (u *unit) fails(s int32) bool {
	return u.steps[s].kind == model && u.recs[u.steps[s].first].is(apiError)
}

// toolCounts counts the calls of all branches, without subagents', and those whose result is marked as an error.
func (u *unit) toolCounts() []loaders.ToolCount {
	var out []loaders.ToolCount
	at := map[ref]int{}
	seen := map[ref]bool{}
	for i := range u.calls {
		c := &u.calls[i]
		r := &u.recs[c.rec]
		if r.step < 0 || u.steps[r.step].side || c.id != 0 && seen[c.id] {
			continue
		}
		seen[c.id] = true
		k, ok := at[c.name]
		if !ok {
			k = len(out)
			at[c.name] = k
			out = append(out, loaders.ToolCount{Name: u.Text(c.name)})
		}
		out[k].Calls++
		if n := u.resultOf[c.id]; n >= 0 && u.results[n].err {
			out[k].Errors++
		}
	}
	return out
}

// writers are the tools that write a file, and the name that its path has in their input.
var writers = map[string]bool{"Write": true, "Edit": true, "MultiEdit": true, "NotebookEdit": true}

// written lists the files written on any branch, as the tool was told, in the order of the file.
func (u *unit) written() []string {
	var out []string
	seen := map[ref]bool{}
	for i := range u.results {
		r := &u.results[i]
		c := u.callFor(r)
		if c == nil || r.err || c.path == 0 || seen[c.path] || !writers[u.Text(c.name)] {
			continue
		}
		if st := u.recs[r.rec].step; st < 0 || u.steps[st].side {
			continue
		}
		seen[c.path] = true
		out = append(out, u.Text(c.path))
	}
	return out
}

// models lists the models that answered, in the order of the file.
func (u *unit) models() []string {
	var out []string
	seen := map[ref]bool{}
	for i := range u.recs {
		r := &u.recs[i]
		if r.kind != assistant || r.model == 0 || seen[r.model] || r.is(synthetic|copied) || r.step < 0 || u.steps[r.step].side {
			continue
		}
		seen[r.model] = true
		out = append(out, u.Text(r.model))
	}
	return out
}

// costs adds up what the answers cost, each once: the session's own, and its subagents'.
func (s *session) costs() (own, agents loaders.Usage) {
	for _, u := range s.units() {
		type key struct {
			msg, req ref
			side     bool
		}
		at := map[key]int{}
		var all []usage
		for _, c := range u.costs {
			k := key{c.msg, c.req, c.sidechain}
			if k.side {
				k.req = 0
			}
			n, ok := at[k]
			if ok && c.msg != 0 {
				all[n].join(c)
				continue
			}
			at[k] = len(all)
			all = append(all, c)
		}
		for _, c := range all {
			if c.sidechain || u != s.main {
				add(&agents, c)
			} else {
				add(&own, c)
			}
		}
	}
	return own, agents
}

func add(to *loaders.Usage, c usage) {
	to.Input += c.in
	to.Output += c.out
	to.CacheRead += c.read
	to.CacheCreation += c.creation
}
