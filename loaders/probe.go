package loaders

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// headSize is how much of a file all sniffers together may see.
const headSize = 1 << 20

// firstPage is what is read of a file to see whether it is a database.
const firstPage = 4 << 10

// sqliteMagic begins every SQLite 3 file.
const sqliteMagic = "SQLite format 3\x00"

// probe looks at path without blocking: a pipe or a device is refused before it is opened.
func probe(ctx context.Context, path string) (*Probe, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError("open", path, err)
	}
	p := &Probe{Path: path, Size: info.Size(), IsDir: info.IsDir()}
	switch mode := info.Mode(); {
	case mode.IsDir():
		return p, nil
	case mode&fs.ModeNamedPipe != 0:
		return nil, &Error{"open", path, ErrFormat, "a named pipe; give a transcript on standard input with -"}
	case mode&fs.ModeSocket != 0:
		return nil, &Error{"open", path, ErrFormat, "a socket, not a file"}
	case !mode.IsRegular():
		return nil, &Error{"open", path, ErrFormat, "a device, not a file"}
	case info.Size() == 0:
		return nil, &Error{"open", path, ErrEmpty, ""}
	}
	if p.Head, err = readHead(path, info.Size()); err != nil {
		return nil, fileError("read", path, err)
	}
	if !bytes.HasPrefix(p.Head, []byte(sqliteMagic)) {
		return p, nil
	}
	if len(p.Head) < sqliteHeader {
		return nil, &Error{"open database", path, ErrDamaged,
			"the file ends within the SQLite header; copy it again while nothing writes"}
	}
	if p.DB, err = OpenDB(ctx, path); err != nil {
		return nil, err
	}
	if p.Tables, err = p.DB.Tables(ctx); err != nil {
		p.close()
		return nil, err
	}
	if len(p.Tables) == 0 {
		defer p.close()
		return nil, noTables(p)
	}
	return p, nil
}

// noTables explains a database without a table: most often the main file of a WAL database copied alone.
func noTables(p *Probe) error {
	if p.DB.WALHeader() && !p.DB.HasWAL() {
		return &Error{"open database", p.Path, ErrDamaged,
			"wal-missing: it is in WAL mode, holds no tables, and there is no -wal file beside it: copy the -wal along with it, or run PRAGMA wal_checkpoint where it was written"}
	}
	return &Error{"open database", p.Path, ErrFormat, "a SQLite database without a single table"}
}

// OpenFile opens a regular file for reading, and never waits for one: a pipe (which a file may have become since somebody
// looked) is refused, and so are devices, whose reading has no end.
func OpenFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	st, err := f.Stat()
	if err == nil && !st.Mode().IsRegular() {
		err = notRegular(path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func notRegular(path string) error {
	return &Error{"open", path, ErrFormat, "no file any more but a folder, a pipe or a device"}
}

// readHead reads the first bytes of a file of that size; a database is known by its first page.
func readHead(path string, size int64) ([]byte, error) {
	f, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, min(size, firstPage))
	n, err := io.ReadFull(f, head)
	if rest := min(size, headSize) - firstPage; err == nil && rest > 0 && !bytes.HasPrefix(head, []byte(sqliteMagic)) {
		head = append(head, make([]byte, rest)...)
		n, err = io.ReadFull(f, head[firstPage:])
		n += firstPage
	}
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF { // it may have become shorter
		return nil, err
	}
	return head[:n], nil
}

// fileError turns an error of the file system into one of ours.
func fileError(op, path string, err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	e := &Error{Op: op, Path: path, Err: err}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		e.Err = cause.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Err, e.Hint = ErrNotFound, "check the path; cptui ls without arguments shows what it finds in the usual places"
	case errors.Is(err, fs.ErrPermission):
		e.Err, e.Hint = ErrPermitted, "this user may not read it"
	case errors.Is(err, syscall.ELOOP):
		e.Hint = "the links lead in a circle"
	}
	return e
}
