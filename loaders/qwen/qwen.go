// Package qwen reads the chats of Qwen Code.
//
// Its lines look like Claude Code's (uuid, parentUuid, sessionId, type), but their messages are Google's: parts, with calls and
// results in them. The links are all there is to the tree: bookkeeping stands in the chain, a rewind hangs what comes next
// before what it dropped, and the last line of the file is where the program goes on from.
package qwen

import (
	"path/filepath"
	"strings"

	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

var format = talk.Format{
	Name: "qwen-code", Program: "Qwen Code", Tree: true, Read: read, Agents: agents,
	Effects: map[string]talk.Effect{"write_file": talk.Writes, "edit": talk.Writes, "replace": talk.Writes, "notebook_edit": talk.Writes, "todo_write": talk.Plans},
	CanFork: "forks of Qwen Code's chats are not written; its own /branch makes one at the end of a session",
}

// shelf are the folders of chats: one project's, or all of them below the program's own.
var shelf = talk.Shelf{Deep: 3, Match: func(parts []string) bool {
	return filepath.Ext(parts[len(parts)-1]) == ".jsonl" && (len(parts) == 1 || parts[len(parts)-2] == "chats")
}}

func init() { talk.Register(&format, &shelf, sniff) }

// agents lists the files of subagents, which lie beside the folder of chats.
func agents(path, session string) []string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, session)
	dir := filepath.Join(filepath.Dir(filepath.Dir(path)), "subagents", safe)
	return talk.FilesIn(dir, func(name string) bool { return strings.HasPrefix(name, "agent-") && filepath.Ext(name) == ".jsonl" })
}

// sniff scores the head of a file: a line that has what Claude Code's never have is enough.
func sniff(b []byte, whole bool) int {
	best := 0
	talk.Lines(b, 512, func(line []byte) bool {
		f := talk.Fields(line)
		has := func(name string) bool { _, ok := f[name]; return ok }
		if !has("uuid") || !has("sessionId") {
			return false
		}
		parts := transcript.Spot(f["message"], "parts") != nil
		if typ := transcript.Word(f["type"]); parts || typ == "tool_result" || typ == "system" && has("systemPayload") {
			best = 94
		}
		return best > 0
	})
	return best
}
