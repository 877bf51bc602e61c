package talk

import (
	"slices"

	"cptui/loaders"
	"cptui/loaders/transcript"
)

// Facts is all that `info --json` says of the session.
func (s *session) Facts() *loaders.ThreadFacts {
	f := &loaders.ThreadFacts{ID: s.name, Branches: s.branches()}
	s.rt.Fill(f)
	for _, ns := range f.Namespaces {
		i, ok := s.ends[ns]
		if !ok {
			continue
		}
		b, n := s.at(i)
		f.Head = append(f.Head, loaders.Hit{Thread: s.name, NS: ns, ID: b.names[n]})
		f.Leaf = append(f.Leaf, loaders.Hit{Thread: s.name, NS: ns, ID: b.leaf(n)})
	}
	s.span(f)
	s.tally(f)
	return f
}

// leaf is the last record of a step that says something.
func (b *Book) leaf(n int32) string {
	s := &b.steps[n]
	last := s.first
	for _, rec := range s.recs {
		if k := b.kindOf(rec); k != Note && k != Ahead && b.recs[rec].of < 0 {
			last = rec
		}
	}
	return b.recordName(last)
}

// branches counts the leaves that a person would call a branch.
func (s *session) branches() int {
	t, b := script{s}, s.books[0]
	mine := func(i int) bool { return s.spaces[i] == "" }
	n := transcript.Branches(len(b.steps), t.Parent, mine, t.Prompted, func(int) bool { return false })
	if end, ok := b.ends[""]; ok && slices.ContainsFunc(b.steps, func(s step) bool { return s.parent == end }) {
		n++ // what was taken back stands behind the end, and nothing in its place
	}
	return n
}

// span finds the first and the last time of the session's own steps.
func (s *session) span(f *loaders.ThreadFacts) {
	b := s.books[0]
	first, last := ref(-1), ref(-1)
	for i := range b.steps {
		n := int32(i)
		at := transcript.TimeOf(b.at(n))
		if at.IsZero() || s.spaces[b.base+i] != "" {
			continue
		}
		if first < 0 || at.Before(f.First) {
			f.First, first = at, b.moment(n)
		}
		if last < 0 || !at.Before(f.Last) {
			f.Last, last = at, b.moment(n)
		}
	}
	if first >= 0 {
		f.FirstTS, f.LastTS = b.stamp(first), b.stamp(last)
	}
}

// tally counts over all branches: tools, models, files, and what the answers cost.
func (s *session) tally(f *loaders.ThreadFacts) {
	tools, models, files := map[string]int{}, map[string]bool{}, map[string]bool{}
	for _, b := range s.books {
		for i := range b.steps {
			st := &b.steps[i]
			if s.spaces[b.base+i] != "" {
				add(&f.UsageAgents, st.cost)
				continue
			}
			add(&f.Usage, st.cost)
			if st.kind != transcript.Answer || st.own {
				continue
			}
			b.tallyAnswer(f, int32(i), tools, models, files)
		}
	}
}

func (b *Book) tallyAnswer(f *loaders.ThreadFacts, n int32, tools map[string]int, models, files map[string]bool) {
	for _, rec := range b.replies(n) {
		if m := b.recs[rec].model; m != "" && !models[m] {
			models[m] = true
			f.Models = append(f.Models, m)
		}
		for _, c := range b.recs[rec].calls {
			k, ok := tools[c.name]
			if !ok {
				k = len(f.Tools)
				tools[c.name] = k
				f.Tools = append(f.Tools, loaders.ToolCount{Name: c.name})
			}
			f.Tools[k].Calls++
			if c.failed || b.failed(b.key(rec, c.id)) {
				f.Tools[k].Errors++
			}
			if what := b.effectOf(b.key(rec, c.id)); what != Writes && what != Puts {
				continue
			}
			full, err := b.call(b.key(rec, c.id))
			if path := member(full.Input, fileKeys...); err == nil && path != "" && !files[path] {
				files[path] = true
				f.Files = append(f.Files, path)
			}
		}
	}
}

// failed tells whether a call gave an error.
func (b *Book) failed(key callKey) bool {
	rec, ok := b.resultOf[key]
	if !ok {
		return false
	}
	for _, o := range b.recs[rec].results {
		if o.id == key.id {
			return o.bad
		}
	}
	return false
}
