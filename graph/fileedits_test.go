package graph

import (
	"testing"

	"cptui/graph/value"
)

func TestApplied(t *testing.T) {
	for _, c := range []struct {
		name, input, before string
		known               bool
		want                string
		ok                  bool
	}{
		{"write", `{"file_path":"/a","content":"new"}`, "old", true, "new", true},
		{"write over what is not known", `{"path":"/a","content":"new"}`, "", false, "new", true},
		{"edit", `{"file_path":"/a","old_string":"b","new_string":"c"}`, "abd", true, "acd", true},
		{"edit of what is not known", `{"file_path":"/a","old_string":"b","new_string":"c"}`, "", false, "", false},
		{"a text that is not there", `{"file_path":"/a","old_string":"x","new_string":"c"}`, "abd", true, "", false},
		{"a text that is there twice", `{"file_path":"/a","old_string":"b","new_string":"c"}`, "bb", true, "", false},
		{"all of them", `{"filePath":"/a","oldString":"b","newString":"c","replaceAll":true}`, "bb", true, "cc", true},
		{"several edits", `{"path":"/a","edits":[{"oldText":"a","newText":"b"},{"oldText":"b","newText":"c"}]}`, "a", true, "c", true},
		{"a new file by an edit", `{"file_path":"/a","old_string":"","new_string":"c"}`, "", true, "c", true},
		{"a patch that adds", `"*** Begin Patch\n*** Add File: a\n+one\n+two\n*** End Patch"`, "", false, "one\ntwo\n", true},
		{"a patch that updates", `{"input":"*** Begin Patch\n*** Update File: b\n@@\n-x\n*** Update File: a\n@@\n one\n-two\n+2\n@@\n-four\n+4\n*** End Patch"}`, "one\ntwo\nthree\nfour\n", true, "one\n2\nthree\n4\n", true},
		{"a hunk that does not fit", `"*** Begin Patch\n*** Update File: a\n@@\n-nine\n+9\n*** End Patch"`, "one\n", true, "", false},
		{"a command", `{"command":"rm a"}`, "x", true, "", false},
	} {
		v, err := value.ParseJSON([]byte(c.input))
		if err != nil {
			t.Fatal(err)
		}
		got, ok := applied(Call{Input: v}, c.before, c.known, "a")
		if got != c.want && ok || ok != c.ok {
			t.Errorf("%s: %q %v, want %q %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestPlanEdits(t *testing.T) {
	item := func(text, status string) PlanItem { return PlanItem{Text: text, Status: status} }
	got := planEdits([]PlanItem{item("a", "pending"), item("b", "pending"), item("b", "completed")}, []PlanItem{item("b", "completed"), item("a", "pending"), item("c", "pending")})
	want := []PlanEdit{{Op: Changed, Item: item("b", "completed"), Before: "pending"}, {Op: Added, Item: item("c", "pending")}, {Op: Removed, Item: item("b", "completed")}}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i].Op != want[i].Op || got[i].Item.Text != want[i].Item.Text || got[i].Before != want[i].Before {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
}
