package fork

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestEditor(t *testing.T) {
	for _, c := range []struct{ visual, editor, want string }{
		{"", "", ""}, {"", "vi", "vi"}, {"code -w", "vi", "code -w"}, {"  ", "vi", "vi"}, {" ", "\t", ""},
	} {
		t.Setenv("VISUAL", c.visual)
		t.Setenv("EDITOR", c.editor)
		if got := Editor(); got != c.want {
			t.Errorf("VISUAL=%q EDITOR=%q: %q, want %q", c.visual, c.editor, got, c.want)
		}
	}
}

// TestEditText: options and quotes in $EDITOR count, only the user can read the file, and nothing stays of it.
func TestEditText(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	ctx, boom := context.Background(), errors.New("boom")
	for _, c := range []struct {
		what, editor, want string
		err                error
	}{
		{"options", "sed -i 's/old text/new text/'", "a new text\n", nil},
		{"nothing done", "true", "a old text\n", nil},
		{"it fails", "false", "", boom},
	} {
		got, err := EditText(ctx, c.editor, []byte("a old text\n"), func(cmd *exec.Cmd) error {
			file := cmd.Args[len(cmd.Args)-1]
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", c.what, info, err)
			}
			if cmd.Run() != nil {
				return boom
			}
			return nil
		})
		if string(got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: got %q, %v", c.what, got, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
