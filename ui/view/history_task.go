package view

import (
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// manyAlike is from how many tasks of one name on they are one row.
const manyAlike = 5

// task is a dotted row: a task that was due at a checkpoint and deserves a row of its own, because it called a graph, asks,
// failed, or was answered.
type task struct {
	name     string
	id       string
	ns       string // namespace it called, "" none
	kid      int    // index in hist.Kids, where ns is set
	nth      string // "|1" of its second call of the same graph
	gone     bool   // it stands for a task whose row is not in the file
	title    string // of a subagent
	subagent bool
	inside   int // checkpoints in ns
	shared   int // checkpoint at which the namespace hangs that it called too, -1 none
	known    bool
	status   graph.TaskStatus
	arg      string // a Send's argument
	asks     []string
	answers  []string
	failure  string
	wrote    []string // what it wrote, a channel each
}

// setTasks merges the namespaces hung at checkpoint i with what its brief says of its tasks.
func (h *History) setTasks(i int, b *graph.Brief) {
	var list []task
	taken := map[int]bool{}
	if b != nil {
		for k := range b.Due {
			if t, ok := h.readTask(i, &b.Due[k]); ok {
				list = append(list, t)
				taken[t.kid] = taken[t.kid] || t.ns != ""
			}
		}
	}
	for _, k := range h.kidsAt[int32(i)] {
		kid := &h.hist.Kids[k]
		if taken[k] {
			continue
		}
		t := task{name: CleanLine(kid.Node), id: kid.TaskID, shared: -1, gone: kid.Parent < 0}
		h.hang(&t, k)
		list = append(list, t)
	}
	if len(list) == 0 {
		delete(h.tasks, int32(i))
		return
	}
	for k := range list {
		list[k].own()
	}
	h.tasks[int32(i)] = list
}

// hang lets a task own the graph it called.
func (h *History) hang(t *task, k int) {
	kid := &h.hist.Kids[k]
	t.ns, t.kid = kid.NS, k
	if at := strings.LastIndexByte(kid.NS, '|'); at > 0 && strings.Trim(kid.NS[at+1:], "0123456789") == "" {
		t.nth = kid.NS[at:]
	}
	t.title = h.env.clean(kid.Title)
	t.subagent = kid.Kind == "subagent"
	t.inside = h.kidSpace[k].count
	if t.name == "" {
		t.name = CleanLine(kid.Node)
	}
	if t.id == "" {
		t.id = kid.TaskID
	}
}

// readTask takes from a task what its row says; false where it needs no row: it is done and said nothing of its own, or is
// simply due, which the last row of its branch tells.
func (h *History) readTask(i int, g *graph.Task) (task, bool) {
	e := h.env
	t := task{name: CutMiddle(CleanLine(g.Name), 40), id: g.ID, known: true, status: g.Status, shared: -1}
	ns := g.NS
	if ns == "" {
		ns = h.nsByTask[taskKey{h.dag().NS(i), g.ID}]
	}
	if k, here := h.callAt(ns, i); here {
		h.hang(&t, k)
	} else if k >= 0 && h.hist.Kids[k].Parent >= 0 { // a graph with a memory of its own, whose rows do not tell this call
		t.shared = h.hist.Kids[k].Parent
	}
	if name := graph.CalledAgent(g.Arg); name != "" && t.ns != "" && !t.subagent {
		t.subagent, t.title = true, e.clean(name)
	}
	for _, q := range g.Questions() {
		if asked, answered, ok := e.decided(q.Asked, q.Answer, 80); ok {
			t.asks, t.answers = append(t.asks, asked), append(t.answers, answered)
			continue
		}
		if q.Asked.Kind() != value.Invalid {
			t.asks = append(t.asks, e.asked(q.Asked, 80))
		}
		if q.Answer.Kind() != value.Invalid {
			t.answers = append(t.answers, e.reply(q.Asked, q.Answer, 60))
		}
	}
	if g.Error.Kind() != value.Invalid {
		if t.failure = e.ErrorText(g.Error, 120); g.Handler != "" {
			t.failure += ", taken up by " + CutMiddle(e.clean(g.Handler), 40)
		}
	}
	if g.Arg.Kind() != value.Invalid {
		t.arg = e.argWords(g.Arg)
	}
	told := len(t.asks) > 0 || len(t.answers) > 0 || t.failure != "" || t.ns != "" || t.shared >= 0 || t.status == graph.TaskFailed || t.status == graph.TaskWaits
	leaf := h.shape.first[i] < 0
	if !told && !(leaf && t.status == graph.TaskDone) {
		return t, false
	}
	for _, w := range g.Writes {
		if w.Idx < 0 || h.control(w.Channel) {
			continue
		}
		t.wrote = append(t.wrote, e.writeWord(w))
	}
	return t, true
}

// control reports whether a channel is the program's own bookkeeping.
func (h *History) control(channel string) bool {
	if len(channel) > 1 && channel[0] == '_' && channel[1] == '_' {
		return true
	}
	return h.hist.Runtime != nil && h.hist.Runtime.Control(channel)
}

// writeWord says one write of a task: the channel and what was written.
func (e Env) writeWord(w graph.Write) string {
	name := CutMiddle(e.clean(w.Channel), 30)
	v := w.Value
	if v.Kind() == value.List && v.Len() > 0 && isMessage(v.At(v.Len()-1)) {
		return plural(v.Len(), "message")
	}
	if isMessage(v) {
		return plural(1, "message")
	}
	if isFiles(v) || w.Channel == "files" && v.Kind() == value.Map {
		return e.fileWords(value.NewMap(nil), v).text
	}
	if todos, ok := readTodos(v); ok {
		return name + " " + todosDone(todos)
	}
	if v.Kind() == value.List && v.Len() == 1 {
		v = v.At(0)
	}
	return name + " " + e.named(w.Channel, v)
}

// troubled reports whether a person should look at the task.
func (t task) troubled() bool {
	return t.status == graph.TaskWaits || t.status == graph.TaskFailed || t.status == graph.TaskRetried && t.failure != ""
}
