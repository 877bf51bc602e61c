package term

import (
	"context"

	"cptui/graph"
	"cptui/ui/view"
)

// listPage lists calls, the plan over time or files; Enter goes to the step that a row is about. The list is worked out in the
// background: Esc ends that, a second Esc leaves.
type listPage struct {
	a     *app
	main  *mainPage
	what  string // "tools", "todos", "files": the command of the same name prints it
	at    int    // the step that it is of
	model *view.ToldList
	rows  rowlist
	found search
	state string
	total string
}

// listSlot is the slot of the job that makes the list.
const listSlot = "list"

func newListPage(main *mainPage, what string) *listPage {
	p := &listPage{a: main.a, main: main, what: what, at: main.checkpoint(), state: "being worked out"}
	p.show(func(int) []view.Told { return nil })
	h, env, at := main.hist, main.env, p.at
	p.a.jobs.start(listSlot, "gathering "+what, func(ctx context.Context, _ *job) func() {
		lines, total, err := listOf(ctx, h, env, what, at)
		if isCancel(err) {
			return nil
		}
		return func() {
			if err != nil {
				p.state = "it could not be read: " + err.Error()
				return
			}
			p.state, p.total = "", total
			p.show(lines)
		}
	})
	return p
}

// listOf works out what a list holds: its lines for a width, and what they come to.
func listOf(ctx context.Context, h *graph.History, env view.Env, what string, at int) (lines func(width int) []view.Told, total string, err error) {
	switch what {
	case "tools":
		rows := make([]int, h.Len())
		for i := range rows {
			rows[i] = i
		}
		calls, err := h.ToolUses(ctx, rows)
		return func(w int) []view.Told { return view.ToolLines(h, calls, env, w) }, view.ToolCounts(calls), err
	case "todos":
		plan, err := h.PlanHistory(ctx, at)
		return func(int) []view.Told { return view.PlanLines(h, plan, env) }, view.PlanTotal(plan), err
	}
	files, err := h.FilesAt(ctx, at)
	return func(w int) []view.Told { return view.FileLines(files, env, w) }, view.Count(len(files)) + " written", err
}

func (p *listPage) show(lines func(width int) []view.Told) {
	p.model = view.NewToldList(lines)
	p.rows.rows = p.model
}

func (p *listPage) kind() view.Screen { return view.ListScreen }
func (p *listPage) list() *rowlist    { return &p.rows }
func (p *listPage) closed()           { p.a.jobs.stop(listSlot) }

func (p *listPage) facts(f *view.Facts) {
	f.Source, f.Found, f.Threads = true, len(p.found.hits), p.main.s.count()
	f.Transcript = p.main.s.info.Transcript
}

func (p *listPage) do(id, arg string) bool {
	switch id {
	case "open":
		p.open()
	case "find", "next", "previous":
		p.found.findIn(p.a, id, arg, &p.rows, p.model.Find)
	case "leave":
		if p.state == "" || !p.a.interrupt() {
			return false
		}
		p.state = "stopped"
	default:
		return false
	}
	return true
}

// open goes to the step that the row under the cursor is about.
func (p *listPage) open() {
	at := p.model.At(p.rows.cursor)
	if at < 0 {
		p.a.say("this line is about no step")
		return
	}
	p.a.pop()
	p.main.openThread(p.main.hist.Thread(), p.main.hist.ID(at))
}

func (p *listPage) draw(c canvas) {
	of := ""
	if p.what != "tools" && p.main.hist != nil && p.at >= 0 {
		of = " up to " + p.main.env.StepName(p.at)
	}
	left := view.Line{{Text: " " + p.what + of, Style: view.Title}, {Text: "  thread " + view.CleanLine(p.main.thread), Style: view.Dim}, {Text: "  " + view.CleanLine(p.state), Style: view.WaitStyle}}
	c.line(0, view.Spread(left, view.Line{{Text: p.total + " ", Style: view.Strong}}, c.w), plainLook, false)
	rows := c.h - 1
	if c.h >= tinyHigh {
		rows -= 2
		c.line(c.h-2, p.a.statusLine(c.w, p.about), plainLook, false)
		c.line(c.h-1, view.Footer(p.a.facts(), c.w, p.a.opt.ASCII), plainLook, false)
	}
	p.model.Wrap(c.w)
	body := c.part(0, 1, c.w, rows)
	if p.state == "" && p.model.Len() == 0 {
		c.line(2, view.Line{{Text: "   " + map[string]string{"tools": "no tool was called", "todos": "no plan is kept on this branch", "files": "no file was written on this branch by a tool that says so"}[p.what], Style: view.Dim}}, plainLook, false)
		return
	}
	p.rows.draw(body, cursorActive)
}

// command prints the same list.
func (p *listPage) command() string {
	out := "cptui " + p.what + " " + view.ShellQuote(p.main.s.path)
	if p.what != "tools" && p.main.hist != nil && p.at >= 0 {
		return out + " " + view.ShellQuote(p.main.hist.ID(p.at))
	}
	return out + " -t " + view.ShellQuote(p.main.thread)
}

// about is the line above the keys: the command that prints the same.
func (p *listPage) about(width int) view.Line {
	return view.Spread(view.Line{{Text: " " + view.CleanLine(p.command()), Style: view.Dim}}, view.Line{{Text: "y c copies", Style: view.Dim}}, width)
}

func (p *listPage) clicked(_, y int, twice bool) {
	if row := p.rows.top + y - 1; y > 0 && row < p.rows.len() {
		p.rows.to(row)
		if twice {
			p.open()
		}
	}
}

func (p *listPage) wheel(_, _, rows int) { p.rows.move(rows) }

func (p *listPage) copies() []view.CopyItem {
	items := []view.CopyItem{{Key: 'c', Name: "command", Text: p.command()}}
	if text := p.model.Text(p.rows.cursor); text != "" {
		items = append(items, view.CopyItem{Key: 'v', Name: "text", Text: text})
	}
	return items
}
