package loaders

import (
	"context"
	"io/fs"
	"time"

	"zombiezen.com/go/sqlite"
)

// poolSize bounds the connections of one database; each has a page cache of 2 MB at most.
const poolSize = 3

// conn is a connection of one generation: when the way of opening changes, the older ones are closed as they come back.
type conn struct {
	*sqlite.Conn
	gen  int
	copy bool
}

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
		d.restLater()
	}
	d.mu.Unlock()
	if !keep {
		c.Close()
	}
}

// restAfter is how long an idle connection to a database with a WAL stays open. While there is one, a writer that ends
// cannot take its -wal and -shm away.
const restAfter = 100 * time.Millisecond

// restLater closes the idle connections when nothing was read for a while. d.mu is held.
func (d *DB) restLater() {
	if d.mode != modePlace || !d.side.wal.there {
		return
	}
	if d.rest != nil {
		d.rest.Reset(restAfter)
		return
	}
	d.rest = time.AfterFunc(restAfter, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.closeIdle()
	})
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
	wal, err := mark(d.real + "-wal")
	if err != nil {
		return nil
	}
	switch mode {
	case modePlace: // a writer that ended took its -wal away; the next one makes another, which open connections do not see
		if main.sameFile(side.main) && wal.sameFile(side.wal) {
			return nil
		}
	default:
		if main == side.main && wal == side.wal {
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
	d.closeIdle()
}

func (d *DB) closeIdle() {
	for _, c := range d.idle {
		c.Close()
	}
	d.idle = nil
}
