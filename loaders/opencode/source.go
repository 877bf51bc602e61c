package opencode

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// shelf is where sessions are kept: a database or a folder of files.
type shelf interface {
	// begin looks whether it can be read at all.
	begin(ctx context.Context) error
	// heads lists the sessions that nobody started but a person, the newest activity first.
	heads(ctx context.Context) ([]listed, error)
	// lines puts a session and those that it started together, as records.
	lines(ctx context.Context, id string) (written, error)
	// holding lists the sessions that have a record whose id begins or ends with text.
	holding(ctx context.Context, text string) ([]string, error)
	// facts are the records of all sessions, the bytes, the newest version of the program, the newest change.
	facts(ctx context.Context) (loaders.Info, error)
	changed(ctx context.Context) (bool, error)
	close() error
}

// listed is one session of the list.
type listed struct {
	id, title string
	last      time.Time
}

// written is a session as records.
type written struct {
	lines  []byte
	faults []jsonl.Fault
}

// keptSessions is how many opened sessions are kept.
const keptSessions = 4

// Source is a database or a folder of OpenCode's sessions.
type Source struct {
	path  string
	shelf shelf
	count transcript.Counters

	mu     sync.Mutex
	closed bool
	info   *loaders.Info
	list   []listed
	opened map[string]transcript.Session
	order  []string
}

var errClosed = errors.New("the source is closed")

func (s *Source) Info() loaders.Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := loaders.Info{Records: -1}
	if s.info == nil && !s.closed {
		if got, err := s.shelf.facts(context.Background()); err == nil {
			s.info = &got
		}
	}
	if s.info != nil {
		in = *s.info
	}
	in.Format, in.Path, in.Transcript, in.CanFork = format.Name, s.path, true, format.CanFork
	return in
}

func (s *Source) heads(ctx context.Context) ([]listed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if s.list == nil {
		list, err := s.shelf.heads(ctx)
		if err != nil {
			return nil, s.fail(ctx, "list sessions", err)
		}
		if s.list = list; list == nil {
			s.list = []listed{}
		}
	}
	return s.list, nil
}

func (s *Source) fail(ctx context.Context, op string, err error) error {
	var own *loaders.Error
	if ctx.Err() != nil || errors.As(err, &own) {
		return err
	}
	return &loaders.Error{Op: op, Path: s.path, Err: err}
}

func (s *Source) Threads(ctx context.Context, after string, limit int) ([]loaders.ThreadHead, error) {
	list, err := s.heads(ctx)
	if err != nil {
		return nil, err
	}
	if after != "" {
		list = list[slices.IndexFunc(list, func(h listed) bool { return h.id == after })+1:]
	}
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	out := make([]loaders.ThreadHead, len(list))
	for i, h := range list {
		out[i] = loaders.ThreadHead{ID: h.id, Title: h.title, Last: h.last, Count: -1}
	}
	return out, nil
}

func (s *Source) Newest(ctx context.Context) (string, bool, error) {
	list, err := s.heads(ctx)
	if err != nil || len(list) == 0 {
		return "", false, err
	}
	return list[0].id, true, nil
}

// session reads one session whole.
func (s *Source) session(ctx context.Context, id string) (transcript.Session, error) {
	list, err := s.heads(ctx)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(list, func(h listed) bool { return h.id == id }) {
		return nil, &loaders.Error{Op: "find session " + id + " in", Path: s.path, Err: loaders.ErrNoThread}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if have := s.opened[id]; have != nil {
		return have, nil
	}
	w, err := s.shelf.lines(ctx, id)
	if err != nil {
		return nil, s.fail(ctx, "read session "+id+" of", err)
	}
	ses := talk.InMemory(&format, s.path, w.lines, w.faults, &s.count)
	if err := ses.Load(ctx); err != nil {
		return nil, s.fail(ctx, "read session "+id+" of", err)
	}
	if s.opened == nil {
		s.opened = map[string]transcript.Session{}
	}
	s.opened[id] = ses
	if s.order = append(s.order, id); len(s.order) > keptSessions {
		delete(s.opened, s.order[0])
		s.order = s.order[1:]
	}
	return ses, nil
}

func (s *Source) Thread(ctx context.Context, id string) (*graph.History, error) {
	ses, err := s.session(ctx, id)
	if err != nil {
		return nil, err
	}
	return ses.History(), nil
}

func (s *Source) Facts(ctx context.Context, id string) (*loaders.ThreadFacts, error) {
	ses, err := s.session(ctx, id)
	if err != nil {
		return nil, err
	}
	return ses.Facts(), nil
}

// FindID finds a step by the beginning or the ending of its id, or of the id of any of its records.
func (s *Source) FindID(ctx context.Context, text string) ([]loaders.Hit, error) {
	list, err := s.shelf.holding(ctx, text)
	if err != nil {
		return nil, s.fail(ctx, "look for "+text+" in", err)
	}
	var out []loaders.Hit
	for _, id := range list {
		ses, err := s.session(ctx, id)
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			continue // one that cannot be read hides no other
		}
		out = append(out, ses.Search(text)...)
	}
	return out, nil
}

func (s *Source) Poll(ctx context.Context) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false, errClosed
	}
	changed, err := s.shelf.changed(ctx)
	if changed {
		s.list, s.info, s.opened, s.order = nil, nil, nil, nil
	}
	return changed, err
}

func (s *Source) Stats() loaders.Stats {
	return loaders.Stats{Rows: s.count.Rows.Load(), Bodies: s.count.Bodies.Load(), Bytes: s.count.Bytes.Load()}
}

func (s *Source) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.shelf.close()
}
