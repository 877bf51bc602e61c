package talk

import "cptui/loaders/transcript"

// ToolUses lists the calls in a content of Anthropic's API. What the API's own server runs never waits for a result.
func ToolUses(content []byte) []Call {
	var out []Call
	for _, b := range transcript.Blocks(content) {
		switch text(transcript.Spot(b, "type")) {
		case "tool_use":
			out = append(out, Call{ID: text(transcript.Spot(b, "id")), Name: text(transcript.Spot(b, "name")), Input: transcript.Spot(b, "input")})
		case "server_tool_use", "mcp_tool_use":
			out = append(out, Call{ID: text(transcript.Spot(b, "id")), Name: text(transcript.Spot(b, "name")), Input: transcript.Spot(b, "input"), Served: true})
		}
	}
	return out
}

// ToolResults lists the results in a content of Anthropic's API.
func ToolResults(content []byte) []Outcome {
	var out []Outcome
	for _, b := range transcript.Blocks(content) {
		if text(transcript.Spot(b, "type")) == "tool_result" {
			out = append(out, Outcome{ID: text(transcript.Spot(b, "tool_use_id")), Output: transcript.Spot(b, "content"), Bad: string(transcript.Spot(b, "is_error")) == "true"})
		}
	}
	return out
}
