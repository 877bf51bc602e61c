package term

import (
	"context"

	"cptui/graph"
	"cptui/ui/view"
)

// graphTab is the tab of the graph behind the thread. The graph takes more work than a step, so it is worked out when it is
// first looked at, and its nodes are lit anew at every step; until then those of the step before stay.
type graphTab struct {
	fresh bool // what is shown, or asked for, is of this step
	folds view.GraphFolds
}

func (g *graphTab) forget(d *detail) {
	d.p.a.jobs.stop("graph")
	g.fresh, g.folds = false, view.GraphFolds{}
}

// ask works the graph out for the step that is shown.
func (g *graphTab) ask(d *detail) {
	if g.fresh || d.m == nil {
		return
	}
	g.fresh = true
	h, m := d.p.hist, d.m
	d.p.a.jobs.start("graph", "working the graph out", func(ctx context.Context, _ *job) func() {
		top, err := h.Topology(ctx)
		if err == nil && top != nil {
			var lit []graph.Lit
			if lit, err = h.LitAt(ctx, m); err == nil {
				return func() { g.take(d, h, m, top, lit) }
			}
		}
		if err == nil || isCancel(err) {
			return nil
		}
		return func() { d.p.a.fail(err) }
	})
}

func (g *graphTab) take(d *detail, h *graph.History, m *graph.Moment, top *graph.Topology, lit []graph.Lit) {
	if d.p.hist != h || d.m != m {
		return
	}
	if g.folds == nil {
		g.folds = view.GraphFolds{}
	}
	pane := view.NewGraph(top, lit, m, g.folds, d.p.env)
	d.panes[tabGraph] = pane
	l := &d.lists[tabGraph]
	l.rows = pane
	if d.wide[tabGraph] > 0 {
		wrap(pane, d.wide[tabGraph])
	}
	if l.height > 0 {
		pane.Tall(l.height)
	}
	l.to(pane.LitStop())
}

// hasTab tells whether a tab has something to say of this thread: a transcript has no graph behind it.
func (d *detail) hasTab(t int) bool {
	return t != tabGraph || d.p.hist == nil || d.p.hist.HasTopology()
}

// tabNames are those of the tabs that the thread has, in the order of their digits.
func (d *detail) tabNames() []string {
	if d.hasTab(tabGraph) {
		return tabNames
	}
	return tabNames[:tabGraph]
}
