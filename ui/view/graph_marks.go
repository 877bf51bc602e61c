package view

import "cptui/graph"

// NodeMark is what a node has to say at the step that is shown.
type NodeMark struct {
	Ran bool             // its run made the step
	Due graph.TaskStatus // of what is due after it, "" nothing
}

// Sign is the glyph of a mark, a blank where there is nothing to say, and how it looks.
func (m NodeMark) Sign(e Env) (string, Style) {
	switch m.Due {
	case graph.TaskWaits:
		return e.Glyph(GAsks), WaitStyle
	case graph.TaskFailed:
		return e.Glyph(GError), ErrStyle
	case graph.TaskDue:
		return e.Glyph(GNext), OkStyle
	}
	switch {
	case m.Ran:
		return e.Glyph(GStep), Strong
	case m.Due != "":
		return checkGlyph(e), OkStyle
	}
	return " ", Plain
}

// checkGlyph is one cell wide in ASCII too.
func checkGlyph(e Env) string {
	if e.ASCII {
		return "+"
	}
	return e.Glyph(GDone)
}

// words say it in words: "ran to make @4", "due", "waits for an answer".
func (m NodeMark) words(step string) []string {
	var out []string
	if m.Ran {
		out = append(out, "ran to make "+step)
	}
	switch m.Due {
	case graph.TaskWaits:
		out = append(out, "waits for an answer")
	case graph.TaskFailed:
		out = append(out, "failed")
	case graph.TaskDue:
		out = append(out, "due after "+step)
	case graph.TaskDone, graph.TaskRetried:
		out = append(out, "done, its writes are kept")
	}
	return out
}

type nodeKey struct{ path, title, node string }

func keyOf(t *graph.Topology, node string) nodeKey { return nodeKey{t.Path, t.Title, node} }

// GraphMarks are those of all nodes of a graph and of the graphs in it.
type GraphMarks map[nodeKey]NodeMark

// MarksOf reads them off what is lit at a step.
func MarksOf(lit []graph.Lit) GraphMarks {
	marks := GraphMarks{}
	for _, l := range lit {
		k := nodeKey{l.Path, l.Title, l.Node}
		was := marks[k]
		was.Ran = was.Ran || l.Ran
		if worse(l.Due, was.Due) {
			was.Due = l.Due
		}
		marks[k] = was
	}
	return marks
}

// At is the mark of a node.
func (g GraphMarks) At(t *graph.Topology, node string) NodeMark { return g[keyOf(t, node)] }

// worse tells whether one status says more than another of the same node's tasks.
func worse(a, b graph.TaskStatus) bool {
	rank := func(s graph.TaskStatus) int {
		for i, have := range []graph.TaskStatus{"", graph.TaskDone, graph.TaskRetried, graph.TaskDue, graph.TaskWaits, graph.TaskFailed} {
			if s == have {
				return i
			}
		}
		return 0
	}
	return rank(a) > rank(b)
}

// inside are the nodes in the graphs of a node whose run made the step.
func (g GraphMarks) inside(n *graph.GraphNode) []string {
	var out []string
	for _, in := range n.Inner {
		in.Each(func(t *graph.Topology) {
			for i := range t.Nodes {
				if g.At(t, t.Nodes[i].Name).Ran {
					out = append(out, t.Nodes[i].Name)
				}
			}
		})
	}
	return out
}
