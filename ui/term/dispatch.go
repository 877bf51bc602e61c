package term

import (
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"cptui/ui/view"
)

// wheelRows is how far one notch of the mouse wheel scrolls.
const wheelRows = 3

// key is where every key press comes in.
func (a *app) key(k key, ev *tcell.EventKey) {
	if a.fence != nil && ev != nil && ev.Key() == tcell.KeyF64 {
		a.fence()
		return
	}
	if k.name == "" {
		return
	}
	if k.name == "Ctrl-C" && len(a.dialogs) > 0 {
		k = key{name: "Esc"}
	}
	if n := len(a.dialogs); n > 0 {
		a.dialogs[n-1].key(k)
		return
	}
	stayed := a.note.stays
	if !stayed {
		a.note = note{}
	}
	if k.name == "Ctrl-C" && a.interrupt() {
		return
	}
	c, ok := view.CommandForKey(k.name, a.page().kind())
	if !ok {
		if k.char != 0 {
			a.say("no command on " + k.name + "; ? shows the keys")
		}
		return
	}
	arg := ""
	if c.ID == "tab" {
		arg = k.name
	}
	a.command(c, arg)
}

// command carries out c, or says why it cannot be done now.
func (a *app) command(c view.Command, arg string) {
	if why := c.Disabled(a.facts()); why != "" {
		a.warn(c.Title + ": " + why)
		return
	}
	if m, ok := a.page().(*mainPage); ok {
		m.learned(c.ID)
	}
	if a.page().do(c.ID, arg) {
		return
	}
	if do := common[c.ID]; do != nil {
		do(a, arg)
	}
}

// run carries out a command by its id.
func (a *app) runID(id, arg string) {
	if c, ok := view.CommandByID(id); ok {
		a.command(c, arg)
	}
}

// interrupt ends long work; false where nothing runs.
func (a *app) interrupt() bool {
	if j := a.jobs.long(0); j != nil {
		a.jobs.stop(j.slot)
		a.say("stopped: " + j.title)
		return true
	}
	return false
}

// common are the commands that mean the same on every page; a page may have its own for any of them.
var common map[string]func(a *app, arg string)

func init() {
	list := func(f func(l *rowlist)) func(*app, string) {
		return func(a *app, _ string) {
			if l := a.page().list(); l != nil {
				f(l)
			}
		}
	}
	common = map[string]func(a *app, arg string){
		"later":        list(func(l *rowlist) { l.move(1) }),
		"earlier":      list(func(l *rowlist) { l.move(-1) }),
		"page-later":   list(func(l *rowlist) { l.move(l.half()) }),
		"page-earlier": list(func(l *rowlist) { l.move(-l.half()) }),
		"first":        list(func(l *rowlist) { l.to(0) }),
		"last":         list(func(l *rowlist) { l.to(l.len() - 1) }),
		"leave":        func(a *app, _ string) { a.leave() },
		"palette":      func(a *app, _ string) { a.openPalette() },
		"line":         func(a *app, _ string) { a.openLine() },
		"help":         func(a *app, arg string) { a.openHelp(arg) },
		"suspend":      func(a *app, _ string) { a.suspend() },
		"quit":         func(a *app, _ string) { a.end(nil) },
		"redraw":       func(a *app, _ string) { a.scr.Sync() },
		"theme":        (*app).setTheme,
		"mouse":        func(a *app, _ string) { a.toggleMouse() },
		"welcome":      func(a *app, _ string) { a.push(newWelcomePage(a)) },
		"copy":         func(a *app, _ string) { a.openCopy() },
		"copy-file":    func(a *app, _ string) { a.copyToFile() },
	}
}

// leave is Esc without a dialog: it wipes a note away, ends long work, leaves the page.
func (a *app) leave() {
	if a.note.stays {
		a.note = note{}
		return
	}
	if a.interrupt() {
		return
	}
	a.pop()
}

func (a *app) setTheme(name string) {
	name = strings.TrimSpace(name)
	for i, n := range themeNames {
		if n == name {
			a.th = newTheme(n)
			return
		}
		if name == "" && n == a.th.name {
			a.th = newTheme(themeNames[(i+1)%len(themeNames)])
			a.say("theme " + a.th.name)
			return
		}
	}
	if name == "" {
		a.th = newTheme(themeNames[0])
		a.say("theme " + a.th.name)
		return
	}
	a.warn("theme " + name + ": there are " + strings.Join(themeNames, ", "))
}

func (a *app) toggleMouse() {
	a.mouse = !a.mouse
	a.ui.EnableMouse(a.mouse)
	if a.mouse {
		a.scr.EnableMouse()
		a.say("the mouse is the program's; most terminals select with shift")
		return
	}
	a.scr.DisableMouse()
	a.say("the mouse is the terminal's own")
}

// mouseAction tells whether the screen has to be drawn again.
func (a *app) mouseAction(action tview.MouseAction, x, y int) bool {
	rows := 0
	switch action {
	case tview.MouseScrollUp:
		rows = -wheelRows
	case tview.MouseScrollDown:
		rows = wheelRows
	case tview.MouseLeftClick, tview.MouseLeftDoubleClick:
	default:
		return false
	}
	if n := len(a.dialogs); n > 0 {
		m, ok := a.dialogs[n-1].(interface{ mouse(x, y, rows int) })
		if ok {
			m.mouse(x, y, rows)
		}
		return ok
	}
	if rows != 0 {
		a.page().wheel(x, y, rows)
	} else {
		a.page().clicked(x, y, action == tview.MouseLeftDoubleClick)
	}
	return true
}
