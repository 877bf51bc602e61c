package loaders

import (
	"context"
	"errors"
	"io/fs"

	"zombiezen.com/go/sqlite"
)

// Corrupt reports whether err says that pages of the database are damaged.
func Corrupt(err error) bool {
	if err == nil {
		return false
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultCorrupt, sqlite.ResultNotADB:
		return true
	}
	return errors.Is(err, ErrDamaged)
}

// explain turns an error of SQLite into one of ours.
func (d *DB) explain(ctx context.Context, err error) error {
	var own *Error
	if err == nil || errors.As(err, &own) {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	e := &Error{Op: "read database", Path: d.path, Err: err}
	switch code := sqlite.ErrCode(err); code.ToPrimary() {
	case sqlite.ResultBusy, sqlite.ResultLocked:
		e.Err, e.Hint = ErrLocked, "a writer holds the whole database; try again when it is done"
	case sqlite.ResultCorrupt:
		e.Err, e.Hint = ErrDamaged, "db-corrupt: the database disk image is malformed; nothing was repaired: try .recover of the sqlite3 shell on a copy"
	case sqlite.ResultNotADB:
		e.Err, e.Hint = ErrDamaged, "it begins like a SQLite database but is none, or it is encrypted as a whole"
	case sqlite.ResultPerm, sqlite.ResultAuth:
		e.Err = ErrPermitted
	case sqlite.ResultFull:
		e.Hint = "no room for the private copy that this database has to be read from; set TMPDIR"
	default:
		return plainError(e, err)
	}
	return e
}

// plainError keeps the cause of an error of the file system, without the driver's prefixes.
func plainError(e *Error, err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		return fileError(e.Op, e.Path, err)
	}
	if code := sqlite.ErrCode(err); code != sqlite.ResultError && code != sqlite.ResultOK {
		e.Err = errors.New(code.Message())
	}
	return e
}
