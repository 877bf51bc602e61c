package langgraph

import (
	"context"
	"fmt"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

// blankTest takes cells apart that lie in no file.
func blankTest() *opened {
	return &opened{src: &Source{schema: &Schema{typ: "type"}, seal: &seal{}}, cp: &graph.Checkpoint{}}
}

func TestPickledCells(t *testing.T) {
	for _, c := range []struct{ what, raw, want, problems string }{
		{"x", "cposix\nsystem\n(S'touch x'\ntR.", `{"$type":"pickle","bytes":29,"imports":["posix.system"],"call":"posix.system","args":["touch x"]}`, "pickle"},
		{"x", "}\x8c\x01aK\x01s.", `{"$type":"pickle","bytes":8,"value":{"a":1}}`, "pickle"},
		{wholeCheckpoint, "}\x8c\x01aK\x01s.", `{"a":1}`, "pickle"},
		{"x", "}\x8c\x01a\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x00\x01s.", `{"a":{"$type":"int","$value":"18446744073709551616"}}`, "pickle"},
		{"x", "cbuiltins\ncomplex\n(F1\nF2\ntR.", `{"$type":"builtins.complex","$repr":"(1+2j)"}`, "pickle"},
		{"x", "capp\nThing\n)\x81}\x8c\x01xK\x01sb.", `{"$type":"pickle","bytes":22,"imports":["app.Thing"],"new":"app.Thing","state":{"x":1}}`, "pickle"},
		{"x", "]capp\nThing\n)\x81}\x8c\x01xK\x01sba.", `[{"$type":"pickle","new":"app.Thing","state":{"x":1}}]`, "pickle"},
		{"x", "](capp\nThing\n)\x81}\x8c\x01xK\x01sbcbuiltins\ncomplex\n(F1\nF2\ntRe.", `[{"$type":"app.Thing","x":1},{"$type":"builtins.complex","$repr":"(1+2j)"}]`, "pickle"},
		{"x", "N.more", `{"$type":"pickle","bytes":6,"value":null}`, "pickle blob-trailing"},
		{"x", "\x80\x04]\x94", `{"$type":"pickle","bytes":4,"error":"truncated: the pickle ends too early","offset":4}`, "pickle blob-truncated"},
		{"x", "cos\nsystem\n\xff", `{"$type":"pickle","bytes":12,"imports":["os.system"],"error":"no pickle: there is no opcode 0xff","offset":11}`, "pickle blob-garbage"},
	} {
		o := blankTest()
		got := string(value.AppendJSON(nil, o.pickle("pickle", []byte(c.raw), c.what), value.JSONOptions{}))
		problems := ""
		for i, p := range o.cp.Problems {
			if problems += p.Code; i+1 < len(o.cp.Problems) {
				problems += " "
			}
		}
		if got != c.want || problems != c.problems {
			t.Errorf("%q: %s\ngot  %s\nwant %s", c.raw, problems, got, c.want)
		}
	}
}

// TestInboxes reads checkpoints of LangGraph 0.0.30: what is due is a node or its edges, what the loop keeps for itself is no state.
func TestInboxes(t *testing.T) {
	for name, want := range map[string][]string{
		"era-0.0.30-pause": {"[__start__:edges] topic log", "[plan] topic log", "[plan:edges] topic log", "[__start__:edges] topic log", "[plan] topic log", "[plan:edges] topic log"},
		"era-0.0.30-fork":  {"[] topic log", "[] topic log", "[] topic log", "[] topic log"},
	} {
		s := openSource(t, "../../testdata/langgraph/"+name+"/sessions.db")
		id, _, err := s.Newest(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		h := openThread(t, s, id)
		for i := range h.Len() {
			due, err := h.Runtime.Due(context.Background(), h, i)
			if err != nil {
				t.Fatal(err)
			}
			state, err := h.Runtime.State(context.Background(), h, i)
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(due.Next)
			for _, c := range state.Channels {
				got += " " + c.Name
			}
			if got != want[i] || !due.Known {
				t.Errorf("%s row %d: %s (known: %v), want %s", name, i, got, due.Known, want[i])
			}
		}
	}
}
