package view

import "cptui/graph"

// plan says how far the plan is that the state keeps: its items in a line, those that are done first.
func (s *stepCard) plan() {
	for _, c := range s.m.State.Channels {
		items, ok := graph.ReadPlan(c.Value)
		if !ok {
			continue
		}
		line := Line{{planDone(items) + " ", Strong}}
		for _, p := range items {
			t := todo{text: p.Text, status: p.Status}
			style := Style(Plain)
			switch {
			case t.done():
				style = Dim
			case t.working():
				style = Strong
			}
			line = append(line, Span{" " + t.box() + " ", KeyStyle}, Span{CutMiddle(s.env.clean(headLine(p.Text, 200)), 40) + " ", style})
		}
		s.add("plan", placeOf(nil, c.Value), line, nil, 2)
		return
	}
}
