package graph

import (
	"context"
	"strconv"
	"strings"
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

// TestShortFormsFirst: a delta channel that begins with a short form is a list of messages only where a later write shows
// that its reducer makes messages; the file itself says nothing of reducers.
func TestShortFormsFirst(t *testing.T) {
	const (
		short = `[{"role":"user","content":"hi"}]`
		typed = `[{"$type":"langchain_core.messages.human.HumanMessage","content":"hi","type":"human"}]`
		pair  = `[["user","hi"]]`
		text  = `["hi"]`
	)
	answer := "[" + msg("hello", "1") + "]"

	for _, c := range []struct {
		what   string
		writes []string // of the rows in turn, "" none
		at     int
		want   string
	}{
		{"an answer comes next", []string{short, answer, ""}, 1, typed},
		{"an answer comes later", []string{short, "", "", answer, ""}, 1, typed},
		{"a pair", []string{pair, answer, ""}, 1, typed},
		{"no answer", []string{short, "", ""}, 1, short},
		{"a pair without an answer", []string{pair, "", ""}, 1, pair},
		{"more short forms only", []string{short, short, ""}, 1, short},
		{"texts may be anything", []string{text, answer, ""}, 1, text},
		{"an answer just within reach", append(append([]string{short}, make([]string, mostAhead-1)...), answer, ""), 1, typed},
		{"an answer out of reach", append(append([]string{short}, make([]string, mostAhead)...), answer, ""), 1, short},
		{"both in one list afterwards", []string{short, answer, ""}, 2, strings.TrimSuffix(typed, "]") + "," + strings.TrimPrefix(answer, "[")},
	} {
		var rows []fakeRow
		parents := "-"
		for i, w := range c.writes {
			row := fakeRow{}
			if w != "" {
				row.writes = []string{w}
			}
			rows = append(rows, row)
			if i > 0 {
				parents += " " + strconv.Itoa(i-1)
			}
		}
		h, _ := deltaOf(t, rows, parents)
		f, err := h.deltas(context.Background(), c.at, []string{"ch"})
		if err != nil {
			t.Fatal(err)
		}
		if got := show(f[0].Value); got != show(parse(t, c.want)) {
			t.Errorf("%s: got %s, want %s", c.what, got, c.want)
		}
	}
}
