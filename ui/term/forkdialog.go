package term

import (
	"context"

	"cptui/fork"
	"cptui/graph"
	"cptui/graph/value"
	"cptui/ui/view"
)

// forkDialog works a fork out and shows what it would write. Nothing is written until Ctrl-S.
type forkDialog struct {
	a    *app
	p    *mainPage
	m    *graph.Moment
	from string // the step it leaves, for people
	req  fork.Request
	plan *fork.Plan
	err  error

	pane    view.Pane
	list    rowlist
	mode    forkMode
	wide    int
	note    note
	writing bool

	text       []byte      // what the editor last left: opened again, so that nothing typed is lost
	fromEditor []fork.Edit // those of req.Edits that came from it
}

// forkMode is what the dialog shows.
type forkMode uint8

const (
	forkPlan forkMode = iota
	forkRows          // the rows that would be added
	forkDiff          // the state against the step it leaves
)

// openFork opens the dialog for the step under the cursor.
func (p *mainPage) openFork() {
	m := p.det.m
	if m == nil || p.det.have != p.checkpoint() {
		p.det.then = p.openFork
		p.a.say("opening " + p.stepName(p.checkpoint()) + "…")
		return
	}
	kind := "update"
	d := &forkDialog{a: p.a, p: p, m: m, from: p.stepName(m.Index)}
	d.req = fork.Request{Path: p.s.path, Thread: m.Thread, NS: m.NS, Checkpoint: m.ID, Kind: kind, Next: "keep", Version: p.a.opt.Version}
	d.rebuild()
	if !p.a.note.stays {
		p.a.note = note{} // "opening …"
	}
	p.a.open(d)
	d.replan()
}

// replan works the plan out again after the request changed.
func (d *forkDialog) replan() {
	d.plan, d.err = nil, nil
	d.rebuild()
	req, src := d.req, d.p.s.src
	req.Edits = append([]fork.Edit(nil), req.Edits...)
	d.a.jobs.start("fork", "working out the fork", func(ctx context.Context, _ *job) func() {
		plan, err := fork.Make(ctx, src, req)
		if isCancel(err) {
			return nil
		}
		return func() {
			d.plan, d.err = plan, err
			d.rebuild()
		}
	})
}

// rebuild makes the rows again.
func (d *forkDialog) rebuild() {
	env := d.p.env
	switch {
	case d.mode == forkRows && d.plan != nil: // while there is none, the plan's own page says why
		d.pane = nil
		d.list.rows = newPlanRows(d.plan)
	case d.mode == forkDiff:
		d.pane = view.NewDiff(d.m, d.edited(), env)
		d.list.rows = d.pane
	default:
		d.pane = view.NewForkPlan(d.req, d.plan, d.err, d.m, env)
		d.list.rows = d.pane
	}
	if d.pane != nil && d.wide > 0 {
		wrap(d.pane, d.wide)
	}
	d.list.to(d.list.cursor)
}

// edited is the moment with the edits made to its state.
func (d *forkDialog) edited() *graph.Moment {
	m := *d.m
	whole := d.m.State.Value()
	for _, e := range d.req.Edits {
		var err error
		next := whole
		switch e.Op {
		case fork.Delete:
			next, err = value.Delete(whole, e.Path)
		case fork.Append:
			next, err = value.Append(whole, e.Path, e.Value)
		default:
			next, err = value.Set(whole, e.Path, e.Value)
		}
		if err == nil {
			whole = next
		}
	}
	if m.State.Whole.Kind() != value.Invalid {
		m.State.Whole = whole
		return &m
	}
	m.State.Channels = nil
	for _, e := range whole.Entries() {
		m.State.Channels = append(m.State.Channels, graph.Channel{Name: e.Name(), Value: e.Val})
	}
	return &m
}

func (d *forkDialog) paste(string) {}

