package plain

import "cptui/ui/view"

// openRows bounds how much of a pane is unfolded in print: what is deeper is a --channel or --path away.
const openRows = 400

// Pane prints a pane with its folds open, as far as that stays readable; the rest keeps its count in its own row.
func (t *Text) Pane(p view.Pane, most int) {
	if w, ok := p.(view.Wrapper); ok {
		w.Wrap(t.Width)
	}
	for i := 0; i < p.Len() && p.Len() < most; i++ {
		before := p.Len()
		p.Fold(i, true)
		if p.Len()-before > most {
			p.Fold(i, false) // one huge list must not push out all else
		}
	}
	t.Rows(p)
}

// Section prints a title and a pane; nothing where the pane is empty.
func (t *Text) Section(title string, p view.Pane, most int) {
	if p.Len() == 0 {
		return
	}
	t.put("\n")
	t.Line(view.Line{{Text: title, Style: view.Title}})
	t.Pane(p, most)
}
