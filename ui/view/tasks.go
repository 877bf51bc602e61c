package view

import (
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
			if len(m.DidRun) > 1 {
				names = append(names, b.env.branchName(d))
			} else {
				names = append(names, b.env.StepName(d))
			}
		}
		note = "(" + followedWord(m, b.env.Hist != nil && b.env.Hist.Transcript) + strings.Join(names, ", ") + ")"
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
		switch {
		case !m.Due.Known:
			words = "not known"
		case len(m.DidRun) > 0:
			words = "nothing was due"
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

// isJS tells the JavaScript library's checkpoints: their versions are numbers.
func isJS(m *graph.Moment) bool {
	return m.Checkpoint != nil && len(m.Versions) > 0 && m.Versions[0].Value.Kind() == value.Int
}
