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
		t.Say("Nothing found in ~/.deepagents, ~/.claude, ~/.codex and this folder; cptui demo shows what there is to see.")
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
		rows = append(rows, []string{p.Shown, threads, view.Size(p.Bytes), view.Age(p.Last, now), view.StateName(p.State)})
	}
	t.Table(rows, "lrrrl")
}
