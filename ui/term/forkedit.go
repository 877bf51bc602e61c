package term

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"cptui/fork"
	"cptui/graph/value"
	"cptui/ui/view"
)

// at is the path that an edit most likely means: of the edit under the cursor, else of the value that was looked at.
func (d *forkDialog) at() string {
	if plan, ok := d.pane.(*view.ForkPlan); ok {
		if n := plan.Edit(d.list.cursor); n >= 0 && n < len(d.req.Edits) {
			return d.req.Edits[n].Path.String()
		}
	}
	t := d.p.det.shown()
	if pane := d.p.det.panes[t]; pane != nil {
		if path := pane.At(d.p.det.lists[t].cursor).Path; len(path) > 0 {
			return path.String()
		}
	}
	return "."
}

// askPath asks for a place in the state, then for its value as JSON.
func (d *forkDialog) askPath(what string, op fork.EditOp) {
	if d.req.Kind == "fork" {
		d.say("an exact copy takes no edits; s makes it an update")
		return
	}
	pr := d.a.ask(what+" at: ", d.at(), func(text string, ok bool) {
		text = strings.TrimSpace(text)
		if !ok || text == "" {
			return
		}
		path, err := value.ParsePath(text)
		if err != nil || len(path) == 0 {
			d.say(what + " at " + text + ": not a path such as .messages[3].content")
			return
		}
		now, has := path.In(d.edited().State.Value())
		switch {
		case op == fork.Delete && !has:
			d.say("remove: nothing at " + path.String())
		case op == fork.Delete:
			d.add(fork.Edit{Op: op, Path: path})
		case op == fork.Append && has && now.Kind() == value.List:
			d.askValue(path, "add to "+path.String()+": ", "", op)
		case op == fork.Append && has:
			d.say("add: there is a value at " + path.String() + " already, and it is no list: e edits it")
		default:
			text := ""
			if has {
				text = string(value.AppendJSON(nil, now, value.JSONOptions{Reveal: true}))
			}
			d.askValue(path, path.String()+" = ", text, fork.Set)
		}
	})
	pr.complete = d.completePath
}

// completePath gives the places one level below what is typed.
func (d *forkDialog) completePath(text string) (list []string) {
	cut := strings.LastIndexAny(text, ".[")
	head := ""
	if cut > 0 {
		head = text[:cut]
	}
	root := d.edited().State.Value()
	var path value.Path
	if head != "" && head != "." {
		var err error
		if path, err = value.ParsePath(head); err != nil {
			return nil
		}
	}
	v := root
	if len(path) > 0 {
		var ok bool
		if v, ok = path.In(root); !ok {
			return nil
		}
	}
	for i, e := range v.Entries() {
		if i == 200 {
			break
		}
		step := value.Step{Name: e.Name()}
		if v.Kind() == value.List {
			step = value.Step{Index: i, IsIndex: true}
		} else if e.Name() == "" {
			continue
		}
		if one := append(append(value.Path(nil), path...), step).String(); strings.HasPrefix(one, text) {
			list = append(list, one)
		}
	}
	return list
}

// askValue asks for JSON; what is no JSON is asked for again with the reason.
func (d *forkDialog) askValue(path value.Path, label, text string, op fork.EditOp) {
	d.askValueAgain(path, "", label, text, op)
}

func (d *forkDialog) askValueAgain(path value.Path, why, label, text string, op fork.EditOp) {
	d.a.ask(why+label, text, func(text string, ok bool) {
		if !ok {
			return
		}
		v, err := value.ParseJSON([]byte(text))
		if err != nil {
			d.askValueAgain(path, view.CleanCut("not JSON: "+err.Error(), 40)+" · ", label, text, op)
			return
		}
		d.add(fork.Edit{Op: op, Path: path, Value: v})
	})
}

// add takes an edit in; one at the same place as an earlier one replaces it.
func (d *forkDialog) add(e fork.Edit) {
	if e.Op == fork.Set {
		for i, old := range d.req.Edits {
			if old.Op == fork.Set && old.Path.String() == e.Path.String() {
				d.req.Edits[i] = e
				d.replan()
				return
			}
		}
	}
	d.req.Edits = append(d.req.Edits, e)
	d.replan()
}

// undo takes the edit under the cursor back, else the last one.
func (d *forkDialog) undo() {
	n := len(d.req.Edits) - 1
	if n < 0 {
		d.say("no edit to undo")
		return
	}
	if plan, ok := d.pane.(*view.ForkPlan); ok {
		if k := plan.Edit(d.list.cursor); k >= 0 && k <= n {
			n = k
		}
	}
	d.req.Edits = append(d.req.Edits[:n:n], d.req.Edits[n+1:]...)
	d.replan()
}

