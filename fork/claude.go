package fork

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/claude"
)

// claudeFork is a fork of a session of Claude Code. The lines are the source's own, as the program's makers fork a session:
// fresh uuids, one chain of parents, a new session id, forkedFrom on every line.
type claudeFork struct {
	*claude.Copy
	edited *claudeEdits
}

func copyClaude(ctx context.Context, src loaders.Source, req Request) (session, error) {
	c, err := claude.CopyAt(ctx, src, req.Thread, req.Checkpoint)
	if errors.Is(err, claude.ErrNoCopy) {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return nil, err
	}
	return &claudeFork{Copy: c}, nil
}

func (f *claudeFork) source() (id, path string) { return f.Session, f.Path }
func (f *claudeFork) notes() []string           { return f.Notes }
func (f *claudeFork) newID() string             { return newUUID() }

// file is beside the old one, where the program looks for it.
func (f *claudeFork) file(id string, _ time.Time) string {
	return filepath.Join(filepath.Dir(f.Path), id+".jsonl")
}

func (f *claudeFork) edit(edits []Edit) (before []value.Value, err error) {
	f.edited, err = editClaude(f.Copy, edits)
	if err != nil {
		return nil, err
	}
	return f.edited.before, nil
}

func (f *claudeFork) text(id string, now time.Time) ([]byte, int, error) {
	lines := claudeLines(f.Copy, f.edited, id, now)
	return bytes.Join(append(lines, nil), []byte("\n")), len(lines), nil
}

func (f *claudeFork) read(ctx context.Context, id string, text []byte) (*graph.History, error) {
	return claude.Read(ctx, id+".jsonl", text)
}

// odd tells a problem that no fork may have; files of subagents stay with the old session.
func (f *claudeFork) odd(p graph.Problem) bool { return p.Code != "missing-subagent" }

// resume is the command that goes on from the fork: the program finds a session only from the folder it ran in, and by the
// name of its file. Where an answer is due it is asked to go on, for by itself it would wait for the next prompt.
func (f *claudeFork) resume(id, _ string, due bool) string {
	cmd := loaders.ResumeCommand("claude-code", id)
	if due {
		cmd += " " + loaders.ShellQuote("Go on.")
	}
	return inFolder(f.CWD, cmd)
}
