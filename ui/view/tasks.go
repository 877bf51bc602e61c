package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// Tasks shows what made a step and what comes after it, task by task, with what each wrote, asked and was answered.
type Tasks struct{ *outline }

// NewTasks shows the tasks around a moment.
func NewTasks(m *graph.Moment, env Env) *Tasks {
	b := &taskRows{env: env, m: m, tree: &State{env: env, outline: &outline{width: defaultWidth, ascii: env.ASCII}}}
	b.ran()
	b.due()
	b.waits()
	b.answers()
	b.others()
	b.tree.roots = b.list
	b.tree.flatten()
	return &Tasks{b.tree.outline}
}

type taskRows struct {
	env  Env
	m    *graph.Moment
	tree *State
	list []*item
	name int // width of the column of names
}

func (b *taskRows) heading(title, note string, right Line) {
	line := Line{{" " + Pad(title, 22), Title}, {" " + note, Dim}}
	it := &item{place: NoPlace}
	it.place.Text = title
	it.draw = func(w int) Line {
		if right == nil {
			return line
		}
		return Spread(line, right, w)
	}
	b.list = append(b.list, it)
}

func (b *taskRows) ran() {
	note := "(made this checkpoint)"
	if b.env.Hist != nil && b.env.Hist.Transcript {
		note = "(made this step)"
	}
	b.heading("ran before it", note, nil)
	if len(b.m.Ran) == 0 {
		words := "no task: the file does not tell what ran"
		switch b.m.Brief.Kind {
		case graph.StepInput:
			words = "no task: an input came in"
		case graph.StepUpdate:
			words = "no task: the state was edited from outside"
		case graph.StepFork:
			words = "no task: an exact copy was made"
		}
		b.list = append(b.list, plainItem(Line{{"   " + words, Dim}}))
	}
	open := len(b.m.Ran) <= 3
	for _, t := range b.m.Due.Tasks {
		if t.Status == graph.TaskWaits || t.Status == graph.TaskFailed {
			open = false // what waits below is what one comes for
		}
	}
	b.tasks(b.m.Ran, false, open)
}

func (b *taskRows) due() {
	m := b.m
	var right Line
	note := ""
	switch {
	case !m.Due.Known:
		note = "(the file cannot tell)"
	case len(m.DidRun) > 0:
		var names []string
		for i, d := range m.DidRun {
			if i == 3 {
				names = append(names, "…")
				break
			}
			names = append(names, b.env.StepName(d))
		}
		note = "(it did run: " + strings.Join(names, ", ") + ")"
	case len(m.Due.Tasks) == 0:
	case m.IsHead:
		note = "(a resume would start from here)"
	default:
		note = "(nothing ran from here yet)"
	}
	if m.IsHead {
		right = Line{{"head", Strong}}
	}
	b.heading("due after it", note, right)
	if len(m.Due.Tasks) == 0 {
		words := "nothing is due"
		if !m.Due.Known {
			words = "not known"
		}
		b.list = append(b.list, plainItem(Line{{"   " + words, Dim}}))
	}
	b.tasks(m.Due.Tasks, m.IsHead && len(m.DidRun) == 0, len(m.Due.Tasks) <= 6)
}

func (b *taskRows) tasks(tasks []graph.Task, kept, open bool) {
	width := 0
	for _, t := range tasks {
		width = max(width, Width(b.env.clean(t.Name)))
	}
	b.name = min(width, 28)
	const most = 60
	if len(tasks) <= most {
		for _, t := range tasks {
			b.list = append(b.list, b.task(t, kept, open))
		}
		return
	}
	for at := 0; at < len(tasks); at += most {
		part := tasks[at:min(at+most, len(tasks))]
		it := &item{place: NoPlace}
		words := plural(len(part), "task") + ": " + b.env.clean(countWords(taskNames(part)))
		it.place.Text = words
		it.draw = func(int) Line { return Line{{" " + b.env.foldCell(it.open), Dim}, {words, Plain}} }
		it.kids = func() []*item {
			var list []*item
			for _, t := range part {
				list = append(list, b.task(t, kept, false))
			}
			return list
		}
		b.list = append(b.list, it)
	}
}

func (b *taskRows) statusStyle(s graph.TaskStatus) Style {
	switch s {
	case graph.TaskDone, graph.TaskRetried:
		return OkStyle
	case graph.TaskWaits:
		return WaitStyle
	case graph.TaskFailed:
		return ErrStyle
	}
	return Plain
}

