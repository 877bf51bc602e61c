package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"cptui/fork"
	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/view"
)

// Exit codes, as in CLI.md.
const (
	exitOK          = 0
	exitNo          = 1 // the question was answered "no"
	exitUsage       = 2
	exitInput       = 3
	exitRefused     = 4
	exitInterrupted = 130
)

// errNo is the answer "no": nothing is printed, the exit code says it.
var errNo = errors.New("no")

// usageError is wrong usage: a flag, a word, an unknown thread, channel or reference.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// together is how cobra says that two flags exclude each other.
var together = regexp.MustCompile(`none of the others can be; \[(.*)\] were all set`)

// wrongUsage is an error of cobra's own, which it finds before a command runs.
func wrongUsage(err error) error {
	if m := together.FindStringSubmatch(err.Error()); m != nil {
		return usagef("--%s cannot be used together", strings.Join(strings.Fields(m[1]), " and --"))
	}
	return usagef("%v", err)
}

// refusef is a refusal for safety.
func refusef(format string, args ...any) error {
	return fmt.Errorf("%w: %s", fork.ErrRefused, fmt.Sprintf(format, args...))
}

// exitCode tells which code an error means.
func exitCode(err error) int {
	var usage *usageError
	switch {
	case err == nil, closedPipe(err):
		return exitOK
	case errors.Is(err, errNo):
		return exitNo
	case errors.As(err, &usage), errors.Is(err, loaders.ErrNoThread), errors.Is(err, graph.ErrNoRef), errors.Is(err, graph.ErrAmbiguous), errors.Is(err, fork.ErrUsage):
		return exitUsage
	case errors.Is(err, fork.ErrRefused), errors.Is(err, loaders.ErrLocked):
		return exitRefused
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitInput
}

// fail says an error in one clean line on stderr and gives its exit code.
func (a *app) fail(err error) int {
	code := exitCode(err)
	if a.ctx.Err() != nil && code != exitOK {
		code = exitInterrupted // whatever broke, it broke because of Ctrl-C
	}
	switch code {
	case exitOK, exitNo:
	case exitInterrupted:
		a.note("interrupted")
	default:
		a.note("%s", message(err))
	}
	return code
}

// message is an error's text with the noise of the file system taken out.
func message(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) && err == error(path) {
		return fmt.Sprintf("%s %s: %v", path.Op, path.Path, path.Err)
	}
	return err.Error()
}

// noteLimit is the length of a note in characters; the middle of a longer one is left out.
const noteLimit = 2000

// note prints one line to stderr, clean whatever is in it.
func (a *app) note(format string, args ...any) {
	line := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	if all := []rune(line); len(all) > noteLimit {
		line = string(all[:noteLimit/2]) + " … " + string(all[len(all)-noteLimit/2:])
	}
	fmt.Fprintln(a.err, "cptui: "+view.Clean(line))
}
