package term

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func copyDatabase(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile("../../testdata/langgraph/" + name + "/sessions.db")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "sessions.db")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestForkDialog: nothing is written until Ctrl-S, whatever else is pressed; then the cursor is on the new row, and :unfork
// takes it back.
func TestForkDialog(t *testing.T) {
	file := copyDatabase(t, "fork-tree")
	before, _ := os.ReadFile(file)
	hs := start(t, file, 100, 30, Options{Path: file})
	main := hs.a.page().(*mainPage)
	all, id := 0, ""
	hs.on(func() { all = main.hist.Len() })
	hs.press(`k k Tab 2 f`)
	if s := hs.wait().text(); !strings.Contains(s, "nothing is written yet") {
		t.Fatalf("no dialog:\n%s", s)
	}
	hs.press(`p`)
	if s := hs.wait().text(); !strings.Contains(s, `+ checkpoints  tree-1  ""  `) || !strings.Contains(s, `metadata {"source": "update"`) {
		t.Errorf("the rows are not told in full:\n%s", s)
	}
	hs.press(`p d d y x n Esc t Esc s s e Ctrl-U ".topic" Enter Ctrl-U`)
	hs.press(`"not JSON" Enter`)
	if s := hs.wait().text(); !strings.Contains(s, ".topic = not JSON") {
		t.Errorf("what is no JSON was taken:\n%s", s)
	}
	hs.press(`Ctrl-U`)
	for _, r := range `"a \"new\" topic"` {
		hs.inject(256, r)
	}
	hs.press(`Enter`)
	if s := hs.wait().text(); !strings.Contains(s, "topic") || !strings.Contains(s, `new`) {
		t.Errorf("the edit is not told:\n%s", s)
	}
	if now, _ := os.ReadFile(file); !bytes.Equal(before, now) {
		t.Fatal("the file was changed before Ctrl-S")
	}
	hs.press("Ctrl-S")
	s := hs.wait().text()
	hs.on(func() {
		at := main.checkpoint()
		if main.hist.Len() != all+1 || at != all {
			t.Errorf("%d checkpoints, cursor on %d:\n%s", main.hist.Len(), at, s)
		}
		if v, ok := main.det.m.State.Get("topic"); !ok || v.Str() != `a "new" topic` {
			t.Errorf("topic is %q", v.Str())
		}
		id = main.hist.ID(at)
	})
	if !strings.Contains(s, "forked …") {
		t.Errorf("no word of it:\n%s", s)
	}
	hs.press(`Esc : "unfork ` + id + `" Enter "yes" Enter`)
	hs.on(func() {
		if main.hist.Len() != all {
			t.Errorf("%d checkpoints after unfork, want %d", main.hist.Len(), all)
		}
	})
}

// TestForkSession forks a session into a file beside it, takes the command that goes on from it, and takes the fork back.
func TestForkSession(t *testing.T) {
	from, err := filepath.Glob("../../testdata/claude/claude-rewind/claude-home/projects/*/*.jsonl")
	if err != nil || len(from) == 0 {
		t.Fatal("no session to fork", err)
	}
	raw, err := os.ReadFile(from[0])
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, filepath.Base(from[0]))
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	hs := start(t, file, 100, 30, Options{Path: file})
	hs.press(`k k k f Ctrl-S`)
	s := hs.wait().text()
	files, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if len(files) != 2 {
		t.Fatalf("files: %v\n%s", files, s)
	}
	id := strings.TrimSuffix(filepath.Base(files[0]), ".jsonl")
	if files[0] == file {
		id = strings.TrimSuffix(filepath.Base(files[1]), ".jsonl")
	}
	hs.press(`y f`)
	hs.on(func() {
		if !strings.Contains(hs.a.clip.last, "claude --resume "+id) {
			t.Errorf("copied %q, of session %s", hs.a.clip.last, id)
		}
	})
	_, rest, _ := strings.Cut(s, ":unfork ")
	name, _, _ := strings.Cut(rest, " ")
	if name == "" {
		t.Fatalf("how to take it back is not told:\n%s", s)
	}
	hs.press(`: "unfork ` + name + `" Enter "yes" Enter`)
	s = hs.wait().text()
	if files, _ := filepath.Glob(filepath.Join(dir, "*.jsonl")); len(files) != 1 || files[0] != file {
		t.Errorf("left after unfork: %v\n%s", files, s)
	}
}

// TestForkDialogReplansInEveryView changes the request while the rows and the difference are shown, with and without a plan.
func TestForkDialogReplansInEveryView(t *testing.T) {
	for _, show := range []string{"p", "d", ""} {
		file := copyDatabase(t, "fork-tree")
		hs := start(t, file, 100, 30, Options{Path: file})
		hs.press(`k k f`)
		hs.wait()
		hs.press(show + ` n e s s n k t t - Ctrl-U ".topic" Enter x`)
		if s := hs.wait().text(); !strings.Contains(s, "write the fork") {
			t.Errorf("after %q the dialog is gone:\n%s", show, s)
		}
		hs.press(`Esc Esc Esc`)
	}
}

// TestForkRefusalIsSeen lets the thread go on between plan and Ctrl-S, with a note of the page still standing: the refusal is
// what is read.
func TestForkRefusalIsSeen(t *testing.T) {
	file := copyDatabase(t, "fork-tree")
	hs := start(t, file, 150, 30, Options{Path: file})
	hs.press(`f`)
	hs.wait()
	hs.on(func() { hs.a.tell("said before") })
	conn, err := sqlite.OpenConn(file, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	err = sqlitex.ExecuteTransient(conn, `INSERT INTO checkpoints SELECT thread_id, checkpoint_ns, 'ff'||substr(checkpoint_id, 3), checkpoint_id, type, checkpoint, metadata
		FROM checkpoints ORDER BY checkpoint_id DESC LIMIT 1`, nil)
	if err := errors.Join(err, conn.Close()); err != nil {
		t.Fatal(err)
	}
	hs.press("Ctrl-S")
	if s := hs.wait().text(); !strings.Contains(s, "has gone on to ff") {
		t.Errorf("the refusal is not on screen:\n%s", s)
	}
}
