package fork

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"cptui/loaders"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// The columns of the two tables as LangGraph makes them; task_path came with 1.2. Any other table is not written to.
var (
	checkpointColumns = []string{"thread_id", "checkpoint_ns", "checkpoint_id", "parent_checkpoint_id", "type", "checkpoint", "metadata"}
	writeColumns      = []string{"thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "idx", "channel", "type", "value"}
)

// busyFor is how long a writer that holds the database is waited for.
const busyFor = 2 * time.Second

// openForWriting opens an existing database and nothing else: the file is never created, its journal mode never changed.
func openForWriting(path string) (*sqlite.Conn, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: open %s for writing: %w", ErrRefused, path, err)
	}
	f.Close()
	abs, err := absolute(path)
	if err != nil {
		return nil, err
	}
	name := (&url.URL{Scheme: "file", Path: abs, RawQuery: "mode=rw"}).String()
	conn, err := sqlite.OpenConn(name, sqlite.OpenReadWrite|sqlite.OpenURI)
	if err != nil {
		return nil, fmt.Errorf("%w: open %s for writing: %w", ErrRefused, path, err)
	}
	conn.SetBusyTimeout(busyFor)
	return conn, nil
}

// transaction runs do inside BEGIN IMMEDIATE and commits; any error rolls everything back. Our own readers of the file step
// aside for it.
func transaction(ctx context.Context, path string, do func(*sqlite.Conn) error) error {
	return loaders.Aside(ctx, path, func() error { return immediately(ctx, path, do) })
}

func immediately(ctx context.Context, path string, do func(*sqlite.Conn) error) (err error) {
	conn, err := openForWriting(path)
	if err != nil {
		return err
	}
	defer func() { err = busy(path, errors.Join(err, conn.Close())) }()
	conn.SetInterrupt(ctx.Done())
	end, err := sqlitex.ImmediateTransaction(conn)
	if err != nil {
		return busy(path, err)
	}
	defer end(&err)
	if err := checkSchema(conn, path); err != nil {
		return err
	}
	return busy(path, do(conn))
}

// busy says in words why SQLite did not write: a lock, a file that cannot be written to, a full disk.
func busy(path string, err error) error {
	if errors.Is(err, ErrRefused) {
		return err
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultBusy, sqlite.ResultLocked:
		return fmt.Errorf("%w: %s is held by another writer (waited %s; try again when it is done)", ErrRefused, path, busyFor)
	case sqlite.ResultReadOnly, sqlite.ResultPerm, sqlite.ResultCantOpen:
		return fmt.Errorf("%w: %s cannot be written to: %s (SQLite also makes files in its folder while it writes)", ErrRefused, path, sqlite.ErrCode(err).Message())
	case sqlite.ResultFull:
		return fmt.Errorf("%w: no room on the disk of %s; nothing was written (make room and try again)", ErrRefused, path)
	case sqlite.ResultIOErr: // what SQLite says of a full disk as well, where its -shm or -wal does not fit
		return fmt.Errorf("%w: the disk of %s does not take it (%s); nothing was written (is it full?)", ErrRefused, path, sqlite.ErrCode(err).Message())
	}
	return err
}

// checkSchema refuses tables that are not LangGraph's own, and triggers, which would do more than is planned.
func checkSchema(conn *sqlite.Conn, path string) error {
	for table, want := range map[string][]string{"checkpoints": checkpointColumns, "writes": writeColumns} {
		var have []string
		kind := ""
		err := sqlitex.Execute(conn, "SELECT type FROM sqlite_master WHERE name = ?", &sqlitex.ExecOptions{
			Args: []any{table}, ResultFunc: func(s *sqlite.Stmt) error { kind = s.ColumnText(0); return nil },
		})
		if err == nil {
			err = sqlitex.Execute(conn, "SELECT name FROM pragma_table_info(?)", &sqlitex.ExecOptions{
				Args: []any{table}, ResultFunc: func(s *sqlite.Stmt) error { have = append(have, s.ColumnText(0)); return nil },
			})
		}
		if err != nil {
			return err
		}
		have = slices.DeleteFunc(have, func(c string) bool { return table == "writes" && c == "task_path" })
		slices.Sort(have)
		want = slices.Clone(want)
		slices.Sort(want)
		if kind != "table" || !slices.Equal(have, want) {
			return fmt.Errorf("%w: table %s in %s is not as LangGraph makes it (%s)", ErrRefused, table, path, strings.Join(have, ", "))
		}
	}
	triggers := 0
	err := sqlitex.Execute(conn, "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'", &sqlitex.ExecOptions{
		ResultFunc: func(s *sqlite.Stmt) error { triggers = s.ColumnInt(0); return nil },
	})
	if err == nil && triggers > 0 {
		err = fmt.Errorf("%w: %s has %d triggers, which would do more than add a row", ErrRefused, path, triggers)
	}
	return err
}

