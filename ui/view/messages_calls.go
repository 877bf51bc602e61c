package view

import (
	"strings"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/graph/value"
)

// call is the row of one tool call: name, main argument, whether and where it was answered, with the result below.
func (t *talk) call(c graph.Call, asked int) *item {
	it := &item{place: placeOf(t.path(asked), c.Input), open: true}
	it.place.Text = t.env.CallShort(c, 100)
	var first *answer
	if list := t.answers[c.ID]; len(list) > 0 && c.ID != "" {
		first = &list[0]
		it.place = placeOf(t.path(first.at), t.vals[first.at])
		it.place.Text = t.env.CallShort(c, 100)
	}
	put, known := t.f.Answered[c.ID]
	if known && first != nil {
		it.place.Index = put.Index
	}
	agent, hasAgent := t.f.Agents[c.ID]
	if hasAgent {
		it.place.NS = agent.NS
	}
	instead, replaced := t.replacedBy(c.ID)
	if args := t.arguments(c, asked); args != nil || hasAgent || first != nil || replaced {
		it.loose = true
		it.kids = func() []*item {
			var kids []*item
			if replaced {
				kids = append(kids, t.note("  a person had this run instead: "+t.env.CallShort(instead, 200)))
			}
			if args := t.arguments(c, asked); args != nil {
				kids = append(kids, args)
			}
			if hasAgent {
				kids = append(kids, t.agent(agent, c))
			}
			if first != nil {
				kids = append(kids, t.resultRows(*first)...)
			}
			return kids
		}
	}
	it.draw = func(w int) Line {
		var right Line
		if first == nil {
			right = Line{{"… no result", WaitStyle}}
		} else {
			mark := Span{t.env.Glyph(GDone) + " " + t.number(first.at), OkStyle}
			if first.bad {
				mark = Span{t.env.Glyph(GError) + " " + t.number(first.at), ErrStyle}
			}
			right = Line{mark}
			if known {
				right = append(right, Span{"  " + PadLeft(t.env.StepName(put.Index), 4), LinkStyle})
				if took := tookWords(put.Took); took != "" && w >= 60 {
					right = append(right, Span{"  ≤ " + took, Dim})
				}
			}
		}
		lead := Span{strings.Repeat(" ", 8), Plain}
		if first != nil && t.fresh[first.at] {
			lead.Text, lead.Style = "+"+strings.Repeat(" ", 7), AddStyle
		}
		name := t.env.clean(c.Name)
		line := Line{lead, {Pad(name, max(13, Width(name))), KeyStyle}, {" ", Plain}}
		room := w - line.Width() - right.Width() - 2
		if room > 3 {
			line = append(line, Span{t.env.CallArgs(c, room), Plain})
		}
		return Spread(line, right, w)
	}
	return it
}

// shortCall is up to which size (bytes) the row of a call says enough of its arguments.
const shortCall = 120

// arguments is a folded row with all arguments of a call, where the row above does not tell them all.
func (t *talk) arguments(c graph.Call, asked int) *item {
	if c.Input.Kind() != value.Map && c.Input.Kind() != value.Object || c.Input.Len() < 2 || c.Input.Size() < shortCall {
		return nil
	}
	it := &item{place: placeOf(t.path(asked), c.Input)}
	it.draw = func(w int) Line {
		lead := Line{{strings.Repeat(" ", 10), Plain}, {t.env.foldCell(it.open), Dim}, {plural(c.Input.Len(), "argument") + "  ", Dim}}
		if it.open {
			return lead
		}
		return append(lead, Span{t.env.Short(c.Input, w-lead.Width()), Dim})
	}
	it.holds = func(m matcher) bool { return valueHolds(c.Input, m) }
	it.kids = func() []*item {
		var list []*item
		for _, e := range c.Input.Entries() {
			name := t.env.clean(textOf(e.Key))
			if e.Val.Kind() == value.String && !(!t.env.Reveal && hiddenUnder(e.Name(), e.Val)) {
				list = append(list, t.longText(name, e.Val.Str(), t.path(asked), Plain, true, argLanguage(c.Input, e.Name())))
				continue
			}
			line := Line{{strings.Repeat(" ", 12), Plain}, {name + "  ", KeyStyle}}
			v := e.Val
			row := &item{place: placeOf(t.path(asked), v)}
			row.draw = func(w int) Line {
				if !t.env.Reveal && hiddenUnder(e.Name(), v) {
					return append(append(Line(nil), line...), Span{secret.Masked, Dim})
				}
				return append(append(Line(nil), line...), Span{t.env.Short(v, w-line.Width()), Plain})
			}
			list = append(list, row)
		}
		return list
	}
	return it
}

// argLanguage tells in what language an argument is written: a command, or what goes into a file with a name.
func argLanguage(in value.Value, name string) string {
	switch name {
	case "command", "cmd":
		return "sh"
	case "content", "old_string", "new_string", "new_source", "file_text", "old_str", "new_str":
		for _, key := range []string{"file_path", "path", "notebook_path"} {
			if p, ok := in.Get(key); ok && p.Kind() == value.String {
				path := p.Str()
				return path[strings.LastIndexByte(path, '/')+1:]
			}
		}
	}
	return ""
}

