// Package fork writes a branch: a plan of rows first, then the rows in one transaction, then the proof by reading them back.
//
// Make never writes. Plan.Write is the only place of the program that opens a user's database for writing (and Unfork the
// only one that deletes, exactly what the journal says it added). A transcript is never changed: a fork of it is a new file.
package fork

import (
	"context"
	"errors"
	"fmt"

	"cptui/graph/value"
	"cptui/loaders"
)

// ErrRefused wraps every refusal for safety (exit code 4); the text says why.
var ErrRefused = errors.New("refused")

// ErrUsage is what errors.Is finds in what the user asked for wrongly: an unknown channel, node or path (exit code 2).
var ErrUsage = errors.New("wrong usage")

// usageError says what was asked for wrongly, in its own words alone.
type usageError struct{ error }

func (e usageError) Is(target error) bool { return target == ErrUsage }
func (e usageError) Unwrap() error        { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// EditOp is the kind of an edit.
type EditOp uint8

const (
	Set EditOp = iota
	Delete
	Append
)

// Edit changes one place of the state.
type Edit struct {
	Op    EditOp
	Path  value.Path
	Value value.Value // typed JSON is allowed: see value.ParseTyped
}

// Request asks for a fork.
type Request struct {
	Path        string // file of the source
	Thread, NS  string
	Checkpoint  string // id of the chosen checkpoint
	Kind        string // "update" (edited child) or "fork" (exact copy beside it, no edits)
	Edits       []Edit
	Next        string // "keep", "end" or a node name
	ToThread    string // "" stays in the same thread
	WithHistory bool   // a new thread gets all rows up to the chosen one, not just the fork
	KeepWaiting bool   // what the tasks due there wrote, asked and failed with comes along, and the graphs that they are in
	CopyTo      string // a new file: the database is copied there and the copy gets the fork; "" writes into the database itself
	To          string // transcripts: the new file, "" for the format's own place
	Version     string // of cptui, for the journal
}

// Row is one row (or file) that a fork adds.
type Row struct {
	Table   string   // "checkpoints", "writes", "file"
	Key     []string // primary key as text
	Columns []string // for --dry-run: "type msgpack", "checkpoint 1,204 B", …
	Bytes   int64
}

// Plan is what a fork would do. Nothing is written until Write.
type Plan struct {
	Request    Request
	Thread, NS string
	ID, Parent string
	Source     string
	Step       int
	Head       bool // the fork becomes the head of its thread
	HeadBefore string
	Next       []string // due after it, worked out from the new row; nil: the file cannot tell
	Changed    []Edit   // with what each replaces in Before
	Before     []value.Value
	Rows       []Row
	Keeps      int      // checkpoints of the thread that stay as they are
	Carries    []string // what waits and comes along: "1 open question (ask)"
	Loses      []string // what a naive fork loses here: "1 open question", "2 pending writes"
	After      []string // effects after the chosen checkpoint that a fork cannot undo: "write_file /b.txt @34"
	File       string   // path of a new file, "" for a database
	draft      writer
}

// writer is how a plan becomes rows or a file: one implementation a kind of source.
type writer interface {
	write(ctx context.Context, p *Plan) (*Result, error)
}

// Result is what was written or removed.
type Result struct {
	Thread, NS, ID, Parent, Source string
	Step                           int
	Head                           bool
	Next                           []string // nil: the file cannot tell
	Rows                           []Row
	File                           string // the new file, "" where there is none
	Path                           string // of the source that holds the fork: the one asked of, or a copy of it
	Journal                        string // entry id
	Resume                         string // command or code that goes on from here
}

// Make works the fork out and checks it against the rules; src must be the opened source of req.Path.
func Make(ctx context.Context, src loaders.Source, req Request) (*Plan, error) {
	if req.Kind == "" {
		req.Kind = "update"
	}
	switch {
	case req.Kind != "update" && req.Kind != "fork":
		return nil, usagef("source %q is neither update nor fork", req.Kind)
	case req.Kind == "fork" && len(req.Edits) > 0:
		return nil, usagef("an exact copy (source fork) takes no edits")
	case req.KeepWaiting && req.Next != "" && req.Next != "keep":
		return nil, usagef("what waits can only be kept where what is due stays as it is, not with next %q", req.Next)
	case req.WithHistory && req.ToThread == "":
		return nil, usagef("history is only copied into a new thread")
	case req.ToThread != "" && req.ToThread == req.Thread:
		req.ToThread = ""
	}
	if why := src.Info().CanFork; why != "" {
		return nil, fmt.Errorf("%w: %s", ErrRefused, why)
	}
	if src.Info().Transcript {
		if req.KeepWaiting {
			return nil, usagef("a session keeps nothing that waits: a call without its result is asked again")
		}
		if req.CopyTo != "" {
			return nil, usagef("a session is never changed: --to names the file of the fork")
		}
		return makeTranscript(ctx, src, req)
	}
	return makeRows(ctx, src, req)
}

// Write adds the plan's rows: BEGIN IMMEDIATE, INSERT only, schema checked, read back, then the journal entry.
func (p *Plan) Write(ctx context.Context) (*Result, error) {
	r, err := p.draft.write(ctx, p)
	if r != nil {
		if r.Path = p.Request.Path; p.Request.CopyTo != "" {
			r.Path = p.Request.CopyTo
		}
	}
	return r, err
}
