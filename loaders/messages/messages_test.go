package messages

import (
	"slices"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/loaders/transcript/talk/talktest"
)

// seen are the messages at the head, as "role: text" and "role: → calls".
func seen(t *testing.T, h *graph.History) []string {
	t.Helper()
	var out []string
	for _, m := range talktest.Messages(t, h) {
		line := m.Role + ": " + m.Text
		for _, c := range m.Calls {
			line += "→" + c.Name + string(c.Input.Raw())
		}
		out = append(out, line)
	}
	return out
}

// Calls of every form find their results: by id, and by order where the old form has none.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"legacy functions", `{"role":"user","content":"go"}` + "\n" + `{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{\"a\":1}"}}` + "\n" +
			`{"role":"function","name":"f","content":"1"}` + "\n" + `{"role":"assistant","content":"ok"}`, []string{"human: go", `ai: →f{"a":1}`, "tool: 1", "ai: ok"}},
		{"arguments that are no JSON", `[{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{oh"}}]},{"role":"tool","tool_call_id":"c","content":"bad"}]`,
			[]string{`ai: →f"{oh"`, "tool: bad"}},
		{"results and words in one message", `[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"1"},{"type":"text","text":"and now?"}]}]`,
			[]string{"ai: →f{}", "tool: 1", "human: and now?"}},
		{"LangChain's older calls", `[{"type":"ai","data":{"content":"","additional_kwargs":{"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}}}]`, []string{"ai: →f{}"}},
		{"calls that stand in both places", `[{"type":"ai","content":[{"type":"tool_use","id":"c","name":"f","input":{"a":1}}],"tool_calls":[{"id":"c","name":"f","args":{"a":1}}]}]`, []string{`ai: →f{"a":1}`}},
		{"an answer as a whole", `{"object":"chat.completion","choices":[{"message":{"role":"assistant","content":"hi"}}],"usage":{"prompt_tokens":3,"completion_tokens":1}}`, []string{"ai: hi"}},
		{"Cursor's", `{"role":"user","message":{"content":[{"type":"text","text":"go"}]}}`, []string{"human: go"}},
	} {
		h, _, codes := talktest.Read(t, &Format, "messages.json", c.text)
		for _, code := range codes {
			if code != "incomplete-tail" {
				t.Errorf("%s: problem %s", c.name, code)
			}
		}
		if got := seen(t, h); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Each object of a file of them is a talk of its own.
func TestTalks(t *testing.T) {
	talk := `{"messages":[{"role":"system","content":"s"},{"role":"user","content":"go"},{"role":"assistant","content":"ok"}]}` + "\n"
	h, steps, codes := talktest.Read(t, &Format, "messages.json", talk+talk)
	if want := []string{"L1.1<", "L1.2<L1.1", "L2.1<", "L2.2<L2.1"}; !slices.Equal(steps, want) || codes != nil {
		t.Errorf("steps %q, problems %q, want %q", steps, codes, want)
	}
	if got := seen(t, h); !slices.Equal(got, []string{"system: s", "human: go", "ai: ok"}) {
		t.Errorf("the second talk is %q", got)
	}
}

func TestDamage(t *testing.T) {
	u, a := `{"role":"user","content":"go"}`, `{"role":"assistant","content":"ok"}`
	for _, c := range []struct {
		name, text   string
		steps, codes []string
	}{
		{"a cut list", "[\n" + u + ",\n" + a[:20], []string{"L2<"}, []string{"incomplete-tail"}},
		{"a cut line", u + "\n" + a[:20], []string{"L1<"}, []string{"incomplete-tail"}},
		{"garbage in a list", "[\n" + u + ",\n%%%\n" + a + "\n]", []string{"L2<", "L4<L2"}, []string{"bad-json"}},
		{"zero bytes behind a list", "[" + u + "]\x00\x00", []string{"L1<"}, []string{"nul-run"}},
		{"garbage between lines", u + "\n%%%\n" + a, []string{"L1<", "L3<L1"}, []string{"bad-json"}},
		{"two on a line", u + a + "\n", []string{"L1<", "L1.1<L1"}, []string{"joined-records"}},
		{"an unknown role", u + "\n" + `{"role":"dreamer","content":"z"}` + "\n" + a, []string{"L1<", "L3<L1"}, []string{"unknown-record"}},
		{"a result of nothing", `{"role":"tool","tool_call_id":"x","content":"1"}` + "\n", []string{"L1<"}, []string{"dangling-tool"}},
		{"a call without its result", `{"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]}` + "\n" + u + "\n", []string{"L1<", "L2<L1"}, []string{"dangling-tool"}},
		{"a huge line", `{"role":"user","content":"` + strings.Repeat("x", 11<<20) + `"}` + "\n" + a, []string{"L1<", "L2<L1"}, []string{"long-line"}},
	} {
		_, steps, codes := talktest.Read(t, &Format, "messages.json", c.text)
		if !slices.Equal(steps, c.steps) || !slices.Equal(codes, c.codes) {
			t.Errorf("%s: steps %q, problems %q; want %q, %q", c.name, steps, codes, c.steps, c.codes)
		}
	}
}

// Lists of other things are not taken for a talk.
func TestSniff(t *testing.T) {
	for text, want := range map[string]int{
		`[{"role":"user","content":"go"}]`:                          30,
		`{"messages":[{"role":"user","content":"go"}]}`:             30,
		`[{"role":"admin","content":"go"}]`:                         0,
		`[{"role":"user","name":"Ann"},{"name":"Bob"}]`:             0,
		`{"type":"user","content":"go","uuid":"x"}`:                 0,
		`{"type":"user","message":{"content":"go"}}`:                0,
		`{"messages":[{"type":"info","id":"1"}]}`:                   0,
		`[{"a":1},{"b":2},{"role":"user","content":"by accident"}]`: 0,
	} {
		if got := sniff([]byte(text), true); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
