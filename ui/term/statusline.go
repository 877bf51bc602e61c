package term

import (
	"strconv"
	"time"

	"cptui/ui/view"
)

// patience is how long work may take before its progress is shown.
const patience = 150 * time.Millisecond

func itoa(n int) string          { return strconv.Itoa(n) }
func atoi(s string) (int, error) { return strconv.Atoi(s) }

// statusLine is the line above the keys: what long work is doing, else what the last key answered, else the page's own.
func (a *app) statusLine(width int, own func(width int) view.Line) view.Line {
	if j := a.jobs.long(patience); j != nil {
		return view.Spread(view.Line{{Text: "   " + progressText(j), Style: view.Strong}}, view.Line{{Text: "Esc stops ", Style: view.Dim}}, width)
	}
	if a.note.text != "" {
		return a.noteLine().Fit(width)
	}
	return own(width)
}

func (a *app) noteLine() view.Line { return view.Line{{Text: " " + a.note.text, Style: a.note.style}} }

// progressText is "reading 12,400 of 38,000".
func progressText(j *job) string {
	done, total := j.where()
	switch {
	case total > 0:
		return j.title + " " + view.Count(int(done)) + " of " + view.Count(int(total))
	case done > 0:
		return j.title + " " + view.Count(int(done))
	}
	return j.title
}
