package pi

import (
	"strconv"
	"strings"

	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// known is the newest version of the format that this package was held to.
const known = 3

// read tells what a line says.
func read(raw []byte) []talk.Event {
	f := talk.Fields(raw)
	typ := transcript.Word(f["type"])
	if typ == "" {
		return nil
	}
	if typ == "session" {
		return []talk.Event{header(f)}
	}
	e := talk.Event{ID: transcript.Word(f["id"]), Parent: transcript.Word(f["parentId"]), At: talk.Time(f["timestamp"]), Role: "user", Update: true}
	e.Unlinked = e.ID == "" // version 1
	switch typ {
	case "message":
		said(&e, f["message"])
	case "custom_message":
		e.Kind, e.Content, e.Quiet = talk.Prompt, f["content"], true
	case "branch_summary":
		summary(&e, f["summary"])
	case "compaction":
		e.Kind, e.Content = talk.Compact, f["summary"]
		e.Keeps = transcript.Word(f["firstKeptEntryId"])
		if at := f["firstKeptEntryIndex"]; at != nil {
			e.KeepsAt = int(talk.Integer(at)) + 1
		}
	case "model_change":
		e.Model = transcript.Word(f["modelId"])
	case "session_info":
		e.Title = strings.TrimSpace(transcript.Word(f["name"]))
		e.Untitled = e.Title == ""
	case "label":
		e.Labels, e.Target, e.Label = true, transcript.Word(f["targetId"]), transcript.Word(f["label"])
	case "thinking_level_change", "custom":
	default:
		e.Stranger, e.What = true, "an entry of type "+typ
	}
	return []talk.Event{e}
}

// header is the first line of a session; one that was forked names the file it was taken from.
func header(f map[string][]byte) talk.Event {
	e := talk.Event{At: talk.Time(f["timestamp"]), Session: transcript.Word(f["id"]), CWD: transcript.Word(f["cwd"])}
	if from := transcript.Word(f["parentSession"]) + transcript.Word(f["branchedFrom"]); from != "" {
		if e.Origin = from; e.At != transcript.NoTime {
			e.Since = e.At
		}
	}
	if v := talk.Integer(f["version"]); v > known {
		e.Stranger, e.What = true, "version "+strconv.FormatInt(v, 10)+" of the format: read as version "+strconv.Itoa(known)
	}
	return e
}

// summary is what was on a branch that the person came back from.
func summary(e *talk.Event, words []byte) {
	e.Kind, e.Quiet = talk.Prompt, true
	if len(words) > 2 {
		e.Content = words
	}
}

// said is one message.
func said(e *talk.Event, raw []byte) {
	m := talk.Fields(raw)
	e.Content = m["content"]
	if string(e.Content) == "null" {
		e.Content = nil
	}
	if at := talk.Time(m["timestamp"]); e.At == transcript.NoTime {
		e.At = at
	}
	switch role := transcript.Word(m["role"]); role {
	case "user":
		e.Kind, e.Typed = talk.Prompt, true
	case "assistant":
		answer(e, m)
	case "toolResult":
		e.Kind, e.Role = talk.Result, "tool"
		e.Results = []talk.Outcome{{ID: transcript.Word(m["toolCallId"]), Name: transcript.Word(m["toolName"]), Output: e.Content, Bad: string(m["isError"]) == "true"}}
	case "bashExecution":
		command(e, m)
	case "custom", "hookMessage":
		e.Kind, e.Quiet = talk.Prompt, true
	case "branchSummary", "compactionSummary":
		summary(e, m["summary"])
	default:
		e.Stranger, e.What = true, "a message of role "+role
	}
}

// answer is one answer of the model. One that failed tells the error beside what came before it, which the program never sends
// again; one that was stopped as well.
func answer(e *talk.Event, m map[string][]byte) {
	e.Kind, e.Role, e.Model = talk.Reply, "assistant", transcript.Word(m["model"])
	for _, b := range transcript.Blocks(e.Content) {
		if transcript.Word(transcript.Spot(b, "type")) == "toolCall" {
			e.Calls = append(e.Calls, talk.Call{ID: transcript.Word(transcript.Spot(b, "id")), Name: transcript.Word(transcript.Spot(b, "name")), Input: transcript.Spot(b, "arguments")})
		}
	}
	if u := m["usage"]; len(u) > 0 && u[0] == '{' {
		n := func(name string) int64 { return talk.Integer(transcript.Spot(u, name)) }
		e.Paid, e.Usage = true, loaders.Usage{Input: n("input"), Output: n("output"), CacheRead: n("cacheRead"), CacheCreation: n("cacheWrite")}
	}
	switch why := m["errorMessage"]; transcript.Word(m["stopReason"]) {
	case "aborted":
		e.Stops = true
	case "error":
		if len(transcript.Blocks(e.Content)) == 0 && transcript.Word(why) != "" {
			e.Kind, e.Content = talk.Failure, why
		} else {
			e.Fails = true
		}
	}
}

// command is one that the person ran (! tells the model, !! does not).
func command(e *talk.Event, m map[string][]byte) {
	words := transcript.Word(m["command"])
	e.Kind, e.Quiet, e.Content = talk.Prompt, true, nil
	if string(m["excludeFromContext"]) == "true" {
		e.Shown = value.AppendString(nil, "!! "+words)
		return
	}
	e.Shown = value.AppendString(nil, "! "+words)
	e.Content = value.AppendString(nil, told(words, m))
}

// told is a command as the program tells it to the model.
func told(words string, m map[string][]byte) string {
	out := "Ran `" + words + "`\n"
	if printed := transcript.Word(m["output"]); printed != "" {
		out += "```\n" + printed + "\n```"
	} else {
		out += "(no output)"
	}
	if string(m["cancelled"]) == "true" {
		out += "\n\n(command cancelled)"
	} else if code := talk.Integer(m["exitCode"]); code != 0 {
		out += "\n\nCommand exited with code " + strconv.FormatInt(code, 10)
	}
	if path := transcript.Word(m["fullOutputPath"]); path != "" && string(m["truncated"]) == "true" {
		out += "\n\n[Output truncated. Full output: " + path + "]"
	}
	return out
}
