package view

import (
	"strconv"
	"strings"

	"cptui/graph/value"
)

// todo is one item of a plan kept in a state.
type todo struct {
	text, status string
	value        value.Value
}

// readTodos reads a list of things with a status and a text; false where it is anything else.
func readTodos(v value.Value) ([]todo, bool) {
	if v.Kind() != value.List || len(v.Raw()) > 1<<17 {
		return nil, false
	}
	n := v.Len()
	if n == 0 || n > 500 {
		return nil, false
	}
	todos := make([]todo, 0, n)
	for _, e := range v.Entries() {
		if e.Val.Kind() != value.Map && e.Val.Kind() != value.Object {
			return nil, false
		}
		status, ok := e.Val.Get("status")
		if !ok || status.Kind() != value.String || status.Size() > 40 {
			return nil, false
		}
		var text value.Value
		for _, name := range []string{"content", "subject", "title", "text", "step"} {
			if text, ok = e.Val.Get(name); ok && text.Kind() == value.String {
				break
			}
			ok = false
		}
		if !ok {
			return nil, false
		}
		if _, isCall := e.Val.Get("tool_call_id"); isCall {
			return nil, false
		}
		head, _ := textHead(text, 2000)
		todos = append(todos, todo{text: head, status: status.Str(), value: e.Val})
	}
	return todos, true
}

func (t todo) done() bool { return t.status == "completed" || t.status == "done" }

func (t todo) working() bool { return t.status == "in_progress" || t.status == "in-progress" }

// box is the item's mark: done, in progress, open, or given up.
func (t todo) box() string {
	switch {
	case t.done():
		return "[x]"
	case t.working():
		return "[>]"
	case t.status == "cancelled" || t.status == "deleted":
		return "[-]"
	}
	return "[ ]"
}

// countTodos says how many are in which status, in the order done, in progress, others as they come.
func countTodos(todos []todo, sep string) string {
	var names []string
	n := map[string]int{}
	count := func(name string) {
		if n[name]++; n[name] == 1 {
			names = append(names, name)
		}
	}
	for _, t := range todos {
		if t.done() {
			count("done")
		}
	}
	for _, t := range todos {
		if t.working() {
			count("in progress")
		}
	}
	for _, t := range todos {
		if !t.done() && !t.working() {
			count(CleanLine(t.status))
		}
	}
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = strconv.Itoa(n[name]) + " " + name
	}
	return strings.Join(parts, sep)
}

// todosDone is "1/3".
func todosDone(todos []todo) string {
	done := 0
	for _, t := range todos {
		if t.done() {
			done++
		}
	}
	return strconv.Itoa(done) + "/" + strconv.Itoa(len(todos))
}
