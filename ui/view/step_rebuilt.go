package view

import (
	"slices"
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// rebuilt says how delta channels came about: from which snapshot, with how many writes on top, and what of that is not
// certain. A channel that LangGraph loads with another branch's writes has rows of its own.
func (s *stepCard) rebuilt() {
	var from, guessed, unknown []string
	var seeds, seeded []string // channels that begin at the same snapshot stand together
	unseeded, n := true, 0
	for i := range s.m.State.Rebuilt {
		r := &s.m.State.Rebuilt[i]
		name := s.env.clean(r.Channel)
		switch {
		case r.Lost != "":
			unknown = append(unknown, name+" cannot be rebuilt: "+s.env.clean(r.Lost))
			continue
		case r.Proof == graph.DeltaUnknown:
			unknown = append(unknown, name+": "+unknownReducer(r))
		case r.Proof == graph.DeltaInferred:
			guessed = append(guessed, name)
		}
		n++
		if r.Seed >= 0 {
			unseeded = false
			built := s.env.builtFrom(r)
			if k := slices.Index(seeds, built); k >= 0 {
				seeded[k] += ", " + name
			} else {
				seeds, seeded = append(seeds, built), append(seeded, name)
			}
			continue
		}
		text := strconv.Itoa(r.Writes)
		if len(from) == 0 {
			text = plural(r.Writes, "write")
		}
		from = append(from, name+" from "+text)
	}
	var groups []string
	if len(from) > 0 {
		groups = append(groups, strings.Join(from, ", "))
	}
	for k := range seeds {
		groups = append(groups, seeded[k]+" from "+seeds[k])
	}
	text := strings.Join(groups, "; ")
	if text != "" && unseeded {
		text += "; no snapshot stored yet"
	}
	switch {
	case len(guessed) > 0 && len(guessed) == n:
		text += "; reducers inferred"
	case len(guessed) > 0:
		text += "; reducer inferred of " + strings.Join(guessed, ", ")
	}
	label := "rebuilt"
	if text != "" {
		s.add(label, NoPlace, Line{{text, Dim}}, nil, 3)
		label = ""
	}
	for _, u := range unknown {
		s.add(label, NoPlace, Line{{u, WaitStyle}}, nil, 3)
		label = ""
	}
	for i := range s.m.State.Rebuilt {
		r := &s.m.State.Rebuilt[i]
		if len(r.Leaks) == 0 {
			continue
		}
		s.add("leaked", NoPlace, Line{{s.env.clean(r.Channel), KeyStyle}, {": " + s.env.clean(r.LeakText(s.env.Hist)), WaitStyle}}, nil, 4)
		if r.Own.Kind() != value.Invalid {
			s.add("", NoPlace, Line{{"as this branch wrote it: ", Dim}, {s.env.Short(r.Own, 2*s.room()), Plain}}, nil, 3)
		}
	}
}

// builtFrom is "snapshot at @42 + 17 writes".
func (e Env) builtFrom(r *graph.Rebuilt) string {
	text := "snapshot at " + e.StepName(r.Seed)
	if r.Writes > 0 {
		text += " + " + plural(r.Writes, "write")
	}
	return text
}

func unknownReducer(r *graph.Rebuilt) string {
	if len(r.Rivals) > 1 {
		return "its reducer is not known (" + strings.Join(r.Rivals, ", ") + " fit what is stored and differ here)"
	}
	return "its reducer is not known"
}
