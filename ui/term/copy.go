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

// copyItem is one thing that `y` can copy. Text is called only when it is chosen or previewed.
type copyItem struct {
	letter  string
	name    string
	preview string
	text    func() (string, error)
}

// withCopies is a page or dialog that has something to copy.
type withCopies interface{ copies() []copyItem }

func (a *app) openCopy() {
	w, ok := a.page().(withCopies)
	if !ok {
		a.warn("nothing to copy here")
		return
	}
	items := w.copies()
	if len(items) == 0 {
		a.warn("nothing to copy here")
		return
	}
	m := &menu{a: a, title: "copy"}
	for _, it := range items {
		text, err := it.text()
		right := ""
		preview := it.preview
		if err != nil {
			preview = err.Error()
		} else {
			right = view.Size(int64(len(text)))
			if preview == "" {
				preview = text
			}
		}
		m.items = append(m.items, menuItem{keys: it.letter, name: it.name, about: preview, right: right, off: err != nil, do: func() {
			a.copyText(it.name, text)
		}})
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
