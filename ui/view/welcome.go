package view

import (
	"strings"
	"time"
)

// Found is a source that lies in one of the usual places, or the built-in demo.
type Found struct {
	Path    string // to be opened, "" for the demo and for "open a file"
	Shown   string // as a person would write it
	Threads int    // -1: not counted yet
	Capped  bool   // there are more
	Bytes   int64  // -1: not known
	Last    time.Time
	State   string // status of the newest thread, or in a few words why it cannot be opened
	Looked  bool   // State is known
	Demo    bool
	Opens   bool // asks for another file or folder
}

// Welcome is the first screen when no file was named: what was found, the demo, and how to open something else. Its rows
// are what can be opened; Above and Below are the fixed text around them.
type Welcome struct {
	env  Env
	now  func() time.Time
	rows []Found
	any  bool
}

// NewWelcome makes the screen for what was found; the demo is always there.
func NewWelcome(env Env, now func() time.Time, found []Found) *Welcome {
	w := &Welcome{env: env, now: now}
	w.Set(found)
	return w
}

// Set replaces what was found.
func (w *Welcome) Set(found []Found) {
	w.any = len(found) > 0
	w.rows = append([]Found(nil), found...)
	w.rows = append(w.rows, Found{Shown: "demo", Threads: -1, Bytes: -1, State: "built in", Looked: true, Demo: true})
	if !w.any {
		w.rows = append(w.rows, Found{Shown: "o", Threads: -1, Bytes: -1, Opens: true})
	}
}

// Len is the number of rows.
func (w *Welcome) Len() int { return len(w.rows) }

// Found is what row i opens.
func (w *Welcome) Found(i int) (Found, bool) {
	if i < 0 || i >= len(w.rows) {
		return Found{}, false
	}
	return w.rows[i], true
}

// Above is the text over the rows.
func (w *Welcome) Above(width int) []Line {
	title := Spread(Line{{" cptui", Title}, {"   a time-travel debugger for agents", Plain}}, Line{{"reads only, until you fork ", Dim}}, width)
	if width < 70 {
		title = Line{{" cptui", Title}, {"  reads only, until you fork", Dim}}.Fit(width)
	}
	if !w.any {
		return []Line{title, nil, Line{{"   Nothing found in ~/.deepagents, ~/.claude, ~/.codex and this folder.", Plain}}.Fit(width), nil}
	}
	c := w.columnsFor(width)
	head := "   " + Pad("found", c.path)
	if c.threads > 0 {
		head += PadLeft("threads", c.threads) + PadLeft("size", c.size)
	}
	if c.last > 0 {
		head += "  " + Pad("last", c.last) + "state"
	}
	return []Line{title, nil, Line{{head, Dim}}.Fit(width)}
}

// Below is the text under the rows.
func (w *Welcome) Below(width int) []Line {
	var text []string
	if w.any {
		text = []string{"", "", "demo shows branches, a question, an error and a rewind; it needs nothing.", "Every command is under ^P, with its key.", "",
			"from a shell   cptui FILE      cptui log FILE      cptui help"}
	} else {
		text = []string{"", "LangGraph keeps no file unless the graph has a saver on disk:", saverLine + "                y copies it"}
	}
	lines := make([]Line, len(text))
	for i, s := range text {
		lines[i] = Line{{"   " + s, Dim}}.Fit(width)
	}
	return lines
}

// saverLine makes a LangGraph graph keep its history in a file.
const saverLine = `SqliteSaver.from_conn_string("checkpoints.sqlite")`

// Copy is the text that `y` copies from row i: the path, or how to make a file where nothing was found.
func (w *Welcome) Copy(i int) string {
	if f, ok := w.Found(i); ok && f.Path != "" {
		return f.Path
	}
	return saverLine
}

type welcomeColumns struct{ path, threads, size, last int }

func (w *Welcome) columnsFor(width int) welcomeColumns {
	var c welcomeColumns
	room := width - 3
	if width >= 44 {
		c.last = 8
		room -= c.last + 2 + 12
	}
	if width >= 70 {
		c.threads, c.size = 9, 9
		room -= c.threads + c.size
	}
	c.path = max(min(room, 60), 4)
	return c
}

// Row draws row i.
func (w *Welcome) Row(i, width int) Line {
	f, ok := w.Found(i)
	if !ok || width <= 0 {
		return nil
	}
	if !w.any {
		text := "branches, a question and an error; a coding session with a rewind"
		if f.Opens {
			text = "open a file or folder: checkpoints.sqlite, session.jsonl, …"
		}
		return Line{{"   ", Plain}, {Pad(f.Shown, 10), KeyStyle}, {w.env.own(text), Plain}}.Fit(width)
	}
	c := w.columnsFor(width)
	dash := w.env.own("–")
	out := &writer{max: width}
	out.put("   ", Plain)
	out.put(Pad(CutMiddle(CleanLine(f.Shown), c.path), c.path), Plain)
	if c.threads > 0 {
		threads, size := dash, dash
		if f.Threads >= 0 {
			threads = Count(f.Threads)
			if f.Capped {
				threads += "+"
			}
		}
		if f.Bytes >= 0 {
			size = Size(f.Bytes)
		}
		if f.Demo {
			threads, size = "", ""
		}
		out.put(PadLeft(threads, c.threads)+PadLeft(size, c.size), NumStyle)
	}
	if c.last > 0 {
		age := Age(f.Last, w.now())
		out.put("  "+Pad(age, c.last), Dim)
		state, style := w.state(f)
		out.put(state, style)
	}
	return out.line.Fit(width)
}

// state says in a few words how the newest thread stands.
func (w *Welcome) state(f Found) (string, Style) {
	switch {
	case !f.Looked:
		return w.env.Glyph(GEllipsis), Dim
	case f.State == "interrupted":
		return w.env.Glyph(GAsks) + " waits", WaitStyle
	case f.State == "error":
		return w.env.Glyph(GError) + " failed", ErrStyle
	case f.State == "running":
		return "running", Strong
	case f.State == "pending":
		return w.env.Glyph(GNext) + " stopped", Plain
	case f.State == "idle":
		return "finished", Plain
	case f.State == "unknown":
		return StateName(f.State), Dim
	}
	return strings.TrimSpace(CleanLine(f.State)), Dim
}

// At tells what row i is about.
func (w *Welcome) At(i int) Place {
	p := NoPlace
	if f, ok := w.Found(i); ok {
		p.Text = f.Path
	}
	return p
}

// Fold has nothing to do here.
func (w *Welcome) Fold(i int, open bool) (int, bool) { return i, false }

// Find gives the rows that hold text.
func (w *Welcome) Find(text string) []int {
	if text == "" {
		return nil
	}
	m := newMatcher(text)
	var out []int
	for i, f := range w.rows {
		if m.in(f.Shown) || m.in(f.State) {
			out = append(out, i)
		}
	}
	return out
}
