package codex

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/transcript"
)

// Copy is what a fork of a session takes along: the lines of its branch up to a step, from whatever files they lie in.
type Copy struct {
	Session string // id of the thread
	Path    string // the file that was named
	CWD     string // where the program ran, "" where no line tells
	Meta    []byte // the first line of the thread's own file, as stored
	Lines   [][]byte
	Notes   []string // where the copy is not just what stands at the step
}

// ErrNoCopy says that a step cannot be the end of a session.
var ErrNoCopy = errors.New("no session can end there")

// CopyAt gathers the lines of the branch up to a step of the session itself. An answer takes the results of its calls along.
func CopyAt(ctx context.Context, from loaders.Source, thread, checkpoint string) (*Copy, error) {
	src, ok := from.(*transcript.Source)
	if !ok {
		return nil, fmt.Errorf("%w: not a session of Codex", ErrNoCopy)
	}
	ses, err := src.Session(ctx, thread)
	if err != nil {
		return nil, err
	}
	s, ok := ses.(*session)
	if !ok || s.main.stream {
		return nil, fmt.Errorf("%w: not a rollout of Codex", ErrNoCopy)
	}
	i, ok := s.hist.Find(checkpoint)
	if !ok {
		return nil, fmt.Errorf("%w: no checkpoint %s in session %s", ErrNoCopy, checkpoint, thread)
	}
	if ns := s.hist.NS(i); ns != "" {
		return nil, fmt.Errorf("%w: %s is a subagent's step; fork the session where it called the subagent", ErrNoCopy, ns)
	}
	c := &Copy{Session: s.thread, Path: s.path}
	if u, n := s.at(i); u.steps[n].kind == transcript.Answer && u.steps[n].calls > 0 {
		for k := range u.steps {
			if st := &u.steps[k]; st.parent == n && st.kind == transcript.Results {
				i = u.base + k
				c.Notes = append(c.Notes, "the results of the answer's calls come along")
				break
			}
		}
	}
	if c.Meta, err = s.main.metaLine(); err != nil {
		return nil, err
	}
	c.CWD = transcript.Word(transcript.Spot(c.Meta, "payload", "cwd"))
	for _, k := range s.hist.Line(i) {
		u, n := s.at(k)
		records := slices.Clone(u.of(n))
		slices.Sort(records)
		for _, r := range records {
			if k := u.recs[r].kind; k == meta || k == rewound { // what went back is not on this branch, and what it took away neither
				continue
			}
			body, err := u.body(r)
			if err != nil {
				return nil, err
			}
			c.Lines = append(c.Lines, body)
		}
	}
	return c, nil
}

// metaLine is the first line that says what thread a file is of.
func (u *unit) metaLine() ([]byte, error) {
	for i := range u.recs {
		if u.recs[i].kind == meta {
			return u.body(int32(i))
		}
	}
	return nil, fmt.Errorf("%w: no line of the file tells its thread (session_meta)", ErrNoCopy)
}

// Read reads a rollout that lies in memory: a file as it will be written. Files beside it are not looked at.
func Read(ctx context.Context, name string, text []byte) (*graph.History, error) {
	count := &transcript.Counters{}
	u := &unit{path: name, file: transcript.InMemory(text), count: count, prompt: -1, end: -1}
	s := &session{path: name, count: count, main: u, units: []*unit{u}, shelf: &shelf{}}
	if err := u.read(ctx); err != nil {
		return nil, err
	}
	s.thread = u.thread()
	u.group(len(u.recs), tokens{})
	s.build()
	return s.hist, nil
}
