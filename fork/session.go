package fork

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
)

// session is what a program's format brings to a fork of one of its sessions.
type session interface {
	source() (id, path string)
	notes() []string // where the fork is not just what stands at the step
	edit(edits []Edit) (before []value.Value, err error)
	newID() string
	file(id string, now time.Time) string // where the program looks for it
	// text makes the new file, and counts its records.
	text(id string, now time.Time) (text []byte, records int, err error)
	read(ctx context.Context, id string, text []byte) (*graph.History, error)
	odd(p graph.Problem) bool                // no fork may have this problem
	resume(id, file string, due bool) string // command that goes on from the fork; "" where none is known
}

// sessionKind is a format whose sessions can be forked.
type sessionKind struct {
	copyAt func(ctx context.Context, src loaders.Source, req Request) (session, error)
	id     *regexp.Regexp
	form   string // of an id, in words
}

var (
	uuidForm = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)
)

var sessionKinds = map[string]sessionKind{
	"claude-code": {copyClaude, uuidForm, "a uuid in lower case"},
	"codex":       {copyCodex, uuidForm, "a uuid in lower case"},
	"pi":          {copyPi, uuidForm, "a uuid in lower case"},
	"messages":    {copyPlain, nameForm, "letters, digits, dots, dashes and underscores"},
	"mini-codex":  {copyMiniCodex, nameForm, "letters, digits, dots, dashes and underscores"},
}

// sessionDraft is a new session file, ready to be written.
type sessionDraft struct {
	of   session
	body []byte
}

// makeTranscript plans a new session that goes on from the chosen step; the old one is never changed.
func makeTranscript(ctx context.Context, src loaders.Source, req Request) (*Plan, error) {
	kind, ok := sessionKinds[src.Info().Format]
	switch {
	case !ok:
		return nil, fmt.Errorf("%w: no writer for %s", ErrRefused, src.Info().Format)
	case req.Next != "" && req.Next != "keep":
		return nil, usagef("what is due in a session follows from its last message; --next has no meaning here")
	case req.ToThread != "" && !kind.id.MatchString(req.ToThread):
		return nil, usagef("a session's id is %s, not %q", kind.form, req.ToThread)
	}
	h, err := src.Thread(ctx, req.Thread)
	if err != nil {
		return nil, err
	}
	at, ok := h.Find(req.Checkpoint)
	if !ok {
		return nil, usagef("no checkpoint %q in session %s", req.Checkpoint, req.Thread)
	}
	s, err := kind.copyAt(ctx, src, req)
	if err != nil {
		return nil, err
	}
	p := &Plan{Request: req, Source: req.Kind, Head: true, HeadBefore: headID(h), Keeps: h.Len(), Changed: req.Edits}
	if p.Before, err = s.edit(req.Edits); err != nil {
		return nil, err
	}
	if p.After, err = effects(ctx, h, at); err != nil {
		return nil, err
	}
	now := time.Now()
	if p.Thread = req.ToThread; p.Thread == "" {
		p.Thread = s.newID()
	}
	if p.File, err = newFile(req, s.file(p.Thread, now)); err != nil {
		return nil, err
	}
	text, records, err := s.text(p.Thread, now)
	if err != nil {
		return nil, err
	}
	draft := &sessionDraft{of: s, body: text}
	if err := draft.check(ctx, p); err != nil {
		return nil, err
	}
	from, _ := s.source()
	p.Loses, p.draft = s.notes(), draft
	p.Rows = []Row{{Table: "file", Key: []string{p.File}, Bytes: int64(len(text)), Columns: []string{fmt.Sprintf("%d records, forked from session %s", records, from)}}}
	return p, nil
}

func headID(h *graph.History) string {
	if h.Current < 0 {
		return ""
	}
	return h.ID(h.Current)
}

// newUUID is a random uuid, version 4.
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return uuidText(b)
}

// newFile is where the new session goes: own, unless told otherwise.
func newFile(req Request, own string) (string, error) {
	file := own
	if req.To != "" {
		abs, err := filepath.Abs(req.To)
		if err != nil {
			return "", usagef("%s: %w", req.To, err)
		}
		file = abs
	}
	if _, err := os.Lstat(file); err == nil {
		return "", fmt.Errorf("%w: %s is there already; a fork never writes over a file", ErrRefused, file)
	}
	if st, err := os.Stat(filepath.Dir(file)); err != nil || !st.IsDir() {
		return "", fmt.Errorf("%w: there is no folder %s", ErrRefused, filepath.Dir(file))
	}
	return file, nil
}

// check reads the new file as it will be and takes from it what the plan says; what does not read back whole is refused.
func (d *sessionDraft) check(ctx context.Context, p *Plan) error {
	h, err := d.of.read(ctx, p.Thread, d.body)
	if err != nil {
		return err
	}
	why := ""
	if h.Current < 0 || len(h.Leaves("")) != 1 {
		why = "it would not be one branch"
	}
	for _, f := range h.Problems {
		if d.of.odd(f) {
			why = f.Message
		}
	}
	if why != "" {
		return fmt.Errorf("%w: the new session would not read back whole: %s", ErrRefused, why)
	}
	due, err := h.Runtime.Due(ctx, h, h.Current)
	if err != nil {
		return err
	}
	if slices.Equal(due.Next, []string{"tools"}) {
		return fmt.Errorf("%w: the last answer's calls would have no results; a session cannot end there", ErrRefused)
	}
	p.ID, p.Parent, p.Next = h.ID(h.Current), h.ParentID(h.Current), due.Next
	p.Step, _ = h.Step(h.Current)
	return nil
}

// write makes the file, which must not be there, and reads it back.
func (d *sessionDraft) write(ctx context.Context, p *Plan) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path, err := absolute(p.Request.Path)
	if err != nil {
		return nil, err
	}
	entry, err := newEntryID()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(d.body)
	e := journalEntry{Entry: entry, State: "begun", At: time.Now().UTC(), Version: p.Request.Version, Path: path, Thread: p.Thread, ID: p.ID,
		Parent: p.Parent, Source: p.Source, Step: p.Step, NewThread: true, HeadBefore: p.HeadBefore, File: p.File,
		Rows: []journalRow{{Table: "file", Key: []string{p.File}, Hash: hex.EncodeToString(sum[:]), Bytes: int64(len(d.body))}}}
	if err := announce(e); err != nil {
		return nil, err
	}
	if err := exclusively(p.File, e.draftFile(), d.body); err != nil {
		return nil, err
	}
	if hash, err := fileHash(p.File); err != nil || hash != e.Rows[0].Hash {
		return nil, fmt.Errorf("%s does not read back as it was written: %w", p.File, err)
	}
	e.State = "written"
	r := e.result()
	r.Head, r.Next, r.Resume = true, p.Next, d.of.resume(p.Thread, p.File, len(p.Next) > 0)
	if err := record(e); err != nil {
		return &r, fmt.Errorf("the fork is written, but the journal is not: %w", err)
	}
	return &r, nil
}

// inFolder is a command that is run in a folder.
func inFolder(dir, cmd string) string {
	if here, err := os.Getwd(); dir != "" && (err != nil || here != dir) {
		return "cd " + loaders.ShellQuote(dir) + " && " + cmd
	}
	return cmd
}
