package claude

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"cptui/loaders"
	"cptui/loaders/transcript"
)

// TestKinship: a session with the records of another, copied after lines of its own time, is a fork of it; of two that could
// both be the first, none is said to be.
func TestKinship(t *testing.T) {
	dir := t.TempDir()
	put := func(name, before, uuid string) {
		text := before + `{"type":"user","uuid":"` + uuid + `","parentUuid":null,"sessionId":"` + name + `","timestamp":"2026-03-07T09:00:00.000Z","message":{"role":"user","content":"go"}}` + "\n"
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	queue := func(at string) string {
		return `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-03-07T` + at + `Z"}` + "\n"
	}
	put("first", queue("08:59:59.000"), "u1")
	put("fork", queue("10:00:00.000"), "u1")
	put("left", "", "u2")
	put("right", "", "u2")
	put("late", queue("10:00:00.000"), "u2")
	src, err := transcript.Open(context.Background(), &loaders.Probe{Path: dir, IsDir: true}, format)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	heads, err := src.Threads(context.Background(), "", 0)
	if err != nil || len(heads) != 5 {
		t.Fatal(heads, err)
	}
	for _, h := range heads {
		if want := map[string]string{"fork": "first"}[h.ID]; h.ForkedFrom != want {
			t.Errorf("%s is forked from %q, want %q", h.ID, h.ForkedFrom, want)
		}
	}
}
