// Package minicodex reads the sessions of Mini-Codex: one JSON document that holds what was said in order, with the tokens of the
// whole session beside it. No entry has an id or a time.
package minicodex

import (
	"bytes"
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

var format = talk.Format{
	Name: "mini-codex", Program: "Mini-Codex", Single: true, Reuses: true, Whole: true, Lists: []string{"entries"}, Read: read, Head: head,
	Effects: map[string]talk.Effect{"write_file": talk.Puts, "edit_file": talk.Writes},
}

var shelf = talk.Shelf{Deep: 1, Match: func(parts []string) bool {
	name := parts[len(parts)-1]
	return strings.HasPrefix(name, "session-") && filepath.Ext(name) == ".json"
}}

// Read reads a session from memory: what a fork would be, before it is written.
func Read(ctx context.Context, name string, text []byte) (*graph.History, error) {
	return talk.Read(ctx, &format, name, text)
}

func init() { talk.Register(&format, &shelf, sniff) }

// known is the newest version of the format that this package was held to.
const known = 3

// sniff scores the head of a file: an object with a list of entries, whose workspace may stand behind them.
func sniff(b []byte, whole bool) int {
	w := jsonl.Walk(bytes.TrimLeft(bytes.TrimPrefix(b, jsonl.BOM), " \t\r\n\x00"))
	if w.Kind() != jsonl.Object || !w.Enter() {
		return 0
	}
	session, space, entries, kinds := false, false, false, false
	for w.Key() {
		switch string(w.Name) {
		case "session_id":
			session = true
		case "workspace_root":
			space = true
		case "messages", "sessionId", "uuid", "type":
			return 0
		case "entries":
			if w.Kind() != jsonl.Array {
				return 0
			}
			entries = true
			w.Enter()
			for w.Item() {
				raw := w.Skip()
				kinds = kinds || len(read(raw)) > 0
			}
			continue
		}
		w.Skip()
	}
	switch {
	case entries && session && space:
		return 93
	case entries && (session || space) && kinds:
		return 80
	case session && space && w.Bad() && w.Cut(): // cut before its entries
		return 70
	case w.Bad() && bytes.Contains(b, []byte(`"workspace_root"`)) && bytes.Contains(b, []byte(`"entries"`)) && bytes.Contains(b, []byte(`"kind"`)):
		return 60 // broken before its entries
	}
	return 0
}

// head is what the document says beside its entries.
func head(document []byte) []talk.Event {
	e := talk.Event{At: transcript.NoTime}
	f := talk.Fields(document)
	e.Session, e.CWD = transcript.Word(f["session_id"]), transcript.Word(f["workspace_root"])
	if at := talk.Time(f["last_active_at_ms"]); at != transcript.NoTime {
		e.Until = at
	}
	if f["total_input_tokens"] != nil || f["total_output_tokens"] != nil {
		e.Paid, e.Usage = true, loaders.Usage{Input: talk.Integer(f["total_input_tokens"]), Output: talk.Integer(f["total_output_tokens"])}
	}
	if v := f["version"]; v != nil && talk.Integer(v) != known {
		e.Stranger, e.What = true, "version "+string(v)+" of the format: read as version "+strconv.Itoa(known)
	}
	return []talk.Event{e}
}

// read tells what an entry says.
func read(raw []byte) []talk.Event {
	f := talk.Fields(raw)
	kind := transcript.Word(f["kind"])
	if kind == "" {
		return nil
	}
	e := talk.Event{At: transcript.NoTime, Content: f["content"], Role: "user"}
	if string(e.Content) == "null" {
		e.Content = nil
	}
	switch kind {
	case "user":
		e.Kind, e.Typed = talk.Prompt, true
	case "assistant":
		e.Kind, e.Role = talk.Reply, "assistant"
		calls(&e, f["tool_calls"])
	case "tool":
		e.Kind, e.Role = talk.Result, "tool"
		bad, _ := transcript.Headed(transcript.TextOf(e.Content))
		e.Results = []talk.Outcome{{ID: transcript.Word(f["tool_call_id"]), Name: transcript.Word(f["tool_name"]), Output: e.Content, Bad: bad}}
	default:
		e.Stranger, e.What = true, "an entry of kind "+kind
	}
	return []talk.Event{e}
}

// calls are those of an answer, which stand beside its words.
func calls(e *talk.Event, list []byte) {
	blocks := transcript.Blocks(e.Content)
	for _, raw := range transcript.Blocks(list) {
		if len(raw) == 0 || raw[0] != '{' {
			continue
		}
		f := talk.Fields(raw)
		e.Calls = append(e.Calls, talk.Call{ID: transcript.Word(f["id"]), Name: transcript.Word(f["name"]), Input: f["arguments"], Text: true})
		blocks = append(blocks, callBlock(f))
	}
	if len(e.Calls) > 0 {
		e.Blocks = blocks
	}
}

// callBlock is a call as a block of an answer's content.
func callBlock(f map[string][]byte) []byte {
	out := []byte(`{"type":"tool_call"`)
	for _, m := range []struct{ name, from string }{{"id", "id"}, {"name", "name"}, {"args", "arguments"}} {
		if v := f[m.from]; v != nil {
			out = append(out, `,"`+m.name+`":`...)
			out = append(out, v...)
		}
	}
	return append(out, '}')
}
