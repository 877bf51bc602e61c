package view

import (
	"cptui/graph"
	"cptui/graph/value"
)

// talk is one channel of messages.
type talk struct {
	env     Env
	m       *graph.Moment
	f       StepFacts
	o       *outline
	channel string
	msgs    []graph.Message
	isMsg   []bool
	vals    []value.Value
	answers map[string][]answer // by call id, in the order they came
	asked   map[string]bool
	fresh   map[int]bool // came in with this step
	said    map[int]Put  // steps found by what was said
}

// answer is one result: the message it stands in, and itself.
type answer struct {
	at   int
	call graph.Call
	text string
	bad  bool
}

func (t *talk) read(v value.Value) {
	t.answers, t.asked, t.fresh = map[string][]answer{}, map[string]bool{}, map[int]bool{}
	for i, e := range v.Entries() {
		m, ok := graph.ReadMessage(e.Val)
		t.msgs, t.isMsg, t.vals = append(t.msgs, m), append(t.isMsg, ok), append(t.vals, e.Val)
		for _, c := range m.Calls {
			t.asked[c.ID] = true
		}
		for _, a := range answersOf(m) {
			a.at = i
			t.answers[a.call.ID] = append(t.answers[a.call.ID], a)
		}
	}
	t.findSaid()
	before, had := t.m.Before.Get(t.channel)
	if !had || before.Kind() != value.List {
		return
	}
	was := map[string]bool{}
	n := before.Len()
	if n > 0 && n <= len(t.vals) && value.Equal(before.At(n-1), t.vals[n-1]) {
		for i := n; i < len(t.vals); i++ {
			t.fresh[i] = true
		}
		return
	}
	for _, e := range before.Entries() {
		was[messageID(e.Val)] = true
	}
	for i, v := range t.vals {
		if id := messageID(v); id != "" && !was[id] {
			t.fresh[i] = true
		}
	}
}

// findSaid finds the steps of messages by their text, both from the latest backwards.
func (t *talk) findSaid() {
	t.said = map[int]Put{}
	next := 0
	for i := len(t.msgs) - 1; i >= 0; i-- {
		m := t.msgs[i]
		if m.Text == "" || len(m.Results) > 0 {
			continue
		}
		for k := next; k < len(t.f.Said); k++ {
			if t.f.Said[k].Text == m.Text {
				t.said[i], next = t.f.Said[k].Put, k+1
				break
			}
		}
	}
}

// answersOf are the results a message carries.
func answersOf(m graph.Message) []answer {
	if len(m.Results) > 0 {
		list := make([]answer, len(m.Results))
		for i, r := range m.Results {
			list[i] = answer{call: r, bad: r.Error}
			if m.Role == "tool" && len(m.Results) == 1 {
				list[i].text, list[i].bad = m.Text, m.Error || r.Error
			}
		}
		return list
	}
	if m.CallID != "" {
		return []answer{{call: graph.Call{ID: m.CallID, Name: m.Name, Result: m.Value, Done: true}, text: m.Text, bad: m.Error}}
	}
	return nil
}
