package view

import (
	"slices"
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// Seen says of every node of the thread whether it is due at a checkpoint, and why or why not.
type Seen struct{ *outline }

// NewSeen makes one row a node from History.SeenTable.
func NewSeen(m *graph.Moment, table []graph.Reason, env Env) *Seen {
	o := &outline{width: defaultWidth, ascii: env.ASCII}
	o.roots = append(o.roots, plainItem(seenHeadline(m, table, env)))
	if len(table) == 0 {
		words := "no node is known: the file holds no versions_seen"
		if env.Hist != nil && env.Hist.Transcript {
			words = "a transcript holds no versions: see Tasks for what made this step"
		}
		o.roots = append(o.roots, plainItem(Line{{"   " + words, Dim}}))
		o.flatten()
		return &Seen{o}
	}
	name, trigger := 4, 7
	for _, r := range table {
		name = max(name, Width(env.clean(r.Node))+countWidth(r))
		trigger = max(trigger, Width(triggerName(r, env)))
	}
	cols := seenColumns{name: min(name, 40), trigger: min(trigger, 48)}
	for _, r := range table {
		_, _, words := seenVerdict(r, env)
		cols.verdict = min(max(cols.verdict, Width(words)), 30)
	}
	head := &item{place: NoPlace}
	head.draw = func(w int) Line {
		return cols.line(w, " ", "node", "trigger", "now", "seen", Line{{"verdict", Title}}, Title)
	}
	o.roots = append(o.roots, head)
	for _, r := range table {
		o.roots = append(o.roots, seenItem(r, cols, m, env))
	}
	o.flatten()
	return &Seen{o}
}

// Foretell puts a line below the headline: how often what was foretold came, "" to leave it out. Told says it in words.
func (s *Seen) Foretell(words string, wrong bool) {
	if words == "" || len(s.roots) == 0 {
		return
	}
	style := Dim
	if wrong {
		style = ErrStyle
	}
	s.roots = slices.Insert(s.roots, 1, &item{place: NoPlace, draw: func(w int) Line {
		return Line{{" " + ShortForetold(words, max(w-1, 8)), style}}
	}})
	s.flatten()
}

func countWidth(r graph.Reason) int {
	if r.Count > 1 {
		return len(strconv.Itoa(r.Count)) + 2
	}
	return 0
}

func seenHeadline(m *graph.Moment, table []graph.Reason, env Env) Line {
	n := map[string]int{}
	for _, r := range table {
		n[r.Verdict]++
	}
	parts := []string{}
	add := func(count int, word string) {
		if count > 0 {
			parts = append(parts, strconv.Itoa(count)+" "+word)
		}
	}
	add(n["due"]+n["sent"], "due")
	add(n["waits"], "waiting")
	add(n["ran"]+n["no value"], "up to date")
	add(n["never"], "never ran")
	text := " " + plural(len(table), "node")
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, " · ")
	}
	where := ""
	if m.Checkpoint != nil {
		where = "at " + env.StepName(m.Index)
	}
	return Line{{text, Strong}, {"   " + where, Dim}}
}

// triggerName says what a node waits for: a channel, a join, a message sent to it.
func triggerName(r graph.Reason, env Env) string {
	switch {
	case r.Verdict == "sent":
		return "sent, " + strconv.Itoa(max(1, r.Count)) + " in the queue"
	case r.Trigger == "":
		return "not known"
	}
	text := r.Trigger
	if rest, ok := strings.CutPrefix(text, "join:"); ok {
		if at := strings.LastIndexByte(rest, ':'); at > 0 {
			text = "join of " + strings.ReplaceAll(rest[:at], "+", ", ")
		}
	}
	text = env.clean(text)
	if r.Guessed {
		text += " ?"
	}
	return text
}

// seenColumns are the widths that the columns would like to have.
type seenColumns struct{ name, trigger, verdict int }

// line lays out one row. In a narrow pane names and triggers give way, below 70 columns triggers and versions do: the
// verdict says what matters of them.
func (c seenColumns) line(w int, glyph, node, trigger, now, seen string, verdict Line, style Style) Line {
	head := Span{" " + glyph + " ", style}
	if w < 70 {
		name := max(8, min(c.name, w-5-c.verdict))
		return append(Line{head, {Pad(CutMiddle(node, name), name), style}, {"  ", Plain}}, verdict...)
	}
	name, trig := c.name, c.trigger
	if short := name + trig - (w - 21 - c.verdict); short > 0 {
		cut := min(short, max(0, name-16))
		name -= cut
		trig -= min(short-cut, max(0, trig-12))
	}
	numbers, low := NumStyle, Dim
	if style == Title {
		numbers, low = Title, Title
	}
	line := Line{head, {Pad(CutMiddle(node, name), name), style}, {"  ", Plain},
		{Pad(CutMiddle(trigger, trig), trig), low}, {"  " + PadLeft(now, 5) + "  " + PadLeft(seen, 5) + "  ", numbers}}
	return append(line, verdict...)
}

