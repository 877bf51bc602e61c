package talk

import (
	"cptui/loaders"
	"cptui/loaders/transcript"
)

// FunctionCall reads a part of Google's API that asks a call.
func FunctionCall(part []byte) (Call, bool) {
	raw := transcript.Spot(part, "functionCall")
	if len(raw) == 0 || raw[0] != '{' {
		return Call{}, false
	}
	return Call{ID: text(transcript.Spot(raw, "id")), Name: text(transcript.Spot(raw, "name")), Input: transcript.Spot(raw, "args")}, true
}

// FunctionResponse reads a part that carries what a call gave: the words in it, where it is no more than words.
func FunctionResponse(part []byte) (Outcome, bool) {
	raw := transcript.Spot(part, "functionResponse")
	if len(raw) == 0 || raw[0] != '{' {
		return Outcome{}, false
	}
	o := Outcome{ID: text(transcript.Spot(raw, "id")), Name: text(transcript.Spot(raw, "name")), Output: transcript.Spot(raw, "response")}
	if bad := transcript.Spot(o.Output, "error"); bad != nil && string(bad) != "null" {
		o.Bad = true
		if bad[0] == '"' {
			o.Output = bad
		}
	} else if out := transcript.Spot(o.Output, "output"); len(out) > 0 && out[0] == '"' {
		o.Output = out
	}
	return o, true
}

// GoogleUsage counts in the one meaning for all formats: input leaves out what came from the cache. Tokens of thoughts and of
// tools stand beside the others where the sum says so; where a client fills these fields from another API they are in them.
func GoogleUsage(in, cached, out, thoughts, tool, all int64) loaders.Usage {
	if all == in+out {
		thoughts, tool = 0, 0
	}
	return loaders.Usage{Input: max(0, in-cached) + tool, Output: out + thoughts, CacheRead: min(cached, in)}
}
