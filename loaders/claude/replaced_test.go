//go:build unix

package claude

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"cptui/loaders"
)

// TestFollowEndsWhereNoSessionIsLeft puts something else in the place of a followed session: an error that says so, soon, and
// the history that was given out stays.
func TestFollowEndsWhereNoSessionIsLeft(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"zeros":  func(path string) error { return os.Symlink("/dev/zero", path) },
		"text":   func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("garbage\n", 400)), 0o600) },
		"database": func(path string) error {
			return os.WriteFile(path, append([]byte("SQLite format 3\x00"), strings.Repeat("\x01\n{}\n", 400)...), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, "s.jsonl", lines("u u1 - one\na a1 u1 ok"))
			src := openPath(t, path)
			s, _ := only(t, src)
			old := s.hist
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			done := make(chan error, 1)
			go func() { _, err := src.Poll(context.Background()); done <- err }()
			select {
			case err := <-done:
				if !errors.Is(err, loaders.ErrFormat) || !strings.Contains(err.Error(), path) {
					t.Errorf("the error is %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("it waits")
			}
			if _, err := old.Open(context.Background(), 1); err != nil {
				t.Errorf("the old history: %v", err)
			}
		})
	}
}

// TestFollowThroughAnEmptyFile rewrites a session in two steps, as editors do.
func TestFollowThroughAnEmptyFile(t *testing.T) {
	path := write(t, "s.jsonl", lines("u u1 - one\na a1 u1 ok"))
	src := openPath(t, path)
	only(t, src)
	for _, text := range []string{"", `{"type":"us`, lines("u v1 - other")} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		polled(t, src, true)
		if _, err := src.Thread(context.Background(), "S"); err != nil && !errors.Is(err, loaders.ErrNoThread) {
			t.Errorf("%q: %v", text, err)
		}
	}
	s, _ := only(t, src)
	same(t, "rewritten", tree(s), "in v1<-")
}
