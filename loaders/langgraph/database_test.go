package langgraph

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// The tables as today's savers make them.
const (
	tableCheckpoints = `CREATE TABLE checkpoints (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL,
		parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB, metadata BLOB, PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id))`
	tableWrites = `CREATE TABLE writes (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL,
		task_id TEXT NOT NULL, idx INTEGER NOT NULL, channel TEXT NOT NULL, type TEXT, value BLOB, task_path TEXT NOT NULL DEFAULT '',
		PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx))`
)

// maker writes a database for a test.
type maker struct {
	t    *testing.T
	path string
	c    *sqlite.Conn
}

func newMaker(t *testing.T, statements ...string) *maker {
	t.Helper()
	m := &maker{t: t, path: filepath.Join(t.TempDir(), "some.db")}
	var err error
	if m.c, err = sqlite.OpenConn(m.path, sqlite.OpenReadWrite|sqlite.OpenCreate); err != nil {
		t.Fatal(err)
	}
	for _, q := range statements {
		m.exec(q)
	}
	return m
}

// exec runs a statement; arguments are string (TEXT), []byte (BLOB), int or nil.
func (m *maker) exec(query string, args ...any) {
	m.t.Helper()
	s, err := m.c.Prepare(query)
	if err != nil {
		m.t.Fatalf("%s: %v", query, err)
	}
	for i, a := range args {
		switch a := a.(type) {
		case nil:
			s.BindNull(i + 1)
		case string:
			s.BindText(i+1, a)
		case []byte:
			s.BindBytes(i+1, a)
		case int:
			s.BindInt64(i+1, int64(a))
		default:
			m.t.Fatalf("argument %T", a)
		}
	}
	if _, err := s.Step(); err != nil {
		m.t.Fatalf("%s: %v", query, err)
	}
	s.Reset()
}

// row adds a checkpoint with the given body.
func (m *maker) row(thread, ns, id, parent, typ string, body []byte, metadata string) {
	m.t.Helper()
	var up any
	if parent != "" {
		up = parent
	}
	m.exec("INSERT INTO checkpoints VALUES(?,?,?,?,?,?,?)", thread, ns, id, up, typ, body, []byte(metadata))
}

// write adds a write.
func (m *maker) write(thread, ns, id, task string, idx int, channel, typ string, val []byte, path string) {
	m.t.Helper()
	m.exec("INSERT INTO writes VALUES(?,?,?,?,?,?,?,?,?)", thread, ns, id, task, idx, channel, typ, val, path)
}

// open closes the writer and opens the file.
func (m *maker) open() *Source {
	m.t.Helper()
	if m.c != nil {
		m.c.Close()
		m.c = nil
	}
	return openSource(m.t, m.path)
}

func openSource(t *testing.T, path string) *Source {
	t.Helper()
	s, err := loaders.Open(context.Background(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.(*Source)
}

func openThread(t *testing.T, s *Source, id string) *graph.History {
	t.Helper()
	h, err := s.Thread(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// began is when the made-up histories begin.
var began = time.Date(2026, 3, 7, 9, 0, 0, 0, time.UTC)

// uuid6 makes the id of a checkpoint: n seconds after the beginning, with the step as clock sequence.
func uuid6(n, step int) string {
	ticks := uint64(began.Add(time.Duration(n)*time.Second).UnixNano()/100) + gregorian
	return fmt.Sprintf("%08x-%04x-6%03x-%04x-5f3a90c2b1d7", ticks>>28, ticks>>12&0xffff, ticks&0xfff, 0x8000|step&0x3fff)
}

// benchOpen opens a database and finds its newest thread.
func benchOpen(b *testing.B, path string) (*Source, string) {
	s, err := loaders.Open(context.Background(), path, loaders.Options{})
	if err != nil {
		b.Fatal(err)
	}
	id, _, err := s.Newest(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	return s.(*Source), id
}
