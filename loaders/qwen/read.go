package qwen

import (
	"bytes"
	"fmt"
	"strings"

	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// subtypes of system lines that say nothing that changes the talk. The list only decides what is reported as unknown.
var subtypes = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range []string{"ui_telemetry", "attribution_snapshot", "slash_command", "at_command", "custom_title", "rewind", "parent_session", "session_source",
		"session_execution_engine", "omni_recall", "session_model", "session_approval_mode", "session_notes", "agent_bootstrap", "agent_launch_prompt", "agent_retry",
		"agent_session_ready", "background_task_completed", "file_history_snapshot", "user_text_elements", "session_artifact_event", "session_artifact_snapshot",
		"session_sources_snapshot", "branch_checkpoint", "goal_state", "goal_runtime", "goal_turn_end", "realtime_message", "turn_result", "managed_session_header_v1",
		"managed_session_event_v1", "managed_session_commit_v1", "notification", "cron"} {
		m[s] = true
	}
	return m
}()

// read tells what a line says, or one message of the history that a compression left.
func read(raw []byte) []talk.Event {
	f := talk.Fields(raw)
	word := func(name string) string { return transcript.Word(f[name]) }
	e := talk.Event{ID: word("uuid"), Parent: word("parentUuid"), Unlinked: f["parentUuid"] == nil, At: talk.Time(f["timestamp"]), CWD: word("cwd"),
		Branch: word("gitBranch"), Session: word("sessionId"), Copied: len(f["forkedFrom"]) > 0 && f["forkedFrom"][0] == '{'}
	if v := word("version"); v != "" {
		e.Producer = "Qwen Code " + v
	}
	message := f["message"]
	typ := word("type")
	if typ == "" && f["parts"] != nil { // of a compressed history
		message, typ = raw, map[string]string{"user": "user", "model": "assistant"}[word("role")]
	}
	e.Content = transcript.Spot(message, "parts")
	switch typ {
	case "user":
		asker(&e, word("subtype"), transcript.Spot(f["systemPayload"], "displayText"))
	case "assistant":
		e.Kind, e.Role, e.Model = talk.Reply, "assistant", word("model")
		answer(&e, f["usageMetadata"])
	case "tool_result":
		e.Kind, e.Role = talk.Result, "tool"
		result(&e, f["toolCallResult"])
	case "system":
		e.Content = nil
		system(&e, word("subtype"), f["systemPayload"])
	default:
		e.Kind, e.Stranger, e.What = talk.Note, true, "a record of type "+typ
		if typ == "" {
			e.What = "a record without a type"
		}
	}
	return []talk.Event{e}
}

// asker is a line in the person's name: a prompt, or what the program put in for one.
func asker(e *talk.Event, subtype string, shown []byte) {
	e.Kind, e.Role, e.Typed = talk.Prompt, "user", subtype == "" || subtype == "mid_turn_user_message"
	if transcript.Word(shown) != "" {
		e.Shown = shown
	}
	if !e.Typed {
		return
	}
	for _, part := range transcript.Blocks(e.Content) { // history of a compressed talk carries results in the person's name
		if o, ok := talk.FunctionResponse(part); ok {
			e.Results = append(e.Results, o)
		}
	}
	if len(e.Results) > 0 {
		e.Kind, e.Typed = talk.Result, false
	}
}

func answer(e *talk.Event, tokens []byte) {
	for _, part := range transcript.Blocks(e.Content) {
		if c, ok := talk.FunctionCall(part); ok {
			e.Calls = append(e.Calls, c)
		}
	}
	if len(tokens) > 0 && tokens[0] == '{' {
		n := func(name string) int64 { return talk.Integer(transcript.Spot(tokens, name)) }
		e.Paid = true
		e.Usage = talk.GoogleUsage(n("promptTokenCount"), n("cachedContentTokenCount"), n("candidatesTokenCount"), n("thoughtsTokenCount"), n("toolUsePromptTokenCount"), n("totalTokenCount"))
	}
}

// result is a line with what one call gave, and how the program says that it went.
func result(e *talk.Event, about []byte) {
	id, status := transcript.Word(transcript.Spot(about, "callId")), transcript.Word(transcript.Spot(about, "status"))
	for _, part := range transcript.Blocks(e.Content) {
		o, ok := talk.FunctionResponse(part)
		if !ok {
			continue
		}
		if o.ID == "" {
			o.ID = id
		}
		if o.ID == id && (status == "error" || status == "cancelled") {
			o.Bad = true
		}
		o.Made = bytes.HasPrefix(o.Output, []byte(`"Successfully created `)) || bytes.HasPrefix(o.Output, []byte(`"Created new file`))
		e.Results = append(e.Results, o)
	}
	if len(e.Results) == 0 && id != "" {
		e.Results = []talk.Outcome{{ID: id, Output: transcript.Spot(about, "resultDisplay"), Bad: status == "error" || status == "cancelled"}}
	}
}

func system(e *talk.Event, subtype string, payload []byte) {
	e.Kind = talk.Note
	switch subtype {
	case "chat_compression":
		e.Kind = talk.Compact
		e.Window = transcript.Blocks(transcript.Spot(payload, "compressedHistory"))
		from, to := talk.Integer(transcript.Spot(payload, "info", "originalTokenCount")), talk.Integer(transcript.Spot(payload, "info", "newTokenCount"))
		if from > 0 && to > 0 {
			e.Says = fmt.Sprintf("%d → %d tokens", from, to)
		}
	case "custom_title":
		e.Title = transcript.Word(transcript.Spot(payload, "customTitle"))
	case "session_model":
		e.Model = transcript.Word(transcript.Spot(payload, "modelId"))
	case "session_approval_mode":
		e.Mode = transcript.Word(transcript.Spot(payload, "mode"))
	case "ui_telemetry":
		telemetry(e, transcript.Spot(payload, "uiEvent"))
	default:
		if !subtypes[subtype] {
			e.Stranger, e.What = true, "a system record of subtype "+subtype
		}
	}
}

// telemetry is what the program counts. Of an error of the API nothing else is written.
func telemetry(e *talk.Event, event []byte) {
	if name := transcript.Word(transcript.Spot(event, "event.name")); !strings.HasSuffix(name, "api_error") || transcript.Word(transcript.Spot(event, "subagent_name")) != "" {
		return
	}
	if words := transcript.Spot(event, "error_message"); transcript.Word(words) != "" {
		e.Kind, e.Role, e.Content = talk.Failure, "assistant", words
	}
}
