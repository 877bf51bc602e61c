package claude

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cptui/loaders"
	"cptui/loaders/transcript"
)

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

// Poll looks at the session's file and at those of its subagents.
func (s *session) Poll() (transcript.Session, error) {
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
	changed := !s.main.file.Same(st)
	for _, u := range s.agents {
		st, err := os.Stat(u.path)
		changed = changed || err != nil || !u.file.Same(st)
	}
	if !changed && len(s.agentFiles()) == len(s.agents) {
		return nil, nil
	}
	next := newSession(s.path, s.count)
	if next.main, err = s.main.again(); err != nil {
		return nil, followError(s.path, err)
	}
	if b := transcript.Head(s.path, 1<<20); len(next.main.recs) == 0 && bytes.IndexByte(b, '\n') >= 0 && sniffHead(b) == 0 {
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

// again is the unit to read on with: what was read so far where the file has only grown, else the file from its start.
func (u *unit) again() (*unit, error) {
	st, err := os.Stat(u.path)
	if err != nil {
		return nil, err
	}
	if u.file.Same(st) || os.SameFile(u.file.Stat, st) && st.Size() >= u.end && u.sameEnd() {
		return &unit{table: u.table.clone(), path: u.path, agent: u.agent, about: u.about, file: u.file.As(st), count: u.count}, nil
	}
	next, err := openUnit(u.path, u.count)
	if err == nil {
		next.agent, next.about = u.agent, u.about
	}
	return next, err
}

// sameEnd holds the last whole record that was read to what lies there now: in a file written anew it is another.
func (u *unit) sameEnd() bool {
	if !u.file.Plain {
		return false // a decoded copy does not grow
	}
	for i := len(u.recs) - u.tail - 1; i >= 0; i-- {
		r := &u.recs[i]
		if r.id == 0 {
			continue
		}
		b, err := u.body(int32(i))
		return err == nil && len(b) == int(r.size) && bytes.Contains(b, u.Bytes(r.id)) && b[0] == '{' && b[len(b)-1] == '}'
	}
	return u.end == 0
}

// clone copies what a scan changes.
func (t *table) clone() table {
	c := *t
	c.Names = t.Names.Clone()
	c.recs, c.calls, c.results = slices.Clone(t.recs), slices.Clone(t.calls), slices.Clone(t.results)
	c.shots = slices.Clone(t.shots)
	c.costs, c.faults, c.backups, c.replaced = slices.Clone(t.costs), slices.Clone(t.faults), slices.Clone(t.backups), slices.Clone(t.replaced)
	c.logical, c.agents, c.kept, c.unknown = maps.Clone(t.logical), maps.Clone(t.agents), maps.Clone(t.kept), maps.Clone(t.unknown)
	return c
}
