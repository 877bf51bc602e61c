package view

import (
	"strings"

	"cptui/graph"
	"cptui/loaders"
)

// PredictionWords says how what was foretold compares with what followed, child by child.
func PredictionWords(c graph.Check) string {
	text := "prediction checked against " + childrenWord(c.Right+c.Missed) + ": " + Count(c.Right) + " right"
	if c.Missed > 0 {
		text += ", " + Count(c.Missed) + " wrong"
	}
	if c.ByUpdated > 0 {
		text += " (" + Count(c.ByUpdated) + " only with updated_channels)"
	}
	if c.Untold > 0 {
		text += "; of " + Count(c.Untold) + " more the file cannot tell: " + untoldWords(c)
	}
	return text
}

func childrenWord(n int) string {
	if n == 1 {
		return "1 child"
	}
	return Count(n) + " children"
}

// untoldWords lists why children do not tell, each reason once.
func untoldWords(c graph.Check) string {
	var parts []string
	for _, why := range graph.UntoldReasons {
		if c.Reasons[why] > 0 {
			parts = append(parts, string(why))
		}
	}
	return strings.Join(parts, "; ")
}

// ForetoldWords says the same in one short line, by checkpoints; "" where no run made a child. whole is false where only the
// newest part of a long thread was looked at.
func ForetoldWords(c graph.Check, whole bool) string {
	if c.Children == 0 {
		return ""
	}
	text := "foretold right for " + Count(c.CheckedWell) + " of " + Count(c.Checkpoints) + " checkpoints that have a child"
	if c.Checkpoints == 1 {
		text = "foretold right for the one checkpoint that has a child"
		if c.CheckedWell == 0 {
			text = "foretold wrong for the one checkpoint that has a child"
		}
	}
	if c.Checkpoints == 0 {
		text = "nothing tells whether it was foretold right"
	}
	if !whole {
		text += ", among the newest"
	}
	if c.Untold > 0 {
		text += " · " + Count(c.Untold) + " cannot be told"
	}
	return text
}

// ShortForetold leaves out what a narrow place has no room for.
func ShortForetold(words string, width int) string {
	if Width(words) > width {
		words = strings.NewReplacer(" that have a child", "", " that has a child", "").Replace(words)
	}
	return Cut(words, width)
}

// CheckedWords says what was looked at.
func CheckedWords(info loaders.Info, e loaders.Examined) string {
	if info.Transcript {
		text := "checked " + plural(e.Threads, "session")
		if info.Records >= 0 { // a folder does not count them
			text += " · " + plural(int(info.Records), "record")
		}
		return text + "; what the loader meets, not every value"
	}
	return "checked " + strings.Join([]string{plural(e.Threads, "thread"), plural(e.Exam.Checkpoints, "checkpoint") + ", each body opened",
		plural(e.Exam.Writes, "write"), Size(e.Exam.Bytes)}, " · ")
}
