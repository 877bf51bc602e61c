package view

import (
	"strings"

	"cptui/graph"
)

func (h *History) changesText(d *digest) string {
	parts := make([]string, len(d.changes))
	for i, c := range d.changes {
		parts[i] = signed(c)
	}
	return strings.Join(parts, "  ")
}

// signed is "+ files", but "+1 message".
func signed(c word) string {
	if c.text != "" && c.text[0] >= '0' && c.text[0] <= '9' && strings.Contains(c.text, "message") {
		return string(rune(c.op)) + c.text
	}
	return string(rune(c.op)) + " " + c.text
}

func (h *History) putChanges(w *writer, d *digest) {
	for i, c := range d.changes {
		text := signed(c)
		if i > 0 {
			if w.room() < 6 {
				if w.room() >= 2 {
					w.put(" "+h.env.Glyph(GEllipsis), Dim)
				}
				return
			}
			w.put("  ", Plain)
		}
		w.put(text, opStyle(c.op))
	}
}

func opStyle(op graph.Op) Style {
	switch op {
	case graph.Added:
		return AddStyle
	case graph.Removed:
		return DelStyle
	}
	return ModStyle
}
