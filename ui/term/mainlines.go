package term

import (
	"strings"

	"cptui/ui/view"
)

// commandLine says how a shell would show the step under the cursor, with its id and time.
func (p *mainPage) commandLine(width int) view.Line {
	i := p.checkpoint()
	if i < 0 {
		return nil
	}
	id := "…" + p.hist.Short(i)
	if width >= sideBySide {
		id = view.CleanLine(p.hist.ID(i))
	}
	right := []string{id}
	if t := p.hist.Time(i); !t.IsZero() {
		right = append(right, t.Local().Format("15:04:05.000"))
	}
	right = append(right, "y c copies")
	left := ""
	if p.det.m != nil && p.det.have == i {
		left = " " + view.CleanLine(view.ShowCommand(p.det.m, p.det.place().Path, p.env))
	}
	// The command is whole as long as there is room for it: what stands beside it goes first.
	for len(right) > 0 && view.Width(left)+2+view.Width(strings.Join(right, "  ")) >= width {
		right = right[:len(right)-1]
	}
	if len(right) == 0 {
		return view.Line{{Text: left, Style: view.Plain}}.Fit(width)
	}
	return view.Spread(view.Line{{Text: left, Style: view.Plain}}, view.Line{{Text: strings.Join(right, "  ") + " ", Style: view.Dim}}, width)
}

// titleLine says what is open, and how much there is.
func (p *mainPage) titleLine(width int) view.Line {
	f := view.TitleFacts{Info: p.s.info}
	if p.model != nil {
		f.Counts, f.Ready, f.Prompt = p.model.Counts(), true, p.model.LastPrompt()
		if head := p.model.Head(); head >= 0 {
			f.Head = p.hist.Time(head)
		}
	}
	return p.env.TitleLine(f, p.a.now(), width)
}

// verdictLine says how the thread stands.
func (p *mainPage) verdictLine(width int) view.Line {
	f := view.VerdictFacts{Verdict: p.verdict, Following: p.follow.on, New: p.follow.below, Usage: p.usage, Inside: p.inside}
	if p.model != nil {
		f.Counts, f.Inside = p.model.Counts(), p.model.AskedInside()
		if text := p.model.Filtered(); text != "" {
			f.Filter, f.Matches = text, p.model.Len()
		}
	}
	if v := p.verdict; v != nil && v.Status == "pending" && len(v.Next) > 0 && p.follow.fresh() {
		f.Running, f.RunningFor = v.Next[0], p.a.now().Sub(p.follow.grew)
	}
	if p.demo && f.Filter == "" {
		f.Lesson = p.lesson()
	}
	return p.env.VerdictLine(f, p.a.now(), width)
}

// lessons are said one after the other in the demo, each until its key was pressed.
var lessons = []struct{ id, text string }{
	{"problem-later", "e goes to the error"}, {"diff", "d shows what changed"}, {"leave", "Esc goes back to the history"}, {"only", "H folds the other branches"}, {"compare", "space marks a step, D compares another with it"}, {"fork", "f tries again from here"},
}

// learned takes note of a command of the demo's lesson.
func (p *mainPage) learned(id string) {
	if p.demo && p.taught < len(lessons) && lessons[p.taught].id == id {
		p.taught++
	}
}

// lesson is the next sentence of the demo, "" after the last.
func (p *mainPage) lesson() string {
	if p.taught < len(lessons) {
		return lessons[p.taught].text
	}
	return ""
}
