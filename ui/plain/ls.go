package plain

import (
	"time"

	"cptui/loaders"
	"cptui/ui/view"
)

// ThreadList is what `ls` says of one source.
type ThreadList struct {
	Path    string // as the user named it
	Info    loaders.Info
	Threads []loaders.ThreadHead
	Status  map[string]string     // by thread, of those whose head was looked at
	Store   *loaders.StoreSummary // asked for where there is no thread; nil where it has none
}

// ThreadsJSON is `ls SOURCE… --json`. A source alone stands at the top; of several, each thread names its own.
func ThreadsJSON(lists []ThreadList) []byte {
	e := &enc{}
	e.top()
	e.key("sources")
	e.open('[')
	for _, l := range lists {
		e.open('{')
		e.key("path")
		e.str(l.Path)
		e.key("format")
		e.str(l.Info.Format)
		e.key("bytes")
		e.num(l.Info.Bytes)
		e.close('}')
	}
	e.close(']')
	e.key("threads")
	e.open('[')
	for _, l := range lists {
		for _, t := range l.Threads {
			e.open('{')
			e.key("source")
			e.str(l.Path)
			e.key("thread_id")
			e.str(t.ID)
			e.key("title")
			e.strOrNull(t.Title)
			e.key("status")
			e.strOrNull(l.Status[t.ID])
			e.key("checkpoints")
			e.index(t.Count)
			e.key("head")
			e.strOrNull(t.Head)
			e.key("last_ts")
			e.time(t.Last)
			e.key("forked_from")
			e.strOrNull(t.ForkedFrom)
			e.close('}')
		}
	}
	e.close(']')
	e.end()
	return e.b
}

// Threads prints the threads of each source, a line each; status is known for some of them only.
func (t *Text) Threads(lists []ThreadList, now time.Time) {
	for n, l := range lists {
		if len(lists) > 1 {
			if n > 0 {
				t.put("\n")
			}
			t.Line(view.Line{{Text: view.CleanLine(l.Path), Style: view.Title}})
		}
		if len(l.Threads) == 0 {
			t.Line(view.Line{{Text: noThread(l.Store), Style: view.Dim}})
			if l.Store != nil {
				t.Say("  ", view.StoreSays(*l.Store), ": cptui store ", view.ShellQuote(l.Path))
			}
			continue
		}
		rows := [][]string{{"thread", "checkpoints", "last", "state", "title"}}
		for _, th := range l.Threads {
			n, title := "–", view.HeadTitle(th)
			if th.ForkedFrom != "" {
				title = "└ " + title
			}
			if th.Count >= 0 {
				n = view.Count(th.Count)
			}
			rows = append(rows, []string{quoteBounds(th.ID), n, view.Age(th.Last, now), view.StateName(l.Status[th.ID]), title})
		}
		t.Table(rows, "lrrll")
	}
}
