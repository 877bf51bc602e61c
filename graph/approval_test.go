package graph

import (
	"fmt"
	"strings"
	"testing"

	"cptui/graph/value"
)

func approvalOf(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.ParseJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestReadApproval(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"python", `{"action_requests": [{"name": "write", "args": {"p": 1}, "description": "d"}, {"name": "rm", "args": {}}], "review_configs": [{"action_name": "write", "allowed_decisions": ["approve", "edit"]}, {"action_name": "rm", "allowed_decisions": ["reject"]}]}`,
			"0 write [approve edit] rm [reject]"},
		{"javascript", `{"actionRequests": [{"name": "write", "args": {}}], "reviewConfigs": [{"actionName": "write", "allowedDecisions": ["approve"]}]}`, "0 write [approve]"},
		{"one call", `{"type": "tool_approval", "tool_call_id": "1", "name": "write", "args": {}}`, "1 write []"},
		{"inbox", `[{"action_request": {"action": "write", "args": {}}, "config": {"allow_accept": true, "allow_ignore": false, "allow_respond": true}}]`, "2 write [accept response]"},
		{"no calls", `{"action_requests": [], "review_configs": []}`, ""},
		{"a call without a name", `{"action_requests": [{"args": {}}]}`, ""},
		{"another question", `{"ask": "sub?"}`, ""},
		{"a text", `"ok?"`, ""},
		{"an odd list", `[1, {"action_request": 2}]`, ""},
		{"no configs", `{"action_requests": [{"name": "write"}]}`, "0 write []"},
	} {
		a, ok := ReadApproval(approvalOf(t, c.in))
		got := ""
		if ok {
			got = fmt.Sprint(a.Form)
			for _, call := range a.Calls {
				got += fmt.Sprintf(" %s %v", call.Name, call.Allowed)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestReadDecisions(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"decisions": [{"type": "approve"}, {"type": "reject", "message": "no"}]}`, "approve|reject:no"},
		{`{"decisions": [{"type": "edit", "edited_action": {"name": "write", "args": {"p": 2}}}]}`, "edit>write"},
		{`{"decisions": [{"type": "edit", "editedAction": {"name": "write", "args": {}}}]}`, "edit>write"},
		{`{"type": "respond", "message": "it is there"}`, "respond:it is there"},
		{`[{"type": "edit", "args": {"action": "write", "args": {}}}, {"type": "response", "args": "later"}]`, "edit>write|response:later"},
		{`{"decisions": [{"type": "maybe"}]}`, ""},
		{`"yes"`, ""},
		{`[]`, ""},
		{`{"decisions": 3}`, ""},
	} {
		list, ok := ReadDecisions(approvalOf(t, c.in))
		var out []string
		if ok {
			for _, d := range list {
				s := d.Type
				if d.Message != "" {
					s += ":" + d.Message
				}
				if d.Name != "" {
					s += ">" + d.Name
				}
				out = append(out, s)
			}
		}
		if got := strings.Join(out, "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestCalledAgent(t *testing.T) {
	for in, want := range map[string]string{
		`[{"name": "task", "args": {"subagent_type": "north", "description": "go"}, "id": "1"}]`:              "north",
		`{"name": "task", "args": {"subagent_type": "north"}}`:                                                "north",
		`{"__type": "tool_call_with_context", "tool_call": {"name": "task", "args": {"subagent_type": "s"}}}`: "s",
		`[{"name": "read_file", "args": {"subagent_type": "north"}}]`:                                         "",
		`[{"name": "task", "args": {}}]`:                                                                      "",
		`{"i": 0}`:                                                                                            "",
		`7`:                                                                                                   "",
	} {
		if got := CalledAgent(approvalOf(t, in)); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
