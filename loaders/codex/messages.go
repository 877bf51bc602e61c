package codex

import (
	"slices"

	"cptui/graph/value"
	"cptui/loaders/transcript"
)

// Messages are those that a step adds: each message and result of its own, all parts of an answer as one.
func (t script) Messages(i int) ([]transcript.Message, error) {
	u, n := t.s.at(i)
	st := &u.steps[n]
	if st.kind == transcript.Compact {
		return u.summary(n)
	}
	var out []transcript.Message
	var parts []int32
	for _, rec := range u.of(n) {
		r := &u.recs[rec]
		var m transcript.Message
		var err error
		switch {
		case r.kind == asked, r.kind == served, r.kind == thought, (r.kind == said || r.kind == echo && !r.is(partner)) && (r.voice == agent || r.voice == thinking):
			parts = append(parts, rec)
			continue
		case r.kind == said, r.kind == echo && !r.is(partner):
			m, err = u.spoken(rec)
		case r.kind == brought, r.kind == did && (r.is(ownCall) || u.resultOf[r.call] < 0):
			m, err = u.given(rec)
		case r.kind == opening && rec == st.first && u.prompt >= 0:
			m, err = u.borrowed.spoken(u.prompt)
			m.First, m.Last, m.Lines = rec, rec, []int32{rec}
		default:
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	if len(parts) > 0 {
		m, err := u.answer(n, parts)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b transcript.Message) int { return int(a.First - b.First) })
	return out, nil
}

// spoken is the message of one record that is no answer.
func (u *unit) spoken(rec int32) (transcript.Message, error) {
	b, err := u.item(rec)
	if err != nil {
		return transcript.Message{}, err
	}
	role := transcript.Word(transcript.Spot(b, "role"))
	if role == "" {
		role = "user"
	}
	id := u.recordName(rec)
	c := slices.Clone(words(b))
	e := []value.Entry{transcript.Entry("role", role), value.NamedEntry("content", transcript.Stored(c)), transcript.Entry("id", id)}
	if v := u.recs[rec].voice; role == "user" && v != person && v != shell && u.recs[rec].kind == said {
		e = append(e, value.NamedEntry("injected", value.NewBool(true))) // told in the person's name by the program
	}
	return transcript.Message{First: rec, Last: rec, Lines: []int32{rec}, Node: "human", Task: id, Bytes: len(c), Value: value.NewMap(e)}, nil
}

// answer is one message of the model: what it said, thought and asked, as stored.
func (u *unit) answer(n int32, parts []int32) (transcript.Message, error) {
	m := transcript.Message{First: parts[0], Last: parts[len(parts)-1], Lines: slices.Clone(parts), Node: "model", Task: u.names[n]}
	var list []value.Value
	for _, rec := range parts {
		b, err := u.item(rec)
		if err != nil {
			return m, err
		}
		m.Bytes += len(b)
		r := &u.recs[rec]
		if r.kind == said || r.kind == echo && r.voice == agent {
			c := words(b)
			if len(c) > 0 && c[0] == '[' {
				for _, block := range transcript.Blocks(c) {
					list = append(list, transcript.Stored(block))
				}
			} else {
				list = append(list, value.NewMap([]value.Entry{transcript.Entry("type", "output_text"), value.NamedEntry("text", transcript.Stored(c))}))
			}
			continue
		}
		list = append(list, transcript.Stored(b))
	}
	m.Value = value.NewMap([]value.Entry{transcript.Entry("role", "assistant"), value.NamedEntry("content", value.NewList(list)), transcript.Entry("id", u.names[n])})
	return m, nil
}

// given is the message of a result.
func (u *unit) given(rec int32) (transcript.Message, error) {
	r := &u.recs[rec]
	id := u.recordName(rec)
	m := transcript.Message{First: rec, Last: rec, Lines: []int32{rec}, Node: "tool:", Task: u.Text(r.call), Bytes: int(r.size)}
	name := ""
	if at := u.asker(r.call); at >= 0 {
		name = u.Text(u.recs[at].name)
	}
	m.Node += name
	b, err := u.item(rec)
	if err != nil {
		return m, err
	}
	out := value.NewNull()
	for _, key := range []string{"output", "aggregated_output", "result", "stdout"} {
		if raw := transcript.Spot(b, key); raw != nil {
			out = transcript.Stored(slices.Clone(raw))
			break
		}
	}
	e := []value.Entry{transcript.Entry("role", "tool"), value.NamedEntry("content", out), transcript.Entry("id", id), transcript.Entry("tool_call_id", m.Task)}
	if name != "" {
		e = append(e, transcript.Entry("name", name))
	}
	if u.fails(r.call) {
		e = append(e, transcript.Entry("status", "error"))
	}
	m.Value = value.NewMap(e)
	return m, nil
}

// summary is what a compaction left: its summary in words, where it tells them.
func (u *unit) summary(n int32) ([]transcript.Message, error) {
	for _, rec := range u.of(n) {
		if r := &u.recs[rec]; r.kind != compacted || !r.is(hasText) {
			continue
		}
		m, err := u.spoken(rec)
		m.Node = "compaction"
		return []transcript.Message{m}, err
	}
	return nil, nil
}

// Compacted is the history that a compaction put in the place of the old one; the summary alone where it tells none.
func (t script) Compacted(i int, own []transcript.Message) ([]transcript.Message, error) {
	u, n := t.s.at(i)
	for _, rec := range u.of(n) {
		if u.recs[rec].kind != compacted {
			continue
		}
		b, err := u.item(rec)
		if err != nil {
			return nil, err
		}
		raw := transcript.Spot(b, "replacement_history")
		if len(raw) == 0 || raw[0] != '[' {
			continue
		}
		var out []transcript.Message
		for _, item := range transcript.Blocks(raw) {
			role := transcript.Word(transcript.Spot(item, "role"))
			c := transcript.Spot(item, "content")
			if role == "" || c == nil { // a call, a sealed summary: as stored
				role, c = "assistant", slices.Concat([]byte("["), item, []byte("]"))
			}
			out = append(out, transcript.Message{First: rec, Last: rec, Lines: []int32{rec}, Node: "compaction", Task: u.names[n], Bytes: len(item),
				Value: value.NewMap([]value.Entry{transcript.Entry("role", role), value.NamedEntry("content", transcript.Stored(slices.Clone(c)))})})
		}
		return out, nil
	}
	return own, nil
}
