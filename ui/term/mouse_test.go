package term

import (
	"testing"

	"github.com/gdamore/tcell/v2"
)

// TestMouse: a click puts the cursor on a row or opens a tab, the wheel scrolls what is under it.
func TestMouse(t *testing.T) {
	hs := start(t, "../../testdata/langgraph/deepagents/sessions.db", 80, 24, Options{})
	main := hs.a.page().(*mainPage)
	click := func(x, y int) {
		hs.scr.InjectMouse(x, y, tcell.ButtonPrimary, tcell.ModNone)
		hs.scr.InjectMouse(x, y, tcell.ButtonNone, tcell.ModNone)
		hs.wait()
	}
	top := 0
	hs.on(func() { top = main.rows.top })
	click(10, 5)
	hs.on(func() {
		if main.rows.cursor != top+3 || main.focus != paneHistory {
			t.Errorf("cursor %d, focus %d", main.rows.cursor, main.focus)
		}
	})
	click(16, 13)
	hs.on(func() {
		if main.det.shown() != tabState || main.focus != paneDetail {
			t.Errorf("tab %d, focus %d", main.det.shown(), main.focus)
		}
	})
	hs.scr.InjectMouse(10, 17, tcell.WheelDown, tcell.ModNone)
	hs.wait()
	hs.on(func() {
		if got := main.det.lists[tabState].cursor; got != wheelRows {
			t.Errorf("the wheel went to row %d", got)
		}
	})
	hs.press(": \"mouse\" Enter")
	hs.on(func() {
		if hs.a.mouse {
			t.Error("the mouse is still the program's")
		}
	})
}