// write adds the fork: one transaction, every row read back before it commits. A copy that was made for it goes again where the
// fork fails.
func (d *rowDraft) write(ctx context.Context, p *Plan) (r *Result, err error) {
	if d.copyTo != "" {
		if err := d.source.Backup(ctx, d.copyTo); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrRefused, err)
		}
		d.file = d.copyTo
		defer func() {
			if err != nil && r == nil {
				os.Remove(d.copyTo)
			}
		}()
	}
	e, err := d.begin(p)
	if err != nil {
		return nil, err
	}
	err = transaction(ctx, d.file, func(conn *sqlite.Conn) error {
		if err := d.unchanged(conn, p); err != nil {
			return err
		}
		keys, err := d.addRows(conn)
		if err != nil {
			return err
		}
		e.Rows = keys
		return announce(e) // before the commit: a crash from here on leaves an entry that unfork can follow
	})
	if err != nil {
		return nil, err
	}
	e.State = "written"
	out := e.result()
	out.Head, out.Next, out.File = p.Head, p.Next, d.copyTo
	out.Resume = Resume(d.info, p.Thread, p.NS, d.resumeFrom)
	if err := record(e); err != nil {
		return &out, fmt.Errorf("the fork is written, but the journal is not: %w", err)
	}
	return &out, nil
}

// addRows inserts all that the plan lists, and gives the keys with what the rows hold.
func (d *rowDraft) addRows(conn *sqlite.Conn) ([]journalRow, error) {
	keys, err := d.copyHistory(conn)
	if err != nil {
		return nil, err
	}
	if err := d.table.insert(conn); err != nil {
		return nil, err
	}
	keys = append(keys, journalRow{Table: "checkpoints", Key: []string{d.table.Thread, d.table.NS, d.table.ID}})
	if d.waiting != nil {
		more, err := d.waiting.insert(conn, d.table.Thread)
		if err != nil {
			return nil, err
		}
		keys = append(keys, more...)
	}
	for i := range keys {
		if keys[i].Hash, keys[i].Bytes, err = rowHash(conn, keys[i]); err != nil {
			return nil, fmt.Errorf("read back %s %v: %w", keys[i].Table, keys[i].Key, err)
		}
	}
	return keys, d.table.readBack(conn)
}

func (d *rowDraft) begin(p *Plan) (journalEntry, error) {
	abs, err := absolute(d.file)
	if err != nil {
		return journalEntry{}, err
	}
	id, err := newEntryID()
	return journalEntry{
		Entry: id, State: "begun", At: time.Now().UTC(), Version: p.Request.Version, Path: abs, Thread: p.Thread, NS: p.NS, ID: p.ID,
		Parent: p.Parent, Source: p.Source, Step: p.Step, NewThread: d.newThread, HeadBefore: p.HeadBefore,
	}, err
}

// unchanged holds when what the plan was made from still stands: nothing newer in the thread, a new thread still new.
func (d *rowDraft) unchanged(conn *sqlite.Conn, p *Plan) error {
	newest, err := text(conn, "SELECT coalesce(max(checkpoint_id), '') FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ?", d.oldThread, p.NS)
	if err != nil {
		return err
	}
	if p.Head && !d.newThread && newest >= p.ID {
		return fmt.Errorf("%w: thread %q has gone on to %s meanwhile (open it again and choose anew)", ErrRefused, p.Thread, newest)
	}
	if d.waiting != nil {
		if err := d.waiting.unchanged(conn); err != nil {
			return err
		}
	}
	if d.newThread {
		n, err := text(conn, "SELECT (SELECT count(*) FROM checkpoints WHERE thread_id = ?1) + (SELECT count(*) FROM writes WHERE thread_id = ?1)", d.table.Thread)
		if err != nil {
			return err
		}
		if n != "0" {
			return fmt.Errorf("%w: thread %q is already there with %s rows", ErrRefused, d.table.Thread, n)
		}
	}
	return nil
}

