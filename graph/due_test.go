package graph

import (
	"context"
	"fmt"
	"testing"

	"cptui/graph/value"
)

// TestDueRule tries every part of the rule by which LangGraph finds the next nodes from one row.
func TestDueRule(t *testing.T) {
	set := `{"$type":"builtins.set","$value":[%s]}`
	for _, c := range []struct {
		what     string
		channels string         // stored values
		versions map[string]int // channel versions
		seen     map[string]map[string]int
		v        int
		want     string // next, then the joins that wait
	}{
		{"a channel newer than seen", `{"branch:to:a":null}`, map[string]int{"branch:to:a": 3}, map[string]map[string]int{"a": {"branch:to:a": 2}}, 4, "[a] []"},
		{"a channel that was seen", `{"branch:to:a":null}`, map[string]int{"branch:to:a": 3}, map[string]map[string]int{"a": {"branch:to:a": 3}}, 4, "[] []"},
		{"never seen", `{"branch:to:a":null}`, map[string]int{"branch:to:a": 3}, nil, 4, "[a] []"},
		{"newer, but without a value", `{}`, map[string]int{"branch:to:a": 3}, map[string]map[string]int{"a": {"branch:to:a": 2}}, 4, "[] []"},
		{"the input", `{"__start__":{}}`, map[string]int{"__start__": 1}, nil, 4, "[__start__] []"},
		{"an entrypoint", `{"__start__":{}}`, map[string]int{"__start__": 3}, map[string]map[string]int{"flow": {"__start__": 1}}, 4, "[flow] []"},
		{"entries that are no nodes", `{"branch:to:a":null}`, map[string]int{"branch:to:a": 3}, map[string]map[string]int{"__input__": {}, "__interrupt__": {"branch:to:a": 1}, "a": {"branch:to:a": 3}}, 4, "[] []"},
		{"a join that waits", `{"join:a+b:c":` + fmt.Sprintf(set, `"b"`) + `}`, map[string]int{"join:a+b:c": 3}, nil, 4, "[] [c for a]"},
		{"a join that is full", `{"join:a+b:c":` + fmt.Sprintf(set, `"a","b"`) + `}`, map[string]int{"join:a+b:c": 3}, nil, 4, "[c] []"},
		{"a join of JavaScript", `{"join:a+b:c":["b","a"]}`, map[string]int{"join:a+b:c": 3}, nil, 4, "[c] []"},
		{"a join that is empty", `{"join:a+b:c":[]}`, map[string]int{"join:a+b:c": 3}, nil, 4, "[] []"},
		{"a deferred node", `{"branch:to:a":[null,false]}`, map[string]int{"branch:to:a": 3}, nil, 4, "[] []"},
		{"a deferred node at the end", `{"branch:to:a":[null,true]}`, map[string]int{"branch:to:a": 3}, nil, 4, "[a] []"},
		{"a deferred node's channel that was consumed (LangGraph.js)", `{"branch:to:a":{"$type":"undefined"}}`, map[string]int{"branch:to:a": 3}, nil, 4, "[] []"},
		{"a deferred join at the end", `{"join:a+b:c":[["a","b"],true]}`, map[string]int{"join:a+b:c": 3}, nil, 4, "[c] []"},
		{"a deferred join before it", `{"join:a+b:c":[["a","b"],false]}`, map[string]int{"join:a+b:c": 3}, nil, 4, "[] [c for ]"},
		{"Sends, each as often as sent", `{"__pregel_tasks":[{"node":"w","args":1},{"node":"w","args":2},{"node":"v","args":3}],"branch:to:a":null}`, map[string]int{"branch:to:a": 3}, nil, 4, "[a v w w] []"},
		{"what is no Send", `{"__pregel_tasks":[1,{"x":2},{"node":"w","args":2}]}`, map[string]int{}, nil, 4, "[w] []"},
		{"an old plain edge that nobody is known to hear", `{"a":"a"}`, map[string]int{"a": 3}, map[string]map[string]int{"a": {"start:a": 2}}, 1, "unknown []"},
		{"an old plain edge", `{"a":"a"}`, map[string]int{"a": 3}, map[string]map[string]int{"a": {"start:a": 2}, "b": {"a": 1}}, 1, "[b] []"},
	} {
		cp := &Checkpoint{ID: id(0), V: c.v, Encoding: "msgpack", Source: "loop", Metadata: value.NewMap(nil)}
		for _, e := range parse(t, c.channels).Entries() {
			cp.Channels = append(cp.Channels, Channel{e.Name(), e.Val})
		}
		for name, n := range c.versions {
			cp.Versions = append(cp.Versions, Version{name, value.NewInt(int64(n))})
		}
		for node, list := range c.seen {
			s := Seen{Node: node}
			for name, n := range list {
				s.Versions = append(s.Versions, Version{name, value.NewInt(int64(n))})
			}
			cp.Seen = append(cp.Seen, s)
		}
		h := &History{DAG: NewDAG("t", []Row{{ID: id(0)}}), Opener: oneRow{cp}, Runtime: NewPregel(PythonHasher{})}
		due, err := h.Runtime.Due(context.Background(), h, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(due.Next, " ")
		if !due.Known {
			got = "unknown "
		}
		waits := []string{}
		for _, w := range due.Waits {
			missing := ""
			for _, m := range w.Missing() {
				missing += m
			}
			waits = append(waits, w.Node+" for "+missing)
		}
		if got += fmt.Sprint(waits); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

type oneRow struct{ cp *Checkpoint }

func (o oneRow) Open(context.Context, int) (*Checkpoint, error) { return o.cp, nil }

func TestCompareVersions(t *testing.T) {
	str, num := value.NewString, value.NewInt
	for _, c := range []struct {
		a, b value.Value
		want int
	}{
		{num(2), num(10), -1},
		{num(10), num(10), 0},
		{str("00000000000000000000000000000002.0.9"), str("00000000000000000000000000000010.0.1"), -1},
		{str("00000000000000000000000000000002.0.9"), str("00000000000000000000000000000002.0.1"), 1},
		{value.Value{}, num(1), -1},
		{num(1), value.Value{}, 1},
		{value.Value{}, value.Value{}, 0},
		{num(3), str("00000000000000000000000000000002.0.9"), 1},
	} {
		if got := CompareVersions(c.a, c.b); got != c.want {
			t.Errorf("%s against %s: %d, want %d", show(c.a), show(c.b), got, c.want)
		}
	}
}

func TestTaskStatus(t *testing.T) {
	for _, c := range []struct {
		what, want string
		writes     []string // channels
	}{
		{"no writes", "due", nil},
		{"an output", "done", []string{"x"}},
		{"no output to write", "done", []string{"__no_writes__"}},
		{"a function's value", "done", []string{"__return__"}},
		{"a question", "waits", []string{"__interrupt__"}},
		{"asked, answered, asks again", "waits", []string{"__resume__", "__interrupt__"}},
		{"asked, answered, done", "done", []string{"__resume__", "__interrupt__", "x"}},
		{"an error", "failed", []string{"__error__"}},
		{"an old error beside an output", "retried", []string{"__error__", "x"}},
		{"an answer alone", "due", []string{"__resume__"}},
	} {
		var task Task
		for _, ch := range c.writes {
			task.Writes = append(task.Writes, Write{Channel: ch, Value: value.NewString("v")})
		}
		task.settle(false)
		if string(task.Status) != c.want {
			t.Errorf("%s: %s, want %s", c.what, task.Status, c.want)
		}
	}
}
