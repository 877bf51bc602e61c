package opencode

import (
	"strings"

	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// read tells what a record says: a message with its parts ("info" and "parts", as `opencode export` prints it), a message of the
// newer table ("type"), or what the loader puts beside them ("session", "revert", "todos"). Records of a session that another
// started name it in "space".
func read(raw []byte) []talk.Event {
	f := talk.Fields(raw)
	e := talk.Event{At: transcript.NoTime, Space: transcript.Word(f["space"])}
	switch {
	case f["info"] != nil:
		i := talk.Fields(f["info"])
		if i == nil {
			return nil
		}
		return []talk.Event{message(e, i, f["parts"])}
	case f["session"] != nil:
		return []talk.Event{session(e, f["session"])}
	case f["revert"] != nil:
		e.Rewinds, e.Target = true, transcript.Word(f["revert"])
	case f["todos"] != nil:
		e.Plan = f["todos"]
	default:
		return nil
	}
	return []talk.Event{e}
}

// session is the row of a session.
func session(e talk.Event, raw []byte) talk.Event {
	f := talk.Fields(raw)
	e.Title, e.CWD = transcript.Word(f["title"]), transcript.Word(f["directory"])
	if e.Space == "" {
		e.Session = transcript.Word(f["id"])
		e.Since = created(f)
		if v := transcript.Word(f["version"]); v != "" {
			e.Producer = "OpenCode " + v
		}
	}
	return e
}

// created is when a session or message began: what a fork took over keeps its own time.
func created(f map[string][]byte) int64 {
	if t := transcript.Spot(f["time"], "created"); t != nil {
		return talk.Time(t)
	}
	return talk.Time(f["time_created"])
}

// message is one message. In the newer table its type tells what it is, and an answer's content stands in it.
func message(e talk.Event, i map[string][]byte, parts []byte) talk.Event {
	e.ID, e.At = transcript.Word(i["id"]), created(i)
	switch kind := transcript.Word(i["type"]); {
	case kind != "":
		newer(&e, kind, i)
	case transcript.Word(i["role"]) == "user":
		prompt(&e, parts)
		e.Model, e.Mode = transcript.Word(transcript.Spot(i["model"], "modelID")), transcript.Word(i["agent"])
	case transcript.Word(i["role"]) == "assistant":
		e.Model, e.CWD = transcript.Word(i["modelID"]), transcript.Word(transcript.Spot(i["path"], "cwd"))
		if e.Mode = transcript.Word(i["mode"]); e.Mode == "" {
			e.Mode = transcript.Word(i["agent"])
		}
		answer(&e, i, parts)
	default:
		e.Stranger, e.What = true, "a message that is neither a person's nor the model's"
	}
	return e
}

// prompt is what a person said, with what the program put in beside it.
func prompt(e *talk.Event, parts []byte) {
	e.Kind, e.Role, e.Content = talk.Prompt, "user", parts
	var own []string
	said, compacts := false, false
	for _, p := range transcript.Blocks(parts) {
		f := talk.Fields(p)
		switch transcript.Word(f["type"]) {
		case "text":
			if string(f["synthetic"]) == "true" || string(f["ignored"]) == "true" {
				continue
			}
			said = true
			own = append(own, transcript.Word(f["text"]))
		case "file", "agent", "subtask":
			said = true
		case "compaction":
			compacts = true
		}
	}
	if compacts && !said { // it only asks for a summary, which is the answer
		e.Kind = talk.Note
		return
	}
	e.Typed, e.Quiet = said, !said
	if said {
		e.Shown = value.AppendString(nil, typed(joined(own)))
	}
}

// typed is what a person gave to "opencode run": the program puts each argument that has a blank into quotes.
func typed(words string) string {
	inner, ok := strings.CutPrefix(words, `"`)
	if !ok || !strings.HasSuffix(inner, `"`) || !strings.ContainsAny(words, " \n\t") {
		return words
	}
	inner = inner[:len(inner)-1]
	if bare := strings.ReplaceAll(inner, `\"`, ""); strings.Contains(bare, `"`) {
		return words // more than one argument, or a quotation
	}
	return strings.ReplaceAll(inner, `\"`, `"`)
}

func words(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

func joined(words []string) string {
	out := ""
	for i, w := range words {
		if i > 0 {
			out += "\n"
		}
		out += w
	}
	return out
}

// answer is one answer of the model, with the calls that it asked and what they gave.
func answer(e *talk.Event, i map[string][]byte, parts []byte) {
	e.Kind, e.Role = talk.Reply, "assistant"
	usage(e, i["tokens"])
	failure(e, i["error"])
	for _, p := range transcript.Blocks(parts) {
		f := talk.Fields(p)
		switch transcript.Word(f["type"]) {
		case "text":
			e.Blocks = append(e.Blocks, p)
			if string(f["ignored"]) != "true" {
				e.Says = joined(append(words(e.Says), transcript.Word(f["text"])))
			}
		case "reasoning", "file":
			e.Blocks = append(e.Blocks, p)
		case "tool":
			e.Blocks = append(e.Blocks, p)
			called(e, transcript.Word(f["callID"]), transcript.Word(f["tool"]), f["state"])
		}
	}
	switch {
	case string(i["summary"]) == "true": // of what was said so far, in its place
		e.Kind, e.Content, e.Blocks = talk.Compact, list(e.Blocks), nil
	case e.Fails && len(e.Blocks) == 0:
		e.Kind, e.Content = talk.Failure, value.AppendString(nil, why(i["error"]))
	}
}

// list puts blocks together again.
func list(blocks [][]byte) []byte {
	out := []byte{'['}
	for i, b := range blocks {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, b...)
	}
	return append(out, ']')
}

// called takes a call, and what it gave where it is over.
func called(e *talk.Event, id, name string, state []byte) {
	f := talk.Fields(state)
	e.Calls = append(e.Calls, talk.Call{ID: id, Name: name, Input: f["input"]})
	o := talk.Outcome{ID: id, Name: name, Output: f["output"]}
	if o.Output == nil {
		o.Output = f["content"] // of the newer table
	}
	meta := f["metadata"]
	if meta == nil {
		meta = f["structured"]
	}
	o.Agent = transcript.Word(transcript.Spot(meta, "sessionId")) + transcript.Word(transcript.Spot(meta, "sessionID"))
	o.Made = string(transcript.Spot(meta, "exists")) == "false"
	switch transcript.Word(f["status"]) {
	case "completed":
	case "error":
		if o.Bad = true; o.Output == nil || transcript.TextOf(o.Output) == "" {
			o.Output = f["error"]
		}
	default: // it runs, or never came to its end
		return
	}
	e.Results = append(e.Results, o)
}

// usage counts in the one meaning for all formats. Thoughts are beside the output where the sum says so, or where there is none.
func usage(e *talk.Event, raw []byte) {
	if len(raw) == 0 || raw[0] != '{' {
		return
	}
	n := func(path ...string) int64 { return talk.Integer(transcript.Spot(raw, path...)) }
	u := loaders.Usage{Input: n("input"), Output: n("output"), CacheRead: n("cache", "read"), CacheCreation: n("cache", "write")}
	if thoughts, all := n("reasoning"), n("total"); all == 0 || all >= u.Input+u.Output+u.CacheRead+u.CacheCreation+thoughts {
		u.Output += thoughts
	}
	e.Paid, e.Usage = true, u
}

// failure takes the error that ended an answer; one that a person stopped is none.
func failure(e *talk.Event, raw []byte) {
	if len(raw) == 0 || string(raw) == "null" {
		return
	}
	if name := transcript.Word(transcript.Spot(raw, "name")) + transcript.Word(transcript.Spot(raw, "type")); name == "MessageAbortedError" || name == "aborted" {
		e.Stops = true
		return
	}
	e.Fails = true
}

// why is an error in words.
func why(raw []byte) string {
	name := transcript.Word(transcript.Spot(raw, "name"))
	for _, path := range [][]string{{"data", "message"}, {"message"}} {
		if m := transcript.Word(transcript.Spot(raw, path...)); m != "" {
			if name != "" {
				return name + ": " + m
			}
			return m
		}
	}
	if name != "" {
		return name
	}
	return string(raw)
}

// newer reads a row of session_message.
func newer(e *talk.Event, kind string, i map[string][]byte) {
	switch kind {
	case "user":
		e.Kind, e.Role, e.Content, e.Typed = talk.Prompt, "user", i["text"], true
	case "synthetic", "system":
		e.Kind, e.Role, e.Content, e.Quiet = talk.Prompt, "user", i["text"], true
	case "shell": // a command that the person ran
		e.Kind, e.Role, e.Quiet = talk.Prompt, "user", true
		e.Shown = value.AppendString(nil, "! "+transcript.Word(i["command"]))
		e.Content = value.AppendString(nil, "Ran `"+transcript.Word(i["command"])+"`\n"+transcript.Word(i["output"]))
	case "assistant":
		e.Kind, e.Role, e.Model, e.Mode = talk.Reply, "assistant", transcript.Word(transcript.Spot(i["model"], "id")), transcript.Word(i["agent"])
		usage(e, i["tokens"])
		failure(e, i["error"])
		for _, p := range transcript.Blocks(i["content"]) {
			f := talk.Fields(p)
			e.Blocks = append(e.Blocks, p)
			switch transcript.Word(f["type"]) {
			case "text":
				e.Says = joined(append(words(e.Says), transcript.Word(f["text"])))
			case "tool":
				called(e, transcript.Word(f["id"]), transcript.Word(f["name"]), f["state"])
			}
		}
		if e.Fails && len(e.Blocks) == 0 {
			e.Kind, e.Content = talk.Failure, value.AppendString(nil, why(i["error"]))
		}
	case "compaction":
		e.Kind, e.Content = talk.Compact, i["summary"]
	case "agent-switched":
		e.Mode = transcript.Word(i["agent"])
	case "model-switched":
		e.Model = transcript.Word(transcript.Spot(i["model"], "id"))
	default:
		e.Stranger, e.What = true, "a message of type "+kind
	}
}
