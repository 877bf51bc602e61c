package term

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"
)

// crash is a panic of our own code, told in one line; the trace goes to a file of the state folder.
type crash struct {
	what  any
	trace []byte
}

func (c *crash) Error() string {
	s := fmt.Sprintf("internal error: %v", c.what)
	if name := c.save(); name != "" {
		s += " (details in " + name + ")"
	}
	return s
}

func (c *crash) save() string {
	dir, err := stateDir()
	if err != nil {
		return ""
	}
	name := filepath.Join(dir, "crash.txt")
	text := fmt.Sprintf("%s\n%v\n%s", time.Now().Format(time.RFC3339), c.what, c.trace)
	if os.MkdirAll(dir, 0o700) != nil || os.WriteFile(name, []byte(text), 0o600) != nil {
		return ""
	}
	return name
}

// safe runs the body of a goroutine: a panic in it would end the process with the terminal in raw mode, so it ends the
// program in the ordinary way instead.
func (a *app) safe(body func()) {
	defer func() {
		if p := recover(); p != nil {
			a.end(&crash{p, debug.Stack()})
		}
	}()
	body()
}

// errSignal ends a run that a signal stopped; to the shell it is an interrupted program.
var errSignal = fmt.Errorf("stopped by a signal: %w", context.Canceled)

// stateDir is where bookmarks, the history of the command line and crash notes are kept.
func stateDir() (string, error) {
	if d := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(d) {
		return filepath.Join(d, "cptui"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, ".local", "state", "cptui"), nil
}
