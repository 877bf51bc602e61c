package streamjson

import (
	"fmt"
	"strings"

	"cptui/loaders"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// types of lines that say nothing of the talk. The list only decides what is reported as unknown.
var types = map[string]bool{"rate_limit_event": true, "conversation_reset": true, "auth_status": true, "tool_progress": true, "tool_use_summary": true,
	"prompt_suggestion": true, "keep_alive": true, "control_request": true, "control_response": true, "control_cancel_request": true, "message_rated": true,
	"streamlined_text": true, "streamlined_tool_use_summary": true, "files_persisted": true}

func read(raw []byte) []talk.Event {
	f := talk.Fields(raw)
	word := func(name string) string { return transcript.Word(f[name]) }
	typ := word("type")
	if typ == "" && f["session_id"] == nil {
		return nil
	}
	e := talk.Event{Kind: talk.Note, ID: word("uuid"), At: talk.Time(f["timestamp"]), Space: word("parent_tool_use_id"), Session: word("session_id")}
	switch typ {
	case "system":
		system(&e, f)
	case "assistant":
		answer(&e, f["message"], f["error"])
	case "user":
		asker(&e, f)
	case "stream_event":
		event(&e, f["event"])
	case "result":
		e.Total = len(f["usage"]) > 0 && f["usage"][0] == '{'
		e.Paid, e.Usage, e.All = e.Total, usage(f["usage"]), used(f["modelUsage"])
	default:
		if !types[typ] {
			e.Stranger, e.What = true, "a line of type "+typ
		}
	}
	return []talk.Event{e}
}

func system(e *talk.Event, f map[string][]byte) {
	word := func(name string) string { return transcript.Word(f[name]) }
	switch word("subtype") {
	case "init":
		e.Opens = true
		e.CWD, e.Model, e.Mode = word("cwd"), word("model"), word("permissionMode")
		for _, v := range []struct{ field, program string }{{"claude_code_version", "Claude Code "}, {"qwen_code_version", "Qwen Code "}} {
			if n := word(v.field); n != "" {
				e.Producer = v.program + n
			}
		}
	case "compact_boundary":
		e.Kind = talk.Compact
		if n := talk.Integer(transcript.Spot(f["compact_metadata"], "pre_tokens")); n > 0 {
			e.Says = fmt.Sprintf("%s, %d tokens before", transcript.Word(transcript.Spot(f["compact_metadata"], "trigger")), n)
		}
	}
}

func answer(e *talk.Event, message, failure []byte) {
	e.Kind, e.Role = talk.Reply, "assistant"
	e.Group, e.Content = transcript.Word(transcript.Spot(message, "id")), transcript.Spot(message, "content")
	if m := transcript.Word(transcript.Spot(message, "model")); m != "<synthetic>" {
		e.Model = m
	}
	if transcript.Word(failure) != "" {
		e.Kind, e.Model = talk.Failure, ""
		return
	}
	e.Calls = talk.ToolUses(e.Content)
	if raw := transcript.Spot(message, "usage"); len(raw) > 0 && raw[0] == '{' {
		e.Paid, e.Partial, e.Usage = true, true, usage(raw)
		if transcript.Word(transcript.Spot(message, "stop_reason")) == "" {
			e.Usage.Output = 0 // a line that is printed before the answer is complete does not know
		}
	}
}

func asker(e *talk.Event, f map[string][]byte) {
	message, about := f["message"], f["tool_use_result"]
	e.Role, e.Content = "user", transcript.Spot(message, "content")
	e.Results = talk.ToolResults(e.Content)
	for k := range e.Results {
		e.Results[k].Made = transcript.Word(transcript.Spot(about, "type")) == "create"
		e.Results[k].Item = transcript.Word(transcript.Spot(about, "task", "id"))
	}
	words := transcript.Preview(e.Content)
	switch {
	case len(e.Results) > 0:
		e.Kind = talk.Result
	case strings.HasPrefix(words, "[Request interrupted by user"):
		e.Stops = true
	case string(f["isSynthetic"]) == "true":
		e.Kind = talk.Ahead
	default:
		e.Kind, e.Typed = talk.Prompt, e.Space == ""
	}
}

// event is one of the API's own, which the stream has where it was asked for parts of messages.
func event(e *talk.Event, raw []byte) {
	switch transcript.Word(transcript.Spot(raw, "type")) {
	case "message_start":
		e.Paid, e.Partial = true, true // it may stand before the prompt that it answers: the id tells whose it is
		e.Group, e.Usage = transcript.Word(transcript.Spot(raw, "message", "id")), usage(transcript.Spot(raw, "message", "usage"))
		e.Usage.Output = 0 // as long as nothing was said
	case "message_delta":
		e.Paid, e.Partial, e.Usage = true, true, usage(transcript.Spot(raw, "usage"))
	}
}

func usage(raw []byte) loaders.Usage {
	n := func(name string) int64 { return talk.Integer(transcript.Spot(raw, name)) }
	return loaders.Usage{Input: n("input_tokens"), Output: n("output_tokens"), CacheRead: n("cache_read_input_tokens"), CacheCreation: n("cache_creation_input_tokens")}
}

// used sums up what each model used.
func used(raw []byte) loaders.Usage {
	var u loaders.Usage
	talk.Members(raw, func(_ string, m []byte) {
		n := func(name string) int64 { return talk.Integer(transcript.Spot(m, name)) }
		u.Input += n("inputTokens")
		u.Output += n("outputTokens")
		u.CacheRead += n("cacheReadInputTokens")
		u.CacheCreation += n("cacheCreationInputTokens")
	})
	return u
}
