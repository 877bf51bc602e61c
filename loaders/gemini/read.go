package gemini

import (
	"bytes"
	"strings"

	"cptui/loaders"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// head is what the first line, or the one object of older files, says of the chat.
func head(raw []byte) []talk.Event {
	e := talk.Event{Kind: talk.Note, At: transcript.NoTime}
	about(&e, raw)
	return []talk.Event{e}
}

func about(e *talk.Event, raw []byte) {
	talk.Members(raw, func(name string, v []byte) {
		switch name {
		case "sessionId":
			e.Session = transcript.Word(v)
		case "startTime":
			e.At = talk.Time(v)
		case "lastUpdated":
			if e.At == transcript.NoTime {
				e.At = talk.Time(v)
			}
		case "summary":
			e.Title = transcript.Word(v)
		case "directories":
			for _, dir := range transcript.Blocks(v) {
				if e.CWD == "" {
					e.CWD = transcript.Word(dir)
				}
			}
		}
	})
}

// read tells what a line says, or one message of an older file.
func read(raw []byte) []talk.Event {
	f := talk.Fields(raw)
	if to := f["$rewindTo"]; to != nil {
		return []talk.Event{{Kind: talk.Note, At: transcript.NoTime, Rewinds: true, Target: transcript.Word(to)}}
	}
	if set := f["$set"]; set != nil {
		return patch(set)
	}
	if id := f["id"]; id != nil {
		return []talk.Event{said(f)}
	}
	if f["sessionId"] != nil && f["messages"] == nil { // with messages it is a list of them
		return head(raw)
	}
	return nil
}

// patch is a line that changes what the chat says of itself; with messages it puts them in the place of all.
func patch(set []byte) []talk.Event {
	e := talk.Event{Kind: talk.Note, At: transcript.NoTime}
	about(&e, set)
	e.At = transcript.NoTime // when it was written, not when something was said
	out := []talk.Event{e}
	for _, m := range transcript.Blocks(transcript.Spot(set, "messages")) {
		f := talk.Fields(m)
		if f["id"] == nil {
			continue
		}
		e := said(f)
		e.Raw, e.Listed = m, true
		out = append(out, e)
	}
	return out
}

// said is one message.
func said(f map[string][]byte) talk.Event {
	e := talk.Event{ID: transcript.Word(f["id"]), At: talk.Time(f["timestamp"]), Content: f["content"], Update: true, Role: "user"}
	if string(e.Content) == "null" {
		e.Content = nil
	}
	switch typ := transcript.Word(f["type"]); typ {
	case "user":
		asker(&e, f["displayContent"])
	case "gemini":
		answer(&e, f)
	case "error":
		e.Kind, e.Role = talk.Failure, "assistant"
	case "info", "warning":
		e.Kind, e.Stops = talk.Note, strings.HasPrefix(transcript.TextOf(e.Content), "Request cancelled")
	default:
		e.Kind, e.Stranger, e.What = talk.Note, true, "a message of type "+typ
	}
	return e
}

// openings are how the program begins what it puts in by itself before the first prompt.
var openings = []string{"<session_context>", "This is the Gemini CLI. We are setting up the context for our chat."}

func asker(e *talk.Event, shown []byte) {
	e.Results = responses(e.Content)
	if len(e.Results) > 0 {
		e.Kind = talk.Result
		return
	}
	words := transcript.Preview(e.Content)
	for _, o := range openings {
		if strings.HasPrefix(strings.TrimSpace(words), o) {
			e.Kind, e.CWD = talk.Ahead, workspace(words)
			return
		}
	}
	e.Kind, e.Typed = talk.Prompt, true
	if len(shown) > 0 && string(shown) != "null" {
		e.Shown = shown
	}
}

// workspace is the first folder that the program says it works in.
func workspace(words string) string {
	_, rest, ok := strings.Cut(words, "Workspace Directories:**\n")
	if !ok {
		return ""
	}
	line, _, _ := strings.Cut(rest, "\n")
	dir, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
	if !ok {
		return ""
	}
	return dir
}

func answer(e *talk.Event, f map[string][]byte) {
	e.Kind, e.Role, e.Model = talk.Reply, "assistant", transcript.Word(f["model"])
	blocks := transcript.Blocks(f["thoughts"])
	known := map[string]bool{}
	for _, part := range transcript.Blocks(e.Content) {
		blocks = append(blocks, part)
		if c, ok := talk.FunctionCall(part); ok {
			e.Calls = append(e.Calls, c)
			known[c.ID] = true
		}
	}
	for _, raw := range transcript.Blocks(f["toolCalls"]) {
		c := talk.Fields(raw)
		id := transcript.Word(c["id"])
		if !known[id] {
			e.Calls = append(e.Calls, talk.Call{ID: id, Name: transcript.Word(c["name"]), Input: c["args"]})
			blocks = append(blocks, callPart(c))
		}
		if o, ok := outcome(c); ok {
			e.Results = append(e.Results, o)
		}
	}
	if len(blocks) > len(transcript.Blocks(e.Content)) {
		e.Blocks = blocks
	}
	if tokens := f["tokens"]; len(tokens) > 0 && tokens[0] == '{' {
		e.Paid, e.Usage = true, usage(tokens)
	}
}

// callPart is a call as the API has it: the record keeps its result beside it, which comes later.
func callPart(c map[string][]byte) []byte {
	out := []byte(`{"functionCall":{`)
	for _, name := range []string{"id", "name", "args"} {
		if v := c[name]; v != nil {
			if out[len(out)-1] != '{' {
				out = append(out, ',')
			}
			out = append(out, `"`+name+`":`...)
			out = append(out, v...)
		}
	}
	return append(out, "}}"...)
}

// outcome is what a call gave, once it has ended.
func outcome(c map[string][]byte) (o talk.Outcome, ok bool) {
	switch transcript.Word(c["status"]) {
	case "success":
	case "error", "cancelled":
		o.Bad = true
	default:
		return o, false
	}
	o.ID, o.Name, o.Agent = transcript.Word(c["id"]), transcript.Word(c["name"]), transcript.Word(c["agentId"])
	o.Output = c["result"]
	for _, r := range responses(c["result"]) {
		o.Output = r.Output
	}
	if string(o.Output) == "null" || len(o.Output) == 0 {
		o.Output = c["resultDisplay"]
	}
	o.Made = string(transcript.Spot(c["resultDisplay"], "isNewFile")) == "true" || made(o.Output)
	return o, true
}

// made reads from a result that a file was not there before.
func made(output []byte) bool { return bytes.HasPrefix(output, []byte(`"Successfully created `)) }

// responses are the results that a content carries.
func responses(content []byte) []talk.Outcome {
	var out []talk.Outcome
	for _, part := range transcript.Blocks(content) {
		if o, ok := talk.FunctionResponse(part); ok {
			o.Made = made(o.Output)
			out = append(out, o)
		}
	}
	return out
}

func usage(tokens []byte) loaders.Usage {
	n := func(name string) int64 { return talk.Integer(transcript.Spot(tokens, name)) }
	return talk.GoogleUsage(n("input"), n("cached"), n("output"), n("thoughts"), n("tool"), n("total"))
}
