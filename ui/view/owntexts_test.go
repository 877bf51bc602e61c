package view

import (
	"strings"
	"testing"
	"unsafe"

	"cptui/graph"
)

// A history that keeps a word of a body must not keep the body.
func TestHistoryHoldsNoBody(t *testing.T) {
	body := strings.Repeat("planner notes ", 1<<10)
	within := func(s string) bool {
		at, from := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(unsafe.StringData(body)))
		return s != "" && at >= from && at < from+uintptr(len(body))
	}
	hist := &graph.History{DAG: graph.NewDAG("t", []graph.Row{{ID: "a"}, {ID: "b", Parent: "a"}}), Current: 1}
	h := NewHistoryOf(Env{Hist: hist}, "")
	node, channel := body[:7], body[8:13]
	h.SetBriefs(graph.Brief{Index: 1, Kind: graph.StepRan, Nodes: []string{node}, Changes: []graph.Change{{Channel: channel, Op: graph.Removed}},
		Due: []graph.Task{{Name: node, ID: body[14:21], Status: graph.TaskFailed}}})
	d := h.digests[1]
	if d.node != node || len(d.changes) != 1 || len(h.tasks[1]) != 1 {
		t.Fatalf("the row says %+v", d)
	}
	for _, s := range []string{d.node, d.text, d.changes[0].text, h.tasks[1][0].name, h.tasks[1][0].id} {
		if within(s) {
			t.Errorf("%q lies in the body", s)
		}
	}
}
