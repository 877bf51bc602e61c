//go:build unix

package loaders

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
)

// TestOpenFileNeverWaits opens what is no regular file.
func TestOpenFileNeverWaits(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, dir, "/dev/zero"} {
		soon(t, path, func() error {
			f, err := OpenFile(path)
			if err == nil {
				f.Close()
			}
			return err
		})
	}
}

// TestPollOfAPipe puts a pipe in the place of an open database.
func TestPollOfAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	w := writer(t, path)
	exec(t, w, makeTable)
	w.Close()
	d, err := OpenDB(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	soon(t, path, func() error {
		if _, err := d.Poll(context.Background()); err != nil {
			return err
		}
		return d.With(context.Background(), func(*sqlite.Conn) error { return nil })
	})
}

// soon wants do to end with a refusal, and not to wait.
func soon(t *testing.T, name string, do func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		if !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	case <-time.After(10 * time.Second):
		t.Fatalf("%s: it waits", name)
	}
}
