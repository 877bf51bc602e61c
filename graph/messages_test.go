package graph

import (
	"fmt"
	"testing"

	"cptui/graph/value"
)

func line(m Message) string {
	out := m.Role + " " + m.Text
	if m.Thinking != "" {
		out += " thinks:" + m.Thinking
	}
	for _, c := range m.Calls {
		out += fmt.Sprintf(" calls:%s#%s%s", c.Name, c.ID, show(c.Input))
	}
	for _, r := range m.Results {
		out += fmt.Sprintf(" result:%s#%s", r.Name, r.ID)
		if r.Error {
			out += "!"
		}
	}
	if m.In+m.Out > 0 {
		out += fmt.Sprintf(" %d/%d %s", m.In, m.Out, m.Model)
	}
	return out
}

// TestReadMessage reads one message in each of the forms that are found in states.
func TestReadMessage(t *testing.T) {
	for _, c := range []struct{ json, want string }{
		{`{"$type":"langchain_core.messages.human.HumanMessage","content":"hi","id":"1"}`, "human hi"},
		{`{"$type":"langchain.schema.messages.AIMessage","content":"yes"}`, "ai yes"},
		{`{"$type":"langchain_core.messages.ai.AIMessageChunk","content":"part"}`, "ai part"},
		{`{"$type":"langchain_core.messages.ai.AIMessage","content":"","tool_calls":[{"name":"ls","args":{"p":"/"},"id":"c1","type":"tool_call"}],"usage_metadata":{"input_tokens":7,"output_tokens":2},"response_metadata":{"model_name":"m-1"}}`,
			`ai  calls:ls#c1{"p":"/"} 7/2 m-1`},
		{`{"$type":"langchain_core.messages.ai.AIMessage","content":[{"type":"text","text":"see"},{"type":"tool_use","id":"c1","name":"ls","input":{"p":"/"}}],"tool_calls":[{"name":"ls","args":{"p":"/"},"id":"c1"}]}`,
			`ai see calls:ls#c1{"p":"/"}`},
		{`{"$type":"langchain_core.messages.tool.ToolMessage","content":"no","name":"ls","tool_call_id":"c1","status":"error"}`, "tool no result:ls#c1!"},
		{`{"$type":"langchain_core.messages.chat.ChatMessage","content":"x","role":"critic"}`, "critic x"},
		{`{"$type":"langchain_core.messages.modifier.RemoveMessage","content":"","id":"1"}`, "remove "},
		{`{"type":"human","content":"hi"}`, "human hi"},
		{`{"role":"user","content":"hi"}`, "human hi"},
		{`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"ls","arguments":"{\"p\":\"/\"}"}}],"usage":{"prompt_tokens":3,"completion_tokens":4}}`,
			`ai  calls:ls#c1{"p":"/"} 3/4 `},
		{`{"role":"tool","tool_call_id":"c1","content":"ok"}`, "tool ok result:#c1"},
		{`{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"tool_use","id":"c2","name":"rm","input":{}}]}`,
			"ai a thinks:hm calls:rm#c2{}"},
		{`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c2","content":"gone","is_error":true},{"type":"tool_result","tool_use_id":"c3","content":"fine"}]}`,
			"human  result:#c2! result:#c3"},
		{`{"role":"developer","content":"be kind"}`, "system be kind"},
		{`{"role":"user"}`, ""},
		{`{"type":"file","content":"x"}`, ""},
		{`{"$type":"app.Plan","content":"x"}`, ""},
		{`"hi"`, ""},
		{`[1]`, ""},
	} {
		m, ok := ReadMessage(parse(t, c.json))
		got := ""
		if ok {
			got = line(m)
		}
		if got != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.json, got, c.want)
		}
	}
}

func TestMessagesOfNumbers(t *testing.T) {
	if _, ok := Messages(value.NewList([]value.Value{value.NewInt(1)})); ok {
		t.Error("a list of numbers is no list of messages")
	}
}
