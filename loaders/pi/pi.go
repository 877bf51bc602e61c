// Package pi reads the sessions of the pi coding agent.
//
// A file is a header and the entries of a tree: each has an id and names the entry before it, so that going back (/tree) only
// hangs what comes next elsewhere. Everything stands in the chain, settings and names as well, and the last entry of the file is
// where the program goes on from. The first version had no ids: its entries follow each other.
package pi

import (
	"context"
	"path/filepath"
	"strings"

	"cptui/graph"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

var format = talk.Format{
	Name: "pi", Program: "pi", Tree: true, Single: true, Reuses: true, Header: true, Read: read,
	Effects: map[string]talk.Effect{"write": talk.Puts, "edit": talk.Writes},
}

// shelf are the folders of sessions: one working folder's, or all of them below the program's own.
var shelf = talk.Shelf{Deep: 2, Match: func(parts []string) bool {
	return filepath.Ext(parts[len(parts)-1]) == ".jsonl" && (len(parts) == 1 || strings.HasPrefix(parts[len(parts)-2], "--"))
}}

// Read reads a session from memory: what a fork would be, before it is written.
func Read(ctx context.Context, name string, text []byte) (*graph.History, error) {
	return talk.Read(ctx, &format, name, text)
}

func init() { talk.Register(&format, &shelf, sniff) }

// kinds are the types of entries.
var kinds = map[string]bool{"message": true, "model_change": true, "thinking_level_change": true, "compaction": true, "branch_summary": true,
	"custom": true, "custom_message": true, "label": true, "session_info": true}

// sniff scores the head of a file: its header, or entries that are linked as pi does.
func sniff(b []byte, whole bool) int {
	best := 0
	talk.Lines(b, 64, func(line []byte) bool {
		f := talk.Fields(line)
		has := func(name string) bool { _, ok := f[name]; return ok }
		typ := transcript.Word(f["type"])
		switch {
		case has("uuid") || has("payload") || has("sessionId") || has("session_id"):
		case typ == "session" && has("id") && has("timestamp") && (has("cwd") || has("version")):
			best = 93
		case kinds[typ] && has("id") && has("parentId") && has("timestamp"):
			best = 88
		}
		return best > 0
	})
	return best
}
