package term

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"cptui/loaders"
	_ "cptui/loaders/all"
)

func TestMain(m *testing.M) {
	if path := os.Getenv("CPTUI_TEST_RUN"); path != "" { // the program itself, for the tests in tmux
		os.Exit(runForTmux(path))
	}
	time.Local = time.UTC
	dir, err := os.MkdirTemp("", "cptui-term-")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_STATE_HOME", dir)
	for _, name := range []string{"NO_COLOR", "COLORFGBG"} {
		os.Unsetenv(name)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// testNow is when all tests take place.
var testNow = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

// harness runs the program on a simulated screen. It never sleeps: after each key a sentinel key follows, whose handler runs
// what was posted, draws, and answers only when no work is left.
type harness struct {
	t     *testing.T
	a     *app
	scr   tcell.SimulationScreen
	shots chan shot
	ended chan error
	done  bool
}

// shot is what the handler of the sentinel saw.
type shot struct {
	busy   bool
	w, h   int
	cells  []tcell.SimCell
	cursor [3]int
}

func openSource(t *testing.T, path string) loaders.Source {
	t.Helper()
	src, err := loaders.Open(context.Background(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src
}

// start opens a source ("" the welcome screen) at a size.
func start(t *testing.T, path string, w, h int, o Options) *harness {
	t.Helper()
	scr := tcell.NewSimulationScreen("UTF-8")
	if err := scr.Init(); err != nil {
		t.Fatal(err)
	}
	scr.SetSize(w, h)
	if o.Path == "" && path != "" {
		o.Path = filepath.Base(path)
	}
	ctx, cancel := context.WithCancel(context.Background())
	hs := &harness{t: t, a: newApp(ctx, o), scr: scr, shots: make(chan shot, 1), ended: make(chan error, 1)}
	a := hs.a
	a.scr = scr
	a.now = func() time.Time { return testNow }
	a.fence = hs.fence
	var src loaders.Source
	if path != "" {
		src = openSource(t, path)
	}
	a.start(src)
	go func() {
		hs.ended <- a.run(scr)
		a.jobs.mu.Lock() // nobody handles results any more: whoever waits for them has to go on
		a.jobs.live = 0
		a.jobs.idle.Broadcast()
		a.jobs.mu.Unlock()
	}()
	t.Cleanup(func() {
		if !hs.done {
			a.end(nil)
			<-hs.ended
		}
		cancel()
	})
	hs.wait()
	return hs
}

// fence answers the sentinel, on the event loop.
func (hs *harness) fence() {
	a := hs.a
	a.post.run()
	a.draw(a.scr)
	a.scr.Show()
	s := shot{busy: a.jobs.busy()}
	if !s.busy {
		cells, w, h := hs.scr.GetContents()
		s.w, s.h = w, h
		s.cells = append(s.cells, cells...)
		x, y, vis := hs.scr.GetCursor()
		if s.cursor = [3]int{x, y, 0}; vis {
			s.cursor[2] = 1
		}
	}
	hs.shots <- s
}

// wait gives the screen once nothing runs any more.
func (hs *harness) wait() shot {
	hs.t.Helper()
	for {
		hs.scr.InjectKey(tcell.KeyF64, 0, tcell.ModNone)
		select {
		case s := <-hs.shots:
			if !s.busy {
				return s
			}
		case err := <-hs.ended:
			hs.done = true
			if c, ok := err.(*crash); ok {
				hs.t.Logf("%s", c.trace)
			}
			hs.t.Fatalf("the program ended: %v", err)
		}
		hs.a.jobs.waitIdle()
	}
}

// on runs f on the event loop and waits for it: whoever looks at the program's state has to.
func (hs *harness) on(f func()) {
	hs.t.Helper()
	hs.a.post.post(f)
	hs.wait()
}

// waitIdle blocks until all jobs ended and their results were handled.
func (j *jobs) waitIdle() {
	j.mu.Lock()
	defer j.mu.Unlock()
	for j.live > 0 {
		j.idle.Wait()
	}
}

var keysByName = map[string]tcell.Key{
	"Enter": tcell.KeyEnter, "Esc": tcell.KeyEscape, "Tab": tcell.KeyTab, "Shift-Tab": tcell.KeyBacktab, "Up": tcell.KeyUp, "Down": tcell.KeyDown,
	"Left": tcell.KeyLeft, "Right": tcell.KeyRight, "Home": tcell.KeyHome, "End": tcell.KeyEnd, "PgUp": tcell.KeyPgUp, "PgDn": tcell.KeyPgDn,
	"Backspace": tcell.KeyBackspace2, "F1": tcell.KeyF1,
}

// press types keys by their names, separated by blanks; "quoted text" is typed letter by letter.
func (hs *harness) press(keys string) {
	hs.t.Helper()
	for keys = strings.TrimSpace(keys); keys != ""; keys = strings.TrimSpace(keys) {
		if keys[0] == '"' && len(keys) > 1 {
			end := strings.IndexByte(keys[1:], '"') + 1
			if end == 0 {
				hs.t.Fatalf("no end of %s", keys)
			}
			for _, r := range keys[1:end] {
				hs.inject(tcell.KeyRune, r)
			}
			keys = keys[end+1:]
			continue
		}
		end := strings.IndexAny(keys, " \n\t")
		if end < 0 {
			end = len(keys)
		}
		name := keys[:end]
		keys = keys[end:]
		rest, ctrl := strings.CutPrefix(name, "Ctrl-")
		switch k, ok := keysByName[name]; {
		case ok:
			hs.inject(k, 0)
		case ctrl && len(rest) == 1:
			hs.inject(tcell.KeyCtrlA+tcell.Key(rest[0]-'A'), 0)
		case name == "Space":
			hs.inject(tcell.KeyRune, ' ')
		default:
			for _, r := range name {
				hs.inject(tcell.KeyRune, r)
			}
		}
	}
}

func (hs *harness) inject(k tcell.Key, r rune) {
	hs.t.Helper()
	hs.scr.InjectKey(k, r, tcell.ModNone)
	hs.wait()
}

func (hs *harness) resize(w, h int) shot {
	hs.t.Helper()
	hs.scr.SetSize(w, h)
	hs.scr.PostEvent(tcell.NewEventResize(w, h))
	return hs.wait()
}

// text is the screen as rows; the cursor row of a list, reversed on the screen, begins with ▶.
func (s shot) text() string {
	var b strings.Builder
	for y := range s.h {
		var row strings.Builder
		reversed := 0
		for x := 0; x < s.w; x++ {
			c := s.cells[y*s.w+x]
			_, _, attr := c.Style.Decompose()
			if attr&tcell.AttrReverse != 0 {
				reversed++
			}
			if len(c.Runes) == 0 {
				row.WriteByte(' ')
				continue
			}
			row.WriteString(string(c.Runes))
			if w := cellWidth(c.Runes); w > 1 {
				x += w - 1
			}
		}
		line := strings.TrimRight(row.String(), " ")
		if reversed > s.w/4 {
			line = "▶" + strings.TrimPrefix(line, " ")
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
