package claude

import (
	"slices"

	"cptui/graph"
	"cptui/graph/value"
)

// message is one message of a step, with the records it came from.
type message struct {
	first, last int32
	lines       []int32 // all of them
	node        string  // human, model, tool:<name>, compaction
	task        string  // call, answer or record id
	bytes       int
	value       value.Value
}

// messageCache keeps the messages of steps that were read, up to a number of bytes.
type messageCache struct {
	lists map[int][]message
	bytes int
}

const maxMessageBytes = 96 << 20

// messagesOf reads the messages that a step adds, in the order of the file. All lines of one answer are one message.
func (f *folder) messagesOf(u *unit, n int32) ([]message, error) {
	key := u.base + int(n)
	f.mu.Lock()
	list, ok := f.words.lists[key]
	f.mu.Unlock()
	if ok {
		return list, nil
	}
	list, err := u.messages(n)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, m := range list {
		size += m.bytes
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.words.bytes+size > maxMessageBytes {
		f.words = messageCache{lists: map[int][]message{}}
	}
	if size <= maxMessageBytes {
		f.words.lists[key] = list
		f.words.bytes += size
	}
	return list, nil
}

func (u *unit) messages(n int32) ([]message, error) {
	var out []message
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
	slices.SortStableFunc(out, func(a, b message) int { return int(a.first - b.first) })
	return out, nil
}

// spoken is the message of a user record or of a queued prompt.
func (u *unit) spoken(i int32) (message, error) {
	r := &u.recs[i]
	body, err := u.body(i)
	if err != nil {
		return message{}, err
	}
	c := lean(content(body), body)
	m := message{first: i, last: i, lines: []int32{i}, node: "human", task: u.recordName(i), bytes: len(c)}
	m.value = value.NewMap([]value.Entry{text("role", "user"), value.NamedEntry("content", stored(c)), text("id", u.recordName(i))})
	if r.is(summary) {
		m.node = "compaction"
	}
	if list := u.resultsOf(i); len(list) > 0 {
		m.node, m.task = "tool:", u.text(list[0].id)
		if c := u.callFor(&list[0]); c != nil {
			m.node += u.text(c.name)
		}
	}
	return m, nil
}

// answer is one message of the model, put together from its lines. A later line either goes on or tells all again: a block
// list that begins with what is there already takes its place.
func (u *unit) answer(lines []int32) (message, error) {
	var all [][]byte
	var whole []byte
	m := message{first: lines[0], last: lines[len(lines)-1], lines: slices.Clone(lines), node: "model", task: u.recordName(lines[0])}
	for _, i := range lines {
		body, err := u.body(i)
		if err != nil {
			return m, err
		}
		whole = lean(content(body), body)
		list := blocks(whole)
		if len(list) >= len(all) && slices.EqualFunc(all, list[:len(all)], func(a, b []byte) bool { return string(a) == string(b) }) {
			all = list
		} else {
			all = append(all, list...)
		}
		m.bytes += len(whole)
	}
	c := stored(whole)
	if len(lines) > 1 {
		items := make([]value.Value, len(all))
		for i, b := range all {
			items[i] = stored(b)
		}
		c = value.NewList(items)
	}
	r := &u.recs[lines[0]]
	id := u.recordName(lines[0])
	if r.msg != 0 {
		id = u.text(r.msg)
		m.task = id
	}
	e := []value.Entry{text("role", "assistant"), value.NamedEntry("content", c), text("id", id)}
	if r.is(apiError) {
		e = append(e, value.NamedEntry("is_error", value.NewBool(true)))
	}
	m.value = value.NewMap(e)
	return m, nil
}

func stored(raw []byte) value.Value {
	if raw == nil {
		return value.NewNull()
	}
	return value.Stored(value.JSON, raw)
}

// lean copies a part out of a body that is much larger, so that the body can go.
func lean(part, body []byte) []byte {
	if part == nil || len(part)*4 > len(body)*3 {
		return part
	}
	return slices.Clone(part)
}

// conversation gives the messages that the model would see at step n, and, once something was compacted away, all there
// ever were on the branch.
func (f *folder) conversation(u *unit, n int32) (seen, all []message, err error) {
	var path []int32
	last := -1 // where in path the newest compaction stands
	for at := n; at >= 0; at = u.steps[at].parent {
		if last < 0 && u.steps[at].kind == compact {
			last = len(path)
		}
		path = append(path, at)
	}
	for k := len(path) - 1; k >= 0; k-- {
		list, err := f.messagesOf(u, path[k])
		if err != nil {
			return nil, nil, err
		}
		if last >= 0 {
			all = append(all, list...)
		}
		switch {
		case k == last:
			if seen, err = f.afterCompaction(u, path[k], list); err != nil {
				return nil, nil, err
			}
		case last < 0 || k < last:
			seen = append(seen, list...)
		}
	}
	return seen, all, nil
}

// afterCompaction puts the messages that a compaction left to the model where it left them: behind the boundary, before the
// summary, or behind the summary.
func (f *folder) afterCompaction(u *unit, n int32, own []message) ([]message, error) {
	first := u.steps[n].first
	var kept []message
	anchor := ref(0)
	if k := u.kept[first]; len(k) == 3 {
		anchor = k[0]
		list, err := f.between(u, u.recordOf(k[1]), u.recordOf(k[2]))
		if err != nil {
			return nil, err
		}
		kept = list
	}
	var out []message
	if anchor == 0 || anchor == u.recs[first].id {
		out = append(out, kept...)
		kept = nil
	}
	for _, m := range own {
		out = append(out, m)
		if kept != nil && u.recs[m.first].id == anchor {
			out = append(out, kept...)
			kept = nil
		}
	}
	return append(out, kept...), nil
}

// between reads the messages from record head to record tail, back along tail's branch.
func (f *folder) between(u *unit, head, tail int32) ([]message, error) {
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
	var out []message
	for _, at := range slices.Backward(path) {
		list, err := f.messagesOf(u, at)
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			if m.last >= head && m.first <= tail {
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

// channels is the state at a step, in the order of CLI.md. A channel with nothing in it is left out.
func (f *folder) channels(i int) ([]graph.Channel, error) {
	u, n := f.s.at(i)
	seen, all, err := f.conversation(u, n)
	if err != nil {
		return nil, err
	}
	st, err := f.at(i)
	if err != nil {
		return nil, err
	}
	out := []graph.Channel{{Name: "messages", Value: listOf(seen)}}
	if all != nil {
		out = append(out, graph.Channel{Name: "history", Value: listOf(all)})
	}
	return append(out, st.channels()...), nil
}

func listOf(list []message) value.Value {
	items := make([]value.Value, len(list))
	for i, m := range list {
		items[i] = m.value
	}
	return value.NewList(items)
}

// channels are the channels but for the messages.
func (s *small) channels() []graph.Channel {
	var out []graph.Channel
	put := func(name string, v value.Value) {
		if v.Kind() != value.Invalid {
			out = append(out, graph.Channel{Name: name, Value: v})
		}
	}
	put("todos", s.todoList())
	put("files", s.fileMap())
	if s.paid {
		put("usage", usageMap(s.usage))
	}
	for _, c := range []struct{ name, v string }{{"model", s.model}, {"cwd", s.cwd}, {"git_branch", s.branch}, {"mode", s.mode}} {
		if c.v != "" {
			put(c.name, value.NewString(c.v))
		}
	}
	return out
}