// editor lets the whole state be edited in $VISUAL or $EDITOR, with the terminal lent to it.
func (d *forkDialog) editor() {
	if d.req.Kind == "fork" {
		d.say("an exact copy takes no edits; s makes it an update")
		return
	}
	editor := fork.Editor()
	if editor == "" {
		d.say("$EDITOR is not set: e edits one value here")
		return
	}
	before := fork.EditFile(value.AppendJSON(nil, d.m.State.Value(), value.JSONOptions{Indent: "  ", Reveal: true}))
	if d.text == nil {
		d.text = before
	}
	after, err := edit(d.a, editor, d.text)
	if err != nil {
		d.say(err.Error())
		return
	}
	d.text = after
	edits, err := fork.ReadEdits(before, after)
	if err != nil {
		d.say(err.Error() + " · o opens your text again")
		return
	}
	d.takeEdited(edits)
}

// takeEdited puts the editor's edits in the place of those that it made before; edits made here stay.
func (d *forkDialog) takeEdited(edits []fork.Edit) {
	had := len(d.fromEditor) > 0
	d.req.Edits = slices.DeleteFunc(slices.Clone(d.req.Edits), func(e fork.Edit) bool {
		return slices.ContainsFunc(d.fromEditor, func(old fork.Edit) bool { return sameEdit(e, old) })
	})
	d.fromEditor = edits
	d.req.Edits = append(d.req.Edits, edits...)
	if len(edits) == 0 && !had {
		d.say("nothing was changed in the editor")
		return
	}
	d.replan()
}

func sameEdit(a, b fork.Edit) bool {
	return a.Op == b.Op && a.Path.String() == b.Path.String() && value.Equal(a.Value, b.Value)
}

// edit lends the terminal to an editor.
func edit(a *app, editor string, text []byte) ([]byte, error) {
	out, err := fork.EditText(a.ctx, editor, text, func(cmd *exec.Cmd) (err error) {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		a.leaveTerminal(func() { err = cmd.Run() })
		if err != nil {
			return fmt.Errorf("editor %s: %w", editor, err)
		}
		return nil
	})
	if err == nil && len(bytes.TrimSpace(out)) == 0 {
		err = fmt.Errorf("the edited state is empty: nothing taken over")
	}
	return out, err
}

func (d *forkDialog) toggleKind() {
	if d.req.Kind == "fork" {
		d.req.Kind = "update"
		d.replan()
		return
	}
	if len(d.req.Edits) > 0 {
		d.say("an exact copy takes no edits: undo them first with x")
		return
	}
	d.req.Kind = "fork"
	d.replan()
}

// toggleKeep takes along, or leaves behind, what the tasks due here wrote and asked.
func (d *forkDialog) toggleKeep() {
	switch {
	case d.p.s.info.Transcript:
		d.say("nothing waits in a session: a call without its result is asked again")
		return
	case !d.req.KeepWaiting && d.req.Next != "keep":
		d.say("what waits can only be kept where what is due stays as it is: n, then k")
		return
	}
	d.req.KeepWaiting = !d.req.KeepWaiting
	d.replan()
}

// chooseNext asks what is due after the fork.
func (d *forkDialog) chooseNext() {
	m := &menu{a: d.a, title: "next"}
	item := func(key, name, about, next string) {
		m.items = append(m.items, menuItem{keys: key, name: name, about: about, do: func() {
			d.req.Next = next
			d.req.KeepWaiting = d.req.KeepWaiting && next == "keep"
			d.replan()
		}})
	}
	item("k", "keep", "as it was at "+d.from, "keep")
	item("e", "end", "nothing is due", "end")
	nodes := map[string]bool{}
	for _, r := range d.p.det.seen {
		if !nodes[r.Node] && len(m.items) < 11 {
			nodes[r.Node] = true
			item(itoa(len(m.items)-1), view.CleanCut(r.Node, 40), "only this node is due", r.Node)
		}
	}
	d.a.open(m)
}

// chooseThread asks where the fork goes.
func (d *forkDialog) chooseThread() {
	m := &menu{a: d.a, title: "where"}
	if d.p.s.info.Transcript {
		m.items = []menuItem{
			{keys: "o", name: "own place", about: "a new session where the program looks for its sessions", do: func() { d.req.To = ""; d.replan() }},
			{keys: "f", name: "a file", about: "a new file that you name", do: func() {
				d.askName("new file: ", func(s string) { d.req.To = expandHome(s) })
			}},
		}
		d.a.open(m)
		return
	}
	m.items = []menuItem{
		{keys: "t", name: "this thread", about: "beside what is there", do: func() { d.req.ToThread, d.req.WithHistory, d.req.CopyTo = "", false, ""; d.replan() }},
		{keys: "n", name: "a new thread", about: "this checkpoint alone", do: func() {
			d.askName("new thread: ", func(s string) { d.req.ToThread, d.req.WithHistory = s, false })
		}},
		{keys: "h", name: "with history", about: "a new thread with all steps up to here", do: func() {
			d.askName("new thread: ", func(s string) { d.req.ToThread, d.req.WithHistory = s, true })
		}},
		{keys: "c", name: "a copy", about: "the database is copied to a new file and stays as it is", do: func() {
			d.askName("new file: ", func(s string) { d.req.CopyTo = expandHome(s) })
		}},
	}
	d.a.open(m)
}

func (d *forkDialog) askName(label string, take func(string)) {
	d.a.ask(label, "", func(text string, ok bool) {
		if ok && text != "" {
			take(text)
			d.replan()
		}
	})
}
