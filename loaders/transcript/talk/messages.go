package talk

import (
	"slices"

	"cptui/graph/value"
	"cptui/loaders/transcript"
)

// Messages are those that a step adds: each message and result of its own, all parts of an answer as one.
func (t script) Messages(i int) ([]transcript.Message, error) {
	b, n := t.s.at(i)
	s := &b.steps[n]
	var out []transcript.Message
	var parts []ref
	for _, rec := range s.recs {
		if b.recs[rec].of >= 0 && !s.own {
			continue
		}
		switch k := b.kindOf(rec); {
		case s.own || k == Result:
			list, err := b.given(n, rec)
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
		case k == Reply || k == Failure:
			parts = append(parts, rec)
		case b.recs[rec].list == 0 && (k == Prompt || k == Ahead || k == Compact):
			m, ok, err := b.spoken(rec)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, m)
			}
		}
	}
	if len(parts) > 0 {
		m, err := b.answer(n, parts)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b transcript.Message) int { return int(a.First - b.First) })
	return out, nil
}

// spoken is the message of one record that is no answer; false where it says nothing.
func (b *Book) spoken(rec ref) (m transcript.Message, ok bool, err error) {
	e, err := b.event(b.recs[rec].latest)
	if err != nil || e.Content == nil {
		return m, false, err
	}
	id := b.recordName(rec)
	v := message(&e, id)
	if e.Kind == Ahead && e.Role == "user" || e.Kind == Prompt && !e.Typed && e.Role == "user" {
		v = value.NewMap(append(v.Entries(), value.NamedEntry("injected", value.NewBool(true)))) // told in the person's name by the program
	}
	m = transcript.Message{First: rec, Last: rec, Lines: []int32{rec}, Node: "human", Task: id, Bytes: len(e.Content), Value: v}
	if e.Kind == Compact {
		m.Node = "compaction"
	}
	return m, true, nil
}

func message(e *Event, id string) value.Value {
	role := e.Role
	if role == "" {
		role = "user"
	}
	return value.NewMap([]value.Entry{transcript.Entry("role", role), entry("content", slices.Clone(e.Content)), transcript.Entry("id", id)})
}

// answer is one message of the model: what it said, thought and asked.
func (b *Book) answer(n int32, parts []ref) (transcript.Message, error) {
	m := transcript.Message{First: parts[0], Last: parts[len(parts)-1], Lines: slices.Clone(parts), Node: "model", Task: b.names[n]}
	var events []Event
	for _, rec := range parts {
		e, err := b.event(b.recs[rec].latest)
		if err != nil {
			return m, err
		}
		m.Bytes += len(e.Content)
		for _, block := range e.Blocks {
			m.Bytes += len(block)
		}
		events = append(events, e)
	}
	content := answerContent(events)
	m.Value = value.NewMap([]value.Entry{transcript.Entry("role", "assistant"), value.NamedEntry("content", content), transcript.Entry("id", b.names[n])})
	return m, nil
}

// answerContent is the content of all parts: as stored where there is one part that has nothing beside it.
func answerContent(events []Event) value.Value {
	if len(events) == 1 && len(events[0].Blocks) == 0 {
		return transcript.Stored(slices.Clone(events[0].Content))
	}
	var list []value.Value
	for i := range events {
		blocks := events[i].Blocks
		if blocks == nil {
			blocks = transcript.Blocks(events[i].Content)
		}
		for _, block := range blocks {
			if string(block) != `""` {
				list = append(list, transcript.Stored(slices.Clone(block)))
			}
		}
	}
	return value.NewList(list)
}

