package view

import "strings"

// Title is the line above the list: how many threads, how many need a look, how large the source is.
func (t *Threads) Title(bytes int64, width int) Line {
	n := map[string]int{}
	known := 0
	for i := range t.all {
		if s := t.all[i].state.Status; s != "" {
			n[s]++
			known++
		}
	}
	left := Line{{" " + CleanLine(fileName(t.env.Source)), Title}, {"    ", Plain}}
	if t.filter != "" {
		left = append(left, Span{"& " + Cut(t.env.clean(t.filter), 30), KeyStyle}, Span{"   " + Count(len(t.rows)) + " of " + plural(len(t.all), "thread"), Plain})
		return spreadLine(left, Line{{"Esc shows all", Dim}}, width)
	}
	count := plural(len(t.all), "thread")
	if t.more {
		count = countMore(len(t.all), "+", "thread")
	}
	left = append(left, Span{count, Plain})
	more := ""
	if known < len(t.all) || t.more {
		more = "+"
	}
	sep := ": "
	for _, s := range []struct {
		status, one, many string
		style             Style
	}{{"interrupted", "waits", "wait", WaitStyle}, {"error", "failed", "failed", ErrStyle}, {"running", "running", "running", Strong}, {"pending", "stopped", "stopped", Plain}} {
		k := n[s.status]
		if k == 0 {
			continue
		}
		word := s.many
		if k == 1 && more == "" {
			word = s.one
		}
		left = append(left, Span{sep, Dim}, Span{Count(k) + more + " " + word, s.style})
		sep = t.env.dot()
	}
	right := Line{}
	if bytes > 0 {
		right = Line{{Size(bytes), Dim}}
	}
	return spreadLine(left, right, width)
}

// threadColumns are the cells of the list's columns at one width.
type threadColumns struct{ name, state, steps, branches, last int }

func (t *Threads) columnsFor(width int) threadColumns {
	var c threadColumns
	room := width - 3
	if width >= edgeFrom {
		room--
	}
	if width >= 34 {
		c.last = 8
		room -= c.last
	}
	if width >= 64 {
		c.steps, c.branches = 8, 4
		room -= c.steps + c.branches
	}
	c.name = room
	if width >= 34 {
		c.name = min(max(room*11/20, 16), 40, room)
		c.state = room - c.name
	}
	return c
}

// Header names the columns.
func (t *Threads) Header(width int) Line {
	c := t.columnsFor(width)
	text := "   " + Pad("thread", c.name)
	if c.state > 0 {
		text += Pad(" state", c.state)
	}
	if c.steps > 0 {
		text += PadLeft("steps", c.steps) + PadLeft("br", c.branches)
	}
	if c.last > 0 {
		text += PadLeft("last", c.last)
	}
	return Line{{text, Dim}}.Fit(width)
}

// Row draws row i.
func (t *Threads) Row(i, width int) Line {
	if i < 0 || i >= len(t.rows) || width <= 0 {
		return nil
	}
	th := &t.all[t.rows[i]]
	c := t.columnsFor(width)
	sign, style := " ", Plain
	switch th.state.Status {
	case "interrupted":
		sign, style = t.env.Glyph(GAsks), WaitStyle
	case "error":
		sign, style = t.env.Glyph(GError), ErrStyle
	case "running":
		sign, style = t.env.Glyph(GStep), Strong
	case "pending":
		sign = t.env.Glyph(GNext)
	}
	w := &writer{max: width}
	w.put(" ", Plain)
	w.put(sign, style)
	w.put(" ", Plain)
	name := CleanLine(th.head.ID)
	if th.head.ID != strings.TrimSpace(th.head.ID) {
		name = `"` + name + `"` // blanks at an end would not be seen
	}
	kind := Plain
	if th.head.ID == t.open {
		kind = Strong
	}
	if title := th.title(); title != "" {
		name = CutMiddle(name, max(8, min(Width(name), c.name-Width(CleanLine(title))-1, 17))) + " " + t.env.clean(title)
		w.put(Pad(Cut(name, c.name-1), c.name), kind)
	} else {
		w.put(Pad(CutMiddle(name, c.name), c.name), kind)
	}
	if c.state > 0 {
		words := " " + Cut(t.stateWords(th), c.state-2)
		w.put(Pad(words, c.state), style)
	}
	dash := t.env.own("–")
	if c.steps > 0 {
		steps, branches := dash, dash
		if n := th.steps(); n >= 0 {
			steps = Count(n)
		}
		if th.state.Branches >= 0 {
			branches = Count(th.state.Branches)
		}
		w.put(PadLeft(steps, c.steps)+PadLeft(branches, c.branches), NumStyle)
	}
	if c.last > 0 {
		last := Age(th.head.Last, t.now())
		if last == "" {
			last = dash
		}
		w.put(PadLeft(last, c.last), Dim)
	}
	return w.line.Fit(width)
}

// stateWords says how a thread stands.
func (t *Threads) stateWords(th *thread) string {
	word := t.env.clean(headLine(th.state.Word, 200))
	switch th.state.Status {
	case "interrupted":
		if word == "" {
			return "waits for an answer"
		}
		return "asks " + word
	case "error":
		if word == "" {
			return "failed"
		}
		return word
	case "running":
		if word == "" {
			return "running"
		}
		return "running: " + word
	case "pending":
		if word == "" {
			return "stopped"
		}
		return "stopped before " + word
	case "":
		return t.env.own("–")
	}
	return StateName(th.state.Status)
}
