package graph

import (
	"context"
	"fmt"
	"testing"

	"cptui/graph/value"
)

// madeRows opens checkpoints that a test made.
type madeRows []*Checkpoint

func (r madeRows) Open(_ context.Context, i int) (*Checkpoint, error) { return r[i], nil }

func seenBy(node string, channels ...string) Seen {
	s := Seen{Node: node}
	for _, c := range channels {
		s.Versions = append(s.Versions, Version{Channel: c, Value: value.NewInt(2)})
	}
	return s
}

func taskNames(tasks []Task) (out []string) {
	for _, t := range tasks {
		out = append(out, t.Name)
	}
	return out
}

// TestMoved: an entry of versions_seen tells a run where its versions moved; an empty first one only where nothing else did, or
// where a Send to the node was due.
func TestMoved(t *testing.T) {
	before := &Checkpoint{Seen: []Seen{seenBy("old", "a")}}
	sentTo := []Task{{Name: "new", Triggers: []string{pushTrigger}}}
	for _, c := range []struct {
		what string
		seen []Seen
		ran  []Task
		due  []Task
		want string
	}{
		{"an entry with versions", []Seen{seenBy("old", "a"), seenBy("new", "b")}, nil, nil, "[new]"},
		{"empty entries beside one that moved", []Seen{seenBy("old", "a"), seenBy("x"), seenBy("new", "b"), seenBy("y")}, nil, nil, "[new]"},
		{"an empty entry beside a run that is known", []Seen{seenBy("old", "a"), seenBy("x")}, []Task{{Name: "z"}}, nil, "[]"},
		{"an empty entry alone", []Seen{seenBy("old", "a"), seenBy("x")}, nil, nil, "[x]"},
		{"an empty entry of a node that was sent to, beside others", []Seen{seenBy("old", "a"), seenBy("new"), seenBy("x")}, nil, sentTo, "[new]"},
		{"nothing moved", []Seen{seenBy("old", "a")}, nil, nil, "[]"},
	} {
		if got := fmt.Sprint(taskNames(movedNodes(before, &Checkpoint{Seen: c.seen}, c.ran, c.due))); got != c.want {
			t.Errorf("%s: %s ran, not %s", c.what, got, c.want)
		}
	}
}

// TestSentRan: before format 3 the writes of a step's last task are not stored; a step ends when all that was sent has run. A row
// that an edit made tells nothing of that.
func TestSentRan(t *testing.T) {
	for _, c := range []struct {
		source string
		v      int
		want   string
	}{{"loop", 1, "[w w]"}, {"update", 1, "[]"}, {"loop", 4, "[]"}} {
		send := func() value.Value {
			return value.NewMap([]value.Entry{value.NamedEntry("node", value.NewString("w")), value.NamedEntry("args", value.NewNull())})
		}
		sends := value.NewList([]value.Value{send(), send()})
		up := &Checkpoint{Index: 0, ID: id(0), V: c.v, Encoding: "json", Source: "loop", Metadata: value.NewMap(nil),
			Channels: []Channel{{chanTasks, sends}}, Versions: []Version{{chanTasks, value.NewInt(2)}}, NoUpdated: true}
		down := &Checkpoint{Index: 1, ID: id(1), ParentID: id(0), V: c.v, Encoding: "json", Source: c.source, Metadata: value.NewMap(nil), NoUpdated: true}
		h := &History{DAG: NewDAG("t", []Row{{ID: id(0)}, {ID: id(1), Parent: id(0)}}), Opener: madeRows{up, down}, Runtime: NewPregel(PythonHasher{})}
		ran, err := h.Runtime.Ran(context.Background(), h, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(taskNames(ran)); got != c.want {
			t.Errorf("%s at format %d: %s ran, not %s", c.source, c.v, got, c.want)
		}
	}
}

// TestTakenUp: updated_channels tells what the loop took up; an empty list tells nothing, since LangGraph then looks at all nodes.
func TestTakenUp(t *testing.T) {
	for _, c := range []struct {
		what    string
		updated []string
		none    bool
		want    string
	}{
		{"the trigger", []string{"branch:to:a"}, false, "true true"},
		{"another channel", []string{"x"}, false, "false true"},
		{"an empty list", []string{}, false, "false false"},
		{"no list", nil, true, "false false"},
	} {
		up := &Checkpoint{Index: 0, ID: id(0), V: 4, Encoding: "msgpack", Source: "loop", Metadata: value.NewMap(nil), Updated: c.updated, NoUpdated: c.none,
			Channels: []Channel{{"branch:to:a", value.NewNull()}}, Versions: []Version{{"branch:to:a", value.NewInt(2)}}}
		down := &Checkpoint{Index: 1, ID: id(1), ParentID: id(0), V: 4, Source: "loop", Metadata: value.NewMap(nil)}
		h := &History{DAG: NewDAG("t", []Row{{ID: id(0)}, {ID: id(1), Parent: id(0)}}), Opener: madeRows{up, down}, Runtime: NewPregel(PythonHasher{})}
		due, err := h.Runtime.Due(context.Background(), h, 0)
		if err != nil || len(due.Tasks) != 1 {
			t.Fatalf("%s: %+v, %v", c.what, due, err)
		}
		if got := fmt.Sprint(due.Tasks[0].Ran, due.Tasks[0].RanKnown); got != c.want {
			t.Errorf("%s: ran and known are %s, want %s", c.what, got, c.want)
		}
	}
}

// TestFollows: what is complete once all that is due has run, and what still waits for whom.
func TestFollows(t *testing.T) {
	due := []Task{{Name: "a", Writes: []Write{{Channel: "join:a+c:k"}}}, {Name: "b"}}
	waits := []Join{{Channel: "join:b+d:j", Node: "j", Needs: []string{"b", "d"}, Has: []string{"d"}}, {Channel: "join:b+e+f:m", Node: "m", Needs: []string{"b", "e", "f"}, Has: []string{"e"}}}
	then, still := Follows(due, waits)
	if fmt.Sprint(then) != "[j]" || len(still) != 2 {
		t.Fatalf("%v then, %+v still", then, still)
	}
	if got := fmt.Sprint(still[0].Node, still[0].Missing(), still[1].Node, still[1].Missing()); got != "m[f]k[c]" && got != "m [f] k [c]" {
		t.Errorf("still waiting: %s", got)
	}
}
