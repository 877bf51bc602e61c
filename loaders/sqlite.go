package loaders

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
)

// busyTimeout is how long a locked database is waited for.
const busyTimeout = 2 * time.Second

// poolSize bounds the connections of one database; each has a page cache of 2 MB at most.
const poolSize = 3

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
	away   bool // Aside: no connection may be opened just now

	watch   *conn // held for data_version
	version int64 // of the last Poll
	polled  dbSide
}

// conn is a connection of one generation: when the way of opening changes, the older ones are closed as they come back.
type conn struct {
	*sqlite.Conn
	gen  int
	copy bool
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

// With runs f inside one read transaction. Cancelling ctx interrupts a running statement; the error is then ctx's own.
// Other errors of SQLite come back as *Error.
func (d *DB) With(ctx context.Context, f func(c *sqlite.Conn) error) error {
	select {
	case d.sem <- struct{}{}:
		defer func() { <-d.sem }()
	case <-ctx.Done():
		return ctx.Err()
	}
	c, err := d.take(ctx)
	if err != nil {
		return d.explain(ctx, err)
	}
	err = f(c.Conn)
	d.give(c)
	if c.copy {
		<-d.only
	}
	return d.explain(ctx, err)
}

// take hands out a connection inside a read transaction, opening the file anew where what lies beside it asks for another way.
func (d *DB) take(ctx context.Context) (*conn, error) {
	if err := d.refresh(); err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		c, err := d.pop(ctx)
		if err == nil {
			c.SetInterrupt(ctx.Done())
			if err = begin(c.Conn); err == nil {
				return c, nil
			}
			c.SetInterrupt(nil)
			c.Close()
			if c.copy {
				<-d.only
			}
		}
		if try > 1 || !(needsCopy(err) && d.switchTo(modeCopy)) && !(Corrupt(err) && d.bear()) {
			return nil, err
		}
	}
}

// pop takes an idle connection or opens one.
func (d *DB) pop(ctx context.Context) (*conn, error) {
	d.mu.Lock()
	mode, gen, cut := d.mode, d.gen, d.cut
	d.mu.Unlock()
	if mode == modeCopy {
		select {
		case d.only <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	d.mu.Lock()
	if n := len(d.idle); n > 0 && d.gen == gen {
		c := d.idle[n-1]
		d.idle = d.idle[:n-1]
		d.mu.Unlock()
		return c, nil
	}
	closed := d.closed
	d.mu.Unlock()
	c, err := (*sqlite.Conn)(nil), fs.ErrClosed
	if !closed {
		c, err = openConn(d.real, mode, cut)
	}
	if err != nil {
		if mode == modeCopy {
			<-d.only
		}
		return nil, err
	}
	return &conn{Conn: c, gen: gen, copy: mode == modeCopy}, nil
}

// give ends the transaction and keeps the connection for the next call.
func (d *DB) give(c *conn) {
	c.SetInterrupt(nil)
	if !c.AutocommitEnabled() {
		if err := run(c.Conn, "ROLLBACK"); err != nil {
			c.Close()
			return
		}
	}
	d.mu.Lock()
	keep := !d.closed && c.gen == d.gen
	if keep {
		d.idle = append(d.idle, c)
	}
	d.mu.Unlock()
	if !keep {
		c.Close()
	}
}

// refresh opens the file anew where the way it was opened no longer shows what is in it. Two stats; a file that has
// gone is still read through the connections that are open.
func (d *DB) refresh() error {
	d.mu.Lock()
	side := d.side
	mode := d.mode
	d.mu.Unlock()
	main, err := mark(d.real)
	if err != nil || !main.there {
		return nil
	}
	switch mode {
	case modePlace:
		if main.sameFile(side.main) {
			return nil
		}
	default:
		wal, err := mark(d.real + "-wal")
		if err != nil || main == side.main && wal == side.wal {
			return nil
		}
	}
	now, err := lookBeside(d.real)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.side, d.mode, d.cut = now, now.mode(), now.short
	d.retire()
	return nil
}

// switchTo changes the way of opening; false where it is that way already.
func (d *DB) switchTo(m dbMode) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.mode == m {
		return false
	}
	d.mode = m
	d.retire()
	return true
}

// bear makes connections bear a file that is cut short; false where they do already.
func (d *DB) bear() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cut {
		return false
	}
	d.cut = true
	d.retire()
	return true
}

// retire closes the idle connections and lets those in use be closed when they come back. d.mu is held.
func (d *DB) retire() {
	d.gen++
	for _, c := range d.idle {
		c.Close()
	}
	d.idle = nil
}

// Close closes all connections; calls of With that are running end first with their own.
func (d *DB) Close() error {
	d.delist()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.retire()
	if d.watch != nil {
		d.watch.Close()
		d.watch = nil
	}
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
