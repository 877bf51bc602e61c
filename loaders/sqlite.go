package loaders

import (
	"context"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
)

// busyTimeout is how long a locked database is waited for.
const busyTimeout = 2 * time.Second

// DB is a SQLite file opened for reading only. It is safe for concurrent use: each call of With has a connection, and one
// short read transaction, for itself. Between calls no transaction is open, so that a writer's WAL does not grow.
type DB struct {
	path string // as given, for messages
	real string // behind links
	sem  chan struct{}
	only chan struct{} // held by whoever reads from the private copy, of which there is one

	mu     sync.Mutex
	side   dbSide
	mode   dbMode
	cut    bool // the file ends before its own page count; what is there is read all the same
	gen    int
	idle   []*conn
	closed bool
	rest   *time.Timer // closes the idle connections

	polled dbSide
	racy   bool // a commit just after the last Poll may have left the marks as they were
}

// OpenDB opens a SQLite file. Errors are *Error.
func OpenDB(ctx context.Context, path string) (*DB, error) {
	real, err := resolve(path)
	if err != nil {
		return nil, fileError("open database", path, err)
	}
	d := &DB{path: path, real: real, sem: make(chan struct{}, poolSize), only: make(chan struct{}, 1)}
	if d.side, err = lookBeside(real); err != nil {
		return nil, fileError("open database", path, err)
	}
	d.mode, d.polled, d.cut = d.side.mode(), d.side, d.side.short
	if err := d.With(ctx, func(*sqlite.Conn) error { return nil }); err != nil {
		d.Close()
		return nil, err
	}
	d.enlist()
	return d, nil
}

// WALHeader reports whether the file says that it is in WAL mode.
func (d *DB) WALHeader() bool { d.mu.Lock(); defer d.mu.Unlock(); return d.side.walHeader }

// Cut reports whether the file ends before its own page count: pages are missing.
func (d *DB) Cut() bool { d.mu.Lock(); defer d.mu.Unlock(); return d.cut }

// RolledBack reports whether a private copy is shown in which a transaction was rolled back that its writer left half done
// (a hot -journal).
func (d *DB) RolledBack() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.mode == modeCopy && d.side.wal.size == 0
}

// HasWAL reports whether a -wal with content lies beside it.
func (d *DB) HasWAL() bool { d.mu.Lock(); defer d.mu.Unlock(); return d.side.wal.size > 0 }

// Close closes all connections; calls of With that are running end first with their own.
func (d *DB) Close() error {
	d.delist()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.retire()
	return nil
}

// openConn opens one connection and binds its hands: it cannot write, run functions that a hostile schema calls, or map
// the file into memory (a truncated file would kill the process). SQLite refuses a file that is cut short as a whole, but for
// connections that may write the schema; so may those for such a file, which still cannot write anything.
func openConn(real string, m dbMode, cut bool) (*sqlite.Conn, error) {
	uri, remove := dbURI(real, m), func() {}
	if m == modeCopy {
		var err error
		if uri, remove, err = privateCopy(real); err != nil {
			return nil, err
		}
	}
	defer remove()
	flags := sqlite.OpenReadOnly
	if m == modeCopy {
		flags = sqlite.OpenReadWrite // of the copy: a hot journal has to be rolled back
	}
	c, err := sqlite.OpenConn(uri, flags|sqlite.OpenURI)
	if err != nil {
		return nil, err
	}
	c.SetBusyTimeout(busyTimeout)
	if err := c.SetDefensive(!cut); err != nil {
		c.Close()
		return nil, err
	}
	pragmas := []string{"trusted_schema=0", "mmap_size=0", "temp_store=2", "cell_size_check=1", "query_only=1"}
	if cut {
		pragmas = append(pragmas, "writable_schema=1")
	}
	for _, p := range pragmas {
		if err := run(c, "PRAGMA "+p); err != nil {
			c.Close()
			return nil, err
		}
	}
	if m == modeCopy { // all its files must be open before they lose their names
		if err := begin(c); err != nil {
			c.Close()
			return nil, err
		}
		if err := run(c, "ROLLBACK"); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

// begin starts a read transaction and takes its snapshot at once, so that whatever keeps the file from being read shows here.
func begin(c *sqlite.Conn) error {
	if err := run(c, "BEGIN"); err != nil {
		return err
	}
	if err := run(c, "SELECT 1 FROM sqlite_schema LIMIT 1"); err != nil {
		run(c, "ROLLBACK")
		return err
	}
	return nil
}

// run runs a statement that returns at most a row of no interest.
func run(c *sqlite.Conn, query string) error {
	s, err := c.Prepare(query)
	if err != nil {
		return err
	}
	if _, err = s.Step(); err != nil {
		return err
	}
	return s.Reset()
}

// needsCopy reports whether a file can only be read from a copy: a -shm that cannot be used as it is, a hot journal.
func needsCopy(err error) bool {
	switch code := sqlite.ErrCode(err); code {
	case sqlite.ResultReadOnlyRollback, sqlite.ResultReadOnlyRecovery, sqlite.ResultReadOnlyCantLock, sqlite.ResultReadOnlyCantInit:
		return true
	default:
		return code.ToPrimary() == sqlite.ResultCantOpen || code.ToPrimary() == sqlite.ResultReadOnly
	}
}
