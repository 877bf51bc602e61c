// Package claude reads the sessions of Claude Code.
//
// A session is a file of JSON lines that only grows. Its lines form a tree by uuid and parentUuid, and the tree is not the
// conversation: one answer takes several lines, parallel results hang on different calls, progress and hooks stand in the
// chain, a rewind leaves the old branch in place, a compaction begins at a new root. So a file is read in three moves: scan
// keeps a column entry a record (no body is decoded), link makes one tree without gaps or cycles, group puts records
// together into steps: a prompt, an answer, its results, a compaction. Steps are the checkpoints; what a step's state is gets
// folded along its branch when somebody looks at it.
//
// Nothing a file may hold stops the rest from being shown: see the problem codes of graph.Problem.
package claude

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"cptui/graph"
	"cptui/loaders"
)

// source is an opened session file, or a folder of them.
type source struct {
	path  string
	dir   bool
	count counters

	mu     sync.Mutex
	single *session
	opened map[string]*session // of a folder, by path: the newest few
	order  []string            // of opened, least recently used first
	list   []entry             // of a folder, once listed
	closed bool
	listed time.Time // newest change of a folder when it was looked at
}

// maxOpen is how many sessions of a folder are kept open.
const maxOpen = 4

var errClosed = errors.New("the source is closed")

func (s *source) Info() loaders.Info {
	in := loaders.Info{Format: "claude-code", Path: s.path, Records: -1, Transcript: true}
	if st, err := os.Stat(s.path); err == nil {
		in.ModTime = st.ModTime()
		if !s.dir {
			in.Bytes = st.Size()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.list {
		in.Bytes += e.size
	}
	if ses := s.single; ses != nil {
		ses.mu.Lock()
		defer ses.mu.Unlock()
		if ses.read {
			in.Records = int64(ses.main.records)
			if v := ses.main.text(ses.main.version); v != "" {
				in.Producer = "Claude Code " + v
			}
		}
	}
	return in
}

// Threads lists the sessions, newest activity first, from the head and the tail of each file.
func (s *source) Threads(ctx context.Context, after string, limit int) ([]loaders.ThreadHead, error) {
	list, err := s.entries(ctx)
	if err != nil {
		return nil, err
	}
	if after != "" {
		k := slices.IndexFunc(list, func(e entry) bool { return e.id == after })
		list = list[k+1:]
	}
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	out := make([]loaders.ThreadHead, len(list))
	for i, e := range list {
		out[i] = loaders.ThreadHead{ID: e.id, Title: e.title, Last: e.last, Count: -1}
	}
	if s.single != nil && len(out) == 1 && s.single.loaded() {
		out[0].Count = s.single.hist.Len()
		out[0].Head = s.single.headID("")
	}
	return out, nil
}

func (s *session) loaded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.read
}

func (s *source) Newest(ctx context.Context) (string, bool, error) {
	list, err := s.Threads(ctx, "", 1)
	if err != nil || len(list) == 0 {
		return "", false, err
	}
	return list[0].ID, true, nil
}

// session opens and scans the session with this id.
func (s *source) session(ctx context.Context, id string) (*session, error) {
	ses, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	ses.mu.Lock()
	defer ses.mu.Unlock()
	if err := ses.load(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &loaders.Error{Op: "read transcript", Path: ses.path, Err: err}
	}
	if ses.id != id {
		return nil, s.noThread(id)
	}
	return ses, nil
}

func (s *source) noThread(id string) error {
	return &loaders.Error{Op: "find session " + id + " in", Path: s.path, Err: loaders.ErrNoThread}
}

func (s *source) find(ctx context.Context, id string) (*session, error) {
	list, err := s.entries(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if s.single != nil {
		return s.single, nil
	}
	k := slices.IndexFunc(list, func(e entry) bool { return e.id == id })
	if k < 0 {
		return nil, s.noThread(id)
	}
	path := list[k].path
	if at := slices.Index(s.order, path); at >= 0 {
		s.order = append(slices.Delete(s.order, at, at+1), path)
		return s.opened[path], nil
	}
	s.opened[path] = newSession(path, &s.count)
	s.order = append(s.order, path)
	return s.opened[path], nil
}

// Thread opens one session. In a folder only the newest few opened ones keep their files: see release.
func (s *source) Thread(ctx context.Context, id string) (*graph.History, error) {
	ses, err := s.session(ctx, id)
	if err != nil {
		return nil, err
	}
	defer s.release()
	return ses.hist, nil
}

func (s *source) Facts(ctx context.Context, id string) (*loaders.ThreadFacts, error) {
	ses, err := s.session(ctx, id)
	if err != nil {
		return nil, err
	}
	defer s.release()
	return ses.facts(), nil
}

// release lets go of the least recently used sessions of a folder. Their files stay open until the memory goes, for a
// History given out may still read them.
func (s *source) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.order) > maxOpen {
		delete(s.opened, s.order[0])
		s.order = s.order[1:]
	}
}

// FindID finds a step by the beginning or the ending of its id, or of the uuid of any of its records.
func (s *source) FindID(ctx context.Context, text string) ([]loaders.Hit, error) {
	list, err := s.Threads(ctx, "", 0)
	if err != nil {
		return nil, err
	}
	var out []loaders.Hit
	for _, t := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ses, err := s.session(ctx, t.ID)
		if err != nil {
			continue // one that cannot be read hides no other
		}
		out = append(out, ses.search(text)...)
		s.release()
	}
	return out, nil
}

func (s *session) search(text string) []loaders.Hit {
	var out []loaders.Hit
	for _, u := range s.units() {
		for i := range u.steps {
			fits := func(r int32) bool {
				id := u.recordName(r)
				return strings.HasPrefix(id, text) || strings.HasSuffix(id, text)
			}
			if fits(u.steps[i].first) || slices.ContainsFunc(u.of(int32(i)), fits) {
				out = append(out, loaders.Hit{Thread: s.id, NS: s.spaces[u.base+i], ID: u.name(int32(i))})
			}
		}
	}
	return out
}

func (s *source) Stats() loaders.Stats {
	return loaders.Stats{Rows: s.count.rows.Load(), Bodies: s.count.bodies.Load(), Bytes: s.count.bytes.Load()}
}

func (s *source) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	var err error
	for _, ses := range s.opened {
		err = errors.Join(err, ses.shut())
	}
	if s.single != nil {
		err = errors.Join(err, s.single.shut())
	}
	s.opened, s.order = nil, nil
	return err
}
