package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// Step is the card that answers a step: ran, because, result, wrote, changed, same, next, before, rebuilt, one fact a row.
type Step struct{ *outline }

// NewStep makes the card of a moment; facts may still be missing (see LoadStepFacts).
func NewStep(m *graph.Moment, facts StepFacts, env Env) *Step {
	return &Step{newWrapped(env, func(width int) []*item {
		s := stepCard{card: newCard(env, width, stepLabel), m: m, f: facts}
		s.ran()
		s.because()
		s.result()
		s.tokens()
		s.problems()
		s.wrote()
		s.changed()
		s.plan()
		s.asked()
		s.next()
		s.before()
		s.summary()
		s.rebuilt()
		return s.items
	})}
}

const stepLabel = 8

type stepCard struct {
	*card
	m     *graph.Moment
	f     StepFacts
	calls map[string]graph.Call // of the state's last messages, by id, once looked for
}

// because gives the reason for each task that ran.
func (s *stepCard) because() {
	m := s.m
	if !s.f.Loaded {
		s.add("because", NoPlace, Line{{"…", Dim}}, nil, 1)
		return
	}
	label := "because"
	say := func(p Place, text string) {
		s.add(label, p, Line{{text, Plain}}, nil, 3)
		label = ""
	}
	sent := map[string]bool{}
	only := "" // the only reason so far, where it took one row
	for i, r := range s.f.Why {
		if i == 6 {
			say(NoPlace, "and "+plural(len(s.f.Why)-i, "reason")+" more")
			break
		}
		text := s.whyWords(r)
		if text == "" || sent[text] {
			continue
		}
		sent[text] = true
		say(NoPlace, text)
		only = ""
		if len(sent) == 1 && Width(text) <= s.room() {
			only = text
		}
	}
	for _, c := range m.Brief.Results {
		at, ok := s.f.Asked[c.ID]
		if !ok {
			continue
		}
		text := "asked by model (" + s.stepName(at.Index) + ")"
		if sent[text] {
			continue
		}
		sent[text] = true
		if only != "" && Width(only)+2+Width(text) <= s.room() { // one reason and who asked for it: one row
			s.items = s.items[:len(s.items)-1]
			label, text, only = "because", only+", "+text, ""
		}
		say(stepPlace(at.Index), text)
	}
	if label == "" {
		return
	}
	switch {
	case m.Brief.Kind == graph.StepInput && s.transcript():
		say(NoPlace, "a person wrote it")
	case m.Brief.Kind == graph.StepInput:
		say(NoPlace, "a new input came in")
	case m.Brief.Kind == graph.StepUpdate || m.Brief.Kind == graph.StepFork:
		say(NoPlace, "update_state, from outside of the graph")
		if s.m.Brief.Kind == graph.StepFork {
			return
		}
	case s.transcript() && s.m.Parent != nil:
		name := s.stepName(m.Parent.Index)
		text := "it follows " + name
		switch p := s.f.Parent; {
		case m.Brief.Kind == graph.StepCompact:
			text = "the talk had become long, after " + name
		case p == nil:
		case p.Kind == graph.StepInput:
			text = "answers the prompt (" + name + ")"
		case p.Kind == graph.StepCompact:
			text = "goes on from the summary (" + name + ")"
		case len(p.Results) > 0:
			text = "it had the results of " + name
		}
		say(stepPlace(m.Parent.Index), text)
	default:
		say(NoPlace, "not known: the file does not tell")
	}
}

// whyWords says why one task ran.
func (s *stepCard) whyWords(r graph.Reason) string {
	from := ""
	if s.m.Parent != nil {
		from = " (" + s.stepName(s.m.Parent.Index) + ")"
	}
	by := s.env.clean(listWords(r.By))
	several := len(s.m.Ran) > 1
	head := ""
	if several {
		head = s.env.clean(r.Node) + ": "
	}
	switch {
	case r.Verdict == "sent":
		if by == "" {
			return head + "sent" + from
		}
		if r.Count > 1 {
			return head + plural(r.Count, "time") + " sent by " + by + from
		}
		return head + "sent by " + by + from
	case r.Trigger == "":
		if by != "" {
			return head + "follows " + by + from
		}
		return ""
	case r.Trigger == "__start__":
		return head + "the input came in" + from
	}
	text := head + s.triggerWords(r, several)
	if by != "" {
		text += ", written by " + by + from
	}
	return text
}

