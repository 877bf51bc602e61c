// Package cli is the command line: words and flags in, an exit code out. What it prints is made by ui/plain, what it draws by
// ui/term; here is only which source, which thread, which checkpoint, and what an error is called.
//
// Every word is a row of one table (see newRoot), from which help, suggestions, completion and the man page come.
// Nothing that a source says reaches the terminal before view.Clean has been over it: errors go through fail, the rest through ui/plain.
package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"cptui/loaders"
	_ "cptui/loaders/all" // every format registers itself
	"cptui/ui/plain"
)

// app is one run: its streams, its flags and what has to be put away at the end.
type app struct {
	ctx      context.Context
	in       io.Reader
	out, err io.Writer
	now      func() time.Time
	flags    flags
	keyOnce  sync.Once
	theKey   *loaders.Key // see key
	keyErr   error
	started  bool // flags and arguments were all right: what fails now is no wrong usage of them
	endMu    sync.Mutex
	atEnd    []func() // temporary files and open sources, put away in reverse order
}

// Main runs cptui with the arguments after the program's name and gives the exit code.
func Main(args []string) (code int) {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe comes back as an error of the write, so that temporary files still go
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a := &app{ctx: ctx, in: os.Stdin, out: os.Stdout, err: os.Stderr, now: time.Now}
	defer a.close()
	defer func() {
		if p := recover(); p != nil { // no input may end in a stack trace; CPTUI_DEBUG=1 shows it to us
			code = a.bug(p)
		}
	}()
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	go a.interrupted(signals, cancel)
	return a.run(args)
}

// interrupted ends the run at Ctrl-C: through its context, and where something does not listen to that, by force. A second
// signal right after the first is the same one: shells and timeout send it to the process and to its group.
func (a *app) interrupted(signals <-chan os.Signal, cancel func()) {
	<-signals
	cancel()
	force := time.After(3 * time.Second)
	deaf := time.After(300 * time.Millisecond)
	for {
		select {
		case <-deaf:
			deaf = nil
			continue
		case <-force:
		case <-signals:
			if deaf != nil {
				continue
			}
		}
		a.close()
		os.Exit(exitInterrupted)
	}
}

// bug says that the program itself is wrong, in one line with the place.
func (a *app) bug(p any) int {
	place := "?"
	frames := make([]uintptr, 16)
	it := runtime.CallersFrames(frames[:runtime.Callers(4, frames)]) // Callers, bug, the deferred function, panic
	for f, more := it.Next(); ; f, more = it.Next() {
		if strings.HasPrefix(f.Function, "cptui/") {
			place = fmt.Sprintf("%s (%s:%d)", f.Function, filepath.Base(f.File), f.Line)
			break
		}
		if !more {
			break
		}
	}
	if os.Getenv("CPTUI_DEBUG") != "" {
		debug.PrintStack()
	}
	a.note("a fault in cptui itself: %v in %s; please report it with the command and, if you can, the file (CPTUI_DEBUG=1 prints more)", p, place)
	return exitInput
}

// run executes one command line.
func (a *app) run(args []string) int {
	root := a.newRoot()
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	err := root.ExecuteContext(a.ctx)
	if err != nil && !a.started {
		err = wrongUsage(err)
	}
	return a.fail(err)
}

// end has f called when the run ends.
func (a *app) end(f func()) {
	a.endMu.Lock()
	defer a.endMu.Unlock()
	a.atEnd = append(a.atEnd, f)
}

// close puts away what the run has opened, the latest first; safe to call from anywhere and twice.
func (a *app) close() {
	a.endMu.Lock()
	defer a.endMu.Unlock()
	for len(a.atEnd) > 0 {
		last := len(a.atEnd) - 1
		f := a.atEnd[last]
		a.atEnd = a.atEnd[:last]
		f()
	}
}

// text is where a command prints for people.
func (a *app) text() *plain.Text {
	return plain.NewText(a.out, plain.Look{
		Color: a.colour(),
		Width: a.width(),
		ASCII: a.flags.ascii,
	})
}

// write prints bytes that are made already, JSON above all.
func (a *app) write(b []byte) error {
	w := bufio.NewWriter(a.out)
	if _, err := w.Write(b); err != nil {
		return err
	}
	return w.Flush()
}

// closedPipe tells whether the reader of our output has gone, which is no error: head has seen enough.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// noArgs, oneSource and the like are cobra's argument checks in our own words.
func sourceArgs(lo, hi int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < lo:
			return usagef("%s wants %s", c.Name(), what)
		case hi >= 0 && len(args) > hi:
			return usagef("%s takes %s, and %q is one too many", c.Name(), what, args[hi])
		}
		return nil
	}
}
