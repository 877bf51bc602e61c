package view

import (
	"cptui/graph"
)

// Story is a thread in reading order, for what is made for people to read outside of the program: the branch of the head, then
// what other branches have of their own, then each subagent or subgraph in the same way. A step is told once.
type Story struct {
	Env     Env
	Secrets int // masked so far

	given map[string]bool // prompts of the input row before, which the next row takes in
}

// StoryPart is a branch: the steps that no part before it has.
type StoryPart struct {
	Title string
	NS    string
	From  int   // the step it parts from, -1 where it begins by itself
	Rows  []int // from the first to the last
	Head  bool  // the branch that is current
}

// Parts lays the steps of the history out; want picks them (nil: all).
func (s *Story) Parts(want func(i int) bool) []StoryPart {
	h := s.Env.Hist
	told := make([]bool, h.Len())
	var out []StoryPart
	line := func(end int, p StoryPart) {
		p.From = -1
		var rows []int
		at := end
		for ; at >= 0 && !told[at] && h.NS(at) == p.NS; at = h.Parent(at) {
			told[at] = true
			if want == nil || want(at) {
				rows = append(rows, at)
			}
		}
		if at >= 0 {
			p.From = at
		}
		for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
			rows[i], rows[j] = rows[j], rows[i]
		}
		if p.Rows = rows; len(rows) > 0 {
			out = append(out, p)
		}
	}
	for _, ns := range s.spaces() {
		name := ""
		if ns != "" {
			name = s.spaceName(ns)
		}
		if head := h.HeadOf(ns); head >= 0 {
			title := "The session"
			if ns != "" {
				title = name
			}
			line(head, StoryPart{NS: ns, Title: title, Head: ns == ""})
		}
		beside := prefixWords(name, "another branch")
		for _, leaf := range h.Leaves(ns) {
			if !told[leaf] {
				line(leaf, StoryPart{NS: ns, Title: beside})
			}
		}
		for _, i := range h.InNS(ns) { // rows in a circle have no leaf
			if !told[i] {
				line(i, StoryPart{NS: ns, Title: prefixWords(name, "steps that lead to no end")})
			}
		}
	}
	return out
}

func prefixWords(name, words string) string {
	if name == "" {
		return words
	}
	return name + ", " + words
}

// spaces are the namespaces, the root first, then in the order in which they were called.
func (s *Story) spaces() []string {
	h := s.Env.Hist
	out, seen := []string{""}, map[string]bool{"": true}
	for _, k := range h.Kids {
		if !seen[k.NS] {
			seen[k.NS] = true
			out = append(out, k.NS)
		}
	}
	for _, ns := range h.Namespaces() {
		if !seen[ns] {
			out = append(out, ns)
		}
	}
	return out
}

// spaceName names a subagent or a subgraph with its title.
func (s *Story) spaceName(ns string) string {
	for _, k := range s.Env.Hist.Kids {
		if k.NS != ns {
			continue
		}
		kind := k.Kind
		if kind == "" {
			kind = "subgraph"
		}
		if k.Title != "" {
			return s.title(kind + " " + k.Title)
		}
		return s.title(kind + " " + ns)
	}
	return s.title("namespace " + ns)
}

// kidsAt are the namespaces that were called at a step.
func (s *Story) kidsAt(i int) (out []graph.Child) {
	for _, k := range s.Env.Hist.Kids {
		if k.Parent == i {
			out = append(out, k)
		}
	}
	return out
}