// longNode is from which length a node's name is not said a second time as part of its trigger.
const longNode = 16

// triggerWords compares the version of a trigger with the one the node had seen; named tells that the node's name stands
// beside it.
func (s *stepCard) triggerWords(r graph.Reason, named bool) string {
	trigger := s.env.clean(r.Trigger)
	if named && len(r.Node) > longNode && r.Trigger == "branch:to:"+r.Node {
		trigger = "branch:to:…"
	}
	if r.Guessed {
		trigger += " ?"
	}
	now := VersionShort(r.Now)
	if r.Now.Kind() == value.Invalid {
		return trigger
	}
	if r.Seen.Kind() == value.Invalid {
		return trigger + " is " + now + ", never seen before"
	}
	return trigger + " is " + now + " and seen was " + VersionShort(r.Seen)
}

// VersionShort is a channel version without its random fraction and leading zeros: 24.
func VersionShort(v value.Value) string {
	text := textOf(v)
	if text == "" {
		return "–"
	}
	if v.Kind() == value.String {
		if head, _, ok := strings.Cut(text, "."); ok {
			text = head
		}
		if short := strings.TrimLeft(text, "0"); short != "" {
			text = short
		} else if text != "" {
			text = "0"
		}
	}
	return CleanCut(text, 24)
}

// shortID is an id in eight cells: the beginning of a hexadecimal one (a UUID, a hash), else its ending, for ids like toolu_… and
// msg_… begin alike.
func shortID(id string) string {
	head, rest := Split(CleanLine(atRune(id, 64)), 8)
	if rest == "" || strings.Trim(head, "0123456789abcdefABCDEF") == "" {
		return head
	}
	return "…" + ending(CleanLine(id[max(0, len(id)-64):]), 7)
}

func proofWords(p graph.Proof) string {
	switch p {
	case graph.ProofHash:
		return "id proved"
	case graph.ProofPath:
		return "named by its path"
	case graph.ProofInferred:
		return "inferred"
	}
	return "not proved"
}

func taskNames(tasks []graph.Task) []string {
	names := make([]string, len(tasks))
	for i, t := range tasks {
		names[i] = t.Name
	}
	return names
}

// countWords names each once, with how often: `tools ×2, model`.
func countWords(names []string) string {
	n := map[string]int{}
	var once []string
	for _, name := range names {
		if n[name]++; n[name] == 1 {
			once = append(once, name)
		}
	}
	for i, name := range once {
		if n[name] > 1 {
			once[i] = name + " ×" + strconv.Itoa(n[name])
		}
	}
	return strings.Join(once, ", ")
}

// listWords joins names: a, b and c.
func listWords(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// stepName is @22; of a step in another namespace or beside the branch the end of the id is added.
func (c *card) stepName(i int) string { return c.env.StepName(i) }

// StepName is @22 for a checkpoint of the history, the end of its id where it has no step.
func (e Env) StepName(i int) string {
	if e.Hist == nil || e.Hist.DAG == nil || i < 0 || i >= e.Hist.Len() {
		return "?"
	}
	if n, ok := e.Hist.Step(i); ok {
		return "@" + strconv.Itoa(n)
	}
	return "…" + CleanCut(e.Hist.Short(i), 12)
}

// branchName is StepName with the end of the id, for places where a step number alone could mean several.
func (e Env) branchName(i int) string {
	name := e.StepName(i)
	if strings.HasPrefix(name, "@") {
		name += " …" + CleanCut(e.Hist.Short(i), 12)
	}
	return name
}
