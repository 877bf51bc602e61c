package term

import (
	"context"
	"strings"

	"cptui/fork"
	"cptui/ui/view"
)

// copies is what `y` offers: the value under the cursor of the detail, else the row of the history.
func (p *mainPage) copies() []view.CopyItem {
	if p.det.m == nil || p.det.have != p.checkpoint() {
		return nil
	}
	pl := p.det.place()
	if p.focus != paneDetail {
		pl = p.model.At(p.rows.cursor)
	}
	m := p.det.m
	resume, why := fork.Resume(p.s.info, m.Thread, m.NS, m.ID), ""
	if resume == "" {
		why = "this kind of source says nothing of going on"
	}
	list := view.CopyMenu(m, p.det.facts, pl, resume, why, p.env)
	if p.forkResume != "" {
		list = append(list, view.CopyItem{Key: 'f', Name: "fork", Text: p.forkResume})
	}
	return list
}

// arguments are what may follow a command on the `:` line.
func (p *mainPage) arguments(id string) (words []string) {
	switch id {
	case "tab":
		for _, n := range p.det.tabNames() {
			words = append(words, strings.ToLower(n))
		}
	case "thread":
		for _, t := range p.s.threads {
			words = append(words, t.ID)
		}
	case "bookmark":
		words = p.marks.letters()
	case "unfork":
		for _, f := range p.s.forks {
			words = append(words, f.ID)
		}
	case "goto":
		words = []string{"head", "head~1"}
	}
	return words
}

// maxEntries bounds the steps that the palette lists.
const maxEntries = 20_000

// entries are the steps, nodes, threads and bookmarks for the palette.
func (p *mainPage) entries() (list []entry) {
	if p.model == nil {
		return nil
	}
	nodes := map[string]int{}
	var names []string
	n := min(p.model.Len(), maxEntries)
	seen := map[int]bool{}
	for row := range n {
		i := p.model.Checkpoint(row)
		if i < 0 || seen[i] {
			continue
		}
		seen[i] = true
		name, text := p.stepName(i), p.model.At(row).Text
		list = append(list, entry{kind: '@', name: name, about: text, do: func() { p.jump(i) }})
		for _, node := range p.model.Nodes(i) {
			if nodes[node]++; nodes[node] == 1 {
				names = append(names, node)
			}
		}
	}
	for _, node := range names {
		list = append(list, entry{kind: '#', name: node, about: "ran in " + plural(nodes[node], "step") + ": the next one from here", do: func() { p.nextOfNode(node) }})
	}
	for _, t := range p.s.threads[:min(len(p.s.threads), maxEntries)] {
		list = append(list, entry{kind: 't', name: t.ID, about: t.Title, do: func() { p.openThread(t.ID, "") }})
	}
	for _, l := range p.marks.letters() {
		list = append(list, entry{kind: '\'', name: l, about: "bookmark", do: func() { p.gotoBookmark(l) }})
	}
	return list
}

// nextOfNode goes to the next row in which a node ran, round the end.
func (p *mainPage) nextOfNode(node string) {
	n := p.model.Len()
	for k := 1; k <= n; k++ {
		row := (p.rows.cursor + k) % n
		for _, name := range p.model.Nodes(p.model.Checkpoint(row)) {
			if name == node {
				p.focus = paneHistory
				p.jumpRow(row)
				return
			}
		}
	}
}

// mark marks the step under the cursor for compare, or takes the mark away.
func (p *mainPage) mark() {
	i := p.checkpoint()
	p.keepPlace(func() {
		if p.model.Marked() == i {
			p.model.Mark(-1)
			p.a.say("mark taken away")
			return
		}
		p.model.Mark(i)
		p.a.say("marked " + p.stepName(i) + " · D compares another step with it")
	})
}

// compare opens the marked step and this one, and where they came from.
func (p *mainPage) compare() {
	a, b := p.model.Marked(), p.checkpoint()
	if a == b {
		p.a.warn("compare: the cursor is on the marked step itself")
		return
	}
	h := p.hist
	p.a.jobs.start("compare", "comparing "+p.stepName(a)+" and "+p.stepName(b), func(ctx context.Context, _ *job) func() {
		f, err := view.LoadCompare(ctx, h, a, b)
		return func() {
			if err != nil {
				p.a.fail(err)
				return
			}
			p.a.push(newComparePage(p, f))
		}
	})
}
