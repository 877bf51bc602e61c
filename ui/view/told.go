package view

import "cptui/graph"

// Told is a line of a list that is about a step.
type Told struct {
	Line  Line
	Index int // DAG index, -1: of none
}

// ToldList is such a list on screen: calls, the plan over time, files. It is a Wrapper: lines are made for a width.
type ToldList struct {
	make  func(width int) []Told
	rows  []Told
	width int
}

// NewToldList makes a list whose lines make gives.
func NewToldList(make func(width int) []Told) *ToldList {
	t := &ToldList{make: make}
	t.Wrap(defaultWidth)
	return t
}

// Wrap lays the lines out for a width.
func (t *ToldList) Wrap(width int) {
	if width != t.width {
		t.width, t.rows = width, t.make(width)
	}
}

func (t *ToldList) Len() int                   { return len(t.rows) }
func (t *ToldList) Row(i, width int) Line      { return t.rows[i].Line.Fit(width) }
func (t *ToldList) Fold(int, bool) (int, bool) { return 0, false }

// At is the step that row i is about, -1: of none.
func (t *ToldList) At(i int) int {
	if i < 0 || i >= len(t.rows) {
		return -1
	}
	return t.rows[i].Index
}

// Text is row i as text.
func (t *ToldList) Text(i int) string {
	if i < 0 || i >= len(t.rows) {
		return ""
	}
	return t.rows[i].Line.Text()
}

// Find gives the rows that hold a text.
func (t *ToldList) Find(text string) []int {
	if text == "" {
		return nil
	}
	m := newMatcher(text)
	var out []int
	for i, r := range t.rows {
		if m.in(r.Line.Text()) {
			out = append(out, i)
		}
	}
	return out
}

// FileLines lists files as they were, one a line.
func FileLines(files []graph.FileAt, env Env, width int) []Told {
	var out []Told
	paths := 0
	for _, f := range files {
		paths = max(paths, min(Width(env.clean(f.Path)), width/2))
	}
	for _, f := range files {
		step := ""
		if f.Index >= 0 {
			step = env.StepName(f.Index)
		}
		line := Line{{" " + Pad(CutMiddle(env.clean(f.Path), paths), paths) + "  ", KeyStyle}}
		if f.Change != "" {
			line = append(line, Span{Pad(env.clean(f.Change), 7) + " ", Plain}, Span{Pad(step, 5) + " ", NumStyle})
		}
		switch f.Known {
		case graph.FileWhole:
			line = append(line, Span{Size(int64(len(f.Text))), Dim})
			if f.Why != "" {
				line = append(line, Span{"  " + env.clean(f.Why), Dim})
			}
		case graph.FileGone:
			line = append(line, Span{"deleted", DelStyle})
		default:
			line = append(line, Span{"not known: " + env.clean(f.Why), WaitStyle})
		}
		out = append(out, Told{line, f.Index})
	}
	return out
}
