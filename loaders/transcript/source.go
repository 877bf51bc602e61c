package transcript

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cptui/graph"
	"cptui/loaders"
)

// Format is what a loader brings so that a file or a folder of its sessions can be opened.
type Format struct {
	Name string // as in CLI.md
	// Files lists what may be sessions in a folder, at most limit, 0: all.
	Files func(dir string, limit int) []string
	// Glance reads the head and the tail of a file; false where it is no session.
	Glance func(path string) (Glimpse, bool)
	// Arrange, where set, makes the list of a folder out of what was seen of its files: titles that are kept elsewhere, files
	// that are one session.
	Arrange func(dir string, list []Glimpse) []Glimpse
	// Open makes a session of a file; nothing is read yet.
	Open    func(path string, count *Counters) (Session, error)
	CanFork string // loaders.Info.CanFork: "" where a fork can be written
	// Changed is the newest change of the folders that a new session would change.
	Changed func(dir string) time.Time
}

// Glimpse is one session of a folder, known from the head and the tail of its file.
type Glimpse struct {
	Path, ID, Title string
	Parent          string // of a subagent's own file: the session that started it
	Origin          string // the session that this one was forked from, by id or by the path of its file; "" for none
	Root            string // the first record, where copies keep its id
	Late            bool   // something in the file was written before that record and is later than it: the record is a copy
	Last            time.Time
	Size            int64
}

// Session is one session, with all files that belong to it. All but Load, Poll and Close want it loaded.
type Session interface {
	// Load reads what has not been read yet and builds the model.
	Load(ctx context.Context) error
	Loaded() bool
	ID() string
	Records() int64   // of the file named
	Producer() string // program and version, "" where unknown
	History() *graph.History
	Facts() *loaders.ThreadFacts
	// Search finds steps by the beginning or the ending of the id of any of their records.
	Search(text string) []loaders.Hit
	// Poll compares the session's files with what was read of them. Where something changed it gives a session that will read
	// on from there; this one stays as it is, for histories given out still look into it.
	Poll() (Session, error)
	Close() error
}

// Counters count the work of a source, for loaders.Stats.
type Counters struct{ Rows, Bodies, Bytes atomic.Int64 }

// Source is an opened session file, or a folder of them.
type Source struct {
	format Format
	path   string // as it was named
	dir    bool
	count  Counters

	mu     sync.Mutex
	single Session
	file   string             // of single, absolute
	opened map[string]Session // of a folder, by path: the newest few
	order  []string           // of opened, least recently used first
	list   []Glimpse          // once listed
	closed bool
	listed time.Time // newest change of a folder when it was looked at
}

// maxOpen is how many sessions of a folder are kept open.
const maxOpen = 4

var errClosed = errors.New("the source is closed")

// Open makes a source of a session file or of a folder of sessions.
func Open(ctx context.Context, p *loaders.Probe, f Format) (*Source, error) {
	path, err := filepath.Abs(p.Path)
	if err != nil {
		return nil, &loaders.Error{Op: "open transcript", Path: p.Path, Err: err}
	}
	s := &Source{format: f, path: p.Path, dir: p.IsDir, opened: map[string]Session{}, file: path}
	if !p.IsDir {
		if s.single, err = f.Open(path, &s.count); err != nil {
			var own *loaders.Error
			if errors.As(err, &own) {
				return nil, own
			}
			return nil, &loaders.Error{Op: "open transcript", Path: p.Path, Err: err}
		}
	}
	return s, ctx.Err()
}

func (s *Source) Info() loaders.Info {
	in := loaders.Info{Format: s.format.Name, Path: s.path, Records: -1, Transcript: true, CanFork: s.format.CanFork}
	if st, err := os.Stat(s.path); err == nil {
		in.ModTime = st.ModTime()
		if !s.dir {
			in.Bytes = st.Size()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir {
		for _, e := range s.list {
			in.Bytes += e.Size
		}
	}
	if s.single != nil && s.single.Loaded() {
		in.Records, in.Producer = s.single.Records(), s.single.Producer()
	}
	return in
}

// Threads lists the sessions, newest activity first, from the head and the tail of each file.
func (s *Source) Threads(ctx context.Context, after string, limit int) ([]loaders.ThreadHead, error) {
	list, err := s.glimpses(ctx)
	if err != nil {
		return nil, err
	}
	if after != "" {
		k := slices.IndexFunc(list, func(e Glimpse) bool { return e.ID == after })
		list = list[k+1:]
	}
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	out := make([]loaders.ThreadHead, len(list))
	for i, e := range list {
		out[i] = loaders.ThreadHead{ID: e.ID, Title: e.Title, ForkedFrom: e.Origin, Last: e.Last, Count: -1}
	}
	s.mu.Lock()
	single := s.single
	s.mu.Unlock()
	if single != nil && len(out) == 1 && single.Loaded() {
		h := single.History()
		out[0].Count = h.Len()
		if h.Current >= 0 {
			out[0].Head = h.ID(h.Current)
		}
	}
	return out, nil
}

// glimpses lists the sessions, the newest activity first, forks below what they were forked from.
func (s *Source) glimpses(ctx context.Context) ([]Glimpse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, errClosed
	case s.list != nil:
		return s.list, nil
	case s.single != nil:
		e, _ := s.format.Glance(s.file)
		s.list = []Glimpse{e}
		return s.list, nil
	}
	list := []Glimpse{}
	for _, p := range s.format.Files(s.path, 0) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e, ok := s.format.Glance(p); ok {
			list = append(list, e)
		}
	}
	if s.format.Arrange != nil {
		list = s.format.Arrange(s.path, list)
	}
	s.list = family(list)
	return s.list, nil
}

