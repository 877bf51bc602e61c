package view

import (
	"strings"
	"time"

	"cptui/loaders"
)

// TitleFacts is what the first line tells.
type TitleFacts struct {
	Info   loaders.Info
	Counts Counts
	Head   time.Time // of the head, zero where unknown
	Prompt string    // the last prompt, for a session without a title; see History.LastPrompt
	Ready  bool      // Counts are there
}

// TitleLine is the first line: the source and the thread, then how much there is, then the time of the head.
func (e Env) TitleLine(f TitleFacts, now time.Time, width int) Line {
	name := fileName(e.Source)
	thread, title := "", ""
	if e.Hist != nil {
		thread, title = CleanLine(e.Hist.Thread()), e.clean(e.Hist.Title)
	}
	if e.Hist != nil && e.Hist.Transcript {
		name = thread
		if len(name) > 12 && strings.Count(name, "-") == 4 {
			name = name[:8]
		}
		thread = ""
		if title == "" {
			title = e.clean(headLine(f.Prompt, 200))
		}
		if title != "" {
			thread = `"` + title + `"`
		}
	}
	left := Line{{" " + CleanLine(name), Title}}
	if thread != "" {
		left = append(left, Span{" " + e.arrowhead() + " ", Dim}, Span{thread, Title})
	}
	c := f.Counts
	var parts []part
	add := func(rank int, text string) { parts = append(parts, part{text, Plain, rank}) }
	if f.Info.Format != "" && width >= 120 {
		detail := strings.ReplaceAll(f.Info.Format, "-", " ")
		if f.Info.Detail != "" {
			detail += ", " + f.Info.Detail
		}
		add(1, CleanLine(detail))
	}
	if f.Ready {
		if c.Turns > 0 {
			add(6, plural(c.Turns, "turn"))
		}
		switch {
		case e.Hist != nil && e.Hist.Transcript && f.Info.Records > 0:
			add(5, plural(int(f.Info.Records), "record"))
		case e.Hist != nil && e.Hist.Transcript:
			add(5, plural(c.Checkpoints, "step"))
		default:
			add(7, plural(c.Checkpoints, "checkpoint"))
		}
		switch {
		case e.Hist != nil && e.Hist.Transcript && c.Rewound > 0:
			add(4, plural(c.Rewound, "rewound turn"))
		case e.Hist != nil && e.Hist.Transcript:
		case c.Branches > 1:
			add(8, plural(c.Branches, "branch"))
		case c.Branches == 1:
			add(3, "1 branch")
		}
	}
	if f.Info.Bytes > 0 && width >= 120 {
		add(2, Size(f.Info.Bytes))
	}
	when := ""
	if !f.Head.IsZero() {
		when = f.Head.Local().Format("2 Jan 15:04")
		if width >= 120 || f.Head.Local().Year() != now.Local().Year() {
			when = f.Head.Local().Format("2 Jan 2006 15:04")
		}
	}
	want := min(left.Width(), max(24, width/3))
	if thread != "" && e.Hist.Transcript {
		want = min(left.Width(), max(24, width*9/20)) // what was asked tells more than numbers
	}
	room := width - want - 3
	if width >= 60 {
		room--
	}
	tail := Line{}
	if when != "" && Width(when)+3 <= room-12 {
		tail = Line{{"   " + when, Dim}}
	}
	right := fitParts(parts, e.dot(), room-tail.Width())
	if all := fitParts(parts, e.dot(), room); e.Hist != nil && e.Hist.Transcript && all.Width() > right.Width() {
		right, tail = all, nil // the first row has the clock
	}
	return spreadLine(left, append(right, tail...), width)
}

func (e Env) arrowhead() string {
	if e.ASCII {
		return ">"
	}
	return "›"
}

// fileName is the last part of a path as the user gave it.
func fileName(path string) string {
	path = strings.TrimRight(path, "/")
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[i+1:]
	}
	return path
}
