package term

import (
	"context"
	"strings"

	"cptui/fork"
	"cptui/graph/value"
	"cptui/ui/view"
)

// command is the shell command that makes the same fork.
func (d *forkDialog) command() string {
	words := []string{view.CommandLine("fork", d.m, nil, d.p.env)}
	for _, e := range d.req.Edits {
		switch e.Op {
		case fork.Delete:
			words = append(words, "--delete", view.ShellQuote(e.Path.String()))
		default:
			json := string(value.AppendJSON(nil, e.Value, value.JSONOptions{Reveal: true}))
			path := e.Path
			if e.Op == fork.Append { // the shell has no word for it: the place after the last one
				if now, ok := path.In(d.m.State.Value()); ok {
					path = append(path[:len(path):len(path)], value.Step{Index: now.Len(), IsIndex: true})
				}
			}
			words = append(words, "--set", view.ShellQuote(path.String()+"="+json))
		}
	}
	flag := func(name, v string) {
		if v != "" {
			words = append(words, name, view.ShellQuote(v))
		}
	}
	if d.req.Kind == "fork" {
		flag("--source", "fork")
	}
	if d.req.Next != "keep" {
		flag("--next", d.req.Next)
	}
	flag("--to-thread", d.req.ToThread)
	if d.req.WithHistory {
		words = append(words, "--with-history")
	}
	if d.req.KeepWaiting {
		words = append(words, "--keep-waiting")
	}
	flag("--copy-to", d.req.CopyTo)
	flag("--to", d.req.To)
	return strings.Join(words, " ")
}

// write adds the rows: the one place of the screen that changes a file.
func (d *forkDialog) write() {
	plan := d.plan
	switch {
	case d.err != nil:
		d.say(d.err.Error())
		return
	case plan == nil:
		d.say("the plan is still being worked out")
		return
	}
	d.writing = true
	d.a.jobs.start("fork-write", "", func(ctx context.Context, _ *job) func() {
		r, err := plan.Write(ctx)
		return func() {
			d.writing = false
			if err != nil {
				d.say(err.Error())
				d.replan()
				return
			}
			d.a.closeDialog()
			d.p.forked(r, d.from)
		}
	})
}

// forked shows the new row and says how to go on.
func (p *mainPage) forked(r *fork.Result, from string) {
	p.a.tell(view.ForkedLine(r, from, p.env))
	if r.File != "" {
		p.forkResume = r.Resume
		p.a.readForks(p.s)
		return
	}
	p.s.listed = false
	p.thread, p.ns = r.Thread, ""
	p.load(r.ID)
}

// unfork takes a fork back: the one named, else it asks which.
func (p *mainPage) unfork(id string) {
	if id != "" {
		p.a.ask("take back the fork "+view.CleanCut(id, 40)+" and remove its rows? type yes: ", "", func(text string, ok bool) {
			if ok && strings.TrimSpace(text) == "yes" {
				p.takeBack(id)
			}
		})
		return
	}
	m := &menu{a: p.a, title: "forks of yours in this file", foot: "Enter asks once more before anything is removed"}
	for i := len(p.s.forks) - 1; i >= 0 && len(m.items) < 20; i-- {
		f := p.s.forks[i]
		m.items = append(m.items, menuItem{keys: " ", name: "@" + itoa(f.Step), about: f.Thread + "  " + f.ID, do: func() { p.unfork(f.ID) }})
	}
	p.a.open(m)
}

func (p *mainPage) takeBack(id string) {
	path := p.s.path
	p.a.jobs.start("unfork", "taking the fork back", func(ctx context.Context, _ *job) func() {
		r, err := fork.Unfork(ctx, path, id)
		return func() {
			if err != nil {
				p.a.fail(err)
				return
			}
			p.a.tell("taken back: " + plural(len(r.Rows), "row") + " removed")
			p.forkResume, p.s.listed = "", false
			p.load(r.Parent)
		}
	})
}
