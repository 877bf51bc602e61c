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
				hs.on(func() {
					if c.Disabled(hs.a.facts()) == "" && !hs.a.page().do(c.ID, "") && common[c.ID] == nil {
						t.Errorf("nothing does %s", c.ID)
					}
				})
			} else {
				hs.press(k)
			}
			for range 4 {
				hs.press("Esc")
			}
			kind := view.Screen(0)
			hs.on(func() { kind = hs.a.page().kind() })
			if kind != view.MainScreen {
				t.Fatalf("%s (%q) left the main screen for good", c.ID, k)
			}
		}
	}
}

// TestEveryScreenHandlesItsCommands looks for rows of the table that a screen offers and nobody carries out.
func TestEveryScreenHandlesItsCommands(t *testing.T) {
	open := map[view.Screen]string{
		view.ThreadsScreen: "t", view.ReplayScreen: "r Space", view.CompareScreen: "k Space j D", view.WelcomeScreen: `: "welcome" Enter`,
		view.StoreScreen: "t Tab", view.DoctorScreen: `: "doctor" Enter`, view.ListScreen: `: "tools" Enter`,
	}
	for kind, keys := range open {
		file := "langgraph/fork-tree"
		if kind == view.StoreScreen {
			file = "store"
		}
		hs := start(t, "../../testdata/"+file+"/sessions.db", 100, 30, Options{})
		hs.press(keys)
		var p page
		hs.on(func() { p = hs.a.page() })
		if p.kind() != kind {
			t.Fatalf("%s leads to screen %d, not %d", keys, p.kind(), kind)
		}
		for _, c := range view.Commands() {
			if c.Screens&kind == 0 || common[c.ID] != nil {
				continue
			}
			ok := false
			hs.on(func() {
				ok = c.Disabled(hs.a.facts()) != "" || p.do(c.ID, "")
				hs.a.dialogs = nil
			})
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
	hs.on(func() {
		if id := main.hist.ID(main.checkpoint()); !strings.HasSuffix(id, "3fce") {
			t.Errorf("on %s", id)
		}
	})
	hs.press("u")
	hs.on(func() {
		if id := main.hist.ID(main.checkpoint()); strings.HasSuffix(id, "3fce") {
			t.Error("u did not go back")
		}
	})
	hs.press(`: "tab me" Tab Enter`)
	hs.on(func() {
		if main.det.shown() != tabMessages {
			t.Errorf("tab %d after completion", main.det.shown())
		}
	})
}

func TestBookmarks(t *testing.T) {
	hs := start(t, "../../testdata/langgraph/fork-tree/sessions.db", 100, 30, Options{})
	main := hs.a.page().(*mainPage)
	hs.press("k k k")
	at := -1
	hs.on(func() { at = main.checkpoint() })
	hs.press("m a G ' a")
	hs.on(func() {
		if main.checkpoint() != at {
			t.Errorf("' a went to %d, not %d", main.checkpoint(), at)
		}
	})
	again := start(t, "../../testdata/langgraph/fork-tree/sessions.db", 100, 30, Options{})
	next := again.a.page().(*mainPage)
	again.press("' a")
	again.on(func() {
		if next.checkpoint() != at {
			t.Errorf("the next time ' a went to %d, not %d", next.checkpoint(), at)
		}
	})
	again.press("m a")
	again.on(func() {
		if n := next.marks.count(); n != 0 {
			t.Errorf("%d bookmarks after taking it away", n)
		}
	})
	for _, m := range []mark{{"/a\tb", "th\nread", "a", "id"}, {"", "", "\\", "\\t"}} {
		if got, ok := parseMark(m.String()); !ok || got != m {
			t.Errorf("%+v became %+v", m, got)
		}
	}
}
