package view

import (
	"strings"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

// TestMessagesOfASummary: what the model is given stands apart from what was taken away, and the archive is said to be where it
// is, or not to be found.
func TestMessagesOfASummary(t *testing.T) {
	const messages = `[{"type":"human","content":"one"},{"type":"ai","content":"two"},{"type":"human","content":"three"},
		{"type":"ai","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"four"}]},{"type":"human","content":"five"}]`
	event := func(cutoff, path string) string {
		return `{"cutoff_index":` + cutoff + `,"created_at_index":4,"file_path":` + path + `,"summary_message":{"type":"human","content":"…<summary>\nin short\n</summary>"}}`
	}
	archive := &graph.Archive{Where: "on disk at /x/a.md", Text: "## Summarized\nall of it", Size: 40}
	for _, c := range []struct {
		name, cutoff, path string
		facts              StepFacts
		has, hasNot        []string
	}{
		{"found", "2", `"/a.md"`, StepFacts{Loaded: true, Archive: archive},
			[]string{"given the summary and 3 of 5 messages, from [2] on; 2 evicted", "archived on disk at /x/a.md", "2 messages evicted, 1 prompt", "in short", "thinking up to [3]", "[2]", "[4]"}, []string{"[0]", "[1]", "not found"}},
		{"not found", "2", `"/a.md"`, StepFacts{Loaded: true, Looked: []string{"here", "there"}},
			[]string{"archived as /a.md, which is not found: looked in here, there"}, []string{"all of it"}},
		{"not looked for yet", "2", `"/a.md"`, StepFacts{}, []string{"archived as /a.md"}, []string{"not found"}},
		{"not written", "2", "null", StepFacts{Loaded: true}, []string{"not archived: writing them away failed"}, []string{"not found"}},
		{"beyond the end", "9", "null", StepFacts{Loaded: true}, []string{"the summary alone: its cutoff 9 is beyond the 5 messages", "5 messages evicted"}, []string{"[4]"}},
		{"no summary", "-1", "null", StepFacts{Loaded: true}, []string{"[0]", "[4]"}, []string{"summary", "evicted"}},
	} {
		m := &graph.Moment{Checkpoint: &graph.Checkpoint{}, State: channels(t, "messages", messages, "_summarization_event", event(c.cutoff, c.path))}
		p := NewMessages(m, c.facts, Env{})
		var all []string
		for i := range p.Len() {
			all = append(all, p.Row(i, 120).Text())
		}
		text := strings.Join(all, "\n")
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, text)
			}
		}
		for _, not := range c.hasNot {
			if strings.Contains(text, not) {
				t.Errorf("%s: %q in\n%s", c.name, not, text)
			}
		}
	}
}

// TestApprovalWords: what waits, what may be decided on it, what was decided, and the answer to give.
func TestApprovalWords(t *testing.T) {
	ask := func(text string) value.Value { return parse(t, `{"id":"q1","value":`+text+`}`) }
	one := ask(`{"action_requests":[{"name":"write_file","args":{"file_path":"/a"}}],"review_configs":[{"action_name":"write_file","allowed_decisions":["approve","edit"]}]}`)
	two := ask(`{"action_requests":[{"name":"write_file","args":{"file_path":"/a"}},{"name":"rm","args":{"path":"/b"}}],"review_configs":[]}`)
	inbox := ask(`[{"action_request":{"action":"write_file","args":{"file_path":"/a"}},"config":{"allow_accept":true}}]`)
	each := ask(`{"type":"tool_approval","name":"rm","args":{"path":"/b"}}`)
	other := ask(`"ok?"`)
	e := Env{}
	for _, c := range []struct {
		q                   value.Value
		asks, answer, reply string
		code                string
	}{
		{one, "approval of write_file /a: approve or edit", `{"decisions":[{"type":"edit","edited_action":{"name":"rm","args":{"path":"/c"}}}]}`, "edit → rm /c", `{"decisions": [{"type": "approve"}]}`},
		{two, "approval of write_file /a, rm /b", `{"decisions":[{"type":"approve"},{"type":"reject","message":"no"}]}`, `approve, reject "no"`, `{"decisions": [{"type": "approve"}, {"type": "approve"}]}`},
		{inbox, "approval of write_file /a: accept", `[{"type":"accept"}]`, "accept", `[{"type": "accept"}]`},
		{each, "approval of rm /b", `{"type":"reject"}`, "reject", `{"type": "approve"}`},
		{other, `"ok?"`, `{"type":"reject"}`, `{"type": "reject"}`, ""},
		{one, "approval of write_file /a: approve or edit", `"sure"`, `"sure"`, `{"decisions": [{"type": "approve"}]}`},
	} {
		if got := e.question(c.q, 100); got != c.asks {
			t.Errorf("asks %q, want %q", got, c.asks)
		}
		if got := e.reply(c.q, parse(t, c.answer), 100); got != c.reply {
			t.Errorf("%s: answered %q, want %q", c.asks, got, c.reply)
		}
		if got := approvalAnswer(c.q); got != c.code {
			t.Errorf("%s: answer %q, want %q", c.asks, got, c.code)
		}
	}
}