func (d *forkDialog) key(k key) {
	if d.writing { // a transaction is short; nothing may be changed under it
		return
	}
	d.note = note{}
	switch k.name {
	case "Esc":
		if d.mode != forkPlan {
			d.show(forkPlan)
			return
		}
		d.a.jobs.stop("fork")
		d.a.closeDialog()
	case "Ctrl-S":
		d.write()
	case "j", "Down":
		d.list.move(1)
	case "k", "Up":
		d.list.move(-1)
	case "Ctrl-D", "PgDn":
		d.list.move(d.list.half())
	case "Ctrl-U", "PgUp":
		d.list.move(-d.list.half())
	case "g", "Home":
		d.list.to(0)
	case "G", "End":
		d.list.to(d.list.len() - 1)
	case "l", "Right", "Enter":
		d.fold(true)
	case "h", "Left":
		d.fold(false)
	case "p":
		d.show(forkRows)
	case "d":
		d.show(forkDiff)
	case "y":
		d.a.copyText("command", d.command())
		d.note = d.a.note
	case "e":
		d.askPath("edit", fork.Set)
	case "+":
		d.askPath("add", fork.Append)
	case "-":
		d.askPath("remove", fork.Delete)
	case "o":
		d.editor()
	case "x":
		d.undo()
	case "n":
		d.chooseNext()
	case "t":
		d.chooseThread()
	case "s":
		d.toggleKind()
	case "w":
		d.toggleKeep()
	}
}

func (d *forkDialog) show(m forkMode) {
	if d.mode == m {
		m = forkPlan
	}
	if m == forkRows && d.plan == nil {
		d.say("there is no plan yet")
		return
	}
	d.mode = m
	d.list = rowlist{}
	d.rebuild()
}

func (d *forkDialog) say(text string) {
	d.note = note{text: view.CleanLine(text), style: view.WaitStyle}
}

func (d *forkDialog) fold(open bool) {
	if d.pane == nil {
		return
	}
	if to, ok := d.pane.Fold(d.list.cursor, open); ok {
		d.list.to(to)
	}
}

func (d *forkDialog) mouse(_, _, rows int) { d.list.move(rows) }

func (d *forkDialog) draw(c canvas) {
	c.clear()
	high := c.h
	if c.h >= tinyHigh {
		high -= 2
		var line view.Line // what the dialog has to say goes before what was said on the page below
		switch {
		case d.note.text != "":
			line = view.Line{{Text: " " + d.note.text, Style: d.note.style}}.Fit(c.w)
		case d.writing:
			line = view.Line{{Text: " writing…", Style: view.Strong}}
		default:
			line = d.a.statusLine(c.w, func(int) view.Line {
				return view.Line{{Text: " " + view.CleanLine(d.command()), Style: view.Dim}}
			})
		}
		c.line(c.h-2, line, plainLook, false)
		foot := view.Line{}
		for _, k := range [][2]string{{"^S", "write the fork"}, {"p", "preview rows"}, {"d", "diff with " + d.from}, {"y", "copy"}, {"Esc", "leave"}} {
			foot = append(foot, view.Span{Text: " " + k[0], Style: view.Strong}, view.Span{Text: " " + k[1] + "   ", Style: view.Dim})
		}
		c.line(c.h-1, foot, plainLook, false)
	}
	body := c.part(0, 0, c.w, high)
	if d.pane != nil && d.wide != body.w {
		d.wide = body.w
		wrap(d.pane, body.w)
	}
	d.list.draw(body, cursorActive)
}

// planRows shows the rows that would be added: each with its key and size, its columns below it.
type planRows []view.Line

func newPlanRows(plan *fork.Plan) (rows planRows) {
	for _, row := range plan.Rows {
		line := view.Line{{Text: " + " + view.CleanLine(row.Table), Style: view.AddStyle}}
		for _, k := range row.Key {
			if k == "" {
				k = `""`
			}
			line = append(line, view.Span{Text: "  " + view.CleanCut(k, 200), Style: view.Plain})
		}
		rows = append(rows, append(line, view.Span{Text: "  " + view.Size(row.Bytes), Style: view.NumStyle}))
		for _, c := range row.Columns {
			rows = append(rows, view.Line{{Text: "     " + view.CleanCut(c, 400), Style: view.Dim}})
		}
	}
	return rows
}

func (r planRows) Len() int { return len(r) }

func (r planRows) Row(i, width int) view.Line { return r[i].Fit(width) }
