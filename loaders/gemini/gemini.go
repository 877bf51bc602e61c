// Package gemini reads the chats of Gemini CLI: today's files of JSON lines, and the one object that versions until 2025 wrote.
//
// A chat only grows, but what it holds may change: a line with the id of one before is a later version of it, $set.messages puts
// a list in the place of all that were said (after a resume the same messages again, after a compression a summary), and
// $rewindTo drops a message and all behind it. What was dropped stays here, as a branch.
package gemini

import (
	"path/filepath"
	"strings"

	"cptui/loaders/transcript/talk"
)

// format is exported to no one: talk.Register makes it known.
var format = talk.Format{
	Name: "gemini", Program: "Gemini CLI", Lists: []string{"messages"}, Read: read, Head: head, Agents: agents,
	Effects: map[string]talk.Effect{"write_file": talk.Writes, "replace": talk.Writes, "edit": talk.Writes, "write_todos": talk.Plans},
	CanFork: "forks of Gemini CLI's chats are not written",
}

// shelf are the folders of chats: one project's, or all of them below the program's own.
var shelf = talk.Shelf{Deep: 3, Match: func(parts []string) bool {
	name := parts[len(parts)-1]
	ext := filepath.Ext(name)
	return strings.HasPrefix(name, "session-") && (ext == ".jsonl" || ext == ".json") && (len(parts) == 1 || parts[len(parts)-2] == "chats")
}}

func init() { talk.Register(&format, &shelf, sniff) }

// agents lists the chats of subagents: they lie in a folder with the name of the session that started them.
func agents(path, session string) []string {
	if session == "" || session != filepath.Base(session) {
		return nil
	}
	return talk.FilesIn(filepath.Join(filepath.Dir(path), session), func(name string) bool {
		return filepath.Ext(name) == ".jsonl" || filepath.Ext(name) == ".json"
	})
}

// sniff scores the head of a file.
func sniff(b []byte, whole bool) int {
	if talk.IsDocument(b, whole) {
		return score(b)
	}
	best := 0
	talk.Lines(b, 64, func(line []byte) bool {
		best = max(best, score(line))
		return best > 0
	})
	return best
}

func score(b []byte) int {
	f := talk.Fields(b)
	has := func(name string) bool { _, ok := f[name]; return ok }
	switch {
	case has("uuid") || has("payload") || has("parentUuid"):
		return 0
	case has("sessionId") && has("projectHash"):
		return 92
	case has("$rewindTo"):
		return 85
	case has("$set") && len(f) == 1:
		return 70
	}
	return 0
}