// task is the row of one task with its writes, question, error and argument below.
func (b *taskRows) task(t graph.Task, kept, open bool) *item {
	it := &item{place: NoPlace, open: open}
	it.place.NS = t.NS
	it.place.Text = t.Name
	it.place.Value = t.Result
	kids := b.details(t, kept)
	if len(kids) > 0 {
		it.kids = func() []*item { return kids }
	}
	status := string(t.Status)
	if t.Status == graph.TaskDue && t.RanKnown && t.Ran && len(b.m.DidRun) > 0 {
		status = "ran"
	}
	if status == "" {
		status = "ran"
	}
	it.draw = func(w int) Line {
		glyph := b.env.noFold()
		if it.kids != nil {
			glyph = b.env.foldCell(it.open)
		}
		name := b.env.clean(t.Name)
		line := Line{{" " + glyph, Dim}, {Pad(name, max(b.name, min(Width(name), 40))), Strong}, {"  " + PadLeft(shortID(t.ID), 8), Dim}, {"  " + Pad(status, 7), b.statusStyle(t.Status)}, {"  ", Plain}}
		var right Line
		if w >= 70 && !(b.env.Hist != nil && b.env.Hist.Transcript) {
			right = Line{{proofWords(t.Proof), Dim}}
		}
		line = append(line, b.did(t, w-line.Width()-right.Width()-2)...)
		if right == nil {
			return line
		}
		return Spread(line, right, w)
	}
	return it
}

// did says in a few words what a task did or asks.
func (b *taskRows) did(t graph.Task, room int) Line {
	if room < 6 {
		return nil
	}
	if len(t.Interrupts) > 0 {
		i := len(t.Interrupts) - 1
		if open := len(t.Interrupts) - len(t.Answers); open > 1 && t.Status == graph.TaskWaits {
			first := b.env.Short(questionValue(t.Interrupts[len(t.Answers)]), room-12)
			return Line{{"asks ", Plain}, {first, WaitStyle}, {" and " + strconv.Itoa(open-1) + " more", WaitStyle}}
		}
		q := b.env.Short(questionValue(t.Interrupts[i]), room)
		if i < len(t.Answers) {
			return Line{{"asked ", Plain}, {q, Plain}, {" " + b.env.Glyph(GArrow) + " ", Dim}, {b.env.Short(t.Answers[i], room), OkStyle}}
		}
		if t.Status == graph.TaskWaits {
			return Line{{"asks ", Plain}, {q, WaitStyle}}
		}
		return Line{{"asked ", Plain}, {q, Plain}}
	}
	if t.Status == graph.TaskFailed {
		return Line{{b.env.ErrorText(t.Error, room), ErrStyle}}
	}
	if t.Status == graph.TaskRetried {
		return Line{{"failed earlier, then ok", WaitStyle}}
	}
	if t.RanKnown && !t.Ran {
		return Line{{"listed as due, but the loop did not run it", WaitStyle}}
	}
	var names []string
	for _, w := range t.Writes {
		if w.Idx >= 0 && w.Channel != "__no_writes__" {
			names = append(names, w.Channel)
		}
	}
	if len(names) > 0 {
		return Line{{Cut("wrote "+b.env.clean(countWords(names)), room), Plain}}
	}
	for _, w := range t.Writes {
		if w.Channel == "__no_writes__" {
			return Line{{"wrote nothing", Dim}}
		}
	}
	if t.NS != "" {
		return Line{{Cut(b.env.calledWords(t.NS), room), LinkStyle}}
	}
	return nil
}

// calledWords names the subgraph or subagent that a task called.
func (e Env) calledWords(ns string) string {
	words := "called a subgraph"
	if e.Hist != nil && e.Hist.DAG != nil {
		if n := len(e.Hist.InNS(ns)); n > 0 {
			words += " of " + plural(n, "checkpoint")
		}
	}
	if !e.Print {
		words += ", Enter opens it"
	}
	return words
}

// details are the rows below a task.
func (b *taskRows) details(t graph.Task, kept bool) []*item {
	var list []*item
	width := 0
	for _, w := range t.Writes {
		width = max(width, Width(b.env.clean(w.Channel)))
	}
	width = min(width, 26)
	fact := func(label string, line Line, v value.Value) {
		it := &item{place: NoPlace}
		it.place.Value = v
		it.draw = func(int) Line {
			return append(Line{{strings.Repeat(" ", 4) + b.env.noFold(), Plain}, {Pad(label, max(width, Width(label))) + "  ", KeyStyle}}, line...)
		}
		list = append(list, it)
	}
	if k := t.Arg.Kind(); k != value.Invalid && k != value.Null {
		list = append(list, b.valueRow("argument", t.Arg, width, ""))
	}
	for i, q := range t.Interrupts {
		if len(t.Interrupts) > 1 || i >= len(t.Answers) {
			list = append(list, b.valueRow("question", questionValue(q), width, ""))
			id := questionID(q)
			if id == "" {
				id = "no id: it is answered by its place"
			}
			fact("id", Line{{CleanCut(id, 60), Dim}}, value.NewString(id))
		}
		if i < len(t.Answers) {
			list = append(list, b.valueRow("answer", t.Answers[i], width, ""))
		}
	}
	if (t.Status == graph.TaskFailed || t.Status == graph.TaskRetried) && t.Error.Kind() != value.Invalid {
		list = append(list, b.valueRow("error", t.Error, width, ""))
	}
	for _, w := range t.Writes {
		if w.Idx < 0 || w.Channel == "__no_writes__" {
			continue
		}
		right := ""
		if kept && t.Status == graph.TaskDone {
			right = "kept"
		}
		list = append(list, b.valueRow(w.Channel, w.Value, width, right))
	}
	if len(t.Triggers) > 0 && t.Status != graph.TaskDone {
		fact("trigger", Line{{b.env.clean(strings.Join(t.Triggers, ", ")), Dim}}, value.Value{})
	}
	return list
}

