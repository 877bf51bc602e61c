package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// todo is one item of a plan kept in a state.
type todo struct {
	text, status string
	value        value.Value
}

// readTodos reads a plan; false where it is anything else.
func readTodos(v value.Value) ([]todo, bool) {
	items, ok := graph.ReadPlan(v)
	if !ok {
		return nil, false
	}
	todos := make([]todo, len(items))
	for i, p := range items {
		head, _ := textHead(value.NewString(p.Text), 2000)
		todos[i] = todo{text: head, status: p.Status, value: p.Value}
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
