package fork

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Editor is the user's editor as a shell command: $VISUAL, else $EDITOR; "" where neither names one.
func Editor() string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if e := os.Getenv(name); strings.TrimSpace(e) != "" {
			return e
		}
	}
	return ""
}

// EditText gives text to an editor and returns what the user made of it. A state may hold secrets: it lies in a folder of
// its own meanwhile, which nobody else can read and which is gone afterwards.
//
// The command goes through the shell as git's does, so that options and quotes in it count. The caller runs it, with the
// streams and the terminal that it has; its error is given back as it is.
func EditText(ctx context.Context, editor string, text []byte, run func(*exec.Cmd) error) ([]byte, error) {
	dir, err := os.MkdirTemp("", "cptui-edit-")
	if err != nil {
		return nil, fmt.Errorf("make a file for the editor: %w", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "state.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, fmt.Errorf("write for the editor: %w", err)
	}
	if err := run(exec.CommandContext(ctx, "sh", "-c", editor+` "$@"`, editor, file)); err != nil {
		return nil, err
	}
	edited, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read back from the editor: %w", err)
	}
	return edited, nil
}
