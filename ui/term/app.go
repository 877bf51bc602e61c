package term

import (
	"context"

	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"cptui/ui/view"
)

// The flow of the program:
//
//	key, mouse, size ──▶ event loop ──▶ top dialog, else command table ──▶ page.do ──▶ draw
//	                         ▲                                               │
//	                         └── post ◀── jobs (own goroutines, cancelled) ◀─┘
//
// All state is touched on the event loop only. What takes time runs as a job and comes back through post.

// app is the running program: the terminal, the pages, and what lies over them.
type app struct {
	opt  Options
	ui   *tview.Application
	scr  tcell.Screen
	th   *theme
	post *poster
	jobs *jobs

	pages   []page   // the last one is shown
	dialogs []dialog // the last one has the keys
	note    note
	clip    clipboard
	mouse   bool
	lastFor map[string]string // last text typed at each prompt
	history []string          // of the `:` line
	size    [2]int

	ctx   context.Context
	ended atomic.Bool
	away  atomic.Bool // the terminal is lent out
	err   error       // why it ended
	now   func() time.Time
	fence func() // tests: called for the sentinel key
}

// page is one screen of the program.
type page interface {
	kind() view.Screen
	draw(c canvas)
	// list has the keys; nil where nothing can be moved over.
	list() *rowlist
	facts(f *view.Facts)
	// do carries out a command of the table; false where the page does nothing of its own for it.
	do(id, arg string) bool
	// clicked puts the cursor where the mouse is; twice opens.
	clicked(x, y int, twice bool)
	// wheel scrolls what is under the mouse.
	wheel(x, y, rows int)
	closed()
}

// dialog lies over a page and has all keys until it is closed.
type dialog interface {
	draw(c canvas)
	key(k key)
	paste(text string)
}

// note is one line that answers the last key; the next one wipes it away.
type note struct {
	text  string
	style view.Style
	stays bool // until Esc
}

func newApp(ctx context.Context, o Options) *app {
	a := &app{opt: o, ctx: ctx, post: newPoster(), mouse: !o.NoMouse, now: time.Now, lastFor: map[string]string{}}
	a.th = systemTheme(o.Theme)
	a.jobs = newJobs(ctx, a.post.post, a.safe)
	return a
}

// run shows the pages on scr until the end; scr is initialized.
func (a *app) run(scr tcell.Screen) (err error) {
	a.scr = newCells(scr)
	tview.Styles = tview.Theme{} // the terminal's own colours, before any widget is made
	a.ui = tview.NewApplication()
	a.ui.SetScreen(a.scr)
	a.ui.EnablePaste(true)
	a.ui.EnableMouse(a.mouse)
	root := &root{Box: tview.NewBox(), a: a}
	a.ui.SetRoot(root, true)
	a.ui.SetInputCapture(func(ev *tcell.EventKey) *tcell.EventKey {
		a.key(keyOf(ev), ev)
		return nil
	})
	go a.safe(func() { a.post.pump(func(f func()) { a.ui.QueueUpdateDraw(f) }) })
	defer func() {
		if p := recover(); p != nil { // tview has restored the terminal
			err = &crash{p, debug.Stack()}
		}
		a.ended.Store(true)
		a.post.close()
	}()
	if err := a.ui.Run(); err != nil {
		return err
	}
	return a.err
}

// end stops the program from any goroutine; the first reason counts.
func (a *app) end(why error) {
	if a.ended.Swap(true) {
		return
	}
	a.err = why
	a.post.close()
	if a.ui != nil {
		a.ui.Stop()
	}
}

// leaveTerminal restores the terminal while f runs: for the shell and for editors.
func (a *app) leaveTerminal(f func()) {
	a.away.Store(true)
	a.ui.Suspend(f)
	a.away.Store(false)
	a.scr.Sync()
}

func (a *app) page() page { return a.pages[len(a.pages)-1] }

func (a *app) push(p page) { a.pages = append(a.pages, p) }

// pop leaves the page that is shown; the last one stays.
func (a *app) pop() bool {
	if len(a.pages) < 2 {
		return false
	}
	a.page().closed()
	a.pages = a.pages[:len(a.pages)-1]
	return true
}

func (a *app) open(d dialog) { a.dialogs = append(a.dialogs, d) }

func (a *app) closeDialog() {
	if n := len(a.dialogs); n > 0 {
		a.dialogs = a.dialogs[:n-1]
	}
}

// say shows one line until the next key.
func (a *app) say(text string) { a.note = note{text: view.CleanLine(text)} }

func (a *app) warn(text string) { a.note = note{text: view.CleanLine(text), style: view.ErrStyle} }

// tell is a line that stays until it is wiped away with Esc or replaced.
func (a *app) tell(text string) {
	a.note = note{text: view.CleanLine(text), style: view.Strong, stays: true}
}

func (a *app) facts() view.Facts {
	f := view.Facts{Problems: -1, Threads: -1, Copied: a.clip.last != "", Screen: a.page().kind()}
	if l := a.page().list(); l != nil {
		f.Rows = l.len()
	}
	a.page().facts(&f)
	return f
}

// draw shows the page, then what lies over it.
func (a *app) draw(scr tcell.Screen) {
	scr.HideCursor()
	w, h := scr.Size()
	a.size = [2]int{w, h}
	c := canvas{scr, a.th, 0, 0, w, h}
	if w <= 0 || h <= 0 {
		return
	}
	a.page().draw(c)
	for _, d := range a.dialogs {
		d.draw(c)
	}
}

// root is the one primitive that tview knows of.
type root struct {
	*tview.Box
	a *app
}

func (r *root) Draw(scr tcell.Screen) { r.a.draw(scr) }

func (r *root) PasteHandler() func(string, func(tview.Primitive)) {
	return func(text string, _ func(tview.Primitive)) {
		if n := len(r.a.dialogs); n > 0 {
			r.a.dialogs[n-1].paste(text)
		}
	}
}

func (r *root) MouseHandler() func(tview.MouseAction, *tcell.EventMouse, func(tview.Primitive)) (bool, tview.Primitive) {
	return func(action tview.MouseAction, ev *tcell.EventMouse, _ func(tview.Primitive)) (bool, tview.Primitive) {
		x, y := ev.Position()
		return r.a.mouseAction(action, x, y), nil
	}
}
