package term

import (
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// key is a key press by the name that the command table uses: "j", "Space", "Ctrl-D", "Shift-Tab", "Down".
type key struct {
	name string
	char rune // what it types, 0 for keys that type nothing
}

var keyNames = map[tcell.Key]string{
	tcell.KeyEnter: "Enter", tcell.KeyEscape: "Esc", tcell.KeyTab: "Tab", tcell.KeyBacktab: "Shift-Tab",
	tcell.KeyUp: "Up", tcell.KeyDown: "Down", tcell.KeyLeft: "Left", tcell.KeyRight: "Right",
	tcell.KeyHome: "Home", tcell.KeyEnd: "End", tcell.KeyPgUp: "PgUp", tcell.KeyPgDn: "PgDn",
	tcell.KeyBackspace: "Backspace", tcell.KeyBackspace2: "Backspace", tcell.KeyDelete: "Delete", tcell.KeyInsert: "Insert",
	tcell.KeyF1: "F1", tcell.KeyF2: "F2",
}

// keyOf names a key event. Terminals tell some keys in several ways: Ctrl-S as its control code or as "s with Ctrl".
func keyOf(ev *tcell.EventKey) key {
	mod := ev.Modifiers()
	if ev.Key() == tcell.KeyTab && mod&tcell.ModShift != 0 {
		return key{name: "Shift-Tab"}
	}
	if name, ok := keyNames[ev.Key()]; ok {
		return key{name: name}
	}
	if k := ev.Key(); k >= tcell.KeyCtrlA && k <= tcell.KeyCtrlZ {
		return key{name: "Ctrl-" + string(rune('A'+k-tcell.KeyCtrlA))}
	}
	if ev.Key() != tcell.KeyRune {
		return key{}
	}
	r := ev.Rune()
	switch {
	case mod&tcell.ModCtrl != 0 && r < 0x80 && unicode.IsLetter(r):
		return key{name: "Ctrl-" + strings.ToUpper(string(r))}
	case mod&(tcell.ModAlt|tcell.ModMeta) != 0:
		return key{name: "Alt-" + string(r)}
	case r == ' ':
		return key{"Space", ' '}
	}
	return key{string(r), r}
}
