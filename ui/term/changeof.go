package term

import (
	"context"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/ui/view"
)

// changeOf goes to the next step (before: dir < 0) of this branch at which the value under the cursor is another.
func (p *mainPage) changeOf(dir int) {
	path, err := value.ParsePath(p.det.path())
	if err != nil || len(path) == 0 {
		return
	}
	h, from := p.hist, p.det.have
	branch := branchOf(h, from, dir)
	p.a.jobs.start("change", "looking for changes of "+view.CleanCut(path.String(), 40), func(ctx context.Context, me *job) func() {
		at := func(i int) (v value.Value, ok bool, err error) {
			st, err := h.Runtime.State(ctx, h, i)
			if err != nil {
				return v, false, err
			}
			v, ok = inState(st, path)
			return v, ok, nil
		}
		was, had, err := at(from)
		if err != nil {
			return func() { p.a.fail(err) }
		}
		last := from
		for n, i := range branch {
			now, has, err := at(i)
			if err != nil {
				return func() { p.a.fail(err) }
			}
			me.progress(int64(n+1), int64(len(branch)))
			if has != had || has && !value.Equal(was, now) {
				to := i
				if dir < 0 { // the change is in the step after the one that differs
					to = last
				}
				if to != from {
					return func() { p.jump(to) }
				}
				was, had = now, has
			}
			last = i
		}
		if dir < 0 && last != from && had {
			to := last
			return func() { p.jump(to) }
		}
		return func() { p.a.say("no other change of " + path.String() + " on this branch") }
	})
}

// inState finds a path in a state.
func inState(st graph.State, path value.Path) (value.Value, bool) {
	if st.Whole.Kind() != value.Invalid {
		return path.In(st.Whole)
	}
	v, ok := st.Get(path[0].Name)
	if !ok {
		return v, false
	}
	return path[1:].In(v)
}

// branchOf lists the checkpoints before (dir < 0) or after i, the nearest first: on the branch of the head, else on the newest.
func branchOf(h *graph.History, i, dir int) []int {
	var list []int
	if dir < 0 {
		for at := h.Parent(i); at >= 0; at = h.Parent(at) {
			list = append(list, at)
		}
		return list
	}
	onward := map[int]bool{}
	for _, at := range h.Line(h.HeadOf(h.NS(i))) {
		onward[at] = true
	}
	for at := i; ; {
		kids := h.Children(at)
		if len(kids) == 0 {
			return list
		}
		at = kids[len(kids)-1]
		for _, k := range kids {
			if onward[k] {
				at = k
			}
		}
		list = append(list, at)
	}
}
