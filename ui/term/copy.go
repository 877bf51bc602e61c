package term

import (
	"encoding/base64"
	"fmt"
	"path/filepath"

	"cptui/ui/view"
)

// maxOSC52 is what terminals take by OSC 52 at most, in bytes of text; longer texts go to a file.
const maxOSC52 = 74_000

// clipboard remembers what was copied last.
type clipboard struct{ last, what string }

// withCopies is a page that has something to copy.
type withCopies interface{ copies() []view.CopyItem }

func (a *app) openCopy() {
	var items []view.CopyItem
	if w, ok := a.page().(withCopies); ok {
		items = w.copies()
	}
	if len(items) == 0 {
		a.warn("nothing to copy here")
		return
	}
	m := &menu{a: a, title: "copy"}
	for _, it := range items {
		m.items = append(m.items, menuItem{keys: string(it.Key), line: it.Line, off: it.Text == "", do: func() { a.copyText(it.Name, it.Text) }})
	}
	a.open(m)
}

// copyText hands text to the terminal by OSC 52 and says what went where. The terminal does not answer, so a file is offered.
func (a *app) copyText(what, text string) {
	a.clip = clipboard{text, what}
	if len(text) > maxOSC52 {
		a.copyToFile()
		return
	}
	if tty, ok := a.scr.Tty(); ok && tty != nil {
		fmt.Fprintf(tty, "\x1b]52;c;%s\x07", base64.StdEncoding.EncodeToString([]byte(text)))
	} else {
		a.scr.SetClipboard([]byte(text))
	}
	a.say(fmt.Sprintf("copied %s, %s, by OSC 52 · not arrived? Y puts it in a file, named here", what, view.Size(int64(len(text)))))
}

func (a *app) copyToFile() {
	dir, err := stateDir()
	if err == nil {
		name := filepath.Join(dir, "copied.txt")
		if err = writeFile(name, a.clip.last); err == nil {
			a.tell(fmt.Sprintf("%s, %s, is in %s", a.clip.what, view.Size(int64(len(a.clip.last))), name))
			return
		}
	}
	a.warn("write copied text: " + err.Error())
}
