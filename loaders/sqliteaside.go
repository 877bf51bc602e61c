package loaders

import (
	"context"
	"sync"
)

// openDBs are the databases that this process has open, by real path.
var openDBs = struct {
	sync.Mutex
	byPath map[string][]*DB
}{byPath: map[string][]*DB{}}

func (d *DB) enlist() {
	openDBs.Lock()
	defer openDBs.Unlock()
	openDBs.byPath[d.real] = append(openDBs.byPath[d.real], d)
}

func (d *DB) delist() {
	openDBs.Lock()
	defer openDBs.Unlock()
	list := openDBs.byPath[d.real]
	for i, have := range list {
		if have == d {
			openDBs.byPath[d.real] = append(list[:i:i], list[i+1:]...)
		}
	}
	if len(openDBs.byPath[d.real]) == 0 {
		delete(openDBs.byPath, d.real)
	}
}

// Aside runs f while every reader of the file at path in this process has closed its connections; reading goes on afterwards
// by itself. SQLite keeps one view of a -shm for all connections of a process, so that a writer beside a reader that opened
// it read-only would find the database read-only.
func Aside(ctx context.Context, path string, f func() error) error {
	real, err := resolve(path)
	if err != nil {
		return fileError("open database", path, err)
	}
	openDBs.Lock()
	list := append([]*DB(nil), openDBs.byPath[real]...)
	openDBs.Unlock()
	for _, d := range list {
		back, err := d.stepAside(ctx)
		if err != nil {
			return err
		}
		defer back()
	}
	return f()
}

// stepAside waits for readings to end and closes all connections; back lets reading go on.
func (d *DB) stepAside(ctx context.Context) (back func(), err error) {
	held := 0
	release := func() {
		for ; held > 0; held-- {
			<-d.sem
		}
	}
	for held < poolSize {
		select {
		case d.sem <- struct{}{}:
			held++
		case <-ctx.Done():
			release()
			return nil, ctx.Err()
		}
	}
	d.mu.Lock()
	d.retire()
	d.mu.Unlock()
	return func() {
		d.mu.Lock()
		// A writer that was the last to close has taken -wal and -shm away: look again how to open.
		if now, err := lookBeside(d.real); err == nil {
			d.side, d.mode = now, now.mode()
		}
		d.mu.Unlock()
		release()
	}, nil
}
