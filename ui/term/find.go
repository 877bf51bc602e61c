package term

import (
	"bytes"
	"context"
	"sort"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/ui/view"
)

// search is what was looked for last: in the rows of one pane, or in the states of all steps of the thread.
type search struct {
	needle string
	all    bool
	hits   []int // rows of the pane; with all: checkpoints
	at     int   // the hit that the cursor is on, -1 none
	pane   paneID
	tab    int
}

func (s *search) reset() { *s = search{at: -1} }

// askFind looks in the pane that has the keys, while the text is typed.
func (p *mainPage) askFind(arg string) {
	list := p.list()
	if list == nil {
		return
	}
	start := list.cursor
	if arg != "" {
		p.find(arg, start)
		p.sayFound()
		return
	}
	pr := p.a.ask("/", "", func(text string, ok bool) {
		if !ok {
			p.found.reset()
			list.match = ""
			list.to(start)
			p.afterMove()
			return
		}
		if text == "" { // an empty text looks for the last one again
			text = p.a.lastFor["/"]
		}
		p.a.lastFor["/"] = text
		p.find(text, start)
		p.sayFound()
	})
	pr.changed = func(text string) { p.find(text, start) }
	pr.past = lastOne(p.a.lastFor["/"])
}

func lastOne(s string) []string {
	if s == "" {
		return []string{}
	}
	return []string{s}
}

// find marks text in the pane with the keys and goes to the first place at or after row from.
func (p *mainPage) find(text string, from int) {
	p.found = search{needle: text, at: -1, pane: p.focus, tab: p.det.shown()}
	list := p.list()
	if list == nil || text == "" {
		return
	}
	list.match = text
	p.found.hits = p.findRows(text)
	if len(p.found.hits) == 0 {
		list.to(from)
		p.afterMove()
		return
	}
	k := sort.SearchInts(p.found.hits, from) % len(p.found.hits)
	p.found.at = k
	list.to(p.found.hits[k])
	list.center()
	p.afterMove()
}

func (p *mainPage) findRows(text string) []int {
	switch p.focus {
	case paneHistory:
		return p.model.Find(text)
	case paneThreads:
		return p.threads.find(text)
	}
	if pane := p.det.pane(p.det.shown()); pane != nil {
		return pane.Find(text)
	}
	return nil
}

// sayFound says "3 of 12".
func (p *mainPage) sayFound() {
	f := &p.found
	where := ""
	if f.all {
		where = " steps"
	}
	switch {
	case f.needle == "":
	case len(f.hits) == 0:
		p.a.warn(view.CleanCut(f.needle, 40) + ": nothing found")
	default:
		p.a.say(view.CleanCut(f.needle, 40) + ": " + itoa(f.at+1) + " of " + itoa(len(f.hits)) + where + " · n N walk")
	}
}

// walkFound goes to the next place found, or the one before, round the end.
func (p *mainPage) walkFound(d int) {
	f := &p.found
	if f.all {
		f.at = (f.at + d + len(f.hits)) % len(f.hits)
		p.showHit()
		p.sayFound()
		return
	}
	p.focus = f.pane
	if f.pane == paneDetail {
		p.det.openTab(f.tab)
	}
	list := p.list()
	f.hits = p.findRows(f.needle) // rows may have moved since
	if list == nil || len(f.hits) == 0 {
		p.sayFound()
		return
	}
	k := sort.SearchInts(f.hits, list.cursor)
	switch {
	case d > 0 && k < len(f.hits) && f.hits[k] == list.cursor:
		k++
	case d < 0:
		k--
	}
	k = (k + len(f.hits)) % len(f.hits)
	f.at = k
	list.to(f.hits[k])
	list.center()
	p.afterMove()
	p.sayFound()
}

