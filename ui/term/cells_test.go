package term

import (
	"testing"

	"github.com/gdamore/tcell/v2"

	"cptui/ui/view"
)

func cellWidth(runes []rune) int { return view.Width(string(runes)) }

// puts counts the cells that reach the terminal's screen.
type puts struct {
	tcell.Screen
	n int
}

func (p *puts) Put(x, y int, text string, style tcell.Style) (string, int) {
	p.n++
	return p.Screen.Put(x, y, text, style)
}

// Cells that a frame has in common with the one before are not sent again, though the screen is cleared in between.
func TestOnlyWhatDiffersIsSent(t *testing.T) {
	sim := tcell.NewSimulationScreen("UTF-8")
	if err := sim.Init(); err != nil {
		t.Fatal(err)
	}
	sim.SetSize(20, 3)
	under := &puts{Screen: sim}
	scr := newCells(under)
	frame := func(text string) int {
		under.n = 0
		scr.Clear()
		canvas{scr, newTheme("mono"), 0, 0, 20, 3}.text(0, 1, text, tcell.StyleDefault)
		scr.Show()
		return under.n
	}
	for _, step := range []struct {
		text string
		puts int
	}{{"@12 東京 model", 10}, {"@12 東京 model", 0}, {"@13 東京 model", 1}, {"@13 ab京 model", 2}, {"@13 ab京", 5}, {"", 6}} {
		if n := frame(step.text); n != step.puts {
			t.Errorf("%q: %d cells sent, want %d", step.text, n, step.puts)
		}
	}
	sim.SetSize(30, 4)
	if n := frame("wider"); n != 5 {
		t.Errorf("after a resize: %d cells sent, want 5", n)
	}
	if cells, w, _ := sim.GetContents(); string(cells[w].Runes)+string(cells[w+4].Runes) != "wr" {
		t.Errorf("the second row does not begin with wider")
	}
}
