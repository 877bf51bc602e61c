package graph

import (
	"testing"

	"cptui/graph/value"
)

func parsed(t *testing.T, typed string) value.Value {
	t.Helper()
	v, err := value.ParseTyped([]byte(typed), value.LCPython)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestTakeMessages: short forms become messages where the list has real ones, as add_messages makes them; plain lists stay plain.
func TestTakeMessages(t *testing.T) {
	ai := `{"$type":"langchain_core.messages.ai.AIMessage","content":"yes","type":"ai","id":"a1"}`
	human := func(s string) string {
		return `{"$type":"langchain_core.messages.human.HumanMessage","content":"` + s + `","type":"human"}`
	}
	for _, c := range []struct{ name, before, write, want string }{
		{"pair in a list", `[` + ai + `]`, `[["user","go"]]`, `[` + ai + `,` + human("go") + `]`},
		{"one pair", `[` + ai + `]`, `["user","go"]`, `[` + ai + `,` + human("go") + `]`},
		{"pair before the first message", `[["user","go"]]`, `[` + ai + `]`, `[` + human("go") + `,` + ai + `]`},
		{"role and content", `[` + ai + `]`, `[{"role":"user","content":"go"}]`, `[` + ai + `,` + human("go") + `]`},
		{"bare text", `[` + ai + `]`, `["go"]`, `[` + ai + `,` + human("go") + `]`},
		{"plain data stays", `[{"role":"user","content":"a"}]`, `[{"role":"assistant","content":"b"}]`, `[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]`},
		{"no message", `[` + ai + `]`, `[42]`, ``},
		{"same id replaces", `[` + ai + `]`, `[{"$type":"langchain_core.messages.ai.AIMessage","content":"no","type":"ai","id":"a1"}]`, `[{"$type":"langchain_core.messages.ai.AIMessage","content":"no","type":"ai","id":"a1"}]`},
	} {
		before := items(parsed(t, c.before))
		got, ok := takeMessages(&spine{elems: before}, []value.Value{parsed(t, c.write)})
		if ok != (c.want != "") {
			t.Errorf("%s: taken %v", c.name, ok)
			continue
		}
		if ok {
			if s := string(value.AppendJSON(nil, value.NewList(got.elems), value.JSONOptions{})); s != c.want {
				t.Errorf("%s:\ngot  %s\nwant %s", c.name, s, c.want)
			}
		}
		if s := string(value.AppendJSON(nil, value.NewList(before), value.JSONOptions{})); s != c.before {
			t.Errorf("%s: the list before was changed: %s", c.name, s)
		}
	}
}