// askFindAll looks in the states of all steps of this thread.
func (p *mainPage) askFindAll(arg string) {
	if arg != "" {
		p.findAll(arg)
		return
	}
	pr := p.a.ask("in all steps: ", "", func(text string, ok bool) {
		if text == "" {
			text = p.a.lastFor["^F"]
		}
		if ok && text != "" {
			p.a.lastFor["^F"] = text
			p.findAll(text)
		}
	})
	pr.past = lastOne(p.a.lastFor["^F"])
}

// reportEvery is how many steps are looked through before what was found is shown.
const reportEvery = 50

// findAll looks for steps that bring the text into the state: those that hold it more often than their parent does, so that a
// text that stays is named once, where it came.
func (p *mainPage) findAll(text string) {
	h := p.hist
	p.found = search{needle: text, all: true, at: -1}
	needle, exact := jsonNeedle(text)
	p.a.jobs.start("find-all", "looking for "+view.CleanCut(text, 30)+" in step", func(ctx context.Context, me *job) func() {
		counts := make([]int32, h.Len())
		var hits []int
		for i := range h.Len() {
			if ctx.Err() != nil {
				return nil
			}
			st, err := h.Runtime.State(ctx, h, i)
			if err != nil {
				if isCancel(err) {
					return nil
				}
				continue
			}
			n := countIn(st, needle, exact)
			counts[i] = int32(n)
			if parent := h.Parent(i); n > 0 && (parent < 0 || int(counts[parent]) < n) {
				hits = append(hits, i)
			}
			me.progress(int64(i+1), int64(h.Len()))
			if i%reportEvery == reportEvery-1 {
				sofar := append([]int(nil), hits...)
				p.a.post.post(func() { p.foundSome(h, text, sofar, false) })
			}
		}
		return func() { p.foundSome(h, text, hits, true) }
	})
}

// foundSome takes in what was found so far; the first hit is gone to at once.
func (p *mainPage) foundSome(h *graph.History, text string, hits []int, whole bool) {
	f := &p.found
	if p.hist != h || !f.all || f.needle != text {
		return
	}
	first := len(f.hits) == 0 && len(hits) > 0
	f.hits = hits
	if first {
		f.at = 0
		p.showHit()
	}
	if whole {
		p.sayFound()
	}
}

// showHit goes to the step of a hit and to the text in its state.
func (p *mainPage) showHit() {
	f := p.found
	show := func() {
		if !p.placed.card.empty() || p.det.tab == tabStep || p.det.tab == tabTasks || p.det.tab == tabSeen || p.det.tab == tabMeta || p.det.tab == tabGraph {
			p.det.openTab(tabState)
		}
		t := p.det.shown()
		pane := p.det.pane(t)
		if pane == nil {
			return
		}
		p.det.setMatch(f.needle)
		if rows := pane.Find(f.needle); len(rows) > 0 {
			p.det.lists[t].to(rows[len(rows)-1]) // what came in last stands last
			p.det.lists[t].center()
		}
	}
	p.rows.match = f.needle
	p.det.keep = ""
	p.jump(f.hits[f.at])
	if p.det.have == f.hits[f.at] && p.det.m != nil {
		show()
		return
	}
	p.det.then = show
}

// jsonNeedle is the text as it stands inside of a JSON string; without capitals it is compared without case.
func jsonNeedle(text string) (needle []byte, exact bool) {
	quoted := value.AppendString(nil, text)
	needle = quoted[1 : len(quoted)-1]
	if hasUpper(text) {
		return needle, true
	}
	return bytes.ToLower(needle), false
}

// countIn counts how often a state holds the needle, in keys and values.
func countIn(st graph.State, needle []byte, exact bool) int {
	n := 0
	count := func(v value.Value) {
		if v.Kind() == value.Invalid {
			return
		}
		text := value.AppendJSON(nil, v, value.JSONOptions{Reveal: true})
		if !exact {
			text = bytes.ToLower(text)
		}
		n += bytes.Count(text, needle)
	}
	count(st.Whole)
	for _, c := range st.Channels {
		name := c.Name
		if !exact {
			name = strings.ToLower(name)
		}
		n += strings.Count(name, string(needle))
		count(c.Value)
	}
	return n
}