func seenItem(r graph.Reason, cols seenColumns, m *graph.Moment, env Env) *item {
	it := &item{place: NoPlace}
	it.place.Text = env.clean(r.Node)
	if r.LastRan >= 0 {
		it.place.Index = r.LastRan
	}
	glyph, style, words := seenVerdict(r, env)
	node := env.clean(r.Node)
	if r.Count > 1 {
		node += " ×" + strconv.Itoa(r.Count)
	}
	now, seen := VersionShort(r.Now), VersionShort(r.Seen)
	it.draw = func(w int) Line {
		return cols.line(w, glyph, node, triggerName(r, env), now, seen, Line{{words, style}}, Plain)
	}
	if detail := seenDetail(r, m, env); len(detail) > 0 {
		it.kids = func() []*item {
			var list []*item
			for _, d := range detail {
				k := &item{place: it.place}
				k.draw = func(int) Line { return Line{{"     " + d, Dim}} }
				list = append(list, k)
			}
			return list
		}
	}
	return it
}

func seenVerdict(r graph.Reason, env Env) (glyph string, style Style, words string) {
	dot := "·"
	if env.ASCII {
		dot = "."
	}
	switch r.Verdict {
	case "due":
		words = "due"
		if r.Now.Kind() != value.Invalid {
			words += ": " + VersionShort(r.Now) + " is newer"
		}
		if r.Seen.Kind() == value.Invalid {
			words = "due: never ran on it"
		}
		return ">", OkStyle, words
	case "sent":
		words = "due: sent"
		if len(r.By) > 0 {
			words += " by " + env.clean(listWords(uniqueWords(r.By)))
		}
		return ">", OkStyle, words
	case "waits":
		return "?", WaitStyle, "waits for " + env.clean(listWords(r.Missing))
	case "never":
		return " ", Dim, "never ran"
	case "no value":
		words = "not due: its trigger is empty"
		if r.LastRan >= 0 {
			words = "ran " + env.StepName(r.LastRan)
		}
		return dot, Plain, words
	}
	words = r.Verdict
	if r.LastRan >= 0 {
		words = "ran " + env.StepName(r.LastRan)
	}
	return dot, Plain, env.clean(words)
}

// seenDetail is what is folded below a node.
func seenDetail(r graph.Reason, m *graph.Moment, env Env) []string {
	var out []string
	if r.Trigger != "" {
		text := "trigger " + env.clean(r.Trigger)
		if r.Guessed {
			text += ", taken from the node's name"
		}
		if len(r.By) > 0 {
			text += ", written by " + env.clean(listWords(uniqueWords(r.By)))
			if len(r.ByTasks) > 0 {
				text += " (task " + shortID(r.ByTasks[0]) + ")"
			}
		}
		out = append(out, text)
	}
	full := func(v value.Value) string {
		if v.Kind() == value.Invalid {
			return "absent"
		}
		return CleanCut(textOf(v), 60)
	}
	out = append(out, "version now "+full(r.Now)+", seen "+full(r.Seen))
	if len(r.Missing) > 0 {
		out = append(out, "still missing: "+env.clean(listWords(r.Missing)))
	}
	if r.LastRan >= 0 {
		text := "last ran at " + env.branchName(r.LastRan)
		if !env.Print {
			text += "   Enter goes there"
		}
		out = append(out, text)
	}
	if len(r.NotDueTo) > 0 {
		out = append(out, "not because of: "+env.clean(strings.Join(r.NotDueTo, ", "))+" (no trigger of it)")
	}
	return out
}

// NewSeenTable is the full table: for each node every channel version it has seen, beside the version now.
func NewSeenTable(m *graph.Moment, env Env) *Seen {
	o := &outline{width: defaultWidth, ascii: env.ASCII}
	now := map[string]value.Value{}
	width := 7
	if m.Checkpoint != nil {
		for _, v := range m.Versions {
			now[v.Channel] = v.Value
		}
		for _, s := range m.Checkpoint.Seen {
			for _, v := range s.Versions {
				width = max(width, Width(env.clean(v.Channel)))
			}
		}
	}
	width = min(width, 44)
	if m.Checkpoint == nil || len(m.Checkpoint.Seen) == 0 {
		o.roots = []*item{plainItem(Line{{" versions_seen is empty here", Dim}})}
		o.flatten()
		return &Seen{o}
	}
	for _, s := range m.Checkpoint.Seen {
		it := &item{place: NoPlace, open: true}
		it.place.Text = env.clean(s.Node)
		line := Line{{env.clean(s.Node), Strong}}
		if len(s.Versions) == 0 {
			line = append(line, Span{"  has seen no channel", Dim})
		} else {
			it.kids = func() []*item {
				var list []*item
				for _, v := range s.Versions {
					list = append(list, plainItem(seenCell(v, now, width, env)))
				}
				return list
			}
		}
		it.draw = func(int) Line {
			glyph := env.noFold()
			if it.kids != nil {
				glyph = env.foldCell(it.open)
			}
			return append(Line{{" " + glyph, Dim}}, line...)
		}
		o.roots = append(o.roots, it)
	}
	o.flatten()
	return &Seen{o}
}

func seenCell(v graph.Version, now map[string]value.Value, width int, env Env) Line {
	name := env.clean(v.Channel)
	line := Line{{"     " + Pad(name, max(width, Width(name))), KeyStyle}, {"  seen " + PadLeft(VersionShort(v.Value), 5), NumStyle}}
	n, ok := now[v.Channel]
	switch {
	case !ok:
		return append(line, Span{"  now absent", Dim})
	case value.Equal(n, v.Value):
		return append(line, Span{"  up to date", Dim})
	}
	return append(line, Span{"  now " + PadLeft(VersionShort(n), 5) + "  other", WaitStyle})
}
