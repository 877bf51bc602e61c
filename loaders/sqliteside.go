package loaders

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// How a SQLite file is opened, so that all its rows show, nothing appears beside it and nothing in it changes.
//
//   - A file in WAL mode with no -wal, or an empty one without a -shm, was closed cleanly: immutable. Without immutable=1
//     SQLite would create -wal and -shm just to read it.
//   - A -wal beside a -shm: a writer is at work, or died. The -shm is opened read-only (readonly_shm); where nobody holds it,
//     SQLite rebuilds its index in memory.
//   - A -wal that is nothing but its header holds no rows; beside a -shm SQLite would try for ten seconds to read it.
//   - A -wal with content but no -shm: SQLite would create one. A private copy of both is read instead; so is a file
//     whose writer died within a transaction (a hot -journal), since a read-only connection cannot roll back.
//   - All else is read in place.
type dbMode uint8

const (
	modePlace  dbMode = iota // in place, next to writers
	modeFrozen               // immutable: no locks, no side files
	modeCopy                 // from a private copy
)

// sqliteHeader is the size of the header of a SQLite file; bytes 18 and 19 are 2 in WAL mode.
const sqliteHeader = 100

// walFileHeader is the size of the header of a -wal.
const walFileHeader = 32

// dbSide is what lies beside a database, as far as opening and noticing changes depend on it.
type dbSide struct {
	main, wal, shm, journal fileMark
	walHeader               bool
	short                   bool // the file ends before the page count in its header
}

// fileMark tells two states of a file apart without reading it.
type fileMark struct {
	there    bool
	regular  bool // neither a folder nor a pipe nor a device
	dev, ino uint64
	size     int64
	mtime    int64 // ns
}

func mark(path string) (fileMark, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fileMark{}, nil
	}
	if err != nil {
		return fileMark{}, err
	}
	m := fileMark{there: true, regular: info.Mode().IsRegular(), size: info.Size(), mtime: info.ModTime().UnixNano()}
	m.dev, m.ino = fileID(info)
	return m, nil
}

// sameFile reports whether b is the file that a was, grown or not.
func (a fileMark) sameFile(b fileMark) bool {
	return a.there == b.there && a.dev == b.dev && a.ino == b.ino
}

// markBeside marks the database at path (links resolved) and its side files. It opens nothing: closing any descriptor of a
// file gives up all locks that this process has on it (POSIX), those of its connections too. What is called while connections
// are open may only do this.
func markBeside(path string) (s dbSide, err error) {
	for _, f := range []struct {
		to   *fileMark
		tail string
	}{{&s.main, ""}, {&s.wal, "-wal"}, {&s.shm, "-shm"}, {&s.journal, "-journal"}} {
		if *f.to, err = mark(path + f.tail); err != nil {
			return s, err
		}
	}
	switch {
	case !s.main.there:
		return s, fs.ErrNotExist
	case !s.main.regular:
		return s, notRegular(path)
	}
	return s, nil
}

// lookBeside is markBeside, and reads the header of the database.
func lookBeside(path string) (s dbSide, err error) {
	if s, err = markBeside(path); err != nil {
		return s, err
	}
	f, err := OpenFile(path)
	if err != nil {
		return s, err
	}
	defer f.Close()
	var head [sqliteHeader]byte
	if n, _ := f.ReadAt(head[:], 0); n == len(head) {
		s.walHeader = head[18] == 2 || head[19] == 2
		s.short = s.wal.size == 0 && !s.journal.there && endsEarly(head[:], s.main.size)
	}
	return s, nil
}

// endsEarly reports whether a file of this size is shorter than its header says. SQLite itself reads the rest of a page that
// is cut as zeros without a word.
func endsEarly(head []byte, size int64) bool {
	if string(head[24:28]) != string(head[92:96]) {
		return false // the page count is out of date
	}
	page := int64(binary.BigEndian.Uint16(head[16:]))
	if page == 1 {
		page = 65536
	}
	return int64(binary.BigEndian.Uint32(head[28:]))*page > size
}

// mode chooses how to open.
func (s dbSide) mode() dbMode {
	switch {
	case s.wal.size == walFileHeader:
		return modeFrozen
	case s.wal.there && s.shm.there:
		return modePlace
	case s.wal.size > 0:
		return modeCopy
	case s.walHeader, s.wal.there:
		return modeFrozen
	}
	return modePlace
}

// resolve gives the absolute path behind all links: SQLite keeps side files beside that one.
func resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(real)
}

// dbURI is the address of a file for SQLite. Every byte that has a meaning in a URI is escaped; a path without "file:" would
// ignore mode=ro and create the file.
func dbURI(path string, m dbMode) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(p), ":", "%3A")
	}
	return "file:" + strings.Join(parts, "/") + "?" + map[dbMode]string{
		modePlace:  "mode=ro&readonly_shm=1",
		modeFrozen: "mode=ro&immutable=1",
		modeCopy:   "mode=rw", // a hot journal has to be rolled back
	}[m]
}
