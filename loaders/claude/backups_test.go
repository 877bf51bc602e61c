package claude

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/loaders/transcript"
)

// shot is a line that tells of file copies: a snapshot's, or one that amends it.
func shot(prompt, files string, update bool) string {
	return fmt.Sprintf(`x {"type":"file-history-snapshot","messageId":"o","snapshot":{"messageId":%q,"trackedFileBackups":{%s}},"isSnapshotUpdate":%v}`, prompt, files, update)
}

func copyOf(path, name string) string {
	return fmt.Sprintf(`%q:{"backupFileName":%s,"version":1}`, path, name)
}

// edit is a call that changes a text in a file, with its result.
func edit(id, parent, path, from, to string) string {
	return fmt.Sprintf(`x {"type":"assistant","uuid":"%s","parentUuid":%q,"sessionId":"S","cwd":"/w","message":{"role":"assistant","id":"m-%[1]s","content":[{"type":"tool_use","id":"t-%[1]s","name":"Edit","input":{"file_path":%[3]q,"old_string":%[4]q,"new_string":%[5]q}}]}}
x {"type":"user","uuid":"%[1]sr","parentUuid":%[1]q,"sessionId":"S","cwd":"/w","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t-%[1]s","content":"ok"}]}}`, id, parent, path, from, to)
}

// TestFileCopies: what the program kept of files is what an edit goes on from, what stood before the first change, and what a
// later prompt found, whatever the calls said; a copy that is gone is told.
func TestFileCopies(t *testing.T) {
	home := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const a, b, c = "00000000000000aa", "00000000000000bb", "00000000000000cc"
	put("file-history/S/"+a+"@v1", "one\ntwo\n")
	put("file-history/S/"+a+"@v2", "one\ntwo\nby hand\n")
	put("secret", "not for you")
	path := put("projects/p/S.jsonl", lines(strings.Join([]string{
		`x {"type":"user","uuid":"1","parentUuid":null,"sessionId":"S","cwd":"/w","message":{"role":"user","content":"go"}}`,
		shot("1", copyOf("a", `"`+a+`@v1"`)+","+copyOf("sub/a", `null`)+","+copyOf("/else/c", `"`+c+`@v1"`)+","+copyOf("d", `"../../secret"`), true),
		edit("2", "1", "/w/a", "two", "2"),
		edit("3", "2r", "/else/c", "x", "y"),
		edit("4", "3r", "/w/d", "x", "y"),
		shot("5", copyOf("a", `"`+a+`@v2"`), false),
		"u 5 4r more",
	}, "\n")))
	s := newSession(path, &transcript.Counters{})
	if err := s.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	told := func(id string) string {
		i, ok := s.hist.Find(id)
		if !ok {
			t.Fatal("no step", id)
		}
		files, err := s.hist.FilesAt(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, f := range files {
			out = append(out, fmt.Sprintf("%s %s %q %s", f.Path, f.Known, f.Text, f.Why))
		}
		return strings.Join(out, "\n")
	}
	gone := "/else/c unknown \"\" the program's backup " + c + "@v1 is not in file-history"
	foul := "/w/d unknown \"\" the program's backup has a name that is none of its own: \"../../secret\""
	for id, want := range map[string]string{
		"1":  gone + "\n/w/a whole \"one\\ntwo\\n\" from the program's backup\n" + foul,
		"2r": "/w/a whole \"one\\n2\\n\" from the program's backup, with the edits since\n" + gone + "\n" + foul,
		"5": "/w/a whole \"one\\ntwo\\nby hand\\n\" from the program's backup; none of these calls made it so\n" +
			"/else/c unknown \"\" the call Edit does not tell its whole content\n/w/d unknown \"\" the call Edit does not tell its whole content",
	} {
		if got := told(id); got != want {
			t.Errorf("files at %s:\n%s\nwant\n%s", id, got, want)
		}
	}
	if got := codes(s.hist.Problems); !strings.Contains(got, "missing-backup:2") {
		t.Errorf("problems %s, want missing-backup:2", got)
	}
	var _ graph.FileKeeper = s.rt
}
