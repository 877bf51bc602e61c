package claude

import (
	"slices"

	"cptui/graph/value"
	"cptui/loaders/transcript"
)

func (u *unit) messages(n int32) ([]transcript.Message, error) {
	var out []transcript.Message
	var lines []int32 // of the answer at hand
	flush := func() error {
		if len(lines) == 0 {
			return nil
		}
		m, err := u.answer(lines)
		out, lines = append(out, m), lines[:0]
		return err
	}
	for _, i := range u.of(n) {
		r := &u.recs[i]
		if r.kind == assistant {
			if len(lines) > 0 && (r.msg == 0 || u.recs[lines[0]].msg != r.msg) {
				if err := flush(); err != nil {
					return nil, err
				}
			}
			lines = append(lines, i)
			continue
		}
		if r.kind != user && !r.is(queued) {
			continue
		}
		m, err := u.spoken(i)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	if err := flush(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b transcript.Message) int { return int(a.First - b.First) })
	return out, nil
}

// spoken is the message of a user record or of a queued prompt.
func (u *unit) spoken(i int32) (transcript.Message, error) {
	r := &u.recs[i]
	body, err := u.body(i)
	if err != nil {
		return transcript.Message{}, err
	}
	c := lean(content(body), body)
	m := transcript.Message{First: i, Last: i, Lines: []int32{i}, Node: "human", Task: u.recordName(i), Bytes: len(c)}
	m.Value = value.NewMap([]value.Entry{transcript.Entry("role", "user"), value.NamedEntry("content", transcript.Stored(c)), transcript.Entry("id", u.recordName(i))})
	if r.is(summary) {
		m.Node = "compaction"
	}
	if list := u.resultsOf(i); len(list) > 0 {
		m.Node, m.Task = "tool:", u.Text(list[0].id)
		if c := u.callFor(&list[0]); c != nil {
			m.Node += u.Text(c.name)
		}
	}
	return m, nil
}

// answer is one message of the model, put together from its lines. A later line either goes on or tells all again: a block
// list that begins with what is there already takes its place.
func (u *unit) answer(lines []int32) (transcript.Message, error) {
	var all [][]byte
	var whole []byte
	m := transcript.Message{First: lines[0], Last: lines[len(lines)-1], Lines: slices.Clone(lines), Node: "model", Task: u.recordName(lines[0])}
	for _, i := range lines {
		body, err := u.body(i)
		if err != nil {
			return m, err
		}
		whole = lean(content(body), body)
		list := transcript.Blocks(whole)
		if len(list) >= len(all) && slices.EqualFunc(all, list[:len(all)], func(a, b []byte) bool { return string(a) == string(b) }) {
			all = list
		} else {
			all = append(all, list...)
		}
		m.Bytes += len(whole)
	}
	c := transcript.Stored(whole)
	if len(lines) > 1 {
		items := make([]value.Value, len(all))
		for i, b := range all {
			items[i] = transcript.Stored(b)
		}
		c = value.NewList(items)
	}
	r := &u.recs[lines[0]]
	id := u.recordName(lines[0])
	if r.msg != 0 {
		id = u.Text(r.msg)
		m.Task = id
	}
	e := []value.Entry{transcript.Entry("role", "assistant"), value.NamedEntry("content", c), transcript.Entry("id", id)}
	if r.is(apiError) {
		e = append(e, value.NamedEntry("is_error", value.NewBool(true)))
	}
	m.Value = value.NewMap(e)
	return m, nil
}

// lean copies a part out of a body that is much larger, so that the body can go.
func lean(part, body []byte) []byte {
	if part == nil || len(part)*4 > len(body)*3 {
		return part
	}
	return slices.Clone(part)
}

// afterCompaction puts the messages that a compaction left to the model where it left them: behind the boundary, before the
// summary, or behind the summary.
func (s *session) afterCompaction(u *unit, n int32, own []transcript.Message) ([]transcript.Message, error) {
	first := u.steps[n].first
	var kept []transcript.Message
	anchor := ref(0)
	if k := u.kept[first]; len(k) == 3 {
		anchor = k[0]
		list, err := s.between(u, u.recordOf(k[1]), u.recordOf(k[2]))
		if err != nil {
			return nil, err
		}
		kept = list
	}
	var out []transcript.Message
	if anchor == 0 || anchor == u.recs[first].id {
		out = append(out, kept...)
		kept = nil
	}
	for _, m := range own {
		out = append(out, m)
		if kept != nil && u.recs[m.First].id == anchor {
			out = append(out, kept...)
			kept = nil
		}
	}
	return append(out, kept...), nil
}

// between reads the messages from record head to record tail, back along tail's branch.
func (s *session) between(u *unit, head, tail int32) ([]transcript.Message, error) {
	if head < 0 || tail < 0 || u.recs[head].step < 0 {
		return nil, nil
	}
	var path []int32
	stop := u.recs[head].step
	for at := u.recs[tail].step; at >= 0; at = u.steps[at].parent {
		path = append(path, at)
		if at == stop {
			break
		}
	}
	var out []transcript.Message
	for _, at := range slices.Backward(path) {
		list, err := s.rt.Folds.MessagesOf(u.base + int(at))
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			if m.Last >= head && m.First <= tail {
				out = append(out, m)
			}
		}
	}
	return out, nil
}

// recordOf finds the first record with a uuid, -1 where none has it.
func (u *unit) recordOf(id ref) int32 {
	return int32(slices.IndexFunc(u.recs, func(r record) bool { return id != 0 && r.id == id }))
}
