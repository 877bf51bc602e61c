package graph

import (
	"fmt"
	"strings"
	"testing"

	"cptui/graph/value"
)

// The rows are those that LangGraph 1.2.24 left for one task, in the order of their rowids.
func TestQuestions(t *testing.T) {
	list := func(texts ...string) value.Value {
		vs := make([]value.Value, len(texts))
		for i, s := range texts {
			vs[i] = value.NewString(s)
		}
		return value.NewList(vs)
	}
	asks := func(seq int64, q ...string) Write {
		return Write{Seq: seq, Idx: -3, Channel: chanInterrupt, Value: list(q...)}
	}
	answer := func(seq int64, a ...string) Write {
		return Write{Seq: seq, Idx: -4, Channel: chanResume, Value: list(a...)}
	}
	fails := func(seq int64) Write {
		return Write{Seq: seq, Idx: -1, Channel: chanError, Value: value.NewString("boom")}
	}
	wrote := func(seq int64) Write { return Write{Seq: seq, Channel: "log", Value: list("x")} }
	for _, c := range []struct {
		name   string
		writes []Write
		status TaskStatus
		want   string
	}{
		{"waits", []Write{asks(1, "q1")}, TaskWaits, "q1 open"},
		{"asked twice, answered once", []Write{answer(34, "a1"), asks(33, "q2")}, TaskWaits, "? a1, q2 open"},
		{"two open at once", []Write{asks(3, "q1", "q2")}, TaskWaits, "q1 open, q2 open"},
		{"answered and done", []Write{answer(18, "a1"), asks(16, "q1"), wrote(19)}, TaskDone, "q1 a1"},
		{"two answers, the first question is gone", []Write{answer(18, "a1", "a2"), asks(16, "q2"), wrote(19)}, TaskDone, "? a1, q2 a2"},
		{"answered, then failed", []Write{answer(5, "a1"), asks(3, "q1"), fails(6)}, TaskFailed, "q1 a1"},
		{"failed, then asked", []Write{asks(11, "q1"), fails(10)}, TaskWaits, "q1 open"},
		{"no order kept: answered, then failed", []Write{answer(0, "a1"), asks(0, "q1"), fails(0)}, TaskFailed, "q1 a1"},
		{"no order kept: failed, then asked", []Write{asks(0, "q1"), fails(0)}, TaskWaits, "q1 open"},
		{"failed", []Write{fails(1)}, TaskFailed, ""},
	} {
		task := Task{Writes: c.writes}
		task.settle(false)
		var got []string
		for _, q := range task.Questions() {
			s := "?"
			if q.Asked.Kind() == value.String {
				s = q.Asked.Str()
			}
			if q.Answer.Kind() == value.String {
				s += " " + q.Answer.Str()
			}
			if q.Open {
				s += " open"
			}
			got = append(got, s)
		}
		if g := strings.Join(got, ", "); task.Status != c.status || g != c.want {
			t.Errorf("%s: %s, wanted %s", c.name, fmt.Sprint(task.Status, " ", g), fmt.Sprint(c.status, " ", c.want))
		}
	}
}
