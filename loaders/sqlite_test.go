package loaders

import (
	"context"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
)

// exec runs statements with a writer's own connection.
func exec(t *testing.T, c *sqlite.Conn, statements ...string) {
	t.Helper()
	for _, q := range statements {
		if err := run(c, q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

// writer opens path for writing, as the program that records would.
func writer(t *testing.T, path string) *sqlite.Conn {
	t.Helper()
	c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	c.SetBusyTimeout(0)
	return c
}

const makeTable = "CREATE TABLE checkpoints(thread_id, checkpoint_ns, checkpoint_id)"

// snapshot maps the files of a folder to their content; of a -shm only that it is there.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(e.Name(), "-shm") {
			b = nil
		}
		out[e.Name()] = string(b)
	}
	return out
}

func names(m map[string]string) string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return strings.Join(out, " ")
}

func sameFiles(t *testing.T, before, after map[string]string) {
	t.Helper()
	if names(before) != names(after) {
		t.Errorf("files before: %s; after: %s", names(before), names(after))
	}
	for k, v := range before {
		if after[k] != v {
			t.Errorf("%s changed", k)
		}
	}
}

func count(t *testing.T, d *DB) (n int64) {
	t.Helper()
	err := d.With(context.Background(), func(c *sqlite.Conn) error {
		s, err := c.Prepare("SELECT count(*) FROM checkpoints")
		if err != nil {
			return err
		}
		defer s.Reset()
		_, err = s.Step()
		n = s.ColumnInt64(0)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// copyOut copies what lies in dir, as somebody would who copies a live database.
func copyOut(t *testing.T, dir string, leave ...string) string {
	t.Helper()
	to := t.TempDir()
	for name, content := range snapshot(t, dir) {
		if strings.HasSuffix(name, "-shm") {
			b, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			content = string(b)
		}
		skip := false
		for _, l := range leave {
			skip = skip || strings.HasSuffix(name, l)
		}
		if skip {
			continue
		}
		if err := os.WriteFile(filepath.Join(to, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// A database in each state that a person meets: all rows show, and the folder is as before.
func TestOpenLeavesNothing(t *testing.T) {
	live := t.TempDir()
	w := writer(t, filepath.Join(live, "a.db"))
	defer w.Close()
	exec(t, w, "PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0", makeTable, "INSERT INTO checkpoints VALUES('t','','1'),('t','','2')")

	rest := t.TempDir()
	c := writer(t, filepath.Join(rest, "a.db"))
	exec(t, c, "PRAGMA journal_mode=WAL", makeTable, "INSERT INTO checkpoints VALUES('t','','1'),('t','','2')")
	c.Close()

	plain := t.TempDir()
	c = writer(t, filepath.Join(plain, "a.db"))
	exec(t, c, makeTable, "INSERT INTO checkpoints VALUES('t','','1'),('t','','2')")
	exec(t, c, "PRAGMA cache_size=1", "BEGIN IMMEDIATE", "INSERT INTO checkpoints SELECT 't','',value FROM (WITH RECURSIVE n(value) AS (SELECT 3 UNION ALL SELECT value+1 FROM n LIMIT 9999) SELECT value FROM n)")
	hot := copyOut(t, plain) // the journal is there and the file half written
	exec(t, c, "ROLLBACK")
	c.Close()

	for _, test := range []struct {
		name string
		dir  string
		mode dbMode
	}{
		{"a live writer", live, modePlace},
		{"copied with -wal and -shm", copyOut(t, live), modePlace},
		{"copied with -wal only", copyOut(t, live, "-shm"), modeCopy},
		{"WAL, closed", rest, modeFrozen},
		{"rollback journal", plain, modePlace},
		{"hot journal", hot, modeCopy},
	} {
		t.Run(test.name, func(t *testing.T) {
			tmp := t.TempDir()
			t.Setenv("TMPDIR", tmp)
			before := snapshot(t, test.dir)
			d, err := OpenDB(context.Background(), filepath.Join(test.dir, "a.db"))
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time with a used connection
				if n := count(t, d); n != 2 {
					t.Errorf("%d rows, want 2", n)
				}
			}
			if d.mode != test.mode {
				t.Errorf("mode %d, want %d", d.mode, test.mode)
			}
			if d.RolledBack() != (test.name == "hot journal") {
				t.Errorf("rolled back: %v", d.RolledBack())
			}
			if changed, err := d.Poll(context.Background()); changed || err != nil {
				t.Errorf("Poll says %v, %v", changed, err)
			}
			if left := names(snapshot(t, tmp)); left != "" {
				t.Errorf("a private copy has names while it is read: %s", left)
			}
			d.Close()
			sameFiles(t, before, snapshot(t, test.dir))
		})
	}
}

func TestNothingCanBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	c := writer(t, path)
	exec(t, c, makeTable)
	c.Close()
	d, err := OpenDB(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, q := range []string{"INSERT INTO checkpoints VALUES(1,2,3)", "CREATE TABLE x(a)", "PRAGMA journal_mode=WAL", "VACUUM"} {
		before := snapshot(t, filepath.Dir(path))
		if err := d.With(context.Background(), func(c *sqlite.Conn) error { return run(c, q) }); err == nil && !strings.HasPrefix(q, "PRAGMA") {
			t.Errorf("%s was allowed", q)
		}
		sameFiles(t, before, snapshot(t, filepath.Dir(path)))
	}
}

// Paths mean nothing but themselves.
func TestOddPaths(t *testing.T) {
	for _, name := range []string{"a?mode=rwc.db", "a#b.db", "100%25.db", "a b.db", "new\nline.db", "esc\x1b[31m.db", "c:d.db", "é.db", "-dash.db", "&x=1.db", "bad\xff.db"} {
		dir := t.TempDir()
		tmp := filepath.Join(dir, "plain.db")
		c := writer(t, tmp)
		exec(t, c, makeTable, "INSERT INTO checkpoints VALUES(1,2,3)")
		c.Close()
		path := filepath.Join(dir, name)
		if err := os.Rename(tmp, path); err != nil {
			t.Fatal(err)
		}
		d, err := OpenDB(context.Background(), path)
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if n := count(t, d); n != 1 {
			t.Errorf("%q: %d rows", name, n)
		}
		d.Close()
		if left := names(snapshot(t, dir)); left != name {
			t.Errorf("%q: the folder holds %q", name, left)
		}
	}
}
