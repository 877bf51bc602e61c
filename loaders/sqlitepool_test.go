package loaders

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
)

func TestPollNoticesCommits(t *testing.T) {
	for _, journal := range []string{"DELETE", "WAL"} {
		path := filepath.Join(t.TempDir(), "a.db")
		w := writer(t, path)
		exec(t, w, "PRAGMA journal_mode="+journal, makeTable)
		d, err := OpenDB(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		poll := func(want bool) {
			t.Helper()
			if got, err := d.Poll(context.Background()); got != want || err != nil {
				t.Errorf("%s: Poll says %v, %v", journal, got, err)
			}
		}
		rest := func() { time.Sleep(clockTick + clockTick/2); d.Poll(context.Background()) }
		rest()
		poll(false)
		exec(t, w, "INSERT INTO checkpoints VALUES(1,2,3)")
		poll(true)
		rest()
		poll(false)
		if n := count(t, d); n != 1 {
			t.Errorf("%s: %d rows", journal, n)
		}
		exec(t, w, "UPDATE checkpoints SET thread_id = 2")
		poll(true)
		w.Close()
		d.Close()
	}
}

// A database at rest is read as it lies; when a writer comes, its rows show.
func TestWriterComesLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	w := writer(t, path)
	exec(t, w, "PRAGMA journal_mode=WAL", makeTable)
	w.Close()
	d, err := OpenDB(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if d.mode != modeFrozen {
		t.Fatalf("mode %d", d.mode)
	}
	w = writer(t, path)
	exec(t, w, "INSERT INTO checkpoints VALUES(1,2,3)")
	if n := count(t, d); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
	if changed, _ := d.Poll(context.Background()); !changed {
		t.Error("the commit was not noticed")
	}
	w.Close()
	if n := count(t, d); n != 1 {
		t.Errorf("%d rows after the writer left", n)
	}
}

func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	w := writer(t, path)
	defer w.Close()
	exec(t, w, makeTable, "BEGIN EXCLUSIVE")
	start := time.Now()
	_, err := OpenDB(context.Background(), path)
	if !errors.Is(err, ErrLocked) {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 3*busyTimeout {
		t.Errorf("it took %v", took)
	}
}

func TestCancelledScan(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	w := writer(t, path)
	exec(t, w, makeTable)
	w.Close()
	d, err := OpenDB(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	err = d.With(ctx, func(c *sqlite.Conn) error {
		return run(c, "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) SELECT max(x) FROM n")
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if n := count(t, d); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// Many readers at once, a writer beside them, and the way of opening changing under them.
func TestManyReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	w := writer(t, path)
	exec(t, w, "PRAGMA journal_mode=WAL", makeTable)
	w.Close() // at rest: immutable
	d, err := OpenDB(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 6 {
		readers.Add(1)
		go func() {
			defer readers.Done()
			last := int64(0)
			for {
				select {
				case <-stop:
					return
				default:
				}
				var n int64
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
				if err != nil || n < last {
					t.Errorf("%d rows after %d, %v", n, last, err)
					return
				}
				last = n
				if _, err := d.Poll(context.Background()); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	for range 3 {
		w = writer(t, path)
		w.SetBusyTimeout(time.Second)
		for range 20 {
			exec(t, w, "INSERT INTO checkpoints VALUES(1,2,3)")
		}
		w.Close()
	}
	close(stop)
	readers.Wait()
	if n := count(t, d); n != 60 {
		t.Errorf("%d rows", n)
	}
	d.Close()
	if err := d.With(context.Background(), func(*sqlite.Conn) error { return nil }); err == nil {
		t.Error("a closed database can be read")
	}
}
