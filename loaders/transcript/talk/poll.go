package talk

import (
	"bytes"
	"maps"
	"os"
	"slices"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// Poll looks at the session's files, and at the folder in which new ones would lie.
func (s *session) Poll() (transcript.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.loaded {
		return nil, nil
	}
	st, err := os.Stat(s.path)
	if err != nil {
		if os.IsNotExist(err) {
			err = loaders.ErrNotFound
		}
		return nil, &loaders.Error{Op: "follow transcript", Path: s.path, Err: err}
	}
	changed := !s.books[0].file.Same(st)
	for _, b := range s.books[1:] {
		st, err := os.Stat(b.path)
		changed = changed || err != nil || !b.file.Same(st)
	}
	if s.format.Agents != nil && !changed {
		changed = folderTime(s.format.Agents(s.path, s.name)).After(s.listed)
	}
	if !changed {
		return nil, nil
	}
	next := &session{format: s.format, path: s.path, count: s.count}
	for i, b := range s.books {
		n, err := b.again()
		if err != nil && i == 0 {
			return nil, err
		}
		if err == nil {
			next.books = append(next.books, n)
		}
	}
	if b := transcript.Head(s.path, headWindow); next.books[0].records == 0 && bytes.IndexByte(b, '\n') >= 0 && !s.format.knows(b) {
		return nil, &loaders.Error{Op: "follow transcript", Path: s.path, Err: loaders.ErrFormat, Hint: "something else has taken its place"}
	}
	return next, nil
}

// again is the book to read on with: what was read so far where the file has only grown, else the file from its start.
func (b *Book) again() (*Book, error) {
	st, err := os.Stat(b.path)
	if err != nil {
		return nil, &loaders.Error{Op: "follow transcript", Path: b.path, Err: err}
	}
	if !b.file.Plain || b.document || !os.SameFile(b.file.Stat, st) || st.Size() < b.end || !b.sameEnd() {
		return openBook(b.format, b.path, b.count)
	}
	next := newBook(b.format, b.path, b.file.As(st), b.count)
	next.recs, next.faults, next.unknown, next.sessions = slices.Clone(b.recs), slices.Clone(b.faults), maps.Clone(b.unknown), maps.Clone(b.sessions)
	for i := range next.recs { // what link found is found again
		if r := &next.recs[i]; r.list > 0 {
			r.kind, r.window = Note, nil
		}
	}
	next.records, next.lists, next.lines, next.end, next.tail = b.records, b.lists, b.lines, b.end, b.tail
	next.waits, next.talks = slices.Clone(b.waits), b.talks
	next.beside = b.beside.clone()
	next.title, next.session, next.producer, next.agent = b.title, b.session, b.producer, b.agent
	return next, nil
}

// sameEnd holds the last whole record that was read to what lies there now: in a file written anew it is another.
func (b *Book) sameEnd() bool {
	i := len(b.recs) - b.tail - 1
	if i < 0 {
		return b.end == 0
	}
	raw, err := b.body(ref(i))
	if err != nil || len(raw) != int(b.recs[i].Size) {
		return false
	}
	w := jsonl.Walk(raw)
	if w.Skip(); w.Bad() || w.Pos() != len(raw) {
		return false
	}
	list := b.format.Read(raw)
	return len(list) == 0 || list[0].ID == b.recs[i].id && list[0].At == b.recs[i].At
}
