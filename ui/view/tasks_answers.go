package view

import (
	"strings"

	"cptui/graph"
)

// waits are joins that are not complete.
func (b *taskRows) waits() {
	for _, j := range b.m.Due.Waits {
		line := Line{{" then  ", Title}, {b.env.clean(j.Node), Strong}, {", when " + b.env.clean(listWords(j.Needs)) + " are in", Plain}}
		right := Line{{"still missing: " + b.env.clean(listWords(j.Missing())), WaitStyle}}
		it := &item{place: NoPlace}
		it.draw = func(w int) Line { return Spread(line, right, w) }
		b.list = append(b.list, it)
	}
}

// answers says how open questions are answered.
func (b *taskRows) answers() {
	lines := answerLines(b.m)
	if len(lines) == 0 {
		return
	}
	code := strings.Join(lines, "")
	title := " answer  "
	if !b.env.Print || len(title)+Width(code) <= defaultWidth {
		it := &item{place: NoPlace}
		it.place.Text, it.whole = code, b.env.Print
		it.draw = func(w int) Line {
			if b.env.Print {
				return Line{{title, Title}, {code, Plain}}
			}
			return Spread(Line{{title, Title}, {code, Plain}}, Line{{"y r copies it", Dim}}, w)
		}
		b.list = append(b.list, it)
		return
	}
	for i, l := range lines { // it is there to be copied, so it is broken where the language allows it
		if i > 0 {
			title = strings.Repeat(" ", len(" answer  "))
		}
		it := plainItem(Line{{title, Title}, {strings.TrimSpace(l), Plain}})
		it.whole = true
		b.list = append(b.list, it)
	}
}

// others are writes that belong to none of the tasks due: answers given from outside, rows of an earlier program.
func (b *taskRows) others() {
	if b.m.Checkpoint == nil {
		return
	}
	mine := map[string]bool{}
	for _, t := range b.m.Due.Tasks {
		mine[t.ID] = true
	}
	var rest []graph.Write
	for _, w := range b.m.Checkpoint.Writes {
		if !mine[w.TaskID] {
			rest = append(rest, w)
		}
	}
	if len(rest) == 0 || b.env.Hist != nil && b.env.Hist.Transcript {
		return
	}
	b.heading("other writes here", "(of no task that is due)", nil)
	width := 0
	for _, w := range rest {
		width = max(width, Width(b.env.clean(w.Channel)))
	}
	for i, w := range rest {
		if i == 100 {
			b.list = append(b.list, plainItem(Line{{"   and " + plural(len(rest)-i, "write") + " more", Dim}}))
			break
		}
		by := "task " + shortID(w.TaskID)
		if w.Node != "" {
			by = b.env.clean(w.Node) + " " + shortID(w.TaskID)
		}
		if w.TaskID == nullTask {
			by = "given from outside"
		}
		b.list = append(b.list, b.valueRow(w.Channel, w.Value, min(width, 26), by))
	}
}

const nullTask = "00000000-0000-0000-0000-000000000000"

// ResumeAnswer is the code that answers the open questions of a moment, with … for the answers (what approves, where a question asks for that); "" where none is open.
func ResumeAnswer(m *graph.Moment) string { return strings.Join(answerLines(m), "") }

// answerLines is that code in parts between which lines may be broken.
func answerLines(m *graph.Moment) []string {
	var ids []string
	open, sole := 0, "…"
	for _, t := range m.Due.Tasks {
		if t.Status != graph.TaskWaits {
			continue
		}
		for _, q := range t.Interrupts {
			open++
			answer := approvalAnswer(q)
			if answer == "" {
				answer = "…"
			}
			sole = answer
			if id := questionID(q); id != "" {
				ids = append(ids, `"`+CleanLine(id)+`": `+answer)
			}
		}
	}
	if open == 0 {
		return nil
	}
	before, after := "Command(resume=", ")"
	if isJS(m) {
		before, after = "new Command({ resume: ", " })"
	}
	switch {
	case len(ids) == open:
		lines := []string{before + "{"}
		for i, id := range ids {
			if i < len(ids)-1 {
				id += ", "
			}
			lines = append(lines, id)
		}
		return append(lines, "}"+after)
	case open > 1:
		sole = "…"
	}
	return []string{before + sole + after}
}
