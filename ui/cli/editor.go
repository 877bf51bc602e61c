package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"cptui/fork"
	"cptui/ui/plain"
)

// editState lets the user change the state at t in an editor and gives the edits. Text that is no JSON comes back with
// the error above it, as often as it takes; an emptied file gives up.
func (a *app) editState(t *target) ([]fork.Edit, error) {
	state, err := t.hist.Runtime.State(a.ctx, t.hist, t.index)
	if err != nil {
		return nil, err
	}
	before := fork.EditFile(plain.StateJSON(state))
	dir, err := os.MkdirTemp("", "cptui-edit-")
	if err != nil {
		return nil, fmt.Errorf("make a file for the editor: %w", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "state.json")
	text := before
	for {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return nil, fmt.Errorf("write for the editor: %w", err)
		}
		if err := a.runEditor(file); err != nil {
			return nil, err
		}
		edited, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read back from the editor: %w", err)
		}
		edited = withoutRemarks(edited)
		if len(bytes.TrimSpace(edited)) == 0 {
			return nil, refusef("the edited state is empty; nothing was written")
		}
		edits, err := fork.ReadEdits(before, edited)
		switch {
		case err == nil && len(edits) == 0:
			return nil, refusef("nothing was changed in the editor; nothing was written")
		case err == nil:
			return edits, nil
		case !isTerminal(a.in):
			return nil, usagef("the edited state: %v", err)
		}
		text = append([]byte("# "+strings.ReplaceAll(err.Error(), "\n", " ")+"\n# (lines are counted below these two; an empty file gives up)\n"), edited...)
	}
}

// withoutRemarks takes the lines away that editState put on top.
func withoutRemarks(text []byte) []byte {
	for bytes.HasPrefix(text, []byte("#")) {
		_, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
	}
	return text
}

// runEditor runs $VISUAL or $EDITOR as git does: through the shell, so that options and quotes in it count.
func (a *app) runEditor(file string) error {
	editor := os.Getenv("VISUAL")
	if strings.TrimSpace(editor) == "" {
		editor = os.Getenv("EDITOR")
	}
	if strings.TrimSpace(editor) == "" {
		return usagef("--edit needs $VISUAL or $EDITOR; --set PATH=JSON changes a value without one")
	}
	cmd := exec.CommandContext(a.ctx, "sh", "-c", editor+` "$@"`, editor, file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.in, a.out, a.err
	if err := cmd.Run(); err != nil {
		return refusef("the editor %s ended with %v; nothing was written", editor, err)
	}
	return nil
}
