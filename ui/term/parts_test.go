package term

import (
	"context"
	"errors"
	"testing"

	"github.com/gdamore/tcell/v2"

	"cptui/ui/view"
)

// bigRows counts how many rows are asked for.
type bigRows struct{ n, asked int }

func (b *bigRows) Len() int { return b.n }

func (b *bigRows) Row(i, width int) view.Line {
	b.asked++
	return view.Line{{Text: "row " + itoa(i)}}
}

// TestMillionRows: a frame asks for what is visible and no more, wherever the cursor is.
func TestMillionRows(t *testing.T) {
	scr := tcell.NewSimulationScreen("UTF-8")
	if err := scr.Init(); err != nil {
		t.Fatal(err)
	}
	scr.SetSize(80, 24)
	rows := &bigRows{n: 1_000_000}
	l := rowlist{rows: rows}
	c := canvas{scr, newTheme("mono"), 0, 0, 80, 24}
	for _, at := range []int{0, 999_999, 500_000, -5, 2_000_000} {
		rows.asked = 0
		l.to(at)
		l.draw(c, cursorActive)
		if rows.asked != 24 {
			t.Errorf("at %d: %d rows asked for", at, rows.asked)
		}
		if l.cursor < l.top || l.cursor >= l.top+24 || l.top > 1_000_000-24 {
			t.Errorf("at %d: cursor %d, top %d", at, l.cursor, l.top)
		}
	}
	rows.n = 3 // the list shrank under the cursor
	l.draw(c, cursorActive)
	if l.cursor != 2 || l.top != 0 {
		t.Errorf("cursor %d, top %d", l.cursor, l.top)
	}
}

// TestJobs: newer work of a slot cancels the older, and its result is dropped; stopped work changes nothing.
func TestJobs(t *testing.T) {
	p := newPoster()
	j := newJobs(context.Background(), p.post, func(f func()) { f() })
	began, told := make(chan bool), ""
	var cancelled error
	j.start("s", "first", func(ctx context.Context, _ *job) func() {
		began <- true
		<-ctx.Done()
		cancelled = ctx.Err()
		return func() { told += "first" }
	})
	<-began
	j.start("s", "second", func(context.Context, *job) func() { return func() { told += "second" } })
	j.start("other", "", func(ctx context.Context, _ *job) func() {
		<-ctx.Done()
		return func() { told += "other" }
	})
	if !j.stop("other") || j.stop("other") {
		t.Error("stop does not tell whether there was something")
	}
	for j.busy() {
		<-p.wake
		p.run()
	}
	if told != "second" || !errors.Is(cancelled, context.Canceled) {
		t.Errorf("told %q, the first ended with %v", told, cancelled)
	}
}

// TestPoster: posting never blocks, not even after the end.
func TestPoster(t *testing.T) {
	p := newPoster()
	n := 0
	for range 1000 {
		p.post(func() { n++ })
	}
	p.run()
	p.close()
	p.close()
	p.post(func() { n++ })
	p.pump(func(f func()) { f() })
	if n != 1000 {
		t.Errorf("%d", n)
	}
}

func TestLineEdit(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
		at   int
	}{
		{[]string{"a", "b", "c", "Left", "Left", "X"}, "aXbc", 2},
		{[]string{"漢", "é", "Backspace"}, "漢", 3},
		{[]string{"👨\u200d👩\u200d👧", "Backspace", "x"}, "x", 1},
		{[]string{"one two three", "Ctrl-W"}, "one two ", 8},
		{[]string{"one two", "Ctrl-A", "Ctrl-K"}, "", 0},
		{[]string{"one", "Home", "Delete", "End", "Ctrl-U"}, "", 0},
		{[]string{"a\x1b]52;c;x\x07\nb"}, "a]52;c;x b", 10},
	} {
		var e lineedit
		for _, k := range c.keys {
			if _, special := keysByName[k]; special || k == "Delete" || len(k) == 6 && k[:5] == "Ctrl-" {
				e.key(key{name: k})
			} else {
				e.insert(k)
			}
		}
		if e.text != c.want || e.at != c.at {
			t.Errorf("%q: %q at %d, want %q at %d", c.keys, e.text, e.at, c.want, c.at)
		}
	}
}

func TestFuzzy(t *testing.T) {
	order := []string{"fork from here", "find in all steps", "go to a bookmark"}
	best, top := -1, ""
	for _, s := range order {
		if score, ok := fuzzy(s, "fo"); ok && score > best {
			best, top = score, s
		}
	}
	if top != "fork from here" {
		t.Errorf("fo finds %q first", top)
	}
	if _, ok := fuzzy("abc", "abcd"); ok {
		t.Error("abcd is not in abc")
	}
	if _, ok := fuzzy("abc", "A"); ok {
		t.Error("a capital matches itself only")
	}
}

func TestTheme(t *testing.T) {
	for in, want := range map[string]string{"15;0": "dark", "0;default;15": "light", "0;7": "light", "": "", "x": "", "7;8": "dark"} {
		if got := backgroundOf(in); got != want {
			t.Errorf("COLORFGBG=%q: %q, want %q", in, got, want)
		}
	}
	env := func(no string) func(string) string {
		return func(k string) string { return map[string]string{"NO_COLOR": no, "COLORFGBG": "15;0"}[k] }
	}
	if got := pickTheme("", env("1")).name; got != "mono" {
		t.Error(got)
	}
	if got := pickTheme("", env("")).name; got != "dark" {
		t.Error(got)
	}
	if got := pickTheme("light", env("1")).name; got != "light" {
		t.Error(got)
	}
	for i, st := range newTheme("mono").styles {
		if fg, bg, _ := st.Decompose(); fg != tcell.ColorDefault || bg != tcell.ColorDefault {
			t.Errorf("mono has a colour for %d", i)
		}
	}
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		k    tcell.Key
		r    rune
		mod  tcell.ModMask
		want string
	}{
		{tcell.KeyRune, 'j', 0, "j"}, {tcell.KeyRune, ' ', 0, "Space"}, {tcell.KeyCtrlS, 0, 0, "Ctrl-S"}, {tcell.KeyRune, 's', tcell.ModCtrl, "Ctrl-S"},
		{tcell.KeyTab, 0, tcell.ModShift, "Shift-Tab"}, {tcell.KeyBacktab, 0, 0, "Shift-Tab"}, {tcell.KeyEnter, 0, 0, "Enter"}, {tcell.KeyTab, 0, 0, "Tab"},
		{tcell.KeyBackspace2, 0, 0, "Backspace"}, {tcell.KeyRune, 'x', tcell.ModAlt, "Alt-x"},
	} {
		if got := keyOf(tcell.NewEventKey(c.k, c.r, c.mod)).name; got != c.want {
			t.Errorf("%v %q: %q, want %q", c.k, c.r, got, c.want)
		}
	}
}
