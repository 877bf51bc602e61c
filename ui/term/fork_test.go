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
	hs.a.tell("said before")
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
