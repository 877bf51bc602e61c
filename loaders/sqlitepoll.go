package loaders

import (
	"context"

	"zombiezen.com/go/sqlite"
)

// Poll reports whether the file has changed since the last Poll (or since it was opened): stats of the file and its -wal,
// and, where it is read in place, PRAGMA data_version on a connection that is held for this. No transaction stays open.
func (d *DB) Poll(ctx context.Context) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	now, err := lookBeside(d.real)
	if err != nil {
		return false, fileError("watch database", d.path, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false, nil
	}
	changed := now.main != d.polled.main || now.wal != d.polled.wal
	if !now.main.sameFile(d.polled.main) {
		d.unwatch()
	}
	d.polled = now
	if d.mode != modePlace || d.away {
		d.unwatch()
		return changed, nil
	}
	if d.watch == nil {
		c, err := openConn(d.real, modePlace, d.cut)
		if err != nil {
			return changed, nil // the next reading says what is wrong
		}
		c.SetBusyTimeout(0)
		d.watch = &conn{Conn: c, gen: d.gen}
		d.version, _ = dataVersion(c)
		return changed, nil
	}
	if v, ok := dataVersion(d.watch.Conn); ok && v != d.version {
		d.version, changed = v, true
	}
	return changed, nil
}

func (d *DB) unwatch() {
	if d.watch != nil {
		d.watch.Close()
		d.watch = nil
	}
}

// dataVersion changes with every commit of another connection; false where the database is locked just now.
func dataVersion(c *sqlite.Conn) (v int64, ok bool) {
	s, err := c.Prepare("PRAGMA data_version")
	if err != nil {
		return 0, false
	}
	defer s.Reset()
	if row, err := s.Step(); err != nil || !row {
		return 0, false
	}
	return s.ColumnInt64(0), true
}
