package plain

import (
	"time"

	"cptui/loaders"
	"cptui/ui/view"
)

// PlacesJSON is `ls --json` without a source.
func PlacesJSON(list []loaders.Place) []byte {
	e := &enc{}
	e.top()
	e.key("places")
	e.open('[')
	for _, p := range list {
		e.open('{')
		e.key("path")
		e.str(p.Path)
		e.key("kind")
		e.str(string(p.Kind))
		e.key("threads")
		e.index(p.Threads)
		e.key("bytes")
		e.num(p.Bytes)
		e.key("last_ts")
		e.time(p.Last)
		e.key("state")
		e.strOrNull(p.State)
		e.close('}')
	}
	e.close(']')
	e.end()
	return e.b
}

// Places prints what was found in the usual places, a line each.
func (t *Text) Places(list []loaders.Place, now time.Time) {
	if len(list) == 0 {
		t.Say("Nothing found in ~/.deepagents, ~/.claude and this folder; cptui demo shows what there is to see.")
		return
	}
	rows := [][]string{{"found", "threads", "size", "last", "state"}}
	for _, p := range list {
		threads := "–"
		switch {
		case p.Capped():
			threads = view.Count(p.Threads) + "+"
		case p.Threads >= 0:
			threads = view.Count(p.Threads)
		}
		rows = append(rows, []string{p.Shown, threads, view.Size(p.Bytes), view.Age(p.Last, now), p.State})
	}
	t.Table(rows, "lrrrl")
}

// Table prints rows in columns as wide as their widest cell, the first row dim; align has l or r for each column. Where the
// width does not suffice, the first column gives.
func (t *Text) Table(rows [][]string, align string) {
	width := make([]int, len(align))
	for _, r := range rows {
		for c := range r {
			r[c] = view.CleanCut(t.own(r[c]), max(t.Width, 40))
			width[c] = max(width[c], view.Width(r[c]))
		}
	}
	total := 2 * (len(width) - 1)
	for _, w := range width {
		total += w
	}
	if over := total - t.Width; over > 0 && width[0]-over >= 12 {
		width[0] -= over
	}
	for i, r := range rows {
		line := view.Line{}
		for c, cell := range r {
			if c > 0 {
				line = append(line, view.Span{Text: "  "})
			}
			style := view.Plain
			if i == 0 {
				style = view.Dim
			}
			cell = view.CutMiddle(cell, width[c])
			if align[c] == 'r' {
				cell = view.PadLeft(cell, width[c])
			} else {
				cell = view.Pad(cell, width[c])
			}
			line = append(line, view.Span{Text: cell, Style: style})
		}
		t.Line(line)
	}
}
