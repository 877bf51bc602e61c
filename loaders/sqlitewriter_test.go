package loaders

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	osexec "os/exec"
	"path/filepath"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
)

// Locks of SQLite belong to a process, so these tests have a writer in another one: the test binary with this variable set
// inserts a row into the database it names for each line on standard input, and answers it.
const writerVariable = "CPTUI_TEST_WRITER"

func TestMain(m *testing.M) {
	if path := os.Getenv(writerVariable); path != "" {
		if err := writeLines(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func writeLines(path string) error {
	c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return err
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		if err := run(c, "INSERT INTO checkpoints VALUES(1,2,3)"); err != nil {
			return err
		}
		fmt.Println("ok")
	}
	return c.Close()
}

// otherProcess is a writer as agents are: insert waits for its commit, end for its clean end.
func otherProcess(t *testing.T, path string) (insert, end func()) {
	t.Helper()
	c := osexec.Command(os.Args[0])
	c.Env = append(os.Environ(), writerVariable+"="+path)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(out)
	insert = func() {
		io.WriteString(in, "row\n")
		if !answers.Scan() {
			t.Fatal("the writer ended")
		}
	}
	end = func() {
		in.Close()
		if err := c.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	return insert, end
}

// walDatabase is an empty one at rest.
func walDatabase(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	w := writer(t, path)
	exec(t, w, "PRAGMA journal_mode=WAL", makeTable)
	w.Close()
	return path
}

// One run of an agent after the other: each row shows, and the writers could clean up behind them.
func TestWritersComeAndGo(t *testing.T) {
	path := walDatabase(t)
	d, err := OpenDB(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	want := int64(0)
	for range 3 {
		insert, end := otherProcess(t, path)
		for range 2 {
			insert()
			want++
			if changed, err := d.Poll(context.Background()); !changed || err != nil {
				t.Errorf("Poll says %v, %v", changed, err)
			}
			if n := count(t, d); n != want {
				t.Errorf("%d rows, want %d", n, want)
			}
		}
		time.Sleep(3 * restAfter)
		end()
		if left := names(snapshot(t, filepath.Dir(path))); left != "a.db" {
			t.Errorf("the writer left %s", left)
		}
	}
}

// A writer that commits and ends while something is read loses nothing.
func TestWriterEndsWhileRead(t *testing.T) {
	path := walDatabase(t)
	insert, end := otherProcess(t, path)
	insert()
	d, err := OpenDB(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	err = d.With(context.Background(), func(*sqlite.Conn) error { // its snapshot is of one row
		if _, err := d.Poll(context.Background()); err != nil {
			return err
		}
		insert()
		insert()
		end()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, d); n != 3 {
		t.Errorf("%d rows, want 3", n)
	}
	d.Close()
	w := writer(t, path)
	defer w.Close()
	if d, err = OpenDB(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if n := count(t, d); n != 3 {
		t.Errorf("%d rows in the file, want 3: commits are lost", n)
	}
}
