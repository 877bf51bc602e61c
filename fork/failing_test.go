package fork

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cptui/loaders"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// headOf is the id of the head of a thread.
func headOf(t *testing.T, src loaders.Source, thread string) string {
	t.Helper()
	h, err := src.Thread(context.Background(), thread)
	if err != nil {
		t.Fatal(err)
	}
	return h.ID(h.Current)
}

// TestNoJournalNoFork has a file where the state folder should be.
func TestNoJournalNoFork(t *testing.T) {
	ctx := context.Background()
	path := database(t, "fork-tree")
	session, sessionPath := recordedSession(t, "rewind")
	thread, _, err := session.Newest(ctx)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", file)
	before, src := dump(t, path), open(t, path)
	for name, req := range map[string]Request{
		"database": {Path: path, Thread: "tree-1", Checkpoint: headOf(t, src, "tree-1")},
		"session":  {Path: sessionPath, Thread: thread, Checkpoint: headOf(t, session, thread)},
	} {
		from := src
		if name == "session" {
			from = session
		}
		plan, err := Make(ctx, from, req)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := plan.Write(ctx); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "nothing was written") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Lstat(plan.File); plan.File != "" && err == nil {
			t.Errorf("%s: %s was made", name, plan.File)
		}
	}
	if dump(t, path) != before {
		t.Error("a refused fork changed the rows")
	}
}

// TestFullDiskInWords wants a full disk refused with the file's name, in a transaction and beyond.
func TestFullDiskInWords(t *testing.T) {
	ctx := context.Background()
	path := database(t, "fork-tree")
	before := dump(t, path)
	err := transaction(ctx, path, func(conn *sqlite.Conn) error {
		if err := sqlitex.Execute(conn, "PRAGMA max_page_count = 1", nil); err != nil { // as many as there are
			return err
		}
		return sqlitex.Execute(conn, "INSERT INTO writes SELECT 'x', '', '', 'x', 0, 'c', 'bytes', zeroblob(100000), ''", nil)
	})
	if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "no room") || strings.Count(err.Error(), "refused") != 1 {
		t.Errorf("a full disk: %v", err)
	}
	if dump(t, path) != before {
		t.Error("the rows have changed")
	}
}

// TestWhatHasNoFormIsWrongUsage gives numbers that the file's encoding cannot hold.
func TestWhatHasNoFormIsWrongUsage(t *testing.T) {
	path := database(t, "fork-tree")
	src := open(t, path)
	for _, v := range []string{"1e400", "123456789012345678901234567890", `{"$type":"x"}`} {
		_, err := Make(context.Background(), src, Request{Path: path, Thread: "tree-1", Checkpoint: headOf(t, src, "tree-1"), Edits: []Edit{mustEdit(t, ".topic", v)}})
		if !errors.Is(err, ErrUsage) {
			t.Errorf("%s: %v", v, err)
		}
	}
}

// TestOddTextIsKept forks a checkpoint in which half a surrogate pair stands, as JavaScript stores it.
func TestOddTextIsKept(t *testing.T) {
	ctx := context.Background()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	raw, err := os.ReadFile("../testdata/langgraphjs/js17-values/sessions.db")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sessions.db")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	before, src := dump(t, path), open(t, path)
	for _, kind := range []string{"update", "fork"} {
		plan, err := Make(ctx, src, Request{Path: path, Thread: "t-vals", Checkpoint: headOf(t, src, "t-vals"), Kind: kind})
		if err != nil {
			t.Fatal(err)
		}
		body := string(plan.draft.(*rowDraft).table.Body)
		if !strings.Contains(body, `"lone":"\ud800"`) {
			t.Errorf("%s: the odd text is not kept: %s", kind, body)
		}
		r, err := plan.Write(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Unfork(ctx, path, r.ID); err != nil {
			t.Fatal(err)
		}
	}
	if dump(t, path) != before {
		t.Error("the rows have changed")
	}
}

// TestDatabaseTakesNoFile refuses an option that would do nothing.
func TestDatabaseTakesNoFile(t *testing.T) {
	path := database(t, "fork-tree")
	src := open(t, path)
	_, err := Make(context.Background(), src, Request{Path: path, Thread: "tree-1", Checkpoint: headOf(t, src, "tree-1"), To: "new.db"})
	if !errors.Is(err, ErrUsage) {
		t.Errorf("--to of a database: %v", err)
	}
}

// TestSessionForkThatDied takes back forks of a session whose program died before the file had its name.
func TestSessionForkThatDied(t *testing.T) {
	for _, half := range []bool{false, true} {
		_, path := recordedSession(t, "rewind")
		abs, err := absolute(path)
		if err != nil {
			t.Fatal(err)
		}
		id := newUUID()
		e := journalEntry{Entry: "0123456789ab", State: "begun", At: time.Now(), Path: abs, Thread: id, ID: "x", NewThread: true,
			File: filepath.Join(filepath.Dir(abs), id+".jsonl"), Rows: []journalRow{{Table: "file", Hash: "none"}}}
		if err := announce(e); err != nil {
			t.Fatal(err)
		}
		if half {
			if err := os.WriteFile(e.draftFile(), []byte(`{"type":"us`), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if r, err := Unfork(context.Background(), path, e.Entry); err != nil || len(r.Rows) != 0 {
			t.Errorf("half written %v: %v, %v", half, r, err)
		}
		if _, err := os.Lstat(e.draftFile()); err == nil {
			t.Error("the half written file is still there")
		}
	}
}

// TestExclusively never shows a file before it is whole, and never writes over one.
func TestExclusively(t *testing.T) {
	dir := t.TempDir()
	path, draft := filepath.Join(dir, "new.jsonl"), filepath.Join(dir, "new.jsonl.tmp")
	if err := exclusively(path, draft, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := exclusively(path, draft, []byte("two")); !errors.Is(err, ErrRefused) {
		t.Errorf("a file that is there: %v", err)
	}
	if raw, err := os.ReadFile(path); string(raw) != "one" || err != nil {
		t.Errorf("the file holds %q, %v", raw, err)
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("left in the folder: %v", list)
	}
	// The draft's own name keeps others out: a file that is being written is not written by two.
	if err := os.WriteFile(draft, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := exclusively(filepath.Join(dir, "other.jsonl"), draft, []byte("x")); !errors.Is(err, ErrRefused) {
		t.Errorf("a draft that is there: %v", err)
	}
}

// TestUnforkOfWhatWasNeverWritten says of a fork that a lock refused that there is nothing to remove.
func TestUnforkOfWhatWasNeverWritten(t *testing.T) {
	ctx := context.Background()
	path := database(t, "fork-tree")
	before, src := dump(t, path), open(t, path)
	plan, err := Make(ctx, src, Request{Path: path, Thread: "tree-1", Checkpoint: headOf(t, src, "tree-1")})
	if err != nil {
		t.Fatal(err)
	}
	d := plan.draft.(*rowDraft)
	e, err := d.begin(plan)
	if err != nil {
		t.Fatal(err)
	}
	e.Rows = []journalRow{{Table: "checkpoints", Key: []string{"tree-1", "", plan.ID}, Hash: "none"}}
	if err := announce(e); err != nil {
		t.Fatal(err)
	}
	if r, err := Unfork(ctx, path, plan.ID); err != nil || len(r.Rows) != 0 {
		t.Errorf("unfork: %v, %v", r, err)
	}
	if _, err := Unfork(ctx, path, plan.ID); !errors.Is(err, ErrUsage) {
		t.Errorf("a second unfork: %v", err)
	}
	if dump(t, path) != before {
		t.Error("the rows have changed")
	}
}
