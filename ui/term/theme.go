package term

import (
	"os"
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v2"

	"cptui/ui/view"
)

// theme gives each role of view a look. Only the sixteen colours of the terminal are used, so that its own palette decides;
// nothing depends on them: every fact has a character or a word too.
type theme struct {
	name   string
	styles [view.PickStyle + 1]tcell.Style
	frame  tcell.Style
}

func (t *theme) style(s view.Style) tcell.Style {
	if int(s) >= len(t.styles) {
		return tcell.StyleDefault
	}
	return t.styles[s]
}

// themeNames are what --theme and :theme take.
var themeNames = []string{"dark", "light", "mono"}

// pickTheme works the theme out: NO_COLOR (not empty) wins over all but an explicit name; the background comes from
// COLORFGBG. The terminal is never asked, since a late answer would be typed into the program.
func pickTheme(name string, getenv func(string) string) *theme {
	if name == "" {
		switch {
		case getenv("NO_COLOR") != "":
			name = "mono"
		default:
			name = backgroundOf(getenv("COLORFGBG"))
		}
	}
	return newTheme(name)
}

// backgroundOf reads "15;0" or "0;default;15": "dark", "light", or "" where it says nothing.
func backgroundOf(colorfgbg string) string {
	at := strings.LastIndexByte(colorfgbg, ';')
	n, err := strconv.Atoi(colorfgbg[at+1:])
	switch {
	case err != nil || at < 0:
		return ""
	case n == 7 || n > 8:
		return "light"
	}
	return "dark"
}

// newTheme makes a theme by name; any other name gives colours that can be read on dark and on light.
func newTheme(name string) *theme {
	t := &theme{name: name}
	d := tcell.StyleDefault
	for i := range t.styles {
		t.styles[i] = d
	}
	fg := func(n int) tcell.Style { return d.Foreground(tcell.PaletteColor(n)) }
	const red, green, yellow, blue, magenta, cyan = 1, 2, 3, 4, 5, 6
	t.styles[view.Dim] = d.Dim(true)
	t.styles[view.Strong] = d.Bold(true)
	t.styles[view.Title] = d.Bold(true)
	t.styles[view.MatchStyle] = d.Underline(true).Bold(true)
	t.styles[view.PickStyle] = d.Reverse(true)
	t.styles[view.ErrStyle] = d.Bold(true)
	t.styles[view.WaitStyle] = d.Bold(true)
	t.frame = d.Dim(true)
	if name == "mono" {
		return t
	}
	warm, key, number := magenta, cyan, magenta
	switch name {
	case "dark":
		warm, number = yellow, yellow
	case "light":
		key = blue
	}
	t.styles[view.AddStyle] = fg(green)
	t.styles[view.DelStyle] = fg(red)
	t.styles[view.ModStyle] = fg(warm)
	t.styles[view.ErrStyle] = fg(red).Bold(true)
	t.styles[view.WaitStyle] = fg(warm).Bold(true)
	t.styles[view.OkStyle] = fg(green)
	t.styles[view.KeyStyle] = fg(key)
	t.styles[view.StrStyle] = fg(green)
	t.styles[view.NumStyle] = fg(number)
	t.styles[view.TypeStyle] = d.Dim(true)
	t.styles[view.LinkStyle] = fg(key).Underline(true)
	t.styles[view.BarStyle] = d.Dim(true)
	t.styles[view.MatchStyle] = fg(warm).Bold(true).Underline(true)
	return t
}

func systemTheme(name string) *theme { return pickTheme(name, os.Getenv) }