// given are the messages of the results that record rec tells.
func (b *Book) given(n int32, rec ref) ([]transcript.Message, error) {
	e, err := b.event(rec)
	if err != nil {
		return nil, err
	}
	var out []transcript.Message
	for k := range e.Results {
		o := &e.Results[k]
		if at, ok := b.resultOf[b.key(rec, o.ID)]; ok && at != rec {
			continue
		}
		name := o.Name
		if name == "" {
			name = b.toolOf(b.key(rec, o.ID))
		}
		id := b.recordName(rec)
		if b.steps[n].own {
			id = o.ID
		}
		v := []value.Entry{transcript.Entry("role", "tool"), entry("content", slices.Clone(o.Output)), transcript.Entry("id", id), transcript.Entry("tool_call_id", b.recs[rec].results[k].toldID())}
		if name != "" {
			v = append(v, transcript.Entry("name", name))
		}
		if o.Bad {
			v = append(v, transcript.Entry("status", "error"))
		}
		out = append(out, transcript.Message{First: rec, Last: rec, Lines: []int32{rec}, Node: "tool:" + name, Task: o.ID, Bytes: len(o.Output), Value: value.NewMap(v)})
	}
	return out, nil
}

// toolOf is the name of the tool that a call asks.
func (b *Book) toolOf(key callKey) string {
	if rec, ok := b.callOf[key]; ok {
		for _, c := range b.recs[rec].calls {
			if c.id == key.id {
				return c.name
			}
		}
	}
	return ""
}

// Compacted are the messages that a compaction put in the place of the old ones; its own where it tells none.
func (t script) Compacted(i int, own []transcript.Message) ([]transcript.Message, error) {
	b, n := t.s.at(i)
	s := &b.steps[n]
	e, err := b.event(s.first)
	if err != nil {
		return nil, err
	}
	if keeps := b.recs[s.first].keeps; keeps >= 0 {
		kept, err := t.kept(i, keeps)
		return slices.Concat(own, kept), err
	}
	window := e.Window
	if list := b.recs[s.first].list; list > 0 {
		window = nil
		for k := s.first + 1; k <= s.first+list; k++ {
			raw, err := b.body(k)
			if err != nil {
				return nil, err
			}
			window = append(window, raw)
		}
	}
	if window == nil {
		return own, nil
	}
	var out []transcript.Message
	for k, raw := range window {
		said := b.format.Read(raw)
		if len(said) == 0 {
			continue
		}
		e := &said[0]
		role := map[Kind]string{Reply: "assistant", Result: "tool"}[e.Kind]
		if role == "" {
			role = e.Role
		}
		id := e.ID
		if id == "" {
			id = b.lineName(s.first) + "." + string(value.NewInt(int64(k)).Raw())
		}
		out = append(out, transcript.Message{First: s.first, Last: s.first, Lines: []int32{s.first}, Node: "compaction", Task: b.names[n], Bytes: len(raw),
			Value: value.NewMap([]value.Entry{transcript.Entry("role", role), value.NamedEntry("content", windowContent(e)), transcript.Entry("id", id)})})
	}
	return out, nil
}

// kept are the messages before compaction i, from record first of its branch on.
func (t script) kept(i int, first ref) ([]transcript.Message, error) {
	b, n := t.s.at(i)
	in := map[ref]bool{}
	at := b.recs[b.steps[n].first].up
	for ; at >= 0 && !in[first]; at = b.recs[at].up {
		in[at] = true
	}
	if !in[first] {
		return nil, nil
	}
	var out []transcript.Message
	for n = b.steps[n].parent; n >= 0; n = b.steps[n].parent {
		if b.steps[n].kind == transcript.Compact {
			continue // what it kept stands before it
		}
		list, err := t.s.rt.Folds.MessagesOf(b.base + int(n))
		if err != nil {
			return nil, err
		}
		some := false
		for _, m := range slices.Backward(list) {
			if in[m.First] {
				out, some = append(out, m), true
			}
		}
		if len(list) > 0 && !some {
			break
		}
	}
	slices.Reverse(out)
	return out, nil
}

func windowContent(e *Event) value.Value {
	if e.Kind == Result && e.Content == nil {
		var list []value.Value
		for _, o := range e.Results {
			list = append(list, transcript.Stored(slices.Clone(o.Output)))
		}
		return value.NewList(list)
	}
	return answerContent([]Event{*e})
}
