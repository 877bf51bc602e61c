package codex

import (
	"cptui/loaders"
	"cptui/loaders/transcript"
)

// Facts is all that `info --json` says of the session.
func (s *session) Facts() *loaders.ThreadFacts {
	f := &loaders.ThreadFacts{ID: s.thread, Branches: s.branches()}
	s.rt.Fill(f)
	for _, ns := range f.Namespaces {
		i, ok := s.ends[ns]
		if !ok {
			continue
		}
		u, n := s.at(i)
		last := u.steps[n].first
		for _, rec := range u.of(n) {
			if k := u.recs[rec].kind; k == said || k == brought || k == asked || k == thought {
				last = rec
			}
		}
		f.Head = append(f.Head, loaders.Hit{Thread: s.thread, NS: ns, ID: u.names[n]})
		f.Leaf = append(f.Leaf, loaders.Hit{Thread: s.thread, NS: ns, ID: u.recordName(last)})
	}
	s.span(f)
	s.tally(f)
	return f
}

// branches counts the leaves that a person would call a branch, over all files of the thread.
func (s *session) branches() int {
	t := script{s}
	n := 0
	for _, u := range s.units {
		if u.agent == "" {
			n += len(u.steps)
		}
	}
	return transcript.Branches(n, t.Parent, func(int) bool { return true }, t.Prompted, func(int) bool { return false })
}

// span finds the first and the last time of the session's own records.
func (s *session) span(f *loaders.ThreadFacts) {
	for _, u := range s.units {
		if u.agent != "" {
			continue
		}
		for i := range u.steps {
			rec := u.moment(int32(i))
			at := transcript.TimeOf(u.recs[rec].at)
			if at.IsZero() {
				continue
			}
			if f.First.IsZero() {
				f.First, f.FirstTS = at, u.stamp(u.steps[i].first)
			}
			if !at.Before(f.Last) {
				f.Last = at
			}
		}
	}
	if i, ok := s.ends[""]; ok {
		u, n := s.at(i)
		if at := transcript.TimeOf(u.recs[u.moment(n)].at); at.Equal(f.Last) {
			f.LastTS = u.stamp(u.moment(n))
		}
	}
}

func (u *unit) stamp(i int32) string {
	b, err := u.body(i)
	if err != nil {
		return ""
	}
	return transcript.Stamp(b)
}

// tally counts over all branches: tools, models, files, and what the answers cost.
func (s *session) tally(f *loaders.ThreadFacts) {
	tools, models, files := map[string]int{}, map[string]bool{}, map[string]bool{}
	for _, u := range s.units {
		for _, c := range u.costs {
			if u.agent != "" {
				c.add(&f.UsageAgents)
			} else {
				c.add(&f.Usage)
			}
		}
		if u.agent != "" {
			continue
		}
		for i := range u.steps {
			n := int32(i)
			if u.steps[i].kind == transcript.Answer && !u.steps[i].fails {
				if st, err := s.rt.Folds.At(u.base + i); err == nil && st.Model != "" && !models[st.Model] {
					models[st.Model] = true
					f.Models = append(f.Models, st.Model)
				}
			}
			for _, rec := range u.of(n) {
				r := &u.recs[rec]
				if r.kind != asked && r.kind != served && !(r.kind == did && r.is(ownCall) && u.didOf[r.call] == rec) {
					continue
				}
				name := u.Text(r.name)
				k, ok := tools[name]
				if !ok {
					k = len(f.Tools)
					tools[name] = k
					f.Tools = append(f.Tools, loaders.ToolCount{Name: name})
				}
				f.Tools[k].Calls++
				if r.kind == served && r.is(bad) || u.fails(r.call) {
					f.Tools[k].Errors++
				}
				if u.result(r.call) < 0 || u.fails(r.call) {
					continue
				}
				for _, x := range u.changes[r.call] {
					if path := u.fileName(x.path); !files[path] {
						files[path] = true
						f.Files = append(f.Files, path)
					}
				}
			}
		}
	}
}

// fileName is a file as the tool was told. A stream has only whole paths: there it is what its rollout says that they were.
func (u *unit) fileName(path ref) string {
	name := u.Text(path)
	if u.borrowed != nil {
		for _, x := range u.borrowed.touches {
			if told := u.borrowed.Text(x.path); told != "" && (told == name || transcript.Short(name, u.borrowed.Text(u.lent.cwd)) == told) {
				return told
			}
		}
	}
	return name
}
