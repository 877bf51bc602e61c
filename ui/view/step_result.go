package view

import (
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// result says what came out: tool results, what the model said and asked, an error.
func (s *stepCard) result() {
	b := s.m.Brief
	label := "result"
	say := func(p Place, l Line, max int) {
		s.add(label, p, l, nil, max)
		label = ""
	}
	for i, c := range b.Results {
		if i == 5 {
			say(NoPlace, Line{{"and " + plural(len(b.Results)-i, "result") + " more", Dim}}, 1)
			break
		}
		glyph, style := s.env.Glyph(GDone), OkStyle
		if c.Error {
			glyph, style = s.env.Glyph(GError), ErrStyle
		}
		line := Line{{glyph + " ", style}}
		if len(b.Results) > 1 {
			line = append(line, Span{s.env.clean(c.Name) + "  ", Strong})
		}
		text := s.resultText(c.Result, 6*s.room())
		if c.Error {
			line = append(line, Span{text, ErrStyle})
		} else {
			line = append(line, Span{text, Plain})
		}
		say(placeOf(nil, c.Result), line, 3)
	}
	if b.Kind != graph.StepInput && len(b.Results) == 0 && b.Says != "" && b.Says != b.Problem {
		text := s.env.Quoted(b.Says, 8*s.room())
		if b.Kind == graph.StepCompact {
			text = s.env.clean(b.Says)
		}
		say(NoPlace, Line{{text, StrStyle}}, 5)
	}
	for i, c := range b.Asks {
		if i == 5 {
			say(NoPlace, Line{{"and " + plural(len(b.Asks)-i, "call") + " more", Dim}}, 1)
			break
		}
		say(placeOf(nil, c.Input), Line{{"asks ", Dim}, {s.callInFull(c), Plain}}, 3)
	}
	failed := false
	for _, t := range s.m.Due.Tasks {
		failed = failed || t.Status == graph.TaskFailed // has a row of its own
		if t.Status == graph.TaskRetried {              // an error of what came after this step, not of its own
			failed, label = true, "retried"
			say(NoPlace, Line{{s.env.clean(t.Name) + " ", Strong}, {"due after this step: ", Dim}, {s.env.Glyph(GError) + " " + s.env.ErrorText(t.Error, 4*s.room()), ErrStyle}}, 3)
		}
	}
	if b.ProblemKind == "api" || b.ProblemKind == "error" && !failed {
		say(NoPlace, Line{{s.env.Glyph(GError) + " " + s.env.clean(b.Problem), ErrStyle}}, 4)
	}
}

// tokens says what the model's answer cost: from the message, or from the counts kept in the state.
func (s *stepCard) tokens() {
	if len(s.m.Brief.Results) > 0 && len(s.m.Brief.Asks) == 0 || s.m.Brief.Kind != graph.StepRan {
		return
	}
	var parts []string
	model := ""
	add := func(n int64, word string) {
		if n > 0 {
			parts = append(parts, thousands(int(n))+" "+word)
		}
	}
	for _, m := range freshMessages(s.m) {
		if m.In > 0 || m.Out > 0 {
			add(int64(m.In), "in")
			add(int64(m.Out), "out")
			model = m.Model
		}
	}
	if len(parts) == 0 && s.transcript() {
		now, _ := s.m.State.Get("usage")
		was, _ := s.m.Before.Get("usage")
		for _, f := range []struct{ name, word string }{{"input", "in"}, {"output", "out"}, {"cache_read", "from cache"}, {"cache_creation", "into cache"}} {
			a, _ := now.Get(f.name)
			b, _ := was.Get(f.name)
			na, _ := a.Int64()
			nb, _ := b.Int64()
			add(na-nb, f.word)
		}
		if v, ok := s.m.State.Get("model"); ok && len(parts) > 0 {
			model = textOf(v)
		}
	}
	if len(parts) == 0 {
		return
	}
	line := Line{{strings.Join(parts, " · "), Plain}}
	if model != "" {
		line = append(line, Span{"  " + s.env.clean(model), Dim})
	}
	s.add("tokens", NoPlace, line, nil, 2)
}

// resultText is a tool's result as text: of a message its content.
func (s *stepCard) resultText(v value.Value, max int) string {
	if m, ok := graph.ReadMessage(v); ok {
		return Cut(s.env.clean(m.Text), max)
	}
	if v.Kind() == value.String {
		head, whole := textHead(v, max)
		if !whole {
			head += "…"
		}
		return Cut(s.env.clean(head), max)
	}
	if text, ok := blocksText(v); ok {
		return Cut(s.env.clean(text), max)
	}
	if v.Kind() == value.Invalid || v.Kind() == value.Null {
		return "no content"
	}
	return s.env.Short(v, max)
}

// blocksText joins the text blocks of a list of content blocks.
func blocksText(v value.Value) (string, bool) {
	if v.Kind() != value.List || v.Len() == 0 || v.Len() > 1000 {
		return "", false
	}
	var parts []string
	for _, e := range v.Entries() {
		if e.Val.Kind() == value.String {
			parts = append(parts, e.Val.Str())
			continue
		}
		if t, ok := e.Val.Get("text"); ok && t.Kind() == value.String {
			parts = append(parts, t.Str())
			continue
		}
		if chip, ok := mediaBlock(e.Val); ok {
			parts = append(parts, "["+chip+"]")
			continue
		}
		if kind, ok := e.Val.Get("type"); ok && kind.Kind() == value.String && kind.Size() < 60 {
			parts = append(parts, "["+kind.Str()+"]")
			continue
		}
		return "", false
	}
	return strings.Join(parts, "\n"), true
}

// problems lists what is wrong with the row itself.
func (s *stepCard) problems() {
	label := "problem"
	seen := map[string]bool{}
	list := s.m.State.Problems
	if s.m.Checkpoint != nil {
		list = append(append([]graph.Problem(nil), s.m.Checkpoint.Problems...), list...)
	}
	for _, p := range list {
		text := p.Code + ": " + p.Message
		if seen[text] {
			continue
		}
		seen[text] = true
		style := WaitStyle
		if p.Severity == graph.Error {
			style = ErrStyle
		}
		s.add(label, NoPlace, Line{{"! ", style}, {s.env.clean(text), style}}, nil, 3)
		label = ""
	}
}
