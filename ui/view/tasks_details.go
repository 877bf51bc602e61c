package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// did says in a few words what a task did or asks.
func (b *taskRows) did(t graph.Task, room int) Line {
	if room < 6 {
		return nil
	}
	if t.Status == graph.TaskFailed {
		return Line{{b.env.ErrorText(t.Error, room), ErrStyle}}
	}
	if asked := t.Questions(); len(asked) > 0 {
		if n := len(t.Interrupts); t.Status == graph.TaskWaits {
			if n > 1 {
				return Line{{"asks ", Plain}, {b.env.question(t.Interrupts[0], room-12), WaitStyle}, {" and " + strconv.Itoa(n-1) + " more", WaitStyle}}
			}
			return Line{{"asks ", Plain}, {b.env.question(t.Interrupts[0], room), WaitStyle}}
		}
		last := asked[len(asked)-1]
		line := Line{{"asked ", Plain}, {b.env.askedWords(last, room), Plain}}
		if last.Answer.Kind() != value.Invalid {
			line = append(line, Span{" " + b.env.Glyph(GArrow) + " ", Dim}, Span{b.env.reply(last.Asked, last.Answer, room), OkStyle})
		}
		return line
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
	asked := t.Questions()
	for _, q := range asked {
		for _, d := range b.env.decisions(q.Asked, q.Answer) {
			fact(d.word, d.line, value.Value{})
		}
		if q.Asked.Kind() != value.Invalid && (len(asked) > 1 || q.Answer.Kind() == value.Invalid || t.Status == graph.TaskFailed) {
			list = append(list, b.valueRow("question", questionValue(q.Asked), width, ""))
			id := questionID(q.Asked)
			if id == "" {
				id = "no id: it is answered by its place"
			}
			fact("id", Line{{CleanCut(id, 60), Dim}}, value.NewString(id))
		}
		if q.Answer.Kind() != value.Invalid {
			note := ""
			if q.Asked.Kind() == value.Invalid {
				note = "to a question before"
			}
			list = append(list, b.valueRow("answer", q.Answer, width, note))
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
