package items

import (
	"fmt"
	"strings"

	"cptui/loaders"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// served are items in which the API's own servers ran something: call and outcome in one.
var served = map[string]bool{"web_search_call": true, "file_search_call": true, "code_interpreter_call": true, "image_generation_call": true, "mcp_call": true,
	"mcp_list_tools": true, "tool_search_call": false}

// asked are items that ask the program to run something, with the member that tells what.
var asked = map[string]string{"function_call": "arguments", "custom_tool_call": "input", "local_shell_call": "action", "shell_call": "action",
	"computer_call": "action", "apply_patch_call": "operation", "tool_search_call": "arguments"}

// head is what a stored response says beside its items, with what it cost.
func head(raw []byte) []talk.Event {
	e := talk.Event{Kind: talk.Note, At: transcript.NoTime}
	var out []talk.Event
	talk.Members(raw, func(name string, v []byte) {
		switch name {
		case "model":
			e.Model = transcript.Word(v)
		case "conversation":
			if e.Session = transcript.Word(v); e.Session == "" {
				e.Session = transcript.Word(transcript.Spot(v, "id"))
			}
		case "instructions":
			if len(v) > 0 && v[0] == '"' {
				out = append(out, instructions(v))
			}
		case "input":
			if len(v) > 0 && v[0] == '"' {
				out = append(out, talk.Event{Kind: talk.Ahead, Raw: v, Role: "user", Content: v, At: transcript.NoTime})
			}
		case "created_at":
			e.At = talk.Time(v)
		case "usage":
			if len(v) > 0 && v[0] == '{' {
				e.Raw, e.Paid, e.Usage = v, true, usage(v)
			}
		}
	})
	return append(out, e)
}

func instructions(v []byte) talk.Event {
	return talk.Event{Kind: talk.Ahead, Raw: v, Role: "system", Content: v, At: transcript.NoTime}
}

func usage(v []byte) loaders.Usage {
	n := func(path ...string) int64 { return talk.Integer(transcript.Spot(v, path...)) }
	cached := n("input_tokens_details", "cached_tokens")
	return loaders.Usage{Input: max(0, n("input_tokens")-cached), Output: n("output_tokens"), CacheRead: cached}
}

// read tells what an item says.
func read(raw []byte) []talk.Event {
	if len(raw) > 0 && raw[0] == '"' {
		return []talk.Event{instructions(raw)}
	}
	f := talk.Fields(raw)
	word := func(name string) string { return transcript.Word(f[name]) }
	typ := word("type")
	e := talk.Event{ID: word("id"), At: talk.Time(f["created_at"])}
	_, asks := asked[typ]
	switch {
	case typ == "message" || typ == "" && f["role"] != nil:
		said(&e, word("role"), f["content"])
	case typ == "reasoning":
		e.Kind, e.Role, e.Blocks = talk.Reply, "assistant", [][]byte{raw}
	case asks:
		call(&e, raw, f, typ)
	case served[typ]:
		status := word("status")
		bad := status == "failed" || status == "incomplete" || f["error"] != nil && string(f["error"]) != "null"
		name := typ
		if n := word("name"); n != "" {
			name = n
		}
		e.Kind, e.Role, e.Blocks = talk.Reply, "assistant", [][]byte{raw}
		if typ != "mcp_list_tools" {
			e.Calls = []talk.Call{{ID: e.ID, Name: name, Input: first(f, "action", "arguments", "queries", "code", "revised_prompt"), Text: f["action"] == nil && f["arguments"] != nil, Served: true, Failed: bad}}
		}
	case strings.HasSuffix(typ, "_call_output") || typ == "tool_search_output":
		result(&e, f, typ)
	case typ == "compaction" || typ == "compaction_summary" || typ == "context_compaction":
		e.Kind, e.Role, e.Content = talk.Compact, "assistant", listOf(raw)
		e.Says = fmt.Sprintf("sealed, %d bytes", len(word("encrypted_content")))
	case typ == "mcp_approval_request":
		e.Kind, e.Role, e.Blocks = talk.Reply, "assistant", [][]byte{raw}
	case typ == "mcp_approval_response":
		e.Kind, e.Role, e.Content = talk.Prompt, "user", listOf(raw)
	case typ == "item_reference":
		e.Kind, e.ID = talk.Note, ""
	case f["usage"] == nil && f["input_tokens"] != nil: // what a response cost, as the index names it
		e.Kind = talk.Note
	default:
		e.Kind, e.Stranger, e.What = talk.Note, true, "an item of type "+typ
		if typ == "" {
			e.What = "an item without a type"
		}
	}
	return []talk.Event{e}
}

func listOf(item []byte) []byte {
	return append(append([]byte{'['}, item...), ']')
}

func first(f map[string][]byte, names ...string) []byte {
	for _, name := range names {
		if v := f[name]; v != nil && string(v) != "null" {
			return v
		}
	}
	return nil
}

func said(e *talk.Event, role string, content []byte) {
	e.Role, e.Content = role, content
	switch role {
	case "assistant":
		e.Kind = talk.Reply
	case "user":
		e.Kind, e.Typed = talk.Prompt, true
	default: // system, developer
		e.Kind = talk.Ahead
	}
}

func call(e *talk.Event, raw []byte, f map[string][]byte, typ string) {
	id := transcript.Word(f["call_id"])
	if id == "" {
		id = e.ID
	}
	name := transcript.Word(f["name"])
	if space := transcript.Word(f["namespace"]); name != "" && space != "" {
		name = space + "__" + name
	}
	if name == "" {
		name = typ
	}
	input := first(f, asked[typ], "actions")
	e.Kind, e.Role, e.Blocks = talk.Reply, "assistant", [][]byte{raw}
	e.Calls = []talk.Call{{ID: id, Name: name, Input: input, Text: typ == "function_call"}}
	if transcript.Word(f["execution"]) == "server" {
		e.Calls[0].Served = true
	}
}

func result(e *talk.Event, f map[string][]byte, typ string) {
	id := transcript.Word(f["call_id"])
	if id == "" {
		id = e.ID
	}
	o := talk.Outcome{ID: id, Output: first(f, "output", "tools"), Bad: transcript.Word(f["status"]) == "failed"}
	if typ == "shell_call_output" || typ == "local_shell_call_output" {
		for _, part := range transcript.Blocks(o.Output) { // each command tells its exit code
			if code := transcript.Spot(part, "outcome", "exit_code"); code != nil && string(code) != "0" {
				o.Bad = true
			}
			if transcript.Word(transcript.Spot(part, "outcome", "type")) == "timeout" {
				o.Bad = true
			}
		}
	}
	e.Kind, e.Role, e.Results = talk.Result, "tool", []talk.Outcome{o}
	if transcript.Word(f["execution"]) == "server" {
		e.Kind, e.Results = talk.Note, nil
	}
}