// copyHistory takes ancestors, their subgraphs and all their writes along; only the thread id changes.
func (d *rowDraft) copyHistory(conn *sqlite.Conn) ([]journalRow, error) {
	var keys []journalRow
	paths, err := pathColumn(conn)
	if err != nil {
		return nil, err
	}
	for _, k := range d.copies {
		args := []any{d.table.Thread, d.oldThread, k.NS, k.ID}
		err := sqlitex.Execute(conn, `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
			SELECT ?, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata FROM checkpoints
			WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`, &sqlitex.ExecOptions{Args: args})
		if err != nil {
			return nil, err
		}
		keys = append(keys, journalRow{Table: "checkpoints", Key: []string{d.table.Thread, k.NS, k.ID}})
		err = sqlitex.Execute(conn, `INSERT INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value`+paths+`)
			SELECT ?, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value`+paths+` FROM writes
			WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`, &sqlitex.ExecOptions{Args: args})
		if err == nil {
			err = sqlitex.Execute(conn, "SELECT task_id, idx FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? ORDER BY 1, 2", &sqlitex.ExecOptions{
				Args: []any{d.table.Thread, k.NS, k.ID},
				ResultFunc: func(s *sqlite.Stmt) error {
					keys = append(keys, journalRow{Table: "writes", Key: []string{d.table.Thread, k.NS, k.ID, s.ColumnText(0), s.ColumnText(1)}})
					return nil
				},
			})
		}
		if err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// pathColumn continues a list of columns of writes with the one that LangGraph 1.2 added, where the table has it.
func pathColumn(conn *sqlite.Conn) (string, error) {
	n, err := text(conn, "SELECT count(*) FROM pragma_table_info('writes') WHERE name = 'task_path'")
	if err != nil || n == "0" {
		return "", err
	}
	return ", task_path", nil
}

func (r checkpointRow) insert(conn *sqlite.Conn) error {
	var parent any
	if r.Parent != "" {
		parent = r.Parent
	}
	err := sqlitex.Execute(conn, `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, &sqlitex.ExecOptions{Args: []any{r.Thread, r.NS, r.ID, parent, r.Type, r.Body, r.Metadata}})
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultConstraint {
		return fmt.Errorf("%w: checkpoint %s is already in thread %q", ErrRefused, r.ID, r.Thread)
	}
	return err
}

// readBack compares the row with what was meant.
func (r checkpointRow) readBack(conn *sqlite.Conn) error {
	found := false
	err := sqlitex.Execute(conn, `SELECT checkpoint, metadata, type, coalesce(parent_checkpoint_id, '') FROM checkpoints
		WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`, &sqlitex.ExecOptions{
		Args: []any{r.Thread, r.NS, r.ID},
		ResultFunc: func(s *sqlite.Stmt) error {
			found = bytes.Equal(blob(s, 0), r.Body) && bytes.Equal(blob(s, 1), r.Metadata) && s.ColumnText(2) == r.Type && s.ColumnText(3) == r.Parent
			return nil
		},
	})
	if err == nil && !found {
		err = fmt.Errorf("the row of checkpoint %s does not read back as it was written", r.ID)
	}
	return err
}

func blob(s *sqlite.Stmt, col int) []byte {
	b := make([]byte, s.ColumnLen(col))
	return b[:s.ColumnBytes(col, b)]
}

func text(conn *sqlite.Conn, query string, args ...any) (string, error) {
	out := ""
	err := sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args, ResultFunc: func(s *sqlite.Stmt) error { out = s.ColumnText(0); return nil }})
	return out, err
}

// rowHash names the content of a row: every column, with its storage class.
func rowHash(conn *sqlite.Conn, r journalRow) (string, int64, error) {
	where := "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?"
	if r.Table == "writes" {
		where += " AND task_id = ? AND idx = CAST(? AS INTEGER)"
	}
	args := make([]any, len(r.Key))
	for i, k := range r.Key {
		args[i] = k
	}
	sum, size, rows := sha256.New(), int64(0), 0
	err := sqlitex.Execute(conn, "SELECT * FROM "+r.Table+" WHERE "+where, &sqlitex.ExecOptions{Args: args, ResultFunc: func(s *sqlite.Stmt) error {
		rows++
		for i := range s.ColumnCount() {
			b := blob(s, i)
			fmt.Fprintf(sum, "%s %d %d ", s.ColumnName(i), s.ColumnType(i), len(b))
			sum.Write(b)
			size += int64(len(b))
		}
		return nil
	}})
	if err == nil && rows != 1 {
		err = errNoRow
	}
	return hex.EncodeToString(sum.Sum(nil)), size, err
}

var errNoRow = errors.New("the row is not there")
