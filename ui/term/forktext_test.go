package term

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForkEditorKeepsText: a text that is no JSON is opened again as it was left, and an edit made in the dialog stays beside the
// editor's.
func TestForkEditorKeepsText(t *testing.T) {
	file := copyDatabase(t, "fork-tree")
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	script := filepath.Join(dir, "ed")
	// The first time the editor spoils the text; the second time it shows what it was given and mends it.
	err := os.WriteFile(script, []byte(`#!/bin/sh
if [ -e "`+seen+`" ]; then cp "$1" "`+seen+`.again"; sed -e '1s/^oops//' -e 's/"total": 0/"total": 5/' "`+seen+`" >"$1"
else cp "$1" "`+seen+`"; { printf oops; cat "`+seen+`"; } >"$1"; fi
`), 0o700)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("VISUAL", "")
	t.Setenv("EDITOR", script)
	hs := start(t, file, 100, 30, Options{Path: file, Ref: "@3"})
	hs.press(`f e Ctrl-U ".topic" Enter Ctrl-U`)
	for _, r := range `"by hand"` {
		hs.inject(256, r)
	}
	hs.press(`Enter o`)
	if s := hs.wait().text(); !strings.Contains(s, "opens your text again") || !strings.Contains(s, "by hand") {
		t.Fatalf("a bad text is not told:\n%s", s)
	}
	hs.press(`o`)
	s := hs.wait().text()
	again, err := os.ReadFile(seen + ".again")
	if err != nil || !strings.HasPrefix(string(again), "oops") {
		t.Errorf("the text was not opened as it was left: %q, %v", again, err)
	}
	if !strings.Contains(s, "total") || !strings.Contains(s, "by hand") {
		t.Errorf("edits of the editor and of the dialog are not both there:\n%s", s)
	}
}
