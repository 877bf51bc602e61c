package view

import (
	"strconv"
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

// wrote lists what the tasks wrote, channel by channel: state first, then routing.
func (s *stepCard) wrote() {
	type written struct {
		name string
		all  []value.Value
	}
	var order []*written
	by := map[string]*written{}
	for _, t := range s.m.Ran {
		for _, w := range t.Writes {
			if w.Idx < 0 && strings.HasPrefix(w.Channel, "__") || w.Channel == "__no_writes__" {
				continue
			}
			x := by[w.Channel]
			if x == nil {
				x = &written{name: w.Channel}
				by[w.Channel] = x
				order = append(order, x)
			}
			x.all = append(x.all, w.Value)
		}
	}
	if len(order) == 0 {
		return
	}
	var line Line
	put := func(style Style, text string) {
		if len(line) > 0 {
			line = append(line, Span{" · ", Dim})
		}
		line = append(line, Span{text, style})
	}
	for _, x := range order {
		if s.control(x.name) {
			continue
		}
		put(Plain, s.env.clean(x.name)+s.amounts(x.all))
	}
	for _, x := range order {
		if s.control(x.name) {
			text := s.env.clean(x.name)
			if len(x.all) > 1 {
				text += " ×" + strconv.Itoa(len(x.all))
			}
			if x.name == "__pregel_tasks" {
				text = plural(len(x.all), "send")
			}
			put(Dim, text)
		}
	}
	s.add("wrote", NoPlace, line, nil, 4)
}

// amounts says what was written to one channel: a few values themselves, messages and many values by their number.
func (s *stepCard) amounts(all []value.Value) string {
	messages := 0
	for _, v := range all {
		switch {
		case isMessage(v):
			messages++
		case v.Kind() == value.List && v.Len() > 0 && isMessage(v.At(0)):
			messages += v.Len()
		}
	}
	switch {
	case messages > 0:
		return ": " + plural(messages, "message")
	case len(all) > 3:
		return " ×" + strconv.Itoa(len(all))
	}
	words := make([]string, len(all))
	for i, v := range all {
		words[i] = s.env.Short(v, 60/len(all))
	}
	return " " + strings.Join(words, " and ")
}

func (s *stepCard) control(channel string) bool {
	return s.env.Hist != nil && s.env.Hist.Runtime != nil && s.env.Hist.Runtime.Control(channel)
}

// changed lists the channels that differ from the parent; what stayed the same stands beside them where there is room.
func (s *stepCard) changed() {
	m := s.m
	var same Line
	if len(m.Same) > 0 {
		var words []string
		for _, name := range m.Same {
			v, _ := m.State.Get(name)
			words = append(words, s.env.SameWords(name, v))
		}
		same = Line{{"same  ", Title}, {strings.Join(words, " · "), Plain}}
	}
	if why := changesUnknown(m); why != "" {
		s.add("changed", NoPlace, Line{{why, WaitStyle}}, nil, 2)
		return
	}
	if len(m.Changes) == 0 {
		text := "no state channel"
		if m.State.Whole.Kind() != value.Invalid {
			text = "nothing"
		}
		s.add("changed", NoPlace, Line{{text, Dim}}, same, 2)
		return
	}
	label := "changed"
	for i, c := range m.Changes {
		if s.transcript() && c.Channel == "usage" && c.Op == graph.Changed {
			continue // the row of tokens says it
		}
		if i == 8 {
			s.add("", NoPlace, Line{{"and " + plural(len(m.Changes)-i, "channel") + " more", Dim}}, nil, 1)
			break
		}
		mark := Span{}
		if c.Op != graph.Changed {
			mark = Span{string(c.Op) + " ", markStyle(byte(c.Op))}
		}
		line := s.env.ChangeWords(c, 2*s.room())
		if mark.Text != "" {
			line = append(Line{mark}, line...)
		}
		var right Line
		if len(m.Changes) == 1 && same.Width()+line.Width()+4 <= s.room() {
			right, same = same, nil
		}
		s.add(label, placeOf(value.Path{{Name: c.Channel}}, c.After), line, right, 2)
		label = ""
	}
	if same != nil {
		s.add("same", NoPlace, same[1:], nil, 2)
	}
}

// asked lists the questions and failures of the tasks due after this checkpoint, with what a resume keeps.
func (s *stepCard) asked() {
	if s.transcript() && len(s.m.DidRun) > 0 {
		return // the next row tells it
	}
	for _, t := range s.m.Due.Tasks {
		name := s.env.clean(t.Name)
		for i, q := range t.Interrupts {
			line := Line{{name, Strong}, {" asks ", Plain}, {s.env.Short(questionValue(q), 3*s.room()), WaitStyle}}
			if i < len(t.Answers) {
				line[1].Text = " asked "
				line = append(line, Span{", answered ", Plain}, Span{s.env.Short(t.Answers[i], s.room()), OkStyle})
				s.add("answered", NoPlace, line, nil, 3)
				continue
			}
			if t.Status != graph.TaskWaits {
				line[1].Text = " asked "
				s.add("asked", NoPlace, line, nil, 3)
				continue
			}
			s.add("waits", NoPlace, line, nil, 4)
		}
		switch t.Status {
		case graph.TaskFailed:
			s.add("failed", NoPlace, Line{{s.env.Glyph(GError) + " ", ErrStyle}, {name, Strong}, {"  " + s.env.ErrorText(t.Error, 4*s.room()), ErrStyle}}, nil, 4)
		case graph.TaskDone:
			if s.m.IsHead && len(s.m.DidRun) == 0 {
				s.add("kept", NoPlace, Line{{name, Strong}, {"  done, a resume keeps its writes", Plain}}, nil, 2)
			}
		}
	}
}

// questionValue is what a question asks: the value of an Interrupt of any age.
func questionValue(q value.Value) value.Value {
	if q.Kind() == value.Map || q.Kind() == value.Object {
		if v, ok := q.Get("value"); ok {
			return v
		}
	}
	return q
}

// questionID is the id an answer is given by, "" where the question has none.
func questionID(q value.Value) string {
	for _, name := range []string{"id", "interrupt_id"} {
		if v, ok := q.Get(name); ok && v.Kind() == value.String {
			return v.Str()
		}
	}
	return ""
}

// ErrorText is a task's stored error in one line: class and message.
func (e Env) ErrorText(v value.Value, max int) string {
	switch v.Kind() {
	case value.Invalid, value.Null:
		return ""
	case value.String:
		head, _ := textHead(v, 4*max)
		return Cut(e.clean(head), max)
	case value.Map:
		name, _ := v.Get("name")
		msg, ok := v.Get("message")
		if ok && msg.Kind() == value.String {
			text := textOf(msg)
			if n := textOf(name); n != "" {
				text = n + ": " + text
			}
			return Cut(e.clean(text), max)
		}
	}
	return e.Short(v, max)
}

// next says what is due after this checkpoint, on which trigger, and what really followed.
func (s *stepCard) next() {
	m := s.m
	did := s.didRun()
	if !m.Due.Known {
		s.add("next", NoPlace, Line{{"not known: the file cannot tell", Dim}}, did, 2)
		return
	}
	label := "next"
	say := func(l Line) {
		s.add(label, NoPlace, l, did, 3)
		label, did = "", nil
	}
	reasons := map[string]graph.Reason{}
	for _, r := range s.f.Next {
		if r.Verdict == "due" || r.Verdict == "sent" {
			if _, ok := reasons[r.Node]; !ok {
				reasons[r.Node] = r
			}
		}
	}
	if len(m.Due.Next) == 0 && len(m.Due.Tasks) == 0 {
		text := "end, nothing is due"
		if len(m.DidRun) > 0 {
			text = "end, nothing was due"
		}
		say(Line{{text, Plain}})
	}
	names := m.Due.Next
	if len(names) == 0 {
		names = taskNames(m.Due.Tasks)
	}
	counted := map[string]int{}
	var order []string
	for _, n := range names {
		if counted[n]++; counted[n] == 1 {
			order = append(order, n)
		}
	}
	if m.IsHead && m.Live != nil && len(m.DidRun) == 0 && strings.Join(m.Live.Next, ",") != strings.Join(m.Due.Next, ",") {
		text := "a resume runs " + s.env.clean(countWords(m.Live.Next))
		if len(m.Live.Next) == 0 {
			text = "a resume runs nothing more"
		}
		if done := s.doneNodes(); len(done) > 0 {
			text += ", keeps " + s.env.clean(listWords(done))
		}
		say(Line{{text, Strong}})
	}
	for i, n := range order {
		if i == 6 {
			say(Line{{"and " + plural(len(order)-i, "node") + " more", Dim}})
			break
		}
		line := Line{{s.env.clean(n), Strong}}
		if counted[n] > 1 {
			line = append(line, Span{" ×" + strconv.Itoa(counted[n]), Strong})
		}
		if r, ok := reasons[n]; ok {
			switch {
			case r.Verdict == "sent":
				text := ", sent"
				if len(r.By) > 0 {
					text += " by " + s.env.clean(listWords(r.By))
				}
				line = append(line, Span{text, Plain})
			case r.Trigger == "__start__":
				line = append(line, Span{", for the input came in", Plain})
			case r.Trigger != "":
				line = append(line, Span{", for " + s.triggerWords(r, true), Plain})
			}
		}
		say(line)
	}
	for _, j := range m.Due.Waits {
		say(Line{{s.env.clean(j.Node), Strong}, {" waits for " + s.env.clean(listWords(missing(j))), WaitStyle}})
	}
	if did != nil {
		say(nil)
	}
}

// doneNodes are the due nodes whose work is done already.
func (s *stepCard) doneNodes() []string {
	var names []string
	for _, t := range s.m.Due.Tasks {
		if t.Status == graph.TaskDone || t.Status == graph.TaskRetried {
			names = append(names, t.Name)
		}
	}
	return uniqueWords(names)
}

func missing(j graph.Join) []string {
	has := map[string]bool{}
	for _, n := range j.Has {
		has[n] = true
	}
	var out []string
	for _, n := range j.Needs {
		if !has[n] {
			out = append(out, n)
		}
	}
	return out
}

// didRun names the steps that really followed.
func (s *stepCard) didRun() Line {
	m := s.m
	if len(m.DidRun) == 0 {
		if m.IsHead {
			return Line{{"head", Dim}}
		}
		return nil
	}
	var names []string
	for i, d := range m.DidRun {
		if i == 4 {
			names = append(names, plural(len(m.DidRun)-i, "branch")+" more")
			break
		}
		if len(m.DidRun) > 1 {
			names = append(names, s.env.branchName(d))
		} else {
			names = append(names, s.stepName(d))
		}
	}
	word := "it did run: "
	if s.transcript() {
		word = "then came: "
	}
	return Line{{word + strings.Join(names, ", "), LinkStyle}}
}

// before lists earlier runs of the nodes that ran here.
func (s *stepCard) before() {
	if s.transcript() && s.m.Brief.Kind != graph.StepRan {
		return
	}
	if len(s.f.Earlier) == 0 {
		if s.f.Loaded && len(s.m.Ran) > 0 && !s.f.EarlierCut && !s.transcript() {
			s.add("before", NoPlace, Line{{"first run of " + s.env.clean(countWords(uniqueNames(s.m.Ran))) + " on this branch", Dim}}, nil, 2)
		}
		return
	}
	label := "before"
	var nodes []string
	at := map[string][]string{}
	last := map[string]int{}
	for _, e := range s.f.Earlier {
		if at[e.Node] == nil {
			nodes = append(nodes, e.Node)
			last[e.Node] = e.Index
		}
		text := s.stepName(e.Index)
		if e.Times > 1 {
			text += " ×" + strconv.Itoa(e.Times)
		}
		at[e.Node] = append(at[e.Node], text)
	}
	const most = 8
	for _, n := range nodes {
		list := at[n]
		name := strings.TrimPrefix(n, "tool:")
		more := ""
		if len(list) > most {
			more = " and " + plural(len(list)-most, "time") + " more"
			list = list[:most]
		}
		if s.f.EarlierCut && more == "" {
			more = " …"
		}
		s.add(label, stepPlace(last[n]), Line{{s.env.clean(name) + " ran at " + strings.Join(list, ", ") + more, Plain}}, nil, 2)
		label = ""
	}
}

func uniqueNames(tasks []graph.Task) []string {
	var names []string
	seen := map[string]bool{}
	for _, t := range tasks {
		if !seen[t.Name] {
			seen[t.Name] = true
			names = append(names, t.Name)
		}
	}
	return names
}

// rebuilt says how delta channels came about: from which snapshot, with how many writes on top.
func (s *stepCard) rebuilt() {
	if len(s.m.State.Rebuilt) == 0 {
		return
	}
	var parts []string
	unseeded := true
	for i, r := range s.m.State.Rebuilt {
		text := s.env.clean(r.Channel) + " from "
		if r.Seed >= 0 {
			unseeded = false
			text += s.stepName(r.Seed)
			if r.Writes > 0 {
				text += " and " + plural(r.Writes, "write")
			}
		} else if i == 0 {
			text += plural(r.Writes, "write")
		} else {
			text += strconv.Itoa(r.Writes)
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, ", ")
	if unseeded {
		text += "; no snapshot stored yet"
	}
	s.add("rebuilt", NoPlace, Line{{text, Dim}}, nil, 3)
}