func (s *Source) Newest(ctx context.Context) (string, bool, error) {
	list, err := s.glimpses(ctx)
	if err != nil || len(list) == 0 {
		return "", false, err
	}
	return slices.MaxFunc(list, func(a, b Glimpse) int { return a.Last.Compare(b.Last) }).ID, true, nil
}

// Session opens and reads the session with this id.
func (s *Source) Session(ctx context.Context, id string) (Session, error) {
	ses, path, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := ses.Load(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &loaders.Error{Op: "read transcript", Path: path, Err: err}
	}
	if ses.ID() != id {
		return nil, s.noThread(id)
	}
	return ses, nil
}

func (s *Source) noThread(id string) error {
	return &loaders.Error{Op: "find session " + id + " in", Path: s.path, Err: loaders.ErrNoThread}
}

func (s *Source) find(ctx context.Context, id string) (Session, string, error) {
	list, err := s.glimpses(ctx)
	if err != nil {
		return nil, "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, "", errClosed
	}
	if s.single != nil {
		return s.single, s.file, nil
	}
	k := slices.IndexFunc(list, func(e Glimpse) bool { return e.ID == id })
	if k < 0 {
		return nil, "", s.noThread(id)
	}
	path := list[k].Path
	if at := slices.Index(s.order, path); at >= 0 {
		s.order = append(slices.Delete(s.order, at, at+1), path)
		return s.opened[path], path, nil
	}
	ses, err := s.format.Open(path, &s.count)
	if err != nil {
		return nil, "", &loaders.Error{Op: "read transcript", Path: path, Err: err}
	}
	s.opened[path] = ses
	s.order = append(s.order, path)
	return ses, path, nil
}

// Thread opens one session. In a folder only the newest few opened ones keep their files: see release.
func (s *Source) Thread(ctx context.Context, id string) (*graph.History, error) {
	ses, err := s.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	defer s.release()
	return ses.History(), nil
}

func (s *Source) Facts(ctx context.Context, id string) (*loaders.ThreadFacts, error) {
	ses, err := s.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	defer s.release()
	return ses.Facts(), nil
}

// release lets go of the least recently used sessions of a folder. Their files stay open until the memory goes, for a
// History given out may still read them.
func (s *Source) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.order) > maxOpen {
		delete(s.opened, s.order[0])
		s.order = s.order[1:]
	}
}

// FindID finds a step by the beginning or the ending of its id, or of the id of any of its records.
func (s *Source) FindID(ctx context.Context, text string) ([]loaders.Hit, error) {
	list, err := s.Threads(ctx, "", 0)
	if err != nil {
		return nil, err
	}
	var out []loaders.Hit
	for _, t := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ses, err := s.Session(ctx, t.ID)
		if err != nil {
			continue // one that cannot be read hides no other
		}
		out = append(out, ses.Search(text)...)
		s.release()
	}
	return out, nil
}

// Poll looks whether the file has grown, was cut or replaced: one stat where nothing happened. In a folder the sessions
// that are open are looked at, and the folders themselves.
func (s *Source) Poll(ctx context.Context) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false, errClosed
	}
	if s.single != nil {
		next, err := s.single.Poll()
		if next != nil {
			s.single, s.list = next, nil
		}
		return next != nil, err
	}
	changed := false
	for path, ses := range s.opened {
		next, err := ses.Poll()
		if err != nil && !errors.Is(err, loaders.ErrNotFound) {
			return changed, err
		}
		if next != nil {
			s.opened[path], changed = next, true
		}
	}
	if at := s.format.Changed(s.path); at.After(s.listed) {
		changed, s.listed = true, at
	}
	if changed {
		s.list = nil
	}
	return changed, nil
}

func (s *Source) Stats() loaders.Stats {
	return loaders.Stats{Rows: s.count.Rows.Load(), Bodies: s.count.Bodies.Load(), Bytes: s.count.Bytes.Load()}
}

func (s *Source) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	var err error
	for _, ses := range s.opened {
		err = errors.Join(err, ses.Close())
	}
	if s.single != nil {
		err = errors.Join(err, s.single.Close())
	}
	s.opened, s.order = nil, nil
	return err
}
