package claude

import "cptui/loaders/transcript"

// content is the message's content as stored; of a queued prompt its prompt.
func content(body []byte) []byte {
	if c := transcript.Spot(body, "message", "content"); c != nil {
		return c
	}
	return transcript.Spot(body, "attachment", "prompt")
}
