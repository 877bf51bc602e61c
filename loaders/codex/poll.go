package codex

import (
	"bytes"
	"os"

	"cptui/loaders"
	"cptui/loaders/transcript"
)

// Poll looks at the session's files, and at the folders in which new ones would lie.
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
	for _, u := range s.units {
		if u == s.main {
			continue
		}
		st, err := os.Stat(u.path)
		changed = changed || err != nil || !u.file.Same(st)
	}
	if !changed && !s.shelf.changed().After(s.listed) {
		return nil, nil
	}
	next := &session{path: s.path, count: s.count}
	if next.main, err = s.main.again(); err != nil {
		return nil, err
	}
	if b := transcript.Head(s.path, 1<<20); len(next.main.recs) == 0 && bytes.IndexByte(b, '\n') >= 0 {
		if name, _ := sniffHead(unpacked(b, 1<<20)); name == "" {
			return nil, &loaders.Error{Op: "follow transcript", Path: s.path, Err: loaders.ErrFormat, Hint: "something else has taken its place"}
		}
	}
	for _, u := range s.units {
		if u == s.main {
			continue
		}
		if n, err := u.again(); err == nil {
			next.units = append(next.units, n)
		}
	}
	return next, nil
}

// again is the unit to read on with: what was read so far where the file has only grown, else the file from its start.
func (u *unit) again() (*unit, error) {
	st, err := os.Stat(u.path)
	if err != nil {
		return nil, &loaders.Error{Op: "follow transcript", Path: u.path, Err: err}
	}
	if u.file.Same(st) || os.SameFile(u.file.Stat, st) && st.Size() >= u.table.end && u.sameEnd() {
		return &unit{table: u.table.clone(), path: u.path, file: u.file.As(st), count: u.count, torn: u.torn, prompt: -1, end: -1}, nil
	}
	return openUnit(u.path, u.count)
}

// sameEnd holds the last whole record that was read to what lies there now: in a file written anew it is another.
func (u *unit) sameEnd() bool {
	if !u.file.Plain {
		return false // an unpacked copy does not grow
	}
	i := len(u.recs) - u.tail - 1
	if i < 0 {
		return u.table.end == 0
	}
	b, err := u.body(int32(i))
	if err != nil || len(b) != int(u.recs[i].size) || b[0] != '{' || b[len(b)-1] != '}' {
		return false
	}
	return u.recs[i].at == transcript.NoTime || transcript.ParseTime([]byte(transcript.Stamp(b)), true) == u.recs[i].at
}
