package claude

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/transcript"
)

// Copy is what a fork of a session takes along: the lines that the program needs to go on from a step, complete, so that no
// call is without its result.
type Copy struct {
	Session  string // id of the source
	Path     string // its file
	CWD      string // where the program ran, "" where no line tells
	Title    string // the session's title, else its first prompt
	Lines    []CopyLine
	Messages []CopyMessage // what the model would see, in order
	// Notes say where the copy is not just what stands at the step: results taken along, an answer left out.
	Notes []string
	// Replaced are the lines of type content-replacement, as stored.
	Replaced [][]byte
}

// CopyLine is one record of a copy, in the order of the branch.
type CopyLine struct {
	UUID string // "" where it has none
	Body []byte // as stored
	Root bool   // begins anew: the first line, and every compaction boundary
}

// CopyMessage is one message of a copy.
type CopyMessage struct {
	Lines []int // in Copy.Lines
	Value value.Value
}

// ErrNoCopy says that a step cannot be the end of a session.
var ErrNoCopy = errors.New("no session can end there")

// CopyAt gathers the lines of the branch up to a step of the session itself.
func CopyAt(ctx context.Context, from loaders.Source, thread, checkpoint string) (*Copy, error) {
	src, ok := from.(*transcript.Source)
	if !ok {
		return nil, fmt.Errorf("%w: not a session of Claude Code", ErrNoCopy)
	}
	ses, err := src.Session(ctx, thread)
	if err != nil {
		return nil, err
	}
	s, ok := ses.(*session)
	if !ok {
		return nil, fmt.Errorf("%w: not a session of Claude Code", ErrNoCopy)
	}
	i, ok := s.hist.Find(checkpoint)
	if !ok {
		return nil, fmt.Errorf("%w: no checkpoint %s in session %s", ErrNoCopy, checkpoint, thread)
	}
	if ns := s.hist.NS(i); ns != "" {
		return nil, fmt.Errorf("%w: %s is a subagent's step; fork the session where it called the subagent", ErrNoCopy, ns)
	}
	u, n := s.at(i)
	c := &Copy{Session: s.name, Path: s.path, Title: s.title()}
	if n, err = c.complete(u, n); err != nil {
		return nil, err
	}
	st, err := s.rt.Folds.At(u.base + int(n))
	if err != nil {
		return nil, err
	}
	if c.CWD = st.CWD; c.Title == "" {
		if list := s.rt.Prompts(s.hist.Current); len(list) > 0 {
			c.Title = list[0]
		}
	}
	place, err := c.gather(u, n)
	if err != nil {
		return nil, err
	}
	seen, _, err := s.rt.Folds.Conversation(u.base + int(n))
	if err != nil {
		return nil, err
	}
	for _, m := range seen {
		cm := CopyMessage{Value: m.Value}
		for _, r := range m.Lines {
			if k, ok := place[r]; ok {
				cm.Lines = append(cm.Lines, k)
			}
		}
		c.Messages = append(c.Messages, cm)
	}
	return c, u.replacements(c)
}

// complete moves the end of the copy to where every call has its result: on to the results that are in the file, else back
// before the answer.
func (c *Copy) complete(u *unit, n int32) (int32, error) {
	open := u.pending(n)
	if len(open) == 0 {
		return n, nil
	}
	m := u.recs[open[0].rec].step
	have := true
	for _, call := range open {
		have = have && call.id != 0 && u.resultOf[call.id] >= 0
	}
	if last := u.settled(m); have && last >= 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("what its calls gave (%d) comes along: a session cannot end between a call and its result", len(open)))
		return last, nil
	}
	back := u.steps[m].parent
	if back < 0 {
		return n, fmt.Errorf("%w: %s has no result, and nothing stands before that answer", ErrNoCopy, u.Text(open[0].name))
	}
	c.Notes = append(c.Notes, fmt.Sprintf("the answer that asks %s is left out: it has no result", u.Text(open[0].name)))
	return back, nil
}

// settled is the results step of answer m after which none of its calls is open, -1 without one.
func (u *unit) settled(m int32) int32 {
	for i := range u.steps {
		if s := &u.steps[i]; s.kind == results && s.answer == m && len(u.pending(int32(i))) == 0 {
			return int32(i)
		}
	}
	return -1
}

// gather reads the lines of the branch, and tells where each record went. Progress and bookkeeping stay behind.
func (c *Copy) gather(u *unit, n int32) (map[int32]int, error) {
	var path []int32
	for at := n; at >= 0; at = u.steps[at].parent {
		path = append(path, at)
	}
	place := map[int32]int{}
	for _, at := range slices.Backward(path) {
		for _, i := range u.of(at) {
			r := &u.recs[i]
			if r.kind == progress || !r.inTree() || r.is(sidechain|team) {
				continue
			}
			b, err := u.body(i)
			if err != nil {
				return nil, err
			}
			place[i] = len(c.Lines)
			c.Lines = append(c.Lines, CopyLine{UUID: u.Text(r.id), Body: b, Root: len(c.Lines) == 0 || r.is(boundary)})
		}
	}
	if len(c.Lines) == 0 {
		return nil, fmt.Errorf("%w: it holds no line of the session's own", ErrNoCopy)
	}
	return place, nil
}

// replacements reads the lines that tell which results were replaced by stubs: a resumed session needs them too.
func (u *unit) replacements(c *Copy) error {
	for _, line := range u.replaced {
		b := make([]byte, line.size)
		if _, err := u.file.ReadAt(b, line.off); err != nil {
			return err
		}
		c.Replaced = append(c.Replaced, b)
	}
	return nil
}

// Read reads a session from memory, without the files beside it: what a fork would be, before it is written.
func Read(ctx context.Context, name string, text []byte) (*graph.History, error) {
	s := newSession(name, &transcript.Counters{})
	s.main = &unit{path: name, file: transcript.InMemory(text), count: s.count}
	if err := s.main.read(ctx); err != nil {
		return nil, err
	}
	s.name = s.identity()
	s.build()
	s.read = true
	return s.hist, nil
}
