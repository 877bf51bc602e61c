package talk

import (
	"fmt"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/transcript"
)

// script tells what the steps of a session are: transcript.Script, by DAG index.
type script struct{ s *session }

func (t script) Kind(i int) transcript.Kind { b, n := t.s.at(i); return b.steps[n].kind }
func (t script) Parent(i int) int {
	b, n := t.s.at(i)
	if p := b.steps[n].parent; p >= 0 {
		return b.base + int(p)
	}
	return -1
}
func (t script) Depth(i int) int      { return int(t.s.depths[i]) }
func (t script) Prompted(i int) bool  { b, n := t.s.at(i); return b.prompted(n) }
func (t script) Asks(i int) bool      { b, n := t.s.at(i); return b.asks(n) }
func (t script) Stopped(i int) bool   { b, n := t.s.at(i); return b.steps[n].halted }
func (t script) Fails(i int) bool     { b, n := t.s.at(i); return b.steps[n].fails }
func (t script) Synthetic(i int) bool { return t.Fails(i) }
func (t script) Author(i int) string  { b, n := t.s.at(i); return b.names[n] }

// asks tells an input that the model answers. What the program itself puts in is answered only where an answer follows.
func (b *Book) asks(n int32) bool {
	s := &b.steps[n]
	first := &b.recs[s.first]
	return s.kind != transcript.Input || b.prompted(n) || first.is(spoken) && (!first.is(quiet) || s.answered)
}

// Says is what a step says in a row.
func (t script) Says(i int) (string, error) {
	b, n := t.s.at(i)
	s := &b.steps[n]
	if s.kind == transcript.Input {
		e, err := b.event(b.recs[s.first].latest)
		return transcript.Preview(e.typed()), err
	}
	var out []string
	for _, rec := range s.recs {
		if k := b.kindOf(rec); k != Reply && k != Failure && k != Compact || b.recs[rec].of >= 0 || s.own {
			continue
		}
		e, err := b.event(b.recs[rec].latest)
		if err != nil {
			return "", err
		}
		text := e.Says
		if n := b.recs[rec].list; n > 0 {
			text = fmt.Sprintf("%d messages in the place of those before", n)
		}
		if text == "" {
			text = transcript.Preview(e.Content)
		}
		if text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n"), nil
}

func (t script) Typed(i int) (string, error) {
	b, n := t.s.at(i)
	e, err := b.event(b.recs[b.steps[n].first].latest)
	return transcript.TextOf(e.typed()), err
}

// typed is what a person typed of a prompt.
func (e *Event) typed() []byte {
	if e.Shown != nil {
		return e.Shown
	}
	return e.Content
}

// asked is a call with what it was asked.
func asked(c *Call) graph.Call {
	out := graph.Call{ID: c.ID, Name: c.Name}
	if c.Input == nil {
		return out
	}
	out.Input = value.Stored(value.JSON, slices.Clone(c.Input))
	if c.Text {
		if in, err := value.ParseJSON([]byte(text(c.Input))); err == nil {
			out.Input = in
		}
	}
	return out
}

// call finds the call with this id in the record that asks it.
func (b *Book) call(key callKey) (graph.Call, error) {
	id := key.id
	rec, ok := b.callOf[key]
	if !ok {
		return graph.Call{ID: id}, nil
	}
	e, err := b.event(rec)
	if err != nil {
		return graph.Call{ID: id}, err
	}
	for k := range e.Calls {
		if e.Calls[k].ID == id {
			return asked(&e.Calls[k]), nil
		}
	}
	return graph.Call{ID: id}, nil
}

// settle gives a call what it gave, where that is in the file.
func (b *Book) settle(c *graph.Call, talk int32) error {
	rec, ok := b.resultOf[callKey{talk, c.ID}]
	if !ok {
		return nil
	}
	e, err := b.event(rec)
	if err != nil {
		return err
	}
	for k := range e.Results {
		if o := &e.Results[k]; o.ID == c.ID {
			c.Result, c.Done, c.Error = transcript.Stored(slices.Clone(o.Output)), true, o.Bad
			if c.Name == "" {
				c.Name = o.Name
			}
		}
	}
	return nil
}

// replies lists the records of answer n in their last versions.
func (b *Book) replies(n int32) []ref {
	var out []ref
	for _, rec := range b.steps[n].recs {
		if b.kindOf(rec) == Reply && b.recs[rec].of < 0 {
			out = append(out, b.recs[rec].latest)
		}
	}
	return out
}

func (t script) Called(i int) ([]graph.Call, error) {
	b, n := t.s.at(i)
	if b.steps[n].kind != transcript.Answer {
		return nil, nil
	}
	var out []graph.Call
	for _, rec := range b.replies(n) {
		if len(b.recs[rec].calls) == 0 {
			continue
		}
		e, err := b.event(rec)
		if err != nil {
			return nil, err
		}
		for k := range e.Calls {
			out = append(out, asked(&e.Calls[k]))
		}
	}
	return out, nil
}

// gave lists the results that step n brought, each call's once.
func (b *Book) gave(n int32) []outcome {
	s := &b.steps[n]
	if s.kind != transcript.Results {
		return nil
	}
	var out []outcome
	for _, rec := range s.recs {
		for _, o := range b.recs[rec].results {
			if at, ok := b.resultOf[b.key(rec, o.id)]; ok && at == rec || o.id == "" {
				out = append(out, o)
			}
		}
	}
	return out
}

func (t script) Brought(i int) ([]graph.Call, error) {
	b, n := t.s.at(i)
	var out []graph.Call
	for _, o := range b.gave(n) {
		c, err := b.call(b.keyIn(n, o.id))
		if err == nil {
			err = b.settle(&c, b.keyIn(n, "").talk)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// Open lists the calls of the answer that step i is, or whose results it brought, that have none yet.
func (t script) Open(i int) ([]graph.Call, error) {
	b, n := t.s.at(i)
	done := map[string]bool{}
	for ; n >= 0; n = b.steps[n].parent {
		switch s := &b.steps[n]; {
		case s.halted, s.kind == transcript.Compact, s.kind == transcript.Input:
			return nil, nil
		case s.kind == transcript.Results:
			for _, o := range b.gave(n) {
				done[o.id] = true
			}
			continue
		}
		var out []graph.Call
		for _, rec := range b.replies(n) {
			for _, c := range b.recs[rec].calls {
				if c.served || done[c.id] {
					continue
				}
				full, err := b.call(b.key(rec, c.id))
				if err == nil {
					full.Name = c.name
					err = b.settle(&full, b.recs[rec].talk)
				}
				if err != nil {
					return nil, err
				}
				out = append(out, full)
			}
		}
		return out, nil
	}
	return nil, nil
}

func (t script) Touches(i int, id string) string {
	b, n := t.s.at(i)
	switch b.effectOf(b.keyIn(n, id)) {
	case Writes, Puts:
		return "files"
	case Plans, PlansOne, PlansAgain:
		return "todos"
	}
	return ""
}

// effectOf is what the call did, where it went well.
func (b *Book) effectOf(key callKey) Effect {
	id := key.id
	rec, asked := b.callOf[key]
	at, done := b.resultOf[key]
	if !asked || !done || slices.ContainsFunc(b.recs[at].results, func(o outcome) bool { return o.id == id && o.bad }) {
		return 0
	}
	for _, c := range b.recs[rec].calls {
		if c.id == id {
			return b.format.Effects[c.name]
		}
	}
	return 0
}
