package fork

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cptui/graph/value"
	"cptui/loaders"
	_ "cptui/loaders/all"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// database copies a recorded database into a folder of its own; the journal goes there too.
func database(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	raw, err := os.ReadFile(filepath.Join("..", "testdata", "langgraph", name, "sessions.db"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "sessions.db")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, path string) loaders.Source {
	t.Helper()
	src, err := loaders.Open(context.Background(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src
}

// dump is every row of both tables as text, in key order.
func dump(t *testing.T, path string) string {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var out strings.Builder
	for _, table := range []string{"checkpoints", "writes"} {
		err := sqlitex.Execute(conn, "SELECT * FROM "+table+" ORDER BY 1, 2, 3, 4, 5", &sqlitex.ExecOptions{ResultFunc: func(s *sqlite.Stmt) error {
			for i := range s.ColumnCount() {
				fmt.Fprintf(&out, "%d:%x|", s.ColumnType(i), blob(s, i))
			}
			out.WriteByte('\n')
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func mustEdit(t *testing.T, path, json string) Edit {
	t.Helper()
	p, err := value.ParsePath(path)
	if err != nil {
		t.Fatal(err)
	}
	v, err := value.ParseJSON([]byte(json))
	if err != nil {
		t.Fatal(err)
	}
	return Edit{Op: Set, Path: p, Value: v}
}

// TestForkAndBack writes forks of many kinds, reads each as a fresh reader will, and takes it back: the rows are then byte for
// byte as before.
func TestForkAndBack(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name, db, thread string
		step             int
		req              Request
		next             []string
		head             bool
		channel, want    string
	}{
		{name: "edit", db: "fork-tree", thread: "tree-1", step: 3, req: Request{Edits: []Edit{mustEdit(t, ".topic", `"other"`)}}, next: []string{"work"}, head: true, channel: "topic", want: `"other"`},
		{name: "edit in a list", db: "fork-tree", thread: "tree-1", step: 4, req: Request{Edits: []Edit{mustEdit(t, ".log[0]", `"first"`)}}, next: []string{"join"}, head: true, channel: "log", want: `["first","plan","work"]`},
		{name: "copy", db: "fork-tree", thread: "tree-1", step: 4, req: Request{Kind: "fork"}, next: []string{"join"}, head: true, channel: "topic", want: `"new input at old place"`},
		{name: "end", db: "fork-tree", thread: "tree-1", step: 3, req: Request{Next: "end"}, next: []string{}, head: true},
		{name: "node", db: "fork-tree", thread: "tree-1", step: 3, req: Request{Next: "join"}, next: []string{"join"}, head: true},
		{name: "new thread", db: "fork-tree", thread: "tree-1", step: 4, req: Request{ToThread: "tree-2"}, next: []string{"join"}, head: true},
		{name: "new thread with history", db: "subgraph-parallel", thread: "", step: 1, req: Request{ToThread: "copy", WithHistory: true}, next: []string{"join"}, head: true},
		{name: "delta channels", db: "deepagents", thread: "deep-1", step: 20, req: Request{Edits: []Edit{mustEdit(t, ".messages[15].tool_calls[0].args.file_path", `"/notes.md"`)}}, next: []string{"TodoListMiddleware.after_model"}, head: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := database(t, c.db)
			before := dump(t, path)
			src := open(t, path)
			if c.thread == "" {
				c.thread, _, _ = src.Newest(ctx)
			}
			h, err := src.Thread(ctx, c.thread)
			if err != nil {
				t.Fatal(err)
			}
			c.req.Path, c.req.Thread = path, c.thread
			for _, i := range h.Line(h.Current) {
				if s, _ := h.Step(i); s == c.step {
					c.req.Checkpoint = h.ID(i)
				}
			}
			plan, err := Make(ctx, src, c.req)
			if err != nil {
				t.Fatal(err)
			}
			if dump(t, path) != before {
				t.Fatal("planning wrote")
			}
			if strings.Join(plan.Next, ",") != strings.Join(c.next, ",") || plan.Head != c.head {
				t.Errorf("next %v, head %v; want %v, %v", plan.Next, plan.Head, c.next, c.head)
			}
			got, err := plan.Write(ctx)
			if err != nil {
				t.Fatal(err)
			}
			checkFork(t, path, got, c.channel, c.want, c.next)
			entries, err := Entries(path)
			if err != nil || len(entries) != 1 || entries[0].ID != got.ID {
				t.Errorf("journal: %v, %v", entries, err)
			}
			// The source is still open and goes on reading.
			if _, err := src.Thread(ctx, got.Thread); err != nil {
				t.Errorf("the open source after the fork: %v", err)
			}
			if _, err := Unfork(ctx, path, got.ID[len(got.ID)-6:]); err != nil {
				t.Fatal(err)
			}
			if dump(t, path) != before {
				t.Error("unfork did not restore the rows byte for byte")
			}
			if _, err := Unfork(ctx, path, got.ID); !errors.Is(err, ErrUsage) {
				t.Errorf("a second unfork: %v", err)
			}
		})
	}
}

func checkFork(t *testing.T, path string, r *Result, channel, want string, next []string) {
	t.Helper()
	ctx := context.Background()
	src := open(t, path)
	h, err := src.Thread(ctx, r.Thread)
	if err != nil {
		t.Fatal(err)
	}
	i, ok := h.Find(r.ID)
	if !ok {
		t.Fatalf("fork %s is not in thread %s", r.ID, r.Thread)
	}
	m, err := h.Moment(ctx, i)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Problems) > 0 {
		t.Errorf("problems of the fork: %v", m.Problems)
	}
	if m.Source != r.Source || m.Step != r.Step || !m.IsHead {
		t.Errorf("source %s step %d head %v; want %s %d", m.Source, m.Step, m.IsHead, r.Source, r.Step)
	}
	if strings.Join(m.Due.Next, ",") != strings.Join(next, ",") {
		t.Errorf("read back, next is %v, want %v", m.Due.Next, next)
	}
	if channel != "" {
		v, _ := m.State.Get(channel)
		if got := string(value.AppendJSON(nil, v, value.JSONOptions{})); got != want {
			t.Errorf("%s is %s, want %s", channel, got, want)
		}
	}
}

// TestUntouchedBytesStay forks with one small edit and finds every other channel's bytes in the new row.
func TestUntouchedBytesStay(t *testing.T) {
	ctx := context.Background()
	path := database(t, "fork-tree")
	src := open(t, path)
	h, _ := src.Thread(ctx, "tree-1")
	plan, err := Make(ctx, src, Request{Path: path, Thread: "tree-1", Checkpoint: h.ID(h.Current), Edits: []Edit{mustEdit(t, ".topic", `"x"`)}})
	if err != nil {
		t.Fatal(err)
	}
	base, _ := h.Cached(ctx, h.Current)
	body := plan.draft.(*rowDraft).table.Body
	for _, c := range base.Channels {
		if c.Name != "topic" && !bytes.Contains(body, c.Value.Raw()) {
			t.Errorf("channel %s was encoded anew", c.Name)
		}
	}
}

func TestRefusals(t *testing.T) {
	ctx := context.Background()
	head := func(t *testing.T, src loaders.Source, thread string) string {
		h, err := src.Thread(ctx, thread)
		if err != nil {
			t.Fatal(err)
		}
		return h.ID(h.Current)
	}
	for _, c := range []struct {
		name    string
		prepare func(t *testing.T, path string)
		req     Request
		want    error
		text    string
	}{
		{"unknown channel", nil, Request{Edits: []Edit{mustEdit(t, ".nothing", "1")}}, ErrUsage, "no channel \"nothing\""},
		{"control channel", nil, Request{Edits: []Edit{mustEdit(t, `.["branch:to:work"]`, "null")}}, ErrUsage, "bookkeeping"},
		{"unknown node", nil, Request{Next: "nobody"}, ErrUsage, "no node"},
		{"copy with edits", nil, Request{Kind: "fork", Edits: []Edit{mustEdit(t, ".topic", "1")}}, ErrUsage, "takes no edits"},
		{"history without a thread", nil, Request{WithHistory: true}, ErrUsage, "new thread"},
		{"thread is there", nil, Request{ToThread: "tree-1b"}, ErrRefused, "already there"},
		{"read-only file", func(t *testing.T, path string) { os.Chmod(path, 0o400) }, Request{}, ErrRefused, ""},
		{"unknown schema", func(t *testing.T, path string) { execute(t, path, "ALTER TABLE checkpoints ADD COLUMN tenant TEXT") }, Request{}, ErrRefused, "not LangGraph's"},
		{"trigger", func(t *testing.T, path string) {
			execute(t, path, "CREATE TRIGGER x AFTER INSERT ON checkpoints BEGIN DELETE FROM writes; END")
		}, Request{}, ErrRefused, "trigger"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "read-only file" && os.Geteuid() == 0 {
				t.Skip("root writes everywhere")
			}
			path := database(t, "fork-tree")
			execute(t, path, "INSERT INTO checkpoints SELECT 'tree-1b', checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata FROM checkpoints LIMIT 1")
			if c.prepare != nil {
				c.prepare(t, path)
			}
			before := dump(t, path)
			src := open(t, path)
			c.req.Path, c.req.Thread, c.req.Checkpoint = path, "tree-1", head(t, src, "tree-1")
			plan, err := Make(ctx, src, c.req)
			if err == nil {
				_, err = plan.Write(ctx)
			}
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v, want %v with %q", err, c.want, c.text)
			}
			if dump(t, path) != before {
				t.Error("a refused fork changed the rows")
			}
			if left, _ := Entries(path); len(left) != 0 {
				t.Errorf("a refused fork is in the journal: %v", left)
			}
		})
	}
}

// TestLockedDatabase holds the write lock: the fork is refused, nothing is written.
func TestLockedDatabase(t *testing.T) {
	ctx := context.Background()
	path := database(t, "fork-tree")
	src := open(t, path)
	h, _ := src.Thread(ctx, "tree-1")
	plan, err := Make(ctx, src, Request{Path: path, Thread: "tree-1", Checkpoint: h.ID(h.Current)})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlitex.Execute(conn, "BEGIN IMMEDIATE", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Write(ctx); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "another writer") {
		t.Errorf("fork of a locked database: %v", err)
	}
}

// TestUnforkRefusesWhenBuiltOn lets a run go on from the fork.
func TestUnforkRefusesWhenBuiltOn(t *testing.T) {
	ctx := context.Background()
	for name, sql := range map[string]string{
		"child":    "INSERT INTO checkpoints SELECT thread_id, checkpoint_ns, '2'||substr(checkpoint_id, 2), checkpoint_id, type, checkpoint, metadata FROM checkpoints WHERE checkpoint_id = '%s'",
		"writes":   "INSERT INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel) VALUES ('tree-1', '', '%s', 't', 0, 'log')",
		"subgraph": "INSERT INTO checkpoints VALUES ('tree-1', 'child:1', '2f000000-0000-6000-8000-000000000000', NULL, 'msgpack', x'80', '{\"parents\": {\"\": \"%s\"}}')",
		"changed":  "UPDATE checkpoints SET type = 'json' WHERE checkpoint_id = '%s'",
	} {
		t.Run(name, func(t *testing.T) {
			path := database(t, "fork-tree")
			src := open(t, path)
			h, _ := src.Thread(ctx, "tree-1")
			plan, err := Make(ctx, src, Request{Path: path, Thread: "tree-1", Checkpoint: h.ID(h.Current)})
			if err != nil {
				t.Fatal(err)
			}
			r, err := plan.Write(ctx)
			if err != nil {
				t.Fatal(err)
			}
			execute(t, path, fmt.Sprintf(sql, r.ID))
			before := dump(t, path)
			if _, err := Unfork(ctx, path, r.ID); !errors.Is(err, ErrRefused) {
				t.Errorf("unfork: %v", err)
			}
			if dump(t, path) != before {
				t.Error("a refused unfork changed the rows")
			}
		})
	}
}

func execute(t *testing.T, path, query string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlitex.Execute(conn, query, nil); err != nil {
		t.Fatal(err)
	}
}
