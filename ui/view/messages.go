package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// Messages shows a conversation with each tool call beside its result, also where results came back in another order.
type Messages struct{ *outline }

// NewMessages shows the messages in the state of a moment; facts may still be missing (see LoadStepFacts).
func NewMessages(m *graph.Moment, facts StepFacts, env Env) *Messages {
	p := &Messages{&outline{width: defaultWidth, ascii: env.ASCII}}
	found := false
	for _, c := range m.State.Channels {
		if !holdsMessages(c.Value) {
			continue
		}
		t := &talk{env: env, m: m, f: facts, o: p.outline, channel: c.Name}
		t.read(c.Value)
		if found {
			p.roots = append(p.roots, plainItem(nil))
		}
		found = true
		p.roots = append(p.roots, t.items()...)
	}
	if !found && holdsMessages(m.State.Whole) {
		t := &talk{env: env, m: m, f: facts, o: p.outline}
		t.read(m.State.Whole)
		p.roots = t.items()
		found = true
	}
	if !found {
		p.roots = []*item{plainItem(Line{{" no channel of this state holds messages", Dim}})}
	}
	p.flatten()
	return p
}

func holdsMessages(v value.Value) bool {
	return v.Kind() == value.List && v.Len() > 0 && (isMessage(v.At(0)) || isMessage(v.At(v.Len()-1)))
}

const (
	messagesShown = 40 // the last ones; earlier ones are folded
	messagesRun   = 50
)

func (t *talk) items() []*item {
	list := append([]*item{plainItem(t.headline())}, t.notStored()...)
	if sum, ok := t.summary(); ok {
		return append(list, t.withSummary(sum)...)
	}
	return append(list, t.latest(0)...)
}

// latest are the rows of the messages from one on; where they are many, the earlier ones are folded.
func (t *talk) latest(from int) (list []*item) {
	first := from
	if len(t.msgs)-from > messagesShown+10 {
		first = len(t.msgs) - messagesShown
		for first > from && t.msgs[first].Role != "human" && t.msgs[first].Role != "user" && len(t.msgs)-first < 2*messagesShown {
			first--
		}
	}
	if first > from {
		list = append(list, t.run(from, first))
	}
	return append(list, t.rows(first, len(t.msgs))...)
}

func (t *talk) headline() Line {
	name := t.env.clean(t.channel)
	if t.channel == "" {
		name = "the state"
	}
	return Line{{" " + plural(len(t.msgs), "message"), Strong}, {" in " + name, Plain}}
}

// notStored says what a model was given besides the messages.
func (t *talk) notStored() []*item {
	if t.env.Hist != nil && t.env.Hist.Transcript {
		return nil
	}
	return []*item{plainItem(Line{{" the system prompt and the list of tools are not stored", Dim}})}
}

// run is a folded row of earlier messages.
func (t *talk) run(from, to int) *item {
	it := &item{place: NoPlace}
	prompts := 0
	for i := from; i < to; i++ {
		if t.isPrompt(i) {
			prompts++
		}
	}
	text := plural(to-from, "message") + " above"
	if prompts > 0 {
		text += ", " + plural(prompts, "prompt")
	}
	it.place.Text = text
	it.draw = func(int) Line {
		return Line{{" " + t.env.foldCell(it.open), Dim}, {text, Dim}}
	}
	it.kids = func() []*item {
		if to-from <= messagesRun {
			return t.rows(from, to)
		}
		step := messagesRun
		for (to-from)/step > 50 {
			step *= 10
		}
		var list []*item
		for at := from; at < to; at += step {
			list = append(list, t.run(at, min(to, at+step)))
		}
		return list
	}
	it.holds = func(m matcher) bool {
		for i := from; i < to; i++ {
			if valueHolds(t.vals[i], m) {
				return true
			}
		}
		return false
	}
	return it
}

func (t *talk) isPrompt(i int) bool {
	m := t.msgs[i]
	return (m.Role == "human" || m.Role == "user") && len(m.Results) == 0
}

// rows are the messages of a range; results stand below their calls and have no row of their own.
func (t *talk) rows(from, to int) []*item {
	var list []*item
	for i := from; i < to; i++ {
		if it := t.message(i); it != nil {
			list = append(list, it)
		}
	}
	return list
}

func (t *talk) path(i int) value.Path {
	var p value.Path
	if t.channel != "" {
		p = value.Path{{Name: t.channel}}
	}
	return append(p, value.Step{Index: i, IsIndex: true})
}

func (t *talk) number(i int) string { return "[" + strconv.Itoa(i) + "]" }

// message is the row of one message with its text, calls and results below; nil for one that holds only results of calls
// that are here.
func (t *talk) message(i int) *item {
	m := t.msgs[i]
	it := &item{place: placeOf(t.path(i), t.vals[i])}
	if !t.isMsg[i] {
		it.draw = func(w int) Line { return Line{{" " + t.number(i) + " ", NumStyle}, {t.env.Short(t.vals[i], w), Dim}} }
		return it
	}
	mine := answersOf(m)
	var alone []answer
	for _, a := range mine {
		if list := t.answers[a.call.ID]; !t.asked[a.call.ID] || len(list) > 1 && list[0].at != i {
			alone = append(alone, a)
		}
	}
	if len(mine) > 0 && len(alone) == 0 && (m.Role == "tool" || m.Text == "" || m.CallID != "") {
		return nil
	}
	it.place.Index = -1
	if put, ok := t.putOf(i); ok {
		it.place.Index = put.Index
	}
	below := strings.Contains(m.Text, "\n") || len(m.Text) > 60 || len(m.Calls) > 0 && m.Text != ""
	kids := func() []*item { return t.below(i, alone, below) }
	if len(kids()) > 0 {
		it.open, it.loose, it.kids = true, true, kids
	}
	it.draw = func(w int) Line { return t.head(i, m, len(alone), below, w) }
	return it
}

// textLines is how many rows of a message's text are shown before the rest is folded.
const textLines = 30

// below are the rows under a message: results that stand alone, thinking, text, pictures, calls.
func (t *talk) below(i int, alone []answer, text bool) []*item {
	m := t.msgs[i]
	var kids []*item
	for _, a := range alone {
		a.at = i
		kids = append(kids, t.strayResult(a))
	}
	if m.Thinking != "" {
		kids = append(kids, t.longText("thinking", m.Thinking, t.path(i), Dim, false, ""))
	} else if hidden := hiddenThinking(t.vals[i]); hidden != "" {
		kids = append(kids, t.note(hidden))
	}
	if text && len(alone) == 0 {
		kids = append(kids, t.blockRows(&textBlock{text: m.Text, style: Plain, rich: true, path: t.path(i), val: t.vals[i]}, 8, textLines)...)
	}
	for _, chip := range mediaChips(t.vals[i]) {
		kids = append(kids, t.note(chip))
	}
	for _, c := range m.Calls {
		kids = append(kids, t.call(c, i))
	}
	return kids
}
