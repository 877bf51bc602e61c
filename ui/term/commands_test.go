package term

import (
	"strings"
	"testing"

	"cptui/ui/view"
)

// TestEveryKeyDoesSomething presses every key of the table on its screen: none ends the program (but those that shall) and none
// is without a handler.
func TestEveryKeyDoesSomething(t *testing.T) {
	hs := start(t, "../../testdata/langgraph/deepagents/sessions.db", 100, 30, Options{})
	for _, c := range view.Commands() {
		if c.Screens&view.MainScreen == 0 || c.ID == "quit" || c.ID == "suspend" || c.ID == "editor" {
			continue
		}
		for _, k := range append([]string{""}, c.Keys...) {
			if k == "Ctrl-C" {
				continue
			}
			if k == "" {
				hs.a.post.post(func() {
					if c.Disabled(hs.a.facts()) == "" && !hs.a.page().do(c.ID, "") && common[c.ID] == nil {
						t.Errorf("nothing does %s", c.ID)
					}
				})
				hs.wait()
			} else {
				hs.press(k)
			}
			for range 4 {
				hs.press("Esc")
			}
			if hs.a.page().kind() != view.MainScreen {
				t.Fatalf("%s (%q) left the main screen for good", c.ID, k)
			}
		}
	}
}

// TestEveryScreenHandlesItsCommands looks for rows of the table that a screen offers and nobody carries out.
func TestEveryScreenHandlesItsCommands(t *testing.T) {
	open := map[view.Screen]string{
		view.ThreadsScreen: "t", view.ReplayScreen: "r Space", view.CompareScreen: "k Space j D", view.WelcomeScreen: `: "welcome" Enter`,
	}
	for kind, keys := range open {
		hs := start(t, "../../testdata/langgraph/fork-tree/sessions.db", 100, 30, Options{})
		hs.press(keys)
		p := hs.a.page()
		if p.kind() != kind {
			t.Fatalf("%s leads to screen %d, not %d", keys, p.kind(), kind)
		}
		for _, c := range view.Commands() {
			if c.Screens&kind == 0 || common[c.ID] != nil || c.Disabled(hs.a.facts()) != "" {
				continue
			}
			ok := false
			hs.a.post.post(func() {
				ok = p.do(c.ID, "")
				hs.a.dialogs = nil
			})
			hs.wait()
			if !ok {
				t.Errorf("screen %d offers %s and does not do it", kind, c.ID)
			}
		}
	}
}

func TestLine(t *testing.T) {
	hs := start(t, "../../testdata/langgraph/fork-tree/sessions.db", 100, 30, Options{})
	main := hs.a.page().(*mainPage)
	for _, c := range []struct{ line, want string }{
		{"2", ""}, {"@3", ""}, {"frok", "no command frok"}, {"tab state", ""}, {"tab nothing", "no tab nothing"}, {"theme light", ""},
		{"theme green", "there are dark, light, mono"}, {"later 3", "takes nothing"}, {"b", "may be"}, {"goto …", ""}, {"bookmark z", "no bookmark"},
	} {
		hs.press(`: "` + c.line + `" Enter`)
		if s := hs.wait().text(); c.want != "" && !strings.Contains(s, c.want) {
			t.Errorf(":%s does not say %q:\n%s", c.line, c.want, s)
		}
		hs.press("Esc")
	}
	hs.press(`: "goto 3fce" Enter`)
	if id := main.hist.ID(main.checkpoint()); !strings.HasSuffix(id, "3fce") {
		t.Errorf("on %s", id)
	}
	hs.press("u")
	if id := main.hist.ID(main.checkpoint()); strings.HasSuffix(id, "3fce") {
		t.Error("u did not go back")
	}
	hs.press(`: "tab me" Tab Enter`)
	if main.det.shown() != tabMessages {
		t.Errorf("tab %d after completion", main.det.shown())
	}
}

func TestBookmarks(t *testing.T) {
	hs := start(t, "../../testdata/langgraph/fork-tree/sessions.db", 100, 30, Options{})
	main := hs.a.page().(*mainPage)
	hs.press("k k k")
	at := main.checkpoint()
	hs.press("m a G ' a")
	if main.checkpoint() != at {
		t.Errorf("' a went to %d, not %d", main.checkpoint(), at)
	}
	hs.wait()
	again := start(t, "../../testdata/langgraph/fork-tree/sessions.db", 100, 30, Options{})
	again.press("' a")
	if got := again.a.page().(*mainPage).checkpoint(); got != at {
		t.Errorf("the next time ' a went to %d, not %d", got, at)
	}
	again.press("m a")
	if n := again.a.page().(*mainPage).marks.count(); n != 0 {
		t.Errorf("%d bookmarks after taking it away", n)
	}
	for _, m := range []mark{{"/a\tb", "th\nread", "a", "id"}, {"", "", "\\", "\\t"}} {
		if got, ok := parseMark(m.String()); !ok || got != m {
			t.Errorf("%+v became %+v", m, got)
		}
	}
}
