package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// wrote lists what the tasks wrote, channel by channel: state first, then routing.
func (s *stepCard) wrote() {
	type written struct {
		name string
		all  []value.Value
	}
	var order []*written
	by := map[string]*written{}
	for _, t := range s.m.Ran {
		for _, w := range t.Writes {
			if w.Idx < 0 && strings.HasPrefix(w.Channel, "__") || w.Channel == "__no_writes__" {
				continue
			}
			x := by[w.Channel]
			if x == nil {
				x = &written{name: w.Channel}
				by[w.Channel] = x
				order = append(order, x)
			}
			x.all = append(x.all, w.Value)
		}
	}
	if len(order) == 0 {
		return
	}
	var line Line
	put := func(style Style, text string) {
		if len(line) > 0 {
			line = append(line, Span{" · ", Dim})
		}
		line = append(line, Span{text, style})
	}
	for _, x := range order {
		if s.control(x.name) {
			continue
		}
		put(Plain, s.env.clean(x.name)+s.amounts(x.all))
	}
	for _, x := range order {
		if s.control(x.name) {
			text := s.env.clean(x.name)
			if len(x.all) > 1 {
				text += " ×" + strconv.Itoa(len(x.all))
			}
			if x.name == "__pregel_tasks" {
				text = plural(len(x.all), "send")
			}
			put(Dim, text)
		}
	}
	s.add("wrote", NoPlace, line, nil, 4)
}

// amounts says what was written to one channel: a few values themselves, messages and many values by their number.
func (s *stepCard) amounts(all []value.Value) string {
	messages := 0
	for _, v := range all {
		switch {
		case isMessage(v):
			messages++
		case v.Kind() == value.List && v.Len() > 0 && isMessage(v.At(0)):
			messages += v.Len()
		}
	}
	switch {
	case messages > 0:
		return ": " + plural(messages, "message")
	case len(all) > 3:
		return " ×" + strconv.Itoa(len(all))
	}
	words := make([]string, len(all))
	for i, v := range all {
		words[i] = s.env.Short(v, 60/len(all))
	}
	return " " + strings.Join(words, " and ")
}

func (s *stepCard) control(channel string) bool {
	return s.env.Hist != nil && s.env.Hist.Runtime != nil && s.env.Hist.Runtime.Control(channel)
}

// changed lists the channels that differ from the parent; what stayed the same stands beside them where there is room.
func (s *stepCard) changed() {
	m := s.m
	var same Line
	if len(m.Same) > 0 {
		var words []string
		for _, name := range m.Same {
			v, _ := m.State.Get(name)
			words = append(words, s.env.SameWords(name, v))
		}
		same = Line{{"same  ", Title}, {strings.Join(words, " · "), Plain}}
	}
	if why := changesUnknown(m); why != "" {
		s.add("changed", NoPlace, Line{{why, WaitStyle}}, nil, 2)
		return
	}
	if len(m.Changes) == 0 {
		text := "no state channel"
		if m.State.Whole.Kind() != value.Invalid {
			text = "nothing"
		}
		s.add("changed", NoPlace, Line{{text, Dim}}, same, 2)
		return
	}
	label := "changed"
	for i, c := range m.Changes {
		if s.transcript() && c.Channel == "usage" && c.Op == graph.Changed {
			continue // the row of tokens says it
		}
		if i == 8 {
			s.add("", NoPlace, Line{{"and " + plural(len(m.Changes)-i, "channel") + " more", Dim}}, nil, 1)
			break
		}
		mark := Span{}
		if c.Op != graph.Changed {
			mark = Span{string(c.Op) + " ", markStyle(byte(c.Op))}
		}
		line := s.env.ChangeWords(c, 2*s.room())
		if mark.Text != "" {
			line = append(Line{mark}, line...)
		}
		var right Line
		if len(m.Changes) == 1 && same.Width()+line.Width()+4 <= s.room() {
			right, same = same, nil
		}
		s.add(label, placeOf(value.Path{{Name: c.Channel}}, c.After), line, right, 2)
		label = ""
	}
	if same != nil {
		s.add("same", NoPlace, same[1:], nil, 2)
	}
}
