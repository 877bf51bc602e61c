package streamjson

import (
	"os"
	"slices"
	"strings"
	"testing"

	"cptui/loaders/transcript/talk/talktest"
)

const recorded = "../../testdata/claude-stream/partial/stream.jsonl"

// An answer's parts are one step although the results of its first calls stand between them; subagents have a namespace.
func TestRecorded(t *testing.T) {
	b, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	h, _, codes := talktest.Read(t, &format, "stream.jsonl", string(b))
	if h.Len() != 13 || len(codes) != 0 || len(h.Kids) != 1 || h.Kids[0].Parent != 1 || h.Kids[0].Node != "Agent" {
		t.Errorf("%d steps, problems %v, subagents %+v", h.Len(), codes, h.Kids)
	}
	for cut := 400; cut < len(b); cut += 977 { // a stream that was cut off, wherever
		h, _, codes := talktest.Read(t, &format, "stream.jsonl", string(b[:cut]))
		for _, c := range codes {
			if c != "incomplete-tail" && c != "missing-usage" && c != "missing-prompt" && c != "dangling-tool" {
				t.Errorf("cut at %d: problems %v", cut, codes)
			}
		}
		if strings.Contains(string(b[:cut]), `"isReplay":true`) && h.Len() == 0 && b[cut] == '\n' {
			t.Errorf("cut at %d: nothing is left", cut)
		}
	}
}

func TestDamage(t *testing.T) {
	line := func(typ, id, space, message string) string {
		return `{"type":"` + typ + `","message":` + message + `,"parent_tool_use_id":` + space + `,"session_id":"s","uuid":"` + id + `"}` + "\n"
	}
	call := line("assistant", "a1", "null", `{"id":"m1","model":"x","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}],"usage":{"input_tokens":3,"output_tokens":1}}`)
	more := line("assistant", "a2", "null", `{"id":"m1","model":"x","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Bash","input":{}}],"usage":{"input_tokens":3,"output_tokens":1}}`)
	first := line("user", "r1", "null", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}`)
	second := line("user", "r2", "null", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"no","is_error":true}]}`)
	for _, c := range []struct {
		name, text string
		steps      []string
		codes      []string
	}{
		{"a result between two parts", call + first + more + second, []string{"a1<", "r1<a1"}, []string{"missing-usage"}},
		{"garbage", call + "<html>\n" + first, []string{"a1<", "r1<a1"}, []string{"bad-json", "missing-usage"}},
		{"a line twice", call + first + first, []string{"a1<", "r1<a1"}, []string{"duplicate-id", "missing-usage"}},
		{"an unknown line", call + `{"type":"dream","session_id":"s"}` + "\n", []string{"a1<"}, []string{"unknown-record", "missing-usage"}},
		{"a result of nothing", first, []string{"r1<"}, []string{"dangling-tool"}},
		{"an error of the API", strings.Replace(call, `"uuid"`, `"error":"rate_limit","uuid"`, 1), []string{"a1<"}, nil},
	} {
		_, steps, codes := talktest.Read(t, &format, "stream.jsonl", c.text)
		if !slices.Equal(steps, c.steps) || !slices.Equal(codes, c.codes) {
			t.Errorf("%s: steps %q, problems %q; want %q, %q", c.name, steps, codes, c.steps, c.codes)
		}
	}
}
