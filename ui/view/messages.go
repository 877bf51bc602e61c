package view

import (
	"strconv"
	"strings"
	"time"

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

const (
	messagesShown = 40 // the last ones; earlier ones are folded
	messagesRun   = 50
)

func (t *talk) items() []*item {
	list := append([]*item{plainItem(t.headline())}, t.notStored()...)
	first := 0
	if len(t.msgs) > messagesShown+10 {
		first = len(t.msgs) - messagesShown
		for first > 0 && t.msgs[first].Role != "human" && t.msgs[first].Role != "user" && len(t.msgs)-first < 2*messagesShown {
			first--
		}
	}
	if first > 0 {
		list = append(list, t.run(0, first))
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
		kids = append(kids, t.longText("thinking", m.Thinking, t.path(i), Dim, false))
	} else if hidden := hiddenThinking(t.vals[i]); hidden != "" {
		kids = append(kids, t.note(hidden))
	}
	if text && len(alone) == 0 {
		kids = append(kids, t.textRows(m.Text, t.path(i), t.vals[i], 8, Plain, textLines)...)
	}
	for _, chip := range mediaChips(t.vals[i]) {
		kids = append(kids, t.note(chip))
	}
	for _, c := range m.Calls {
		kids = append(kids, t.call(c, i))
	}
	return kids
}

// head is the first row of a message: position, who, what, tokens, step.
func (t *talk) head(i int, m graph.Message, alone int, below bool, w int) Line {
	mark := Span{" ", Plain}
	if t.fresh[i] {
		mark = Span{"+", AddStyle}
	}
	who := roleWord(m.Role)
	if t.env.Hist != nil && t.env.Hist.Transcript && who == "human" {
		who = "you"
	}
	line := Line{mark, {Pad(t.number(i), max(4, len(t.number(len(t.vals)-1)))) + " ", NumStyle}, {t.env.clean(who), Strong}, {"  ", Plain}}
	var right Line
	if m.In > 0 || m.Out > 0 {
		right = append(right, Span{thousands(m.In) + " in · " + thousands(m.Out) + " out  ", Dim})
	}
	if put, ok := t.putOf(i); ok {
		right = append(right, Span{t.env.StepName(put.Index), LinkStyle})
	}
	room := w - line.Width() - right.Width() - 1
	switch {
	case len(m.Calls) == 1:
		line = append(line, Span{"asks 1", Plain})
	case len(m.Calls) > 1:
		line = append(line, Span{"asks " + strconv.Itoa(len(m.Calls)) + " at once", Plain})
	case alone > 0:
		line = append(line, Span{plural(alone, "result") + " without a call here", WaitStyle})
	case below:
		if len(m.Text) > 2000 {
			line = append(line, Span{byteCount(int64(len(m.Text))), Dim})
		}
	case m.Text == "" && m.Thinking == "" && len(mediaChips(t.vals[i])) == 0:
		line = append(line, Span{"no text", Dim})
	default:
		style := StrStyle
		if m.Error {
			style = ErrStyle
		}
		line = append(line, Span{t.env.Quoted(m.Text, room), style})
	}
	if m.Error && len(m.Calls) == 0 && alone == 0 {
		line = append(line, Span{"  " + t.env.Glyph(GError) + " error", ErrStyle})
	}
	if right == nil {
		return line
	}
	return Spread(line, right, w)
}

// putOf is the step that put a message there.
func (t *talk) putOf(i int) (Put, bool) {
	m := t.msgs[i]
	if p, ok := t.f.Put[m.ID]; ok && m.ID != "" {
		return p, true
	}
	for _, c := range m.Calls {
		if p, ok := t.f.Asked[c.ID]; ok {
			return p, true
		}
	}
	for _, a := range answersOf(m) {
		if p, ok := t.f.Answered[a.call.ID]; ok {
			return p, true
		}
	}
	p, ok := t.said[i]
	return p, ok
}

func (t *talk) note(text string) *item {
	it := &item{place: NoPlace}
	it.draw = func(int) Line { return Line{{strings.Repeat(" ", 8), Plain}, {text, Dim}} }
	return it
}

// hiddenThinking says that a model thought but the file does not hold what.
func hiddenThinking(v value.Value) string {
	c, ok := v.Get("content")
	if !ok || c.Kind() != value.List || c.Len() > 1000 {
		return ""
	}
	for _, e := range c.Entries() {
		if kind, _ := e.Val.Get("type"); kind.Kind() == value.String {
			switch kind.Str() {
			case "thinking", "redacted_thinking", "reasoning":
				return "thinking (hidden: the file holds no text of it)"
			}
		}
	}
	return ""
}

// mediaChips names pictures and documents in a message's content.
func mediaChips(v value.Value) []string {
	c, ok := v.Get("content")
	if !ok || c.Kind() != value.List || c.Len() > 1000 {
		return nil
	}
	var chips []string
	for _, e := range c.Entries() {
		if e.Val.Kind() != value.Map {
			continue
		}
		if chip, ok := mediaBlock(e.Val); ok {
			chips = append(chips, CleanLine(chip))
			continue
		}
		kind, _ := e.Val.Get("type")
		switch textOf(kind) {
		case "text", "tool_use", "tool_result", "tool_call", "thinking", "redacted_thinking", "reasoning", "":
		case "image_url":
			chips = append(chips, "picture")
		default:
			chips = append(chips, "block "+CleanCut(textOf(kind), 40))
		}
	}
	return chips
}

func tookWords(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < 10*time.Second:
		if d < time.Second {
			return strconv.FormatInt(max(1, d.Milliseconds()), 10) + " ms"
		}
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	case d < 10*time.Minute:
		return strconv.Itoa(int(d.Seconds())) + " s"
	case d < 100*time.Hour:
		return strconv.Itoa(int(d.Hours())) + " h " + strconv.Itoa(int(d.Minutes())%60) + " min"
	}
	return strconv.Itoa(int(d.Hours()/24)) + " days"
}
