package loaders

import (
	"context"
	"errors"
	"fmt"
	"os"

	"zombiezen.com/go/sqlite"
)

// backupPages is how many pages are copied before a cancel is looked for.
const backupPages = 1024

// Backup copies the database as it is at one moment, with what a -wal holds, into a new file; a writer need not stop for it. The
// file must not exist yet, and is gone again where the copy fails. The copy belongs to this user alone.
func (d *DB) Backup(ctx context.Context, to string) (err error) {
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("make a copy of %s: %w", d.path, err)
	}
	defer func() {
		if err != nil {
			os.Remove(to)
			err = fmt.Errorf("copy %s to %s: %w", d.path, to, err)
		}
	}()
	if err := f.Close(); err != nil {
		return err
	}
	return d.With(ctx, func(from *sqlite.Conn) (err error) {
		into, err := sqlite.OpenConn(dbURI(to, modeCopy), sqlite.OpenReadWrite|sqlite.OpenURI)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, into.Close()) }()
		b, err := sqlite.NewBackup(into, "main", from, "main")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.Close()) }()
		for more := true; more; {
			if err := ctx.Err(); err != nil {
				return err
			}
			if more, err = b.Step(backupPages); err != nil {
				return err
			}
		}
		return nil
	})
}
