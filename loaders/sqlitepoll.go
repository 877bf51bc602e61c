package loaders

import (
	"context"
	"time"
)

// Poll reports whether the file has changed since the last Poll (or since it was opened), by marks of the file and its -wal: a
// commit writes into one of them. It takes no lock and holds no connection.
func (d *DB) Poll(ctx context.Context) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	at := time.Now()
	now, err := markBeside(d.real)
	if err != nil {
		return false, fileError("watch database", d.path, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false, nil
	}
	changed := d.racy || now.main != d.polled.main || now.wal != d.polled.wal
	d.polled = now
	d.racy = now.main.racy(at) || now.wal.racy(at)
	return changed, nil
}

// clockTick is more than the step of the clock that stamps files (1 to 10 ms on Linux).
const clockTick = 20 * time.Millisecond

// racy reports whether a file marked at that time may be written once more and look the same: its clock had not moved on.
func (a fileMark) racy(at time.Time) bool {
	tick := clockTick
	if a.mtime%int64(time.Second) == 0 {
		tick = 2 * time.Second // a file system that keeps whole seconds
	}
	age := at.Sub(time.Unix(0, a.mtime))
	return a.there && age < tick && age > -tick
}
