package view

import (
	"strings"
	"time"

	"cptui/graph"
	"cptui/loaders"
)

// VerdictFacts is what the second line tells.
type VerdictFacts struct {
	Verdict *graph.Verdict // nil: not known yet
	Counts  Counts
	Inside  string // the graph in which a question was asked, "" for the main one
	Usage   loaders.Usage

	Running    string // what runs now, "" where nothing is seen to
	RunningFor time.Duration
	Following  bool
	New        int // rows that came in below the screen

	Reading, ReadingOf int    // rows read so far, of how many (0: not known); both 0 where nothing is read
	Lesson             string // of the demo
	Filter             string
	Matches            int
}

// VerdictLine is the second line: how the thread stands, and how many rows need a look.
func (e Env) VerdictLine(f VerdictFacts, now time.Time, width int) Line {
	left, rest := e.verdictLeft(f, now)
	parts := e.verdictParts(f)
	if rest != "" {
		parts = append([]part{{rest, Plain, 9}}, parts...)
	}
	want := min(left.Width(), max(width*3/5, 20))
	right := fitParts(parts, e.dot(), width-want-3)
	return spreadLine(left, right, width)
}

// verdictLeft is how the thread stands; rest is what belongs at the right of it, before all counts.
func (e Env) verdictLeft(f VerdictFacts, now time.Time) (left Line, rest string) {
	line := func(g Glyph, s Style, text string) Line {
		return Line{{" " + e.Glyph(g) + " ", s}, {text, s}}
	}
	v := f.Verdict
	switch {
	case f.ReadingOf > 0 || f.Reading > 0:
		text := "   reading " + Count(f.Reading)
		if f.ReadingOf > 0 {
			text += " of " + Count(f.ReadingOf)
		}
		return Line{{text + " rows", Plain}}, "Esc stops"
	case f.Filter != "":
		return Line{{" & ", KeyStyle}, {e.Quoted(f.Filter, 60), Plain}, {"  " + plural(f.Matches, "row"), Plain}}, "Esc shows all"
	case f.Lesson != "":
		return Line{{"   " + f.Lesson, KeyStyle}}, ""
	case f.Running != "":
		text := "running: " + CleanLine(f.Running)
		if f.RunningFor >= time.Second {
			text += " for " + strings.Replace(Took(f.RunningFor.Truncate(time.Second)), ".0 s", " s", 1)
		}
		return line(GStep, Strong, text), e.liveWords(f)
	case f.Counts.HeadDamaged:
		return line(GDamaged, ErrStyle, "the head cannot be read, so what is due is not known"), ""
	case v == nil && f.Counts.Damaged > 0:
		return line(GDamaged, ErrStyle, plural(f.Counts.Damaged, "row")+" cannot be read (e)"), "all others are shown"
	case v == nil:
		return Line{{"   " + e.Glyph(GEllipsis), Dim}}, ""
	}
	switch v.Status {
	case "interrupted":
		n := max(len(v.Questions), 1)
		text := "waits for " + plural(n, "answer")
		if !v.Since.IsZero() {
			text += " since " + ClockTime(v.Since, now) + " (" + Age(v.Since, now) + ")"
		}
		switch {
		case v.Kept > 0:
			its := "its"
			if v.Kept > 1 {
				its = "their"
			}
			rest = plural(v.Kept, "task") + " done, " + its + " writes are kept"
		case f.Inside != "":
			rest = "asked inside " + CleanLine(f.Inside)
		}
		return line(GAsks, WaitStyle, text), rest
	case "error":
		text := "failed"
		if v.Failed != "" {
			text += " in " + CutMiddle(CleanLine(v.Failed), 40)
		}
		if v.Error != "" {
			text += ": " + Cut(e.clean(headLine(v.Error, 400)), 160)
		}
		return line(GError, ErrStyle, text), e.resumeWords(v)
	case "pending":
		if e.Hist != nil && e.Hist.Transcript {
			return line(GNext, Strong, stoppedWords(v)), e.liveWords(f)
		}
		text := "stopped"
		if len(v.Next) > 0 {
			text += " before " + counted(v.Next)
		}
		return line(GNext, Strong, text), e.resumeWords(v)
	case "empty":
		return Line{{"   no checkpoint here", Dim}}, ""
	case "idle":
		if f.Counts.HeadUnsure || v.Unsure {
			return Line{{"   ", Plain}, {"what is due is not known: the file cannot tell", WaitStyle}}, e.liveWords(f)
		}
		text := "finished, nothing due"
		if e.Hist != nil && e.Hist.Transcript {
			text = "finished"
		}
		return line(GDone, OkStyle, text), e.liveWords(f)
	}
	return Line{{"   " + CleanLine(v.Status), Plain}}, ""
}

