package langgraph

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cptui/graph"
)

// TestArchives finds the evicted messages of real recordings, wherever the agent's backend put them.
func TestArchives(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ file, thread, where, begins string }{
		{"summaries", "state", "in files of this state", "## Summarized at "},
		{"archive", "disk", "on disk at ", "## Summarized at "},
		{"archive", "gone", "", ""},
		{"inStore", "store", "in the store, namespace filesystem", "## Summarized at "},
	} {
		h := openThread(t, openSource(t, "../../testdata/deepagents/"+c.file+"/sessions.db"), c.thread)
		state, err := h.Runtime.State(ctx, h, h.HeadOf(""))
		if err != nil {
			t.Fatal(err)
		}
		sum, ok := graph.ReadSummary(state)
		if !ok || sum.Path == "" {
			t.Fatalf("%s: no summary", c.thread)
		}
		a, found, looked, err := graph.FindArchive(ctx, h, state, sum.Path)
		if err != nil || found != (c.where != "") || !strings.HasPrefix(a.Where, c.where) || !strings.HasPrefix(a.Text, c.begins) {
			t.Errorf("%s: %+v %v %v, looked in %q", c.thread, a, found, err, looked)
		}
		if !found && len(looked) < 3 {
			t.Errorf("%s: says it looked in %q only", c.thread, looked)
		}
	}
}

func TestArchivePlaces(t *testing.T) {
	got := archivePlaces("/home/me/.deepagents/.state/sessions.db", "/tmp/dcode-artifacts-1/conversation_history/t.md")
	for _, want := range []string{"/home/me/.deepagents/conversation_history/t.md", "/home/me/.deepagents/.state/conversation_history/t.md", "/tmp/dcode-artifacts-1/conversation_history/t.md"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not among %q", want, got)
		}
	}
	for _, p := range archivePlaces("/a/b/c.db", "../../../x/../etc/y.md") {
		if !strings.HasPrefix(p, "/a/") {
			t.Errorf("%s leads out", p)
		}
	}
}

// TestArchiveOpensTextOnly: a state may name any path; only Markdown is opened, and nothing but regular files.
func TestArchiveOpensTextOnly(t *testing.T) {
	dir := t.TempDir()
	m := newMaker(t, tableCheckpoints, tableWrites)
	m.row("t", "", uuid6(1, 0), "", "msgpack", []byte{0x80}, "{}")
	h := openThread(t, openSource(t, m.path), "t")
	secret := filepath.Join(dir, "secret.txt")
	if err := os.WriteFile(secret, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.md"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{secret, filepath.Join(dir, "folder.md"), "/dev/zero", "a\x00.md"} {
		if a, found, _, err := h.Opener.(graph.Archivist).Archive(context.Background(), path); found || err != nil {
			t.Errorf("%q: %+v %v", path, a, err)
		}
	}
}
