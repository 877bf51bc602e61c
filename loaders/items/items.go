// Package items reads talks in the form of OpenAI's Responses API: lists of items as the Conversations API gives them, what an
// Agents SDK session holds, a stored response or a file with one on each line.
//
// Items tell no times and are linked by their order alone; calls and results by call_id. What the API's own servers ran (a
// search, code, a remote tool) is one item that holds both. A compaction item is sealed: it says that the model sees no more
// of what was before it than what only the API can read.
package items

import (
	"strings"

	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

var lists = []string{"input", "output", "data", "items"}

var format = talk.Format{
	Name: "openai-items", Program: "OpenAI Responses", Lists: lists, Read: read, Head: head,
	Effects: map[string]talk.Effect{"apply_patch_call": talk.Writes},
	CanFork: "forks of lists of items are not written",
}

func init() { talk.Register(&format, nil, sniff) }

// sniffed is how many items are looked at.
const sniffed = 64

// sniff scores the head of a file. A plain message is in other APIs' talks too: one item, or one kind of content, that only this
// API has must be among the first.
func sniff(b []byte, whole bool) int {
	best := 0
	look := func(item []byte) {
		f := talk.Fields(item)
		for _, foreign := range []string{"uuid", "sessionId", "session_id", "parentId", "thread_id"} {
			if _, has := f[foreign]; has {
				return
			}
		}
		best = max(best, score(f))
	}
	if talk.IsDocument(b, whole) {
		for _, item := range talk.Peek(b, lists, sniffed) {
			look(item)
		}
		return best
	}
	talk.Lines(b, sniffed, func(line []byte) bool {
		items := talk.Peek(line, lists, sniffed)
		if transcript.Word(talk.Fields(line)["object"]) == "" && len(items) == 0 {
			items = [][]byte{line}
		}
		for _, item := range items {
			look(item)
		}
		return best > 0
	})
	return best
}

func score(f map[string][]byte) int {
	typ := transcript.Word(f["type"])
	switch {
	case typ == "message" || typ == "" && f["role"] != nil:
		for _, block := range transcript.Blocks(f["content"]) {
			switch transcript.Word(transcript.Spot(block, "type")) {
			case "input_text", "output_text", "input_image", "input_file", "refusal":
				return 72
			}
		}
	case (typ == "function_call" || typ == "function_call_output" || typ == "custom_tool_call" || typ == "custom_tool_call_output") && f["call_id"] != nil,
		typ == "reasoning" && (f["summary"] != nil || f["encrypted_content"] != nil), served[typ] && f["id"] != nil && strings.HasSuffix(typ, "_call"):
		return 72
	}
	return 0
}
