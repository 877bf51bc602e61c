package messages

import (
	"bytes"

	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// roles are who speaks, in the words of the three; "tool" is for messages that carry a result.
var roles = map[string]string{"user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "model": "assistant", "AIMessageChunk": "assistant",
	"system": "system", "developer": "system", "tool": "tool", "function": "tool", "HumanMessage": "user", "AIMessage": "assistant", "SystemMessage": "system",
	"ToolMessage": "tool", "FunctionMessage": "tool", "HumanMessageChunk": "user", "SystemMessageChunk": "system", "ToolMessageChunk": "tool"}

// typed are the types of LangChain's messages: other programs have lines of type "user" that are none.
var typed = map[string]bool{"human": true, "ai": true, "system": true, "tool": true, "function": true, "chat": true, "AIMessageChunk": true,
	"HumanMessageChunk": true, "SystemMessageChunk": true, "ToolMessageChunk": true}

// read tells what a message says.
func read(raw []byte) []talk.Event {
	if len(raw) > 0 && raw[0] != '{' {
		e := system(raw)
		e[0].Raw = nil
		return e
	}
	f := talk.Fields(raw)
	role := transcript.Word(f["role"])
	switch {
	case f["lc"] != nil && f["kwargs"] != nil: // LangChain's envelope: the class is the last of its names
		for _, name := range transcript.Blocks(f["id"]) {
			role = transcript.Word(name)
		}
		f = talk.Fields(f["kwargs"])
		if r := transcript.Word(f["role"]); r != "" && roles[role] == "" {
			role = r
		}
	case role == "" && typed[transcript.Word(f["type"])] && (f["content"] != nil || f["data"] != nil):
		role = transcript.Word(f["type"])
		if data := f["data"]; len(data) > 0 && data[0] == '{' { // a dictionary of LangChain's
			f = talk.Fields(data)
		}
		if r := transcript.Word(f["role"]); role == "chat" && r != "" {
			role = r
		}
	case role == "" && f["choices"] != nil:
		return choice(raw, f)
	case role != "" && f["content"] == nil && len(f["message"]) > 0 && f["message"][0] == '{':
		f["content"] = transcript.Spot(f["message"], "content")
	}
	kind := roles[role]
	if kind == "" {
		if role == "" && f["content"] == nil {
			return nil
		}
		return []talk.Event{{Kind: talk.Note, Stranger: true, What: "a message of role " + role, At: transcript.NoTime}}
	}
	return said(kind, f)
}

// choice is an answer of the chat API as a whole, with what it cost.
func choice(raw []byte, f map[string][]byte) []talk.Event {
	choices := transcript.Blocks(f["choices"])
	if len(choices) == 0 {
		return nil
	}
	m := transcript.Spot(choices[0], "message")
	if m == nil {
		return nil
	}
	fields := talk.Fields(m)
	fields["usage"], fields["model"], fields["created_at"] = f["usage"], f["model"], f["created"]
	return said("assistant", fields)
}

func said(role string, f map[string][]byte) []talk.Event {
	word := func(name string) string { return transcript.Word(f[name]) }
	e := talk.Event{ID: word("id"), Role: role, Content: f["content"], At: transcript.NoTime}
	for _, name := range []string{"timestamp", "created_at"} {
		if e.At == transcript.NoTime && f[name] != nil {
			e.At = talk.Time(f[name])
		}
	}
	if string(e.Content) == "null" {
		e.Content = nil
	}
	switch role {
	case "system":
		e.Kind = talk.Ahead
	case "assistant":
		answer(&e, f)
	case "tool":
		e.Kind = talk.Result
		id := word("tool_call_id")
		e.Results = []talk.Outcome{{ID: id, Name: word("name"), Output: e.Content, Bad: word("status") == "error"}}
	default:
		return asker(e)
	}
	return []talk.Event{e}
}

// asker is a message in the person's name: words, results of Anthropic's form, or both.
func asker(e talk.Event) []talk.Event {
	e.Kind, e.Typed = talk.Prompt, true
	results := talk.ToolResults(e.Content)
	if len(results) == 0 {
		if e.Content == nil {
			e.Content = []byte(`""`)
		}
		return []talk.Event{e}
	}
	var rest [][]byte
	for _, b := range transcript.Blocks(e.Content) {
		if transcript.Word(transcript.Spot(b, "type")) != "tool_result" {
			rest = append(rest, b)
		}
	}
	words := e
	e.Kind, e.Role, e.Typed, e.Content, e.Results = talk.Result, "tool", false, nil, results
	if len(rest) == 0 {
		return []talk.Event{e}
	}
	words.Content = append(append([]byte{'['}, bytes.Join(rest, []byte(","))...), ']')
	if words.ID != "" {
		words.ID += ".words"
	}
	return []talk.Event{e, words}
}

func answer(e *talk.Event, f map[string][]byte) {
	e.Kind, e.Model = talk.Reply, firstWord(f["model"], transcript.Spot(f["response_metadata"], "model_name"), transcript.Spot(f["response_metadata"], "model"))
	e.Calls = talk.ToolUses(e.Content)
	known := map[string]bool{}
	for _, c := range e.Calls {
		known[c.ID] = true
	}
	var blocks [][]byte
	for _, name := range []string{"reasoning_content", "refusal"} {
		if v := f[name]; transcript.Word(v) != "" {
			blocks = append(blocks, block(name, v))
		}
	}
	list := transcript.Blocks(f["tool_calls"])
	if len(list) == 0 {
		list = transcript.Blocks(transcript.Spot(f["additional_kwargs"], "tool_calls"))
	}
	if fc := f["function_call"]; len(fc) > 0 && fc[0] == '{' {
		list = append(list, fc)
	}
	for _, raw := range list {
		c := call(raw)
		if c.ID != "" && known[c.ID] {
			continue
		}
		e.Calls = append(e.Calls, c)
		blocks = append(blocks, callBlock(c))
	}
	if len(blocks) > 0 {
		e.Blocks = append(transcript.Blocks(e.Content), blocks...)
	}
	for _, name := range []string{"usage", "usage_metadata"} {
		if v := f[name]; len(v) > 0 && v[0] == '{' {
			e.Paid, e.Usage = true, usage(v)
		}
	}
}

// block is a part of an answer that stands beside its content, in the form that blocks have.
func block(name string, words []byte) []byte {
	if name == "reasoning_content" {
		return append(append([]byte(`{"type":"thinking","thinking":`), words...), '}')
	}
	return append(append([]byte(`{"type":"text","text":`), words...), '}')
}

// call reads a call of OpenAI's form (its arguments are JSON in a text) or of LangChain's.
func call(raw []byte) talk.Call {
	c := talk.Call{ID: transcript.Word(transcript.Spot(raw, "id"))}
	fn := transcript.Spot(raw, "function")
	if fn == nil && transcript.Spot(raw, "arguments") != nil {
		fn = raw
	}
	if custom := transcript.Spot(raw, "custom"); custom != nil {
		c.Name, c.Input = transcript.Word(transcript.Spot(custom, "name")), transcript.Spot(custom, "input")
		return c
	}
	if fn != nil {
		c.Name, c.Input = transcript.Word(transcript.Spot(fn, "name")), transcript.Spot(fn, "arguments")
		c.Text = len(c.Input) > 0 && c.Input[0] == '"'
		return c
	}
	c.Name, c.Input = transcript.Word(transcript.Spot(raw, "name")), transcript.Spot(raw, "args")
	return c
}

// callBlock is a call in the form of a block, its input as stored.
func callBlock(c talk.Call) []byte {
	name := "input"
	if c.Text {
		name = "arguments"
	}
	out := []byte(`{"type":"tool_call"`)
	if c.Text {
		out = []byte(`{"type":"function_call"`)
	}
	add := func(key string, v []byte) {
		if v != nil {
			out = append(append(append(out, `,"`...), key...), `":`...)
			out = append(out, v...)
		}
	}
	if c.ID != "" {
		key := "id"
		if c.Text {
			key = "call_id"
		}
		add(key, value.AppendString(nil, c.ID))
	}
	add("name", value.AppendString(nil, c.Name))
	add(name, c.Input)
	return append(out, '}')
}

func firstWord(all ...[]byte) string {
	for _, v := range all {
		if w := transcript.Word(v); w != "" {
			return w
		}
	}
	return ""
}

// usage counts in the one meaning: Anthropic's API leaves out of the input what came from the cache, the others count it in.
func usage(v []byte) loaders.Usage {
	n := func(path ...string) int64 { return talk.Integer(transcript.Spot(v, path...)) }
	u := loaders.Usage{Input: n("input_tokens"), Output: n("output_tokens"), CacheRead: n("cache_read_input_tokens"), CacheCreation: n("cache_creation_input_tokens")}
	if u.Input == 0 && u.Output == 0 {
		u.Input, u.Output = n("prompt_tokens"), n("completion_tokens")
	}
	for _, details := range []string{"input_token_details", "input_tokens_details", "prompt_tokens_details"} {
		read := max(n(details, "cache_read"), n(details, "cached_tokens"))
		made := n(details, "cache_creation")
		u.CacheRead, u.CacheCreation = u.CacheRead+read, u.CacheCreation+made
		u.Input = max(0, u.Input-read-made)
	}
	return u
}
