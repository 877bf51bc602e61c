// Package streamjson reads what `claude -p --output-format stream-json` prints, and what programs made in its likeness print.
//
// A stream is a log of one run, or of several one after another: one line an event, in order, those of a subagent named by the
// call that started it. It leaves out the prompt, and its answers tell what went in but not what came out. The prompt is
// taken from the session's own file where that is found, since both have the same uuids; what came out from the events of
// the API where the stream has them, else from the total at the end of a run.
package streamjson

import (
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

var format = talk.Format{
	Name: "claude-stream", Program: "Claude Code", Read: read, Lend: lend,
	Effects: map[string]talk.Effect{"Write": talk.Writes, "Edit": talk.Writes, "MultiEdit": talk.Writes, "NotebookEdit": talk.Writes,
		"TodoWrite": talk.Plans, "TaskCreate": talk.PlansOne, "TaskUpdate": talk.PlansAgain},
	CanFork: "a stream is a log that no program resumes; fork the session's own file, which claude keeps in ~/.claude/projects",
}

func init() { talk.Register(&format, nil, sniff) }

// sniff scores the head of a file: lines of the stream name their session in another way than those of session files.
func sniff(b []byte, whole bool) int {
	best := 0
	talk.Lines(b, 64, func(line []byte) bool {
		f := talk.Fields(line)
		has := func(name string) bool { _, ok := f[name]; return ok }
		if has("sessionId") || has("parentUuid") || has("payload") {
			best = 0
			return true
		}
		if !has("session_id") || has("entries") {
			return false
		}
		switch typ := transcript.Word(f["type"]); {
		case typ == "system" && has("subtype"), typ == "result" && has("is_error"), typ == "stream_event" && has("event"):
			best = 92
		case (typ == "assistant" || typ == "user") && has("message"):
			best = max(best, 88)
		}
		return false
	})
	return best
}