// agent is the row of the subagent or subgraph that a call started.
func (t *talk) agent(k graph.Child, c graph.Call) *item {
	it := &item{place: NoPlace}
	it.place.NS = k.NS
	words := k.Kind
	if kind, ok := c.Input.Get("subagent_type"); ok {
		words = "subagent " + textOf(kind)
	} else if words == "" {
		words = "subagent"
	}
	if k.Title != "" && !strings.HasSuffix(words, " "+k.Title) {
		words += " " + k.Title
	}
	n := 0
	if t.env.Hist != nil && t.env.Hist.DAG != nil {
		n = len(t.env.Hist.InNS(k.NS))
	}
	it.place.Text = t.env.clean(words)
	it.draw = func(w int) Line {
		line := Line{{strings.Repeat(" ", 10), Plain}, {t.env.foldCell(false), Dim}, {t.env.clean(words), LinkStyle}}
		if n > 0 {
			line = append(line, Span{"  " + plural(n, "checkpoint"), Dim})
		}
		if t.env.Print {
			return line
		}
		return Spread(line, Line{{"Enter opens", Dim}}, w)
	}
	return it
}

// strayResult is a result whose call is not here, or a second one for the same call.
func (t *talk) strayResult(a answer) *item {
	it := &item{place: placeOf(t.path(a.at), t.vals[a.at]), open: true}
	it.loose = true
	it.kids = func() []*item { return t.resultRows(a) }
	why := "its call is not in this state"
	if t.asked[a.call.ID] {
		why = "answered a second time"
	}
	it.draw = func(w int) Line {
		name := a.call.Name
		if name == "" {
			name = "result"
		}
		mark := Span{t.env.Glyph(GDone), OkStyle}
		if a.bad {
			mark = Span{t.env.Glyph(GError), ErrStyle}
		}
		line := Line{{strings.Repeat(" ", 8), Plain}, {Pad(t.env.clean(name), 13), KeyStyle}, {" ", Plain}, mark, {" " + why, WaitStyle}}
		if a.call.ID != "" {
			line = append(line, Span{"  " + CleanCut(a.call.ID, 30), Dim})
		}
		return line
	}
	return it
}

// shownLines is how many lines of a result are shown before it is cut with its size.
const shownLines = 4

// resultRows are the rows of a result: its text, or what it holds besides text.
func (t *talk) resultRows(a answer) []*item {
	text := a.text
	if text == "" {
		if s, ok := blocksText(a.call.Result); ok {
			text = s
		} else if a.call.Result.Kind() == value.String {
			text = a.call.Result.Str()
		} else if m, ok := graph.ReadMessage(a.call.Result); ok {
			text = m.Text
		}
	}
	if text == "" {
		words := "no content"
		if k := a.call.Result.Kind(); k == value.List || k == value.Map {
			words = t.env.Short(a.call.Result, 200)
		}
		it := &item{place: placeOf(t.path(a.at), t.vals[a.at])}
		it.draw = func(w int) Line { return Line{{strings.Repeat(" ", 10), Plain}, {t.bar(), Dim}, {words, Dim}} }
		return []*item{it}
	}
	style := Plain
	if a.bad {
		style = ErrStyle
	}
	return t.textRows(text, t.path(a.at), t.vals[a.at], 10, style, shownLines)
}

func (t *talk) bar() string {
	if t.env.ASCII {
		return "| "
	}
	return "│ "
}

// longText is a text with a name: open where it is wanted, else one row with its size.
func (t *talk) longText(name, text string, path value.Path, style Style, open bool, lang string) *item {
	it := &item{place: placeOf(path, value.NewString(text)), open: open}
	it.loose = true
	it.kids = func() []*item {
		return t.blockRows(&textBlock{text: text, style: style, lang: lang, path: path, val: it.place.Value}, 8, 40)
	}
	it.holds = func(m matcher) bool { return m.in(text) }
	it.draw = func(w int) Line {
		line := Line{{strings.Repeat(" ", 8), Plain}, {t.env.foldCell(it.open), Dim}}
		if name != "" {
			line = append(line, Span{name + "  ", KeyStyle})
		} else {
			line = append(line, Span{"text  ", Dim})
		}
		if it.open {
			return append(line, Span{byteCount(int64(len(text))), Dim})
		}
		size := "  " + byteCount(int64(len(text)))
		line = append(line, Span{t.env.Quoted(text, max(0, w-line.Width()-Width(size))), style})
		return append(line, Span{size, Dim})
	}
	return it
}

// textRows are the rows of a text behind a bar; after max rows the rest is folded with its size.
func (t *talk) textRows(text string, path value.Path, val value.Value, indent int, style Style, max int) []*item {
	return t.blockRows(&textBlock{text: text, style: style, path: path, val: val}, indent, max)
}

// blockRows are the rows of a text that is Markdown, or code of a language.
func (t *talk) blockRows(b *textBlock, indent, max int) []*item {
	text := b.text
	b.env, b.text = t.env, strings.TrimRight(text, "\n")
	b.width = func() int {
		if w := t.o.width - indent - 2; w > 8 {
			return w
		}
		return 8
	}
	b.pad = func(int) Line { return Line{{strings.Repeat(" ", indent), Plain}, {t.bar(), Dim}} }
	all := b.items()
	if len(all) <= max+2 {
		return all
	}
	head := append([]*item(nil), all[:max]...)
	rest := all[max:]
	words := plural(strings.Count(text, "\n")+1, "line") + ", " + byteCount(int64(len(text))) + " in all"
	more := &item{place: placeOf(b.path, b.val)}
	more.place.Text = words
	more.draw = func(int) Line { return append(b.pad(0), Span{t.env.foldCell(more.open) + words, Dim}) }
	more.kids = func() []*item { return rest }
	more.holds = func(m matcher) bool { return m.in(text) }
	return append(head, more)
}
