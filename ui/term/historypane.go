package term

import (
	"context"
	"time"

	"cptui/graph"
	"cptui/ui/view"
)

// briefBatch and briefBytes are how much is fetched before the screen shows it; fillAhead bounds what is read behind for counting,
// fillBatch and fillTime one batch of that, so that rows which come on screen meanwhile need not wait for long.
const (
	briefBatch = 64
	briefBytes = 4 << 20 // of bodies, which briefs hold until the model has read them
	fillAhead  = 50_000
	fillBatch  = 2000
	fillTime   = 60 * time.Millisecond
	margin     = 8 // rows above and below the screen that are fetched with it
)

// drawHistory draws the rows and asks for what they lack.
func (p *mainPage) drawHistory(c canvas, header bool) {
	if c.h <= 0 || c.w <= 0 {
		return
	}
	if header {
		right := "since row above "
		if m := p.model.TimesMode(); m != view.SinceAbove {
			right = m.String() + " "
		}
		name := view.Line{{Text: " HISTORY", Style: view.Title}, {Text: "  time runs down", Style: view.Dim}}
		c.line(0, view.Spread(name, view.Line{{Text: right, Style: view.Dim}}, c.w), plainLook, false)
		c = c.part(0, 1, c.w, c.h-1)
	}
	p.rows.draw(c, p.cursorOf(paneHistory))
	if header {
		p.drawProblems(p.drawChecked(c))
	}
	p.feed()
}

// drawProblems lists the rows that need a look below a history that leaves room for it.
func (p *mainPage) drawProblems(c canvas) {
	n := p.model.Len()
	room := c.h - n - 2
	if room < 3 || p.model.Counts().Problems() == 0 {
		return
	}
	var rows []int
	for at, first := -1, -1; ; {
		to, _, ok := p.model.Problem(max(at, 0), 1)
		if at < 0 { // the search begins after a row: the first row is looked at last
			to, _, ok = p.model.Problem(n-1, 1)
			first = to
		} else if to == first {
			break
		}
		if !ok {
			break
		}
		rows = append(rows, to)
		at = to
	}
	y := n + 1
	if extra := len(rows) - room + 1; extra > 0 {
		rows = rows[:room-1]
	}
	c.line(y, view.Line{{Text: " PROBLEMS", Style: view.Title}, {Text: " " + view.Count(p.model.Counts().Problems()), Style: view.Dim}}, plainLook, false)
	for k, row := range rows {
		line := p.model.Row(row, c.w)
		if p.rows.match != "" {
			line = markMatches(line, p.rows.match)
		}
		c.line(y+1+k, line, plainLook, false)
	}
}

// feed fetches what the visible rows lack, then, behind, the rest of the thread; one batch at a time, so that what came on
// screen meanwhile is next.
func (p *mainPage) feed() {
	if p.a.jobs.running("briefs") {
		return
	}
	need := p.model.NeedBriefs(p.rows.top-margin, p.rows.top+p.rows.height+margin)
	patience := time.Duration(0)
	if len(need) == 0 {
		if p.model.Counts().Known >= fillAhead {
			return
		}
		if need = p.model.Unknown(p.checkpoint(), fillBatch); len(need) == 0 {
			return
		}
		patience = fillTime
	}
	if patience == 0 && len(need) > briefBatch {
		need = need[:briefBatch]
	}
	p.fetch("briefs", "", p.within(need, briefBytes), patience, nil)
}

// within cuts a list of rows where their bodies exceed bytes; the first one stays.
func (p *mainPage) within(rows []int, bytes int64) []int {
	for n, i := range rows {
		if bytes -= p.hist.Row(i).Size; bytes < 0 {
			return rows[:n+1]
		}
	}
	return rows
}

// fetch reads briefs as a job and gives them to the model, then goes on with then. It ends early after patience (0: never).
func (p *mainPage) fetch(slot, title string, need []int, patience time.Duration, then func()) {
	h, model := p.hist, p.model
	p.a.jobs.start(slot, title, func(ctx context.Context, me *job) func() {
		list := make([]graph.Brief, 0, len(need))
		for n, i := range need {
			if patience > 0 && time.Since(me.began) > patience {
				break
			}
			b, err := h.Brief(ctx, i)
			if err != nil {
				if isCancel(err) {
					return nil
				}
				b = graph.Brief{Index: i, Kind: graph.StepDamaged, ProblemKind: "damage", Problem: err.Error()}
			}
			list = append(list, b)
			me.progress(int64(n), int64(len(need)))
		}
		return func() {
			if p.model != model { // another thread is shown by now
				return
			}
			p.keepPlace(func() { model.SetBriefs(list...) })
			if then != nil {
				then()
			}
		}
	})
}

// keepPlace changes the model and keeps the cursor on the same thing, as far from the top as it was.
func (p *mainPage) keepPlace(change func()) {
	spot, above := p.model.SpotOf(p.rows.cursor), p.rows.cursor-p.rows.top
	change()
	p.rows.cursor = p.model.RowOf(spot)
	p.rows.top = max(0, p.rows.cursor-above)
}
