package cli

import (
	"bytes"
	"os/exec"
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
	editor := fork.Editor()
	if editor == "" {
		return nil, usagef("--edit needs $VISUAL or $EDITOR; --set PATH=JSON changes a value without one")
	}
	text := before
	for {
		edited, err := fork.EditText(a.ctx, editor, text, func(cmd *exec.Cmd) error {
			cmd.Stdin, cmd.Stdout, cmd.Stderr = a.in, a.out, a.err
			if err := cmd.Run(); err != nil {
				return refusef("the editor %s ended with %v; nothing was written", editor, err)
			}
			return nil
		})
		if err != nil {
			return nil, err
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