// stoppedWords says where a coding session ended that did not finish.
func stoppedWords(v *graph.Verdict) string {
	switch v.Phase {
	case "tools":
		return "stopped while a tool ran: its result is missing"
	case "model":
		return "stopped before the model answered"
	}
	return "stopped"
}

// resumeWords says what a resume runs and keeps.
func (e Env) resumeWords(v *graph.Verdict) string {
	if len(v.Next) == 0 {
		return ""
	}
	text := "resume runs " + counted(v.Next)
	if v.Status == "error" {
		text += " again"
	}
	if v.Kept > 0 {
		text += ", keeps " + plural(v.Kept, "task")
	}
	return text
}

func (e Env) liveWords(f VerdictFacts) string {
	switch {
	case f.Following && f.New > 0:
		return "live" + e.dot() + Count(f.New) + " new below (G)"
	case f.Following:
		return "live"
	}
	return ""
}

// verdictParts are the counts at the right: problems stay longest, quiet steps go first.
func (e Env) verdictParts(f VerdictFacts) []part {
	var parts []part
	c := f.Counts
	if f.ReadingOf > 0 || f.Reading > 0 || f.Filter != "" {
		return nil
	}
	more := ""
	if c.Known < c.Checkpoints { // not all rows were looked at
		more = "+"
	}
	key := " (e)"
	problem := func(n int, one string) {
		if n > 0 {
			parts = append(parts, part{countMore(n, more, one) + key, ErrStyle, 8})
			key = ""
		}
	}
	asking := f.Verdict != nil && f.Verdict.Status == "interrupted"
	failing := f.Verdict != nil && f.Verdict.Status == "error"
	if failing && c.Errors <= 1 { // the verdict itself says it
		c.Errors = 0
	}
	problem(c.Errors, "error")
	problem(c.Tools, "tool error")
	problem(c.API, "API error")
	if c.Damaged > 0 && f.Verdict != nil {
		parts = append(parts, part{plural(c.Damaged, "row") + " cannot be read" + key, ErrStyle, 8})
		key = ""
	}
	if n := c.Asks; n > 0 && (!asking || n > max(len(f.Verdict.Questions), 1)) {
		problem(n, "open question")
	}
	if u := f.Usage; u.Input+u.Output+u.CacheRead > 0 {
		text := Count(int(u.Input)) + " in" + e.dot() + Count(int(u.Output)) + " out"
		if u.CacheRead > 0 {
			text += e.dot() + Count(int(u.CacheRead)) + " cached"
		}
		parts = append(parts, part{text, Dim, 4})
	}
	if c.Rewound > 0 && e.Hist != nil && e.Hist.Transcript {
		parts = append(parts, part{plural(c.Rewound, "turn") + " rewound (H)", Plain, 6})
	}
	if c.Subagents > 0 {
		parts = append(parts, part{plural(c.Subagents, "subagent"), Plain, 5})
	}
	if c.Subgraphs > 0 {
		parts = append(parts, part{plural(c.Subgraphs, "subgraph"), Plain, 5})
	}
	if c.Quiet > 0 {
		text := countMore(c.Quiet, more, "quiet step")
		if !c.Folded {
			text += " shown"
		}
		parts = append(parts, part{text + " (.)", Dim, 3})
	}
	return parts
}

// countMore counts, with a + where there may be more.
func countMore(n int, more, one string) string {
	text := plural(n, one)
	if more == "" {
		return text
	}
	digits, rest, _ := strings.Cut(text, " ")
	if n == 1 {
		rest = strings.TrimPrefix(plural(2, one), "2 ")
	}
	return digits + more + " " + rest
}
