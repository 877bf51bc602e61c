package loaders

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// put writes a file with the given age.
func put(t *testing.T, path, content string, age time.Duration) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	then := time.Now().Add(-age)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}

// Names make candidates, newest first; nothing is opened and nothing of another kind is listed.
func TestFindPlaces(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	put(t, filepath.Join(home, ".deepagents/.state/sessions.db"), "x", 3*time.Hour)
	put(t, filepath.Join(home, ".deepagents/coder/sessions.db"), "x", 6*time.Hour)
	put(t, filepath.Join(home, ".deepagents/coder/AGENTS.md"), "x", 0)
	put(t, filepath.Join(home, ".claude/projects/-home-dev/a.jsonl"), "{}\n", 2*time.Hour)
	put(t, filepath.Join(home, ".claude/projects/-home-dev/b.jsonl"), "{}\n{}\n", time.Hour)
	put(t, filepath.Join(home, ".claude/projects/-home-dev/notes.txt"), "x", 0)
	put(t, filepath.Join(home, ".claude/projects/-empty/notes.txt"), "x", 0)
	put(t, filepath.Join(home, ".gemini/tmp/app/chats/session-1.json"), "{}\n", 7*time.Hour)
	put(t, filepath.Join(home, ".gemini/tmp/app/chats/session-2.jsonl"), "{}\n{}\n", 8*time.Hour)
	put(t, filepath.Join(home, ".gemini/tmp/app/logs.json"), "{}\n", 0)
	put(t, filepath.Join(home, ".qwen/projects/-app/chats/a.jsonl"), "{}\n{}\n", 9*time.Hour)
	put(t, filepath.Join(home, ".qwen/projects/-app/chats/b.jsonl"), "{}\n", 9*time.Hour)
	put(t, filepath.Join(home, ".pi/agent/sessions/--app--/a.jsonl"), "{}\n{}\n", 10*time.Hour)
	put(t, filepath.Join(home, ".pi/agent/sessions/--app--/b.jsonl"), "{}\n", 10*time.Hour)
	put(t, filepath.Join(dir, "session-1.json"), "{}", 11*time.Hour)
	put(t, filepath.Join(dir, "package.json"), "{}", 0)
	put(t, filepath.Join(dir, "run.sqlite"), "x", 4*time.Hour)
	put(t, filepath.Join(dir, "session.JSONL"), "{}", 5*time.Hour)
	put(t, filepath.Join(dir, "picture.png"), "x", 0)
	put(t, filepath.Join(dir, "folder.db/x"), "x", 0)
	var got []string
	for _, p := range FindPlaces(context.Background(), home, dir) {
		got = append(got, p.Shown+" "+string(p.Kind))
		if p.Kind == PlaceFolder && (p.Threads != 2 || p.Bytes != 9) {
			t.Errorf("%s: %d threads, %d bytes", p.Shown, p.Threads, p.Bytes)
		}
		if p.Kind != PlaceFolder && p.Threads != -1 {
			t.Errorf("%s: %d threads before a look", p.Shown, p.Threads)
		}
	}
	want := []string{"~/.claude/projects/-home-dev folder", "~/.deepagents/.state/sessions.db database", "./run.sqlite database", "./session.JSONL session", "~/.deepagents/coder/sessions.db database",
		"~/.gemini/tmp/app/chats folder", "~/.qwen/projects/-app/chats folder", "~/.pi/agent/sessions/--app-- folder", "./session-1.json session"}
	if len(got) != len(want) {
		t.Fatalf("found %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("found %q, want %q", got, want)
			break
		}
	}
}

// A change that only the -wal has seen counts as the newest.
func TestFindPlacesWAL(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.db"), "x", time.Hour)
	put(t, filepath.Join(dir, "b.db"), "x", 2*time.Hour)
	put(t, filepath.Join(dir, "b.db-wal"), "x", time.Minute)
	list := FindPlaces(context.Background(), "", dir)
	if len(list) != 2 || list[0].Shown != "./b.db" {
		t.Errorf("found %+v", list)
	}
}

// The search is bounded, whatever lies there.
func TestFindPlacesBounded(t *testing.T) {
	dir := t.TempDir()
	for i := range 3 * placesPerFolder {
		put(t, filepath.Join(dir, string(rune('a'+i%26))+string(rune('a'+i/26))+".db"), "x", time.Duration(i)*time.Minute)
	}
	if n := len(FindPlaces(context.Background(), "", dir)); n != placesPerFolder {
		t.Errorf("%d places", n)
	}
}

// A look says why a source cannot be opened, and which are another program's.
func TestLook(t *testing.T) {
	for _, test := range []struct {
		name, path, state string
		foreign           bool
	}{
		{"empty", file(t, ""), "0 bytes", false},
		{"other database", database(t, "CREATE TABLE albums(id)"), "another program's file", true},
		{"header only", file(t, "SQLite format 3\x00"), "damaged", false},
	} {
		p := Place{Path: test.path, Kind: PlaceDatabase, Threads: -1}
		p.Look(context.Background(), Options{})
		if p.State != test.state || p.Foreign != test.foreign || !p.Looked || p.Err == nil || p.Threads != -1 {
			t.Errorf("%s: %+v", test.name, p)
		}
	}
}
