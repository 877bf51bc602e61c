package fork

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Unfork removes exactly the rows (or the file) that the journal says a fork added. id is the fork's checkpoint id, an ending
// of it, or the journal entry. It refuses where something was built on the fork, and where a row is no longer as it was written.
// A fork that was begun and never written leaves nothing to remove: the result then has no rows.
func Unfork(ctx context.Context, path, id string) (*Result, error) {
	e, err := entryFor(path, id)
	if err != nil {
		return nil, err
	}
	if e.File != "" {
		if err = removeFile(e); errors.Is(err, errNoRow) {
			err, e.Rows = nil, nil
		}
	} else {
		err = transaction(ctx, path, func(conn *sqlite.Conn) error { return removeRows(conn, e) })
		if errors.Is(err, errNoRow) && e.State == "begun" {
			err, e.Rows = nil, nil // announced, but never committed: there is nothing to take back
		}
	}
	if err != nil {
		return nil, err
	}
	e.State, e.At = "removed", time.Now().UTC()
	r := e.result()
	if err := record(e); err != nil {
		return &r, fmt.Errorf("the fork is gone, but the journal is not written: %w", err)
	}
	return &r, nil
}

// Find tells what Unfork would remove for id, from the journal alone.
func Find(path, id string) (Result, error) {
	e, err := entryFor(path, id)
	if err != nil {
		return Result{}, err
	}
	return e.result(), nil
}

// entryFor finds the one entry that is meant.
func entryFor(path, id string) (journalEntry, error) {
	all, err := journal(path)
	if err != nil {
		return journalEntry{}, err
	}
	var found []journalEntry
	for _, e := range all {
		switch {
		case e.State == "removed" || e.State == "begun" && len(e.Rows) == 0:
		case e.Entry == id || e.ID == id || e.Thread == id && e.NewThread:
			return e, nil
		case len(id) >= 4 && strings.HasSuffix(e.ID, id):
			found = append(found, e)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return journalEntry{}, usagef("the journal knows no fork %q of %s (cptui takes back only what it added itself)", id, path)
	}
	return journalEntry{}, usagef("%q names %d forks of %s (give more of the id)", id, len(found), path)
}

func removeRows(conn *sqlite.Conn, e journalEntry) error {
	for _, r := range e.Rows {
		hash, _, err := rowHash(conn, r)
		if err != nil {
			return fmt.Errorf("%s %s: %w", r.Table, strings.Join(r.Key, " "), err)
		}
		if hash != r.Hash {
			return fmt.Errorf("%w: %s %s is not as it was written; it was changed since", ErrRefused, r.Table, strings.Join(r.Key, " "))
		}
	}
	if err := nothingBuiltOn(conn, e); err != nil {
		return err
	}
	for _, r := range e.Rows {
		query := "DELETE FROM " + r.Table + " WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?"
		if r.Table == "writes" {
			query += " AND task_id = ? AND idx = CAST(? AS INTEGER)"
		}
		args := make([]any, len(r.Key))
		for i, k := range r.Key {
			args[i] = k
		}
		if err := sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args}); err != nil {
			return err
		}
		if conn.Changes() != 1 {
			return fmt.Errorf("removing %s %v touched %d rows", r.Table, r.Key, conn.Changes())
		}
	}
	return nil
}

// nothingBuiltOn refuses where a run went on from the fork: a child, a task's writes, a subgraph called from it, or, in a new
// thread, any row that is not the fork's.
func nothingBuiltOn(conn *sqlite.Conn, e journalEntry) error {
	refuse := func(n, what string) error {
		return fmt.Errorf("%w: %s %s built on fork %s; taking it back would leave them without a base", ErrRefused, n, what, e.ID)
	}
	own := map[string]int{}
	here := 0              // writes of the fork's own row
	inner := []string(nil) // namespaces that came along
	within := map[string]int{}
	for _, r := range e.Rows {
		own[r.Table]++
		switch ns := r.Key[1]; {
		case r.Table == "writes" && ns == e.NS && r.Key[2] == e.ID:
			here++
		case ns != e.NS:
			if within["checkpoints "+ns]+within["writes "+ns] == 0 {
				inner = append(inner, ns)
			}
			within[r.Table+" "+ns]++
		}
	}
	type question struct {
		what, query string
		args        []any
		own         int
	}
	ask := []question{
		{"checkpoints are", "SELECT count(*) FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND parent_checkpoint_id = ?", []any{e.Thread, e.NS, e.ID}, 0},
		{"writes are", "SELECT count(*) FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?", []any{e.Thread, e.NS, e.ID}, here},
		// A subgraph that a task of the fork called names the fork in its metadata; what came along is older than the fork.
		{"subgraph checkpoints are", "SELECT count(*) FROM checkpoints WHERE thread_id = ?1 AND checkpoint_ns <> ?2 AND checkpoint_id > ?3 AND instr(CAST(metadata AS TEXT), ?3)", []any{e.Thread, e.NS, e.ID}, 0},
	}
	for _, ns := range inner {
		for _, table := range []string{"checkpoints", "writes"} {
			ask = append(ask, question{table + " of " + ns + " are", "SELECT count(*) FROM " + table + " WHERE thread_id = ? AND checkpoint_ns = ?", []any{e.Thread, ns}, within[table+" "+ns]})
		}
	}
	if e.NewThread {
		ask = []question{
			{"checkpoints of the new thread are", "SELECT count(*) FROM checkpoints WHERE thread_id = ?", []any{e.Thread}, own["checkpoints"]},
			{"writes of the new thread are", "SELECT count(*) FROM writes WHERE thread_id = ?", []any{e.Thread}, own["writes"]},
		}
	}
	for _, q := range ask {
		n, err := text(conn, q.query, q.args...)
		if err != nil {
			return err
		}
		if n != fmt.Sprint(q.own) {
			return refuse(n, q.what)
		}
	}
	return nil
}

// removeFile deletes a session file that a fork made, if it is still exactly that.
func removeFile(e journalEntry) error {
	for _, r := range e.Rows {
		hash, err := fileHash(e.File)
		if errors.Is(err, fs.ErrNotExist) && e.State == "begun" { // announced, but it never got its name
			if err := os.Remove(e.draftFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("take back %s: %w", e.File, err)
			}
			return errNoRow
		}
		if err != nil {
			return fmt.Errorf("take back %s: %w", e.File, err)
		}
		if hash != r.Hash {
			return fmt.Errorf("%w: %s was written to since; a session goes on in it", ErrRefused, e.File)
		}
	}
	if err := os.Remove(e.File); err != nil {
		return fmt.Errorf("take back %s: %w", e.File, err)
	}
	return nil
}
