package codex

import (
	"fmt"
	"strings"

	"cptui/loaders/transcript"
)

// script tells what the steps of a session are: transcript.Script, by DAG index.
type script struct{ s *session }

func (t script) Kind(i int) transcript.Kind { u, n := t.s.at(i); return u.steps[n].kind }
func (t script) Parent(i int) int {
	u, n := t.s.at(i)
	p := t.s.parentOf(u, n)
	if p >= 0 && t.s.spaces[p] != t.s.spaces[i] {
		return -1
	}
	return p
}
func (t script) Depth(i int) int     { return int(t.s.depths[i]) }
func (t script) Prompted(i int) bool { u, n := t.s.at(i); return u.prompted(n) }
func (t script) Asks(i int) bool     { u, n := t.s.at(i); return u.recs[u.steps[n].first].voice != shell }

// Stopped tells a turn that was interrupted: what was asked in it is not answered any more.
func (t script) Stopped(i int) bool   { u, n := t.s.at(i); return u.steps[n].halted }
func (t script) Fails(i int) bool     { u, n := t.s.at(i); return u.steps[n].fails }
func (t script) Synthetic(i int) bool { return t.Fails(i) }
func (t script) Author(i int) string  { u, n := t.s.at(i); return u.names[n] }

// Says is what a step says in a row.
func (t script) Says(i int) (string, error) {
	u, n := t.s.at(i)
	st := &u.steps[n]
	switch {
	case st.kind == transcript.Compact:
		return u.shortened(n)
	case st.fails:
		return u.complaint(n)
	}
	var out []string
	for _, rec := range u.of(n) {
		r := &u.recs[rec]
		if r.kind != said && r.kind != echo || r.kind == echo && r.is(partner) || !r.is(hasText) {
			continue
		}
		if st.kind == transcript.Input && rec != st.first || st.kind == transcript.Answer && r.voice != agent {
			continue
		}
		b, err := u.item(rec)
		if err != nil {
			return "", err
		}
		out = append(out, transcript.Preview(words(b)))
	}
	text := strings.Join(out, "\n")
	if u.recs[st.first].voice == shell {
		return "!" + transcript.Inner(text, "command"), nil
	}
	if text == "" && st.kind == transcript.Input && u.prompt >= 0 {
		return t.Typed(i)
	}
	return text, nil
}

// shortened says how a conversation was made shorter.
func (u *unit) shortened(n int32) (string, error) {
	for _, rec := range u.of(n) {
		if u.recs[rec].kind != compacted {
			continue
		}
		b, err := u.item(rec)
		if err != nil {
			return "", err
		}
		if raw := transcript.Spot(b, "replacement_history"); len(raw) > 0 && raw[0] == '[' {
			return fmt.Sprintf("%d items kept", len(transcript.Blocks(raw))), nil
		}
	}
	return "", nil
}

// words is what a message says, as stored: its content, else the text of an event.
func words(item []byte) []byte {
	for _, key := range []string{"content", "message", "text"} {
		if c := transcript.Spot(item, key); c != nil {
			return c
		}
	}
	return nil
}

// complaint is what the API said in place of an answer. Its own message may be JSON again.
func (u *unit) complaint(n int32) (string, error) {
	for _, rec := range u.of(n) {
		if u.recs[rec].kind != failed {
			continue
		}
		b, err := u.item(rec)
		if err != nil {
			return "", err
		}
		for _, path := range [][]string{{"error", "message"}, {"error"}, {"message"}} {
			text := transcript.Word(transcript.Spot(b, path...))
			if text == "" {
				continue
			}
			if inner := transcript.Word(transcript.Spot([]byte(text), "error", "message")); inner != "" {
				return inner, nil
			}
			return text, nil
		}
	}
	return "the turn failed without a word", nil
}

func (t script) Typed(i int) (string, error) {
	u, n := t.s.at(i)
	if u.prompt >= 0 && u.recs[u.steps[n].first].kind == opening {
		b, err := u.borrowed.item(u.prompt)
		return transcript.TextOf(words(b)), err
	}
	b, err := u.item(u.steps[n].first)
	return transcript.TextOf(words(b)), err
}
