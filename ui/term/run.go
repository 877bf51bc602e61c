// Package term draws ui/view on a terminal with tview and tcell. Nothing else imports them.
//
// Run is the whole of it: it shows an opened source, or the welcome screen, until the user leaves, and gives the terminal
// back as it was, whatever ends the program. What is on screen comes from the models of ui/view; what a key does from the
// table view.Commands. app.go draws the flow of the program in a few lines.
package term

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"cptui/loaders"
	"cptui/ui/view"
)

// Options of a run.
type Options struct {
	Path    string // as the user gave it; "" shows the welcome screen
	Thread  string
	NS      string
	Ref     string
	Theme   string // "dark", "light", "mono", "" works it out
	NoMouse bool
	ASCII   bool
	Reveal  bool
	Demo    bool // the demo's lesson is in the verdict line
	Replay  bool // start replaying
	Speed   float64
	MaxGap  time.Duration // longest silence of a replay, 0: view.DefaultMaxGap
	Version string
	Key     *loaders.Key // opens encrypted rows of what the welcome screen opens
	// DemoPath unpacks the built-in demo and gives its path; nil: there is none to open from the welcome screen.
	DemoPath func() (string, error)
}

// ErrNoTerminal says that there is no terminal that can be drawn on.
var ErrNoTerminal = errors.New("no terminal to draw on")

// likeTerm is the plain kind of a terminal that this machine may not know by its own name, as over ssh: of
// xterm-16color it is xterm; "" where the name says nothing.
func likeTerm(name string) string {
	kind, _, more := strings.Cut(name, "-")
	switch {
	case more && kind == "tmux":
		return "screen"
	case more && (kind == "xterm" || kind == "screen" || kind == "rxvt"):
		return kind
	}
	return ""
}

// Run shows src (nil: the welcome screen) until the user leaves. A run that a signal or the context ended gives an error that is
// context.Canceled; one that our own fault ended says so in one line.
func Run(ctx context.Context, src loaders.Source, o Options) error {
	scr, err := tcell.NewScreen()
	if alike := likeTerm(os.Getenv("TERM")); err != nil && alike != "" {
		if ti, unknown := tcell.LookupTerminfo(alike); unknown == nil {
			scr, err = tcell.NewTerminfoScreenFromTtyTerminfo(nil, ti)
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %v (cptui log prints the history)", ErrNoTerminal, err)
	}
	if err := scr.Init(); err != nil {
		return fmt.Errorf("%w: %v (cptui log prints the history)", ErrNoTerminal, err)
	}
	if scr.CharacterSet() != "UTF-8" {
		o.ASCII = true
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a := newApp(ctx, o)
	a.scr = scr
	if a.mouse {
		scr.EnableMouse(tcell.MouseButtonEvents)
	}
	stop := a.watchSignals()
	defer stop()
	go a.safe(func() {
		<-ctx.Done()
		a.end(ctx.Err())
	})
	a.start(src)
	scr.SetTitle(titleOf(o))
	return a.run(scr)
}

// titleOf is the title of the terminal's window.
func titleOf(o Options) string {
	if o.Path == "" {
		return "cptui"
	}
	return "cptui " + view.CleanCut(o.Path, 60)
}

// start makes the first page.
func (a *app) start(src loaders.Source) {
	if src == nil {
		a.push(newWelcomePage(a))
		return
	}
	main := newMainPage(a, newSource(src, a.opt.Path), a.opt.Thread, a.opt.NS)
	main.replay, main.demo = a.opt.Replay, a.opt.Demo
	a.push(main)
	main.load(a.opt.Ref)
}
