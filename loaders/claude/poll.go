package claude

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cptui/loaders"
)

// Poll looks whether the file has grown, was cut or replaced: one stat where nothing happened. In a folder the sessions
// that are open are looked at, and the folders themselves.
func (s *source) Poll(ctx context.Context) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false, errClosed
	}
	if s.single != nil {
		next, err := s.single.poll()
		if next != nil {
			s.single, s.list = next, nil
		}
		return next != nil, err
	}
	changed := false
	for path, ses := range s.opened {
		next, err := ses.poll()
		if err != nil && !errors.Is(err, loaders.ErrNotFound) {
			return changed, err
		}
		if next != nil {
			s.opened[path], changed = next, true
		}
	}
	if at := newestFolder(s.path); at.After(s.listed) {
		changed, s.listed = true, at
	}
	if changed {
		s.list = nil
	}
	return changed, nil
}

// newestFolder is the last change of a folder or of one right below it: a new session changes its folder.
func newestFolder(dir string) time.Time {
	var at time.Time
	look := func(p string) {
		if st, err := os.Stat(p); err == nil && st.IsDir() && st.ModTime().After(at) {
			at = st.ModTime()
		}
	}
	look(dir)
	list, _ := os.ReadDir(dir)
	for _, d := range list {
		if d.IsDir() {
			look(filepath.Join(dir, d.Name()))
		}
	}
	return at
}

// poll compares the session's files with what was read of them. Where something changed it gives a session that will read
// on from there; this one stays as it is, for histories given out still look into it.
func (s *session) poll() (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.read {
		return nil, nil
	}
	st, err := os.Stat(s.path)
	if err != nil {
		if os.IsNotExist(err) {
			err = loaders.ErrNotFound
		}
		return nil, &loaders.Error{Op: "follow transcript", Path: s.path, Err: err}
	}
	changed := !s.main.same(st)
	for _, u := range s.agents {
		st, err := os.Stat(u.path)
		changed = changed || err != nil || !u.same(st)
	}
	if !changed && len(s.agentFiles()) == len(s.agents) {
		return nil, nil
	}
	next := newSession(s.path, s.count)
	if next.main, err = s.main.again(); err != nil {
		return nil, followError(s.path, err)
	}
	if b := head(s.path, 1<<20); len(next.main.recs) == 0 && bytes.IndexByte(b, '\n') >= 0 && sniffHead(b) == 0 {
		return nil, &loaders.Error{Op: "follow transcript", Path: s.path, Err: loaders.ErrFormat, Hint: "something else has taken its place"}
	}
	for _, u := range s.agents {
		if n, err := u.again(); err == nil {
			next.agents = append(next.agents, n)
		}
	}
	return next, nil
}

func followError(path string, err error) error {
	var own *loaders.Error
	if errors.As(err, &own) {
		return own
	}
	return &loaders.Error{Op: "follow transcript", Path: path, Err: err}
}

func (u *unit) same(st os.FileInfo) bool {
	return os.SameFile(u.stat, st) && st.Size() == u.stat.Size() && st.ModTime().Equal(u.stat.ModTime())
}

// again is the unit to read on with: what was read so far where the file has only grown, else the file from its start.
func (u *unit) again() (*unit, error) {
	st, err := os.Stat(u.path)
	if err != nil {
		return nil, err
	}
	if u.same(st) || os.SameFile(u.stat, st) && st.Size() >= u.end && u.sameEnd() {
		next := &unit{table: u.table.clone(), path: u.path, agent: u.agent, about: u.about, file: u.file, close: u.close, stat: st, count: u.count}
		return next, nil
	}
	next, err := openUnit(u.path, u.count)
	if err == nil {
		next.agent, next.about = u.agent, u.about
	}
	return next, err
}

// sameEnd holds the last whole record that was read to what lies there now: in a file written anew it is another.
func (u *unit) sameEnd() bool {
	if _, plain := u.file.(*os.File); !plain {
		return false // a decoded copy does not grow
	}
	for i := len(u.recs) - u.tail - 1; i >= 0; i-- {
		r := &u.recs[i]
		if r.id == 0 {
			continue
		}
		b, err := u.body(int32(i))
		return err == nil && len(b) == int(r.size) && bytes.Contains(b, u.bytes(r.id)) && b[0] == '{' && b[len(b)-1] == '}'
	}
	return u.end == 0
}

// clone copies what a scan changes.
func (t *table) clone() table {
	c := *t
	c.names = t.names.clone()
	c.recs, c.calls, c.results = slices.Clone(t.recs), slices.Clone(t.calls), slices.Clone(t.results)
	c.costs, c.faults, c.backups, c.replaced = slices.Clone(t.costs), slices.Clone(t.faults), slices.Clone(t.backups), slices.Clone(t.replaced)
	c.logical, c.agents, c.kept, c.unknown = maps.Clone(t.logical), maps.Clone(t.agents), maps.Clone(t.kept), maps.Clone(t.unknown)
	return c
}

// clone shares the pages of the arena but for the last one, which is still written to.
func (n *names) clone() names {
	c := names{pages: slices.Clone(n.pages), pos: slices.Clone(n.pos), size: slices.Clone(n.size), slots: slices.Clone(n.slots)}
	if last := len(c.pages) - 1; last >= 0 {
		page := make([]byte, len(c.pages[last]), max(1<<pageBits, len(c.pages[last])))
		copy(page, c.pages[last])
		c.pages[last] = page
	}
	return c
}
