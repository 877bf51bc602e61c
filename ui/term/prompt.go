package term

import (
	"strings"

	"cptui/ui/view"
)

// prompt is one line of input in the place of the line above the keys.
type prompt struct {
	a        *app
	label    string
	edit     lineedit
	past     []string // earlier lines, the newest last
	pastAt   int
	draft    string
	complete func(text string) []string // whole lines that the text may become
	choices  []string
	choice   int
	// changed is called after every key that changed the text; nil none.
	changed func(text string)
	// done gets the line, or ok=false after Esc.
	done func(text string, ok bool)
}

func (a *app) ask(label, text string, done func(text string, ok bool)) *prompt {
	p := &prompt{a: a, label: label, done: done}
	p.edit.set(text)
	a.open(p)
	return p
}

func (p *prompt) paste(text string) {
	p.edit.insert(text)
	p.touched()
}

func (p *prompt) touched() {
	p.choices = nil
	if p.changed != nil {
		p.changed(p.edit.text)
	}
}

func (p *prompt) key(k key) {
	switch k.name {
	case "Enter":
		p.a.closeDialog()
		p.done(p.edit.text, true)
	case "Esc":
		p.a.closeDialog()
		p.done(p.edit.text, false)
	case "Tab", "Shift-Tab":
		p.next(k.name == "Tab")
	case "Up", "Ctrl-P":
		p.walk(-1)
	case "Down", "Ctrl-N":
		p.walk(1)
	case "Backspace":
		if p.edit.text == "" {
			p.a.closeDialog()
			p.done("", false)
			return
		}
		p.edit.key(k)
		p.touched()
	default:
		if p.edit.key(k) {
			p.touched()
		}
	}
}

// next walks through what the text may become.
func (p *prompt) next(forward bool) {
	if p.complete == nil {
		return
	}
	if p.choices == nil {
		p.choices, p.choice = p.complete(p.edit.text), -1
		if !forward {
			p.choice = 0
		}
	}
	if len(p.choices) == 0 {
		return
	}
	if forward {
		p.choice++
	} else {
		p.choice--
	}
	p.choice = (p.choice + len(p.choices)) % len(p.choices)
	p.edit.set(p.choices[p.choice])
}

func (p *prompt) walk(d int) {
	if p.past == nil {
		return
	}
	if p.pastAt == 0 {
		p.draft = p.edit.text
	}
	at := p.pastAt - d
	if at < 0 || at > len(p.past) {
		return
	}
	p.pastAt = at
	if at == 0 {
		p.edit.set(p.draft)
	} else {
		p.edit.set(p.past[len(p.past)-at])
	}
	p.touched()
}

func (p *prompt) draw(c canvas) {
	y := max(0, c.h-2)
	if c.h < 10 {
		y = c.h - 1
	}
	row := c.part(0, y, c.w, 1)
	row.clear()
	p.edit.draw(row, 0, " "+p.label)
	if len(p.choices) > 1 && y > 0 {
		var words view.Line
		for i, w := range p.choices {
			st := view.Dim
			if i == p.choice {
				st = view.Strong
			}
			words = append(words, view.Span{Text: " " + w[strings.LastIndexByte(w, ' ')+1:], Style: st})
		}
		above := c.part(0, y-1, c.w, 1)
		above.clear()
		above.line(0, words, plainLook, false)
	}
}

// oneKey makes the prompt end with the first character typed.
func (p *prompt) oneKey(do func(char string)) {
	p.changed = func(text string) {
		if text != "" {
			p.a.closeDialog()
			do(text)
		}
	}
}
