package view

import "cptui/graph"

// BriefLine is what a history row says of a checkpoint, in parts, for a list without lanes and columns.
type BriefLine struct {
	Sign    Span
	Node    string // what ran to make it
	Text    Span   // asks …, "answer", the problem
	Changes Line   // + files  ~ todos 1/3
	Tasks   []Line // tasks due after it that wait for an answer or have failed
}

// BriefLine reads a brief.
func (e Env) BriefLine(b graph.Brief) BriefLine {
	d := e.digest(b)
	l := BriefLine{Node: d.node, Text: Span{d.text, d.style}}
	sign, style := e.briefSign(d)
	l.Sign = Span{sign, style}
	for i, c := range d.changes {
		if i > 0 {
			l.Changes = append(l.Changes, Span{"  ", Plain})
		}
		l.Changes = append(l.Changes, Span{signed(c), opStyle(c.op)})
	}
	for _, t := range b.Due {
		line := Line{{" " + CutMiddle(CleanLine(t.Name), 40), KeyStyle}}
		switch {
		case t.Status == graph.TaskWaits && len(t.Interrupts) > 0:
			asked := t.Interrupts[len(t.Interrupts)-1]
			line = append(Line{{e.Glyph(GAsks), WaitStyle}}, append(line, Span{"  asks " + e.asked(asked, digestWidth), WaitStyle})...)
		case t.Status == graph.TaskWaits:
			line = append(Line{{e.Glyph(GAsks), WaitStyle}}, append(line, Span{"  waits for an answer", WaitStyle})...)
		case t.Status == graph.TaskFailed:
			line = append(Line{{e.Glyph(GError), ErrStyle}}, append(line, Span{"  " + e.ErrorText(t.Error, digestWidth), ErrStyle})...)
		default:
			continue
		}
		l.Tasks = append(l.Tasks, line)
	}
	return l
}

// briefSign is the sign of a checkpoint's row.
func (e Env) briefSign(d *digest) (string, Style) {
	switch d.problem {
	case "question":
		return e.Glyph(GAsks), WaitStyle
	case "damage":
		return e.Glyph(GDamaged), ErrStyle
	case "":
		return e.kindSign(d.kind)
	}
	return e.Glyph(GError), ErrStyle
}

// kindSign is the sign of a kind of step.
func (e Env) kindSign(kind graph.StepKind) (string, Style) {
	switch kind {
	case graph.StepInput:
		return e.Glyph(GInput), Strong
	case graph.StepFork:
		return e.Glyph(GFork), ModStyle
	case graph.StepUpdate:
		return e.Glyph(GUpdate), ModStyle
	case graph.StepCompact:
		return e.Glyph(GCompact), ModStyle
	case graph.StepDamaged:
		return e.Glyph(GDamaged), ErrStyle
	}
	return e.Glyph(GStep), Plain
}
