package fork

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/claude"
)

// claudeDraft is a new session file of Claude Code, ready to be written.
type claudeDraft struct {
	text []byte
	cwd  string // where the program ran
}

var sessionID = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// makeClaude plans a new session that goes on from the chosen step. The lines are the source's own, as the program's
// makers fork a session: fresh uuids, one chain of parents, a new session id, forkedFrom on every line.
func makeClaude(ctx context.Context, src loaders.Source, req Request) (*Plan, error) {
	switch {
	case req.Next != "" && req.Next != "keep":
		return nil, usagef("what is due in a session follows from its last message; --next has no meaning here")
	case req.ToThread != "" && !sessionID.MatchString(req.ToThread):
		return nil, usagef("a session's id is a uuid in lower case, not %q", req.ToThread)
	}
	h, err := src.Thread(ctx, req.Thread)
	if err != nil {
		return nil, err
	}
	at, ok := h.Find(req.Checkpoint)
	if !ok {
		return nil, usagef("no checkpoint %q in session %s", req.Checkpoint, req.Thread)
	}
	c, err := claude.CopyAt(ctx, src, req.Thread, req.Checkpoint)
	if errors.Is(err, claude.ErrNoCopy) {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return nil, err
	}
	p := &Plan{Request: req, Source: req.Kind, Head: true, HeadBefore: headID(h), Keeps: h.Len(), Loses: c.Notes}
	edited, err := editClaude(c, req.Edits)
	if err != nil {
		return nil, err
	}
	p.Changed, p.Before = req.Edits, edited.before
	if p.After, err = effects(ctx, h, at); err != nil {
		return nil, err
	}
	id := req.ToThread
	if id == "" {
		id = newUUID()
	}
	file, err := claudeFile(c, req, id)
	if err != nil {
		return nil, err
	}
	lines := claudeLines(c, edited, id, time.Now())
	draft := &claudeDraft{text: bytes.Join(append(lines, nil), []byte("\n")), cwd: c.CWD}
	if err := draft.check(ctx, p, id); err != nil {
		return nil, err
	}
	p.Thread, p.File, p.draft = id, file, draft
	p.Rows = []Row{{Table: "file", Key: []string{file}, Bytes: int64(len(draft.text)),
		Columns: []string{fmt.Sprintf("%d lines, forked from session %s", len(lines), c.Session)}}}
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
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// claudeFile is where the new session goes: beside the old one, where the program looks for it, unless told otherwise.
func claudeFile(c *claude.Copy, req Request, id string) (string, error) {
	file := filepath.Join(filepath.Dir(c.Path), id+".jsonl")
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
func (d *claudeDraft) check(ctx context.Context, p *Plan, id string) error {
	h, err := claude.Read(ctx, id+".jsonl", d.text)
	if err != nil {
		return err
	}
	why := ""
	if h.Current < 0 || len(h.Leaves("")) != 1 {
		why = "it would not be one branch"
	}
	for _, f := range h.Problems {
		if f.Code != "missing-subagent" { // their files stay with the old session
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
func (d *claudeDraft) write(ctx context.Context, p *Plan) (*Result, error) {
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
	sum := sha256.Sum256(d.text)
	e := journalEntry{Entry: entry, State: "begun", At: time.Now().UTC(), Version: p.Request.Version, Path: path, Thread: p.Thread, ID: p.ID,
		Parent: p.Parent, Source: p.Source, Step: p.Step, NewThread: true, HeadBefore: p.HeadBefore, File: p.File,
		Rows: []journalRow{{Table: "file", Key: []string{p.File}, Hash: hex.EncodeToString(sum[:]), Bytes: int64(len(d.text))}}}
	if err := announce(e); err != nil {
		return nil, err
	}
	if err := exclusively(p.File, e.draftFile(), d.text); err != nil {
		return nil, err
	}
	if hash, err := fileHash(p.File); err != nil || hash != e.Rows[0].Hash {
		return nil, fmt.Errorf("%s does not read back as it was written: %w", p.File, err)
	}
	e.State = "written"
	r := e.result()
	r.Head, r.Next, r.Resume = true, p.Next, d.resume(p.Thread, len(p.Next) > 0)
	if err := record(e); err != nil {
		return &r, fmt.Errorf("the fork is written, but the journal is not: %w", err)
	}
	return &r, nil
}

// exclusively writes a file that must not be there. It gets its name when it is whole, so that no half session can be seen
// or resumed, whatever moment the program dies at; draft is the name it has before.
func exclusively(path, draft string, text []byte) error {
	if err := writeNew(draft, text); err != nil {
		return err
	}
	defer os.Remove(draft)
	err := os.Link(draft, path)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%w: %s is there already; a fork never writes over a file", ErrRefused, path)
	case err != nil: // a file system without links
		return writeNew(path, text)
	}
	return nil
}

// writeNew makes a file; one that could not be written whole is taken away again.
func writeNew(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("%w: write %s: %w", ErrRefused, path, err)
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		os.Remove(path)
		return fmt.Errorf("%w: %w; nothing was written", ErrRefused, err)
	}
	return nil
}

// resume is the command that goes on from the fork: the program finds a session only from the folder it ran in, and by the
// name of its file. Where an answer is due it is asked to go on, for by itself it would wait for the next prompt.
func (d *claudeDraft) resume(id string, due bool) string {
	cmd := loaders.ResumeCommand("claude-code", id)
	if due {
		cmd += " " + loaders.ShellQuote("Go on.")
	}
	if here, err := os.Getwd(); d.cwd != "" && (err != nil || here != d.cwd) {
		cmd = "cd " + loaders.ShellQuote(d.cwd) + " && " + cmd
	}
	return cmd
}
