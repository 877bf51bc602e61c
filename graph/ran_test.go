package graph_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"cptui/graph"
)

// ran says which tasks made each checkpoint of a thread's root namespace, by step.
func ran(t *testing.T, path, id string) map[int][]string {
	t.Helper()
	ctx := context.Background()
	h := thread(t, open(t, path), id)
	out := map[int][]string{}
	for _, i := range h.InNS("") {
		tasks, err := h.Runtime.Ran(ctx, h, i)
		if err != nil {
			t.Fatal(err)
		}
		step, _ := h.Step(i)
		for _, task := range tasks {
			name := task.Name
			if task.Status != graph.TaskDone {
				name += " " + string(task.Status)
			}
			if task.Handler != "" {
				name += ", then " + task.Handler
			}
			out[step] = append(out[step], name)
		}
		slices.Sort(out[step])
	}
	return out
}

func TestRan(t *testing.T) {
	for _, c := range []struct {
		path, thread string
		step         int
		want         []string
	}{
		// 0.2.3 stores no writes of the last task of a step: all that was sent had run before the row of the next step.
		{"langgraph/era-0.2.3-send", "send-1", 2, []string{"work", "work", "work"}},
		{"langgraph/era-0.2.3-send", "send-1", 7, []string{"work"}},
		{"langgraph/era-0.2.3-send", "send-1", 3, []string{"join"}},
		// 0.1 gives every node an empty entry of versions_seen at the first step: no run of it.
		{"langgraph/own-0.1.5-inner", "i-done", 1, []string{"open"}},
		// An error that a handler took up: the node failed, and another ran in its place.
		{"langgraph/handled", "t", 1, []string{"__error_handler__bad", "bad failed, then __error_handler__bad", "ok"}},
	} {
		if got := ran(t, c.path, c.thread)[c.step]; !slices.Equal(got, c.want) {
			t.Errorf("%s @%d: %s ran, not %s", c.path, c.step, fmt.Sprint(got), fmt.Sprint(c.want))
		}
	}
}
