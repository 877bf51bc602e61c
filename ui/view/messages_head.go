package view

import (
	"strconv"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/value"
)

// head is the first row of a message: position, who, what, tokens, step.
func (t *talk) head(i int, m graph.Message, alone int, below bool, w int) Line {
	mark := Span{" ", Plain}
	if t.fresh[i] {
		mark = Span{"+", AddStyle}
	}
	who := roleWord(m.Role)
	if t.env.Hist != nil && t.env.Hist.Transcript && who == "human" {
		if who = "you"; wasInjected(t.vals[i]) {
			who = "context"
		}
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

// wasInjected tells a message that the program put in, in the person's name.
func wasInjected(v value.Value) bool {
	f, ok := v.Get("injected")
	return ok && f.Kind() == value.Bool && f.Truth()
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
				if sealed, ok := e.Val.Get("encrypted_content"); ok && sealed.Kind() == value.String {
					return "thinking (encrypted, " + byteCount(int64(base64Size(int64(sealed.Size())))) + ")"
				}
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
		case "text", "Text", "input_text", "output_text", "tool_use", "tool_result", "tool_call", "toolCall", "thinking", "redacted_thinking", "reasoning", "":
		case "function_call", "custom_tool_call", "local_shell_call", "tool_search_call", "web_search_call":
		case "image_url", "input_image":
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
