package view

import (
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// ran says what made this checkpoint.
func (s *stepCard) ran() {
	m := s.m
	if len(m.Ran) == 0 || s.transcript() && m.Brief.Kind != graph.StepRan {
		s.ranNothing()
		return
	}
	const most = 5
	shown := m.Ran
	if len(shown) > most {
		shown = nil
		s.fact("ran", countWords(taskNames(m.Ran))+", "+plural(len(m.Ran), "task"))
	}
	for i, t := range shown {
		label := "ran"
		if i > 0 {
			label = ""
		}
		name := t.Name
		if s.transcript() {
			name = transcriptNode(name)
		}
		line := Line{{s.env.clean(name), Strong}}
		if t.ID != "" && !s.transcript() {
			line = append(line, Span{" " + shortID(t.ID), Dim})
		}
		if t.Status == graph.TaskFailed {
			line = append(line, Span{"   failed, " + s.env.clean(t.Handler) + " ran in its place", ErrStyle})
		} else if what := s.taskDid(t); what != "" {
			line = append(line, Span{"   " + what, Plain})
		} else if t.NS != "" {
			line = append(line, Span{"   " + s.env.calledWords(t.NS), LinkStyle})
		}
		var right Line
		if !s.transcript() {
			right = Line{{proofWords(t.Proof), Dim}}
		}
		p := NoPlace
		p.NS = t.NS
		s.add(label, p, line, right, 3)
		s.retried(t)
		s.wasAsked(t)
	}
}

func (s *stepCard) transcript() bool { return s.env.Hist != nil && s.env.Hist.Transcript }

// transcriptNode is the word for what made a step of a coding session: tools for any tool.
func transcriptNode(name string) string {
	if strings.HasPrefix(name, "tool:") {
		return "tools"
	}
	return name
}

// ranNothing is the first fact of steps that no task made: input, edits, copies.
func (s *stepCard) ranNothing() {
	b := s.m.Brief
	switch b.Kind {
	case graph.StepInput:
		who := "input"
		if s.transcript() {
			who = "you"
		}
		line := Line{{who, Strong}}
		if b.Says != "" {
			line = append(line, Span{"   " + s.env.Quoted(b.Says, 6*s.room()), StrStyle})
		} else if in, ok := s.input(); ok {
			line = append(line, Span{"   " + s.env.Short(in, 3*s.room()), Plain})
		}
		s.add("ran", NoPlace, line, nil, 6)
	case graph.StepFork:
		s.fact("ran", "nothing: an exact copy, made by a fork")
	case graph.StepUpdate:
		line := Line{{"update", Strong}, {"   the state was edited, no node ran", Plain}}
		if len(b.Nodes) > 0 {
			line = Line{{"update", Strong}, {"   the state was edited in the name of " + s.env.clean(countWords(b.Nodes)), Plain}}
		}
		s.add("ran", NoPlace, line, nil, 2)
	case graph.StepCompact:
		s.add("ran", NoPlace, Line{{"compaction", Strong}, {"   the talk so far was summarized", Plain}}, nil, 2)
	case graph.StepDamaged:
		s.add("ran", NoPlace, Line{{"not known: this row cannot be read", ErrStyle}}, nil, 2)
	default:
		if len(b.Nodes) > 0 {
			line := Line{{s.env.clean(countWords(b.Nodes)), Strong}}
			s.add("ran", NoPlace, line, nil, 3)
			return
		}
		s.fact("ran", "not known: the file does not tell")
	}
}

// input is what was given to the graph, where the checkpoint still holds it.
func (s *stepCard) input() (value.Value, bool) {
	if s.m.Checkpoint == nil {
		return value.Value{}, false
	}
	for _, c := range s.m.Channels {
		if c.Name == "__start__" {
			return c.Value, true
		}
	}
	return value.Value{}, false
}

// wasAsked lists the questions that a task asked before it did its work.
func (s *stepCard) wasAsked(t graph.Task) {
	for _, q := range t.Questions() {
		line := Line{{"asked ", Plain}, {s.env.askedWords(q, 2*s.room()), Plain}}
		if q.Answer.Kind() != value.Invalid {
			line = append(line, Span{", answered ", Plain}, Span{s.env.reply(q.Asked, q.Answer, s.room()), OkStyle})
		}
		s.add("", NoPlace, line, nil, 2)
	}
}

// retried says that a task failed first and did its work later.
func (s *stepCard) retried(t graph.Task) {
	if t.Status != graph.TaskRetried {
		return
	}
	line := Line{{"failed earlier, then ok", WaitStyle}}
	if t.Error.Kind() != value.Invalid {
		line = append(line, Span{"  " + s.env.ErrorText(t.Error, 200), Dim})
	}
	s.add("", NoPlace, line, nil, 2)
}

// taskDid is the work of one task: the tool calls it answered, or the argument it was sent.
func (s *stepCard) taskDid(t graph.Task) string {
	ids := map[string]bool{}
	for _, w := range t.Writes {
		msgs, ok := graph.Messages(w.Value)
		if !ok {
			if m, one := graph.ReadMessage(w.Value); one {
				msgs = []graph.Message{m}
			}
		}
		for _, m := range msgs {
			if m.CallID != "" {
				ids[m.CallID] = true
			}
			for _, r := range m.Results {
				ids[r.ID] = true
			}
		}
	}
	var did []string
	for _, c := range s.m.Brief.Results {
		mine := ids[c.ID] || c.ID == t.ID || s.transcript() && value.Equal(c.Input, t.Arg)
		if c.ID != "" && !mine && (len(s.m.Ran) > 1 || len(ids) > 0) {
			continue
		}
		did = append(did, s.callInFull(c))
		if len(did) == 3 {
			break
		}
	}
	if len(did) > 0 {
		return strings.Join(did, ", ")
	}
	if k := t.Arg.Kind(); k != value.Invalid && k != value.Null {
		return "sent " + s.env.Short(t.Arg, 3*s.room())
	}
	return ""
}

// callInFull is a call with its arguments as stored.
func (s *stepCard) callInFull(c graph.Call) string {
	name := s.env.clean(c.Name)
	in := c.Input
	if stored, ok := s.storedCall(c.ID); ok {
		in = stored.Input
	}
	if in.Kind() == value.Invalid {
		return name
	}
	return name + " " + s.env.Short(in, 3*s.room())
}

// callSearch bounds how many of the last messages are looked through for a call.
const callSearch = 300

// storedCall finds a call in the messages of the state: a row of the history may have it in a person's words.
func (s *stepCard) storedCall(id string) (graph.Call, bool) {
	if s.calls == nil {
		s.calls = map[string]graph.Call{}
		for _, ch := range s.m.State.Channels {
			if ch.Value.Kind() != value.List {
				continue
			}
			list := ch.Value.Entries()
			for _, e := range list[max(0, len(list)-callSearch):] {
				m, ok := graph.ReadMessage(e.Val)
				if !ok {
					break
				}
				for _, c := range m.Calls {
					s.calls[c.ID] = c
				}
			}
		}
	}
	c, ok := s.calls[id]
	return c, ok && id != ""
}
