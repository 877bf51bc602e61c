// Package opencode reads the sessions of OpenCode: its database (messages and their parts, or the newer table of messages), the
// folder of JSON files that came before it, and what `opencode export` prints.
//
// A session is made into lines of one form, that of an export: a message with its parts. What the program calls parentID of an
// answer is the prompt that it answers, no link: messages follow each other. A session that a task tool started is a subagent of
// the one that asked; messages that a revert hides stay as a branch that nobody goes on from.
package opencode

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

var format = talk.Format{
	Name: "opencode", Program: "OpenCode", Single: true, Read: read,
	Effects: map[string]talk.Effect{"write": talk.Puts, "edit": talk.Writes, "multiedit": talk.Writes, "todowrite": talk.Plans},
	CanFork: "forks of OpenCode's sessions are not written",
}

// exported is the form of one document, which `opencode export` prints.
var exported = func() talk.Format {
	f := format
	f.Lists, f.Head = []string{"messages"}, head
	return f
}()

func init() {
	loaders.Register(loaders.Format{Name: format.Name, Sniff: sniff, Open: open})
	talk.Register(&exported, nil, sniffExport)
}

// sniff scores a database by its tables and a folder by what lies in it.
func sniff(p *loaders.Probe) int {
	has := func(table string) bool { t, ok := p.Table(table); return ok && t.Has("id") }
	session, ok := p.Table("session")
	switch {
	case p.Tables != nil && ok && session.Has("id", "directory") && (has("message") && has("part") || has("session_message")):
		return 95
	case p.Tables != nil || !p.IsDir:
		return 0
	}
	if _, ok := storageOf(p.Path); ok {
		return 95
	}
	if dbOf(p.Path) != "" {
		return 90
	}
	return 0
}

// dbOf is the database in the program's own folder, "" where there is none.
func dbOf(dir string) string {
	path := filepath.Join(dir, "opencode.db")
	if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() {
		return path
	}
	return ""
}

func open(ctx context.Context, p *loaders.Probe, _ loaders.Options) (loaders.Source, error) {
	var sh shelf
	switch dir, ok := storageOf(p.Path); {
	case !p.IsDir:
		sh = newRows(p.DB)
	case dbOf(p.Path) != "":
		db, err := loaders.OpenDB(ctx, dbOf(p.Path))
		if err != nil {
			return nil, err
		}
		if sh = newRows(db); ok {
			sh = both{newRows(db), &storage{dir: dir}}
		}
	case ok:
		sh = &storage{dir: dir}
	}
	s := &Source{path: p.Path, shelf: sh}
	if err := sh.begin(ctx); err != nil {
		s.Close()
		return nil, &loaders.Error{Op: "open OpenCode's sessions", Path: p.Path, Err: err}
	}
	return s, nil
}

// sniffExport scores the head of a file that `opencode export` printed.
func sniffExport(b []byte, whole bool) int {
	w := jsonl.Walk(bytes.TrimLeft(bytes.TrimPrefix(b, jsonl.BOM), " \t\r\n\x00"))
	if w.Kind() != jsonl.Object || !w.Enter() {
		return 0
	}
	session := false
	for w.Key() {
		switch string(w.Name) {
		case "info":
			session = strings.HasPrefix(transcript.Word(transcript.Spot(w.Skip(), "id")), "ses")
			continue
		case "messages":
			if session && w.Kind() == jsonl.Array {
				return 94
			}
		}
		w.Skip()
	}
	return 0
}

// head is what an export says beside its messages.
func head(document []byte) []talk.Event {
	info := transcript.Spot(document, "info")
	if info == nil {
		return nil
	}
	e := session(talk.Event{At: transcript.NoTime}, info)
	if target := transcript.Word(transcript.Spot(info, "revert", "messageID")); target != "" {
		back := talk.Event{At: transcript.NoTime, Raw: info, Rewinds: true, Target: target}
		return []talk.Event{e, back}
	}
	return []talk.Event{e}
}
