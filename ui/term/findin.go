package term

import (
	"sort"

	"cptui/ui/view"
)

// findIn is `/ n N` for a page with one list.
func (s *search) findIn(a *app, id, arg string, list *rowlist, rows func(text string) []int) {
	look := func(text string, from int) {
		*s = search{needle: text, at: -1}
		list.match = text
		if text == "" {
			return
		}
		if s.hits = rows(text); len(s.hits) == 0 {
			list.to(from)
			return
		}
		s.at = sort.SearchInts(s.hits, from) % len(s.hits)
		list.to(s.hits[s.at])
		list.center()
	}
	say := func() {
		if s.needle == "" {
			return
		}
		if len(s.hits) == 0 {
			a.warn(view.CleanCut(s.needle, 40) + ": nothing found")
			return
		}
		a.say(view.CleanCut(s.needle, 40) + ": " + itoa(s.at+1) + " of " + itoa(len(s.hits)) + " · n N walk")
	}
	start := list.cursor
	switch id {
	case "find":
		if arg != "" {
			look(arg, start)
			say()
			return
		}
		pr := a.ask("/", "", func(text string, ok bool) {
			if !ok {
				text = ""
				list.to(start)
			}
			look(text, start)
			say()
		})
		pr.changed = func(text string) { look(text, start) }
	case "next", "previous":
		if s.hits = rows(s.needle); len(s.hits) == 0 {
			say()
			return
		}
		k := sort.SearchInts(s.hits, list.cursor)
		if id == "next" && k < len(s.hits) && s.hits[k] == list.cursor {
			k++
		} else if id == "previous" {
			k--
		}
		s.at = (k + len(s.hits)) % len(s.hits)
		list.to(s.hits[s.at])
		list.center()
		say()
	}
}