// valueRow is a foldable value below a task.
func (b *taskRows) valueRow(name string, v value.Value, width int, right string) *item {
	n := &treeNode{t: b.tree, key: b.env.clean(name), name: name, keyWidth: width, val: v, right: right, pathless: true}
	return n.item()
}

// waits are joins that are not complete.
func (b *taskRows) waits() {
	for _, j := range b.m.Due.Waits {
		line := Line{{" then  ", Title}, {b.env.clean(j.Node), Strong}, {", when " + b.env.clean(listWords(j.Needs)) + " are in", Plain}}
		right := Line{{"still missing: " + b.env.clean(listWords(missing(j))), WaitStyle}}
		it := &item{place: NoPlace}
		it.draw = func(w int) Line { return Spread(line, right, w) }
		b.list = append(b.list, it)
	}
}

// answers says how open questions are answered.
func (b *taskRows) answers() {
	if code := ResumeAnswer(b.m); code != "" {
		it := &item{place: NoPlace}
		it.place.Text = code
		it.draw = func(w int) Line {
			if b.env.Print {
				return Line{{" answer  ", Title}, {code, Plain}}
			}
			return Spread(Line{{" answer  ", Title}, {code, Plain}}, Line{{"y r copies it", Dim}}, w)
		}
		b.list = append(b.list, it)
	}
}

// others are writes that belong to none of the tasks due: answers given from outside, rows of an earlier program.
func (b *taskRows) others() {
	if b.m.Checkpoint == nil {
		return
	}
	mine := map[string]bool{}
	for _, t := range b.m.Due.Tasks {
		mine[t.ID] = true
	}
	var rest []graph.Write
	for _, w := range b.m.Checkpoint.Writes {
		if !mine[w.TaskID] {
			rest = append(rest, w)
		}
	}
	if len(rest) == 0 || b.env.Hist != nil && b.env.Hist.Transcript {
		return
	}
	b.heading("other writes here", "(of no task that is due)", nil)
	width := 0
	for _, w := range rest {
		width = max(width, Width(b.env.clean(w.Channel)))
	}
	for i, w := range rest {
		if i == 100 {
			b.list = append(b.list, plainItem(Line{{"   and " + plural(len(rest)-i, "write") + " more", Dim}}))
			break
		}
		by := "task " + shortID(w.TaskID)
		if w.Node != "" {
			by = b.env.clean(w.Node) + " " + shortID(w.TaskID)
		}
		if w.TaskID == nullTask {
			by = "given from outside"
		}
		b.list = append(b.list, b.valueRow(w.Channel, w.Value, min(width, 26), by))
	}
}

const nullTask = "00000000-0000-0000-0000-000000000000"

// ResumeAnswer is the code that answers the open questions of a moment, with … for the answers; "" where none is open.
func ResumeAnswer(m *graph.Moment) string {
	var ids []string
	open := 0
	for _, t := range m.Due.Tasks {
		if t.Status != graph.TaskWaits {
			continue
		}
		for i, q := range t.Interrupts {
			if i < len(t.Answers) {
				continue
			}
			open++
			if id := questionID(q); id != "" {
				ids = append(ids, `"`+CleanLine(id)+`": …`)
			}
		}
	}
	if open == 0 {
		return ""
	}
	what := "…"
	if open > 1 && len(ids) == open || len(ids) == 1 && open == 1 {
		what = "{" + strings.Join(ids, ", ") + "}"
	}
	if isJS(m) {
		return "new Command({ resume: " + what + " })"
	}
	return "Command(resume=" + what + ")"
}

// isJS tells the JavaScript library's checkpoints: their versions are numbers.
func isJS(m *graph.Moment) bool {
	return m.Checkpoint != nil && len(m.Versions) > 0 && m.Versions[0].Value.Kind() == value.Int
}
