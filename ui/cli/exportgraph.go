package cli

import (
	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/ui/plain"
	"cptui/ui/view"
)

// exportGraph writes the graph behind one thread, with the nodes of a checkpoint marked where one is named.
func (a *app) exportGraph(c *cobra.Command, args []string, format string) error {
	for _, flag := range []string{"values", "limit"} {
		if c.Flags().Changed(flag) {
			return usagef("--%s is for checkpoints; --format %s writes a graph", flag, format)
		}
	}
	src, err := a.open(args[0])
	if err != nil {
		return err
	}
	var t *target
	if len(args) > 1 {
		t, err = a.at(c, src, args[1])
	} else {
		t = &target{src: src}
		if t.hist, err = a.history(c, src); err == nil && c.Flags().Changed("ns") {
			t.ns, err = a.namespace(t.hist)
		}
	}
	if err != nil {
		return err
	}
	top, err := t.hist.Topology(a.ctx)
	if err != nil {
		return err
	}
	if top == nil {
		return usagef("a transcript has no graph behind it; --format %s is for LangGraph", format)
	}
	out := plain.GraphExport{Top: top, Thread: t.hist.Thread(), Env: a.env(t)}
	if c.Flags().Changed("ns") {
		out.Top = t.graphOf(top)
	}
	if len(args) > 1 {
		m, err := t.hist.Moment(a.ctx, t.index)
		if err != nil {
			return err
		}
		lit, err := t.hist.LitAt(a.ctx, m)
		if err != nil {
			return err
		}
		out.Marks, out.At = view.MarksOf(lit), out.Env.StepName(t.index)
	}
	return a.write(out.Write(format))
}

// graphOf is the graph of the target's namespace, in that of the thread.
func (t *target) graphOf(top *graph.Topology) *graph.Topology {
	path, title := t.hist.GraphOf(t.ns)
	found := top
	top.Each(func(g *graph.Topology) {
		if g.Path == path && g.Title == title {
			found = g
		}
	})
	return found
}
