package graph

import (
	"slices"
	"testing"
)

// The ids are those that the real programs gave, from recorded databases.
func TestTaskIDs(t *testing.T) {
	at := func(id, ns string, step, v int) Place {
		b, ok := uuidBytes(id)
		if !ok {
			t.Fatalf("%s is no UUID", id)
		}
		return Place{ID: b, NS: ns, Step: step, V: v}
	}
	py, js := PythonHasher{}, JSHasher{}
	flow := at("1f1ed1c9-b762-6b3d-bfff-eccf84976ebf", "", 0, 4)
	inFlow := flow
	inFlow.NS = "flow:e32a074a-8776-c5d7-270f-107e96b399f6"
	inStep := flow
	inStep.NS = inFlow.NS + "|step:3404bccd-a6f1-d523-64b1-cfe6f423013f"
	send := at("1f1ed1c9-97d1-607a-8001-414d4f766b2f", "", 2, 4)
	jsSend := at("1f1ed1f3-dc69-66b0-8001-63d102090336", "", 2, 4)
	for _, c := range []struct {
		what, want string
		got        []string
	}{
		{"entrypoint", "e32a074a-8776-c5d7-270f-107e96b399f6", py.Pull(flow, "flow", []string{"__start__"})},
		{"node, SHA-1 at format 2", "3c45b7fc-11ca-03f9-907b-db876fd9221f",
			py.Pull(at("1f1ed1cb-ccd9-6508-8000-b9b86ec42551", "", 1, 2), "plan", []string{"start:plan"})},
		{"Send 0", "c26d1478-aa64-9246-c088-67a0a3f622b2", py.Push(send, "work", 0)},
		{"Send 1", "b7a14fe8-d10d-84e0-56ee-e320bc2e979a", py.Push(send, "work", 1)},
		{"call 0 of flow", "9a1f1bd9-33dd-71da-fabb-de04de0a54be", py.Call(inFlow, "write", "~__pregel_pull, flow", 0)},
		{"call of a call", "4c2c650e-12b8-3a17-8c6e-588bd30fa5ac",
			py.Call(inStep, "write", "~__pregel_push, ~__pregel_pull, flow, 0000000002, 0000000001", 0)},
		{"JS node", "3e2d7ef4-e11d-54ae-9f6b-1dbae42c57db",
			js.Pull(at("1f1ed1f3-dc51-6011-ffff-33bbe5a35dcc", "", 0, 4), "__start__", []string{"__start__"})},
		{"JS node in a subgraph", "dc7b390a-5057-5791-90d8-7aa28964994f",
			js.Pull(at("1f1ed1f3-dd4a-6070-8000-790157ea01b3", "child:914297b7-8006-583f-b501-901b965911aa", 1, 4), "first", []string{"branch:to:first"})},
		{"JS Send", "a27ddc6a-5fcc-57fe-9f7a-49df9a953cea", js.Push(jsSend, "work", 1)},
	} {
		if !slices.Contains(c.got, c.want) {
			t.Errorf("%s: got %v, want %s", c.what, c.got, c.want)
		}
	}
	if got := pythonString("a\"\\\n\x01é😀"); got != `"a\"\\\n\u0001\u00e9\ud83d\ude00"` {
		t.Errorf("python string: %s", got)
	}
	if got := jsString("a\"<é\u2028"); got != "\"a\\\"<é\u2028\"" {
		t.Errorf("js string: %s", got)
	}
}
