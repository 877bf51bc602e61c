package term

import (
	"context"

	"cptui/graph"
	"cptui/ui/view"
)

// moved is called when the cursor of the history may be on another row.
func (p *mainPage) moved() {
	if p.model == nil {
		return
	}
	above := p.rows.cursor - p.rows.top
	to := p.model.SetCursor(p.rows.cursor)
	if to != p.rows.cursor {
		p.rows.cursor, p.rows.top = to, max(0, to-above)
	}
	p.det.show(p.checkpoint())
}

// land puts the cursor on a checkpoint without keeping where it came from.
func (p *mainPage) land(i int) {
	p.rows.to(p.model.Reveal(i))
	p.rows.center()
	p.moved()
}

// jump is land that `u` undoes.
func (p *mainPage) jump(i int) {
	if from := p.checkpoint(); from >= 0 && from != i {
		p.jumps = append(p.jumps, from)
	}
	p.land(i)
}

// jumpRow is jump to a row of the history.
func (p *mainPage) jumpRow(row int) {
	from := p.checkpoint()
	p.rows.to(row)
	p.rows.center()
	p.moved()
	if at := p.checkpoint(); from >= 0 && from != at {
		p.jumps = append(p.jumps, from)
	}
}

func (p *mainPage) undoJump() {
	n := len(p.jumps)
	if n == 0 {
		return
	}
	to := p.jumps[n-1]
	p.jumps = p.jumps[:n-1]
	p.land(to)
}

// gotoRef goes to a step by a reference; one that another thread holds opens that thread.
func (p *mainPage) gotoRef(text string) {
	if name, ok := cutBookmark(text); ok {
		p.gotoBookmark(name)
		return
	}
	ref, err := graph.ParseRef(text)
	if err != nil {
		p.a.fail(err)
		return
	}
	ns := p.ns
	if i := p.checkpoint(); i >= 0 && p.wanted == "" {
		ns = p.hist.NS(i)
	}
	i, err := p.hist.Resolve(ref, ns, p.checkpoint())
	if err != nil && ns != p.ns {
		i, err = p.hist.Resolve(ref, p.ns, p.checkpoint())
	}
	if err == nil {
		p.jump(i)
		return
	}
	first := err
	p.a.jobs.start("find-id", "looking for "+view.CleanCut(text, 40), func(ctx context.Context, _ *job) func() {
		hits, err := p.s.src.FindID(ctx, text)
		return func() {
			switch {
			case err != nil:
				p.a.fail(err)
			case len(hits) == 1 && hits[0].Thread != p.thread:
				p.openThread(hits[0].Thread, hits[0].ID)
			default:
				p.a.fail(first)
			}
		}
	})
}

func cutBookmark(text string) (name string, ok bool) {
	if len(text) > 1 && text[0] == '\'' {
		return text[1:], true
	}
	return "", false
}

// openThread shows another thread of the same source on this page.
func (p *mainPage) openThread(id, ref string) {
	if p.hist != nil && id == p.thread {
		if ref != "" {
			p.gotoRef(ref)
		}
		return
	}
	p.a.jobs.stop("briefs")
	p.thread, p.ns = id, ""
	p.load(ref)
}

// hop walks to the next turn or problem: where rows on the way are not known yet they are read first, and Esc ends it.
func (p *mainPage) hop(what string, dir int, next func(row, dir int) (int, []int, bool)) {
	row := p.rows.cursor
	to, missing, ok := next(row, dir)
	if ok && len(missing) == 0 {
		p.jumpRow(to)
		return
	}
	if len(missing) > 0 {
		p.fetch("hop", "looking for the "+what, missing, 0, func() { p.hop(what, dir, next) })
		return
	}
	side := "after"
	if dir < 0 {
		side = "before"
	}
	p.a.say("no " + what + " " + side + " this row")
}
