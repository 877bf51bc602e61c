package view

import (
	"bytes"
	"context"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/graph/value"
)

// Scene is one step of a story.
type Scene struct {
	Index  int
	Prompt bool // a person's words: a turn begins
	Who    string
	Step   string // "@3"
	ID     string
	Time   time.Time
	Took   time.Duration
	Quiet  bool // nothing that a reader looks for
	Parts  []ScenePart
}

// SceneKind is what a part of a scene is.
type SceneKind uint8

const (
	SceneText     SceneKind = iota + 1 // Markdown
	SceneThinking                      // text
	SceneCall                          // Title: the tool, Lead: its main argument, Text: all arguments as JSON
	SceneResult                        // Title: the call that it answers, Text: what came back
	SceneChange                        // Title: the channel, Text: the new value
	SceneProblem                       // Text
	SceneNote                          // Title
	SceneAgent                         // Title, NS: what a call started
)

// ScenePart is a part of a step, made fit to be shown: cleaned, without secrets.
type ScenePart struct {
	Kind  SceneKind
	Title string
	Lead  string
	Text  string
	Size  int64 // bytes of the whole text
	Cut   bool  // Text is only its beginning
	Error bool
	NS    string
}

// How much of a text a story tells, in bytes.
const (
	storyTitle  = 300
	storyText   = 1 << 20
	storyArgs   = 64 << 10
	storyResult = 64 << 10
	storyChange = 4 << 10
)

// text is a text of the source, masked, cleaned and cut.
func (s *Story) text(t string, most int) string {
	out, _ := s.cut(t, most)
	return out
}

// title is a name of the source on one line.
func (s *Story) title(t string) string { return CleanLine(s.text(t, storyTitle)) }

func (s *Story) cut(t string, most int) (out string, cut bool) {
	const behind = 8 << 10 // a secret on the edge must be seen whole
	if len(t) > most+behind {
		t, cut = atRune(t, most+behind), true
	}
	if !s.Env.Reveal {
		n := 0
		t, n = secret.Mask(t)
		s.Secrets += n
	}
	if len(t) > most {
		t, cut = atRune(t, most), true
	}
	return Clean(strings.Trim(t, "\n")), cut
}

// json is a value as indented JSON; what stands under a secret's name is masked.
func (s *Story) json(v value.Value, most int) (text string, size int64, cut bool) {
	b := value.AppendJSON(nil, v, value.JSONOptions{Indent: "  ", Reveal: s.Env.Reveal})
	size = int64(len(b))
	if !s.Env.Reveal {
		var out bytes.Buffer
		f := &secret.Filter{W: &out, Hide: true}
		f.Write(b)
		f.Flush()
		s.Secrets += f.Found
		b = out.Bytes()
	}
	if cut = len(b) > most; cut {
		b = []byte(atRune(string(b), most))
	}
	return Clean(string(b)), size, cut
}

// Scene tells step i. Steps have to be asked for in the order of Parts.
func (s *Story) Scene(ctx context.Context, i int) (Scene, error) {
	h := s.Env.Hist
	b, err := h.Brief(ctx, i)
	if err != nil {
		return Scene{}, err
	}
	told, err := h.Told(ctx, i)
	if err != nil {
		return Scene{}, err
	}
	c := Scene{Index: i, Step: s.Env.StepName(i), ID: s.title(h.ID(i)), Time: h.Time(i), Took: b.Took, Quiet: b.Quiet, Who: s.Env.nodeWords(b)}
	answered := map[string]graph.Call{}
	for _, r := range b.Results {
		answered[r.ID] = r
	}
	given := s.given
	s.given = nil
	for _, m := range told {
		person := m.Role == "human" && len(m.Results) == 0
		if person && given[m.Text] {
			continue // the row before told it
		}
		if person && !wasInjected(m.Value) {
			c.Prompt = true
			if b.Kind == graph.StepInput {
				if s.given == nil {
					s.given = map[string]bool{}
				}
				s.given[m.Text] = true
			}
		}
		c.Parts = append(c.Parts, s.message(m, answered)...)
	}
	if len(told) == 0 && b.Says != "" {
		c.Parts = append(c.Parts, s.part(SceneText, "", b.Says, storyText))
		c.Prompt = b.Kind == graph.StepInput
	}
	if !b.Quiet { // what was given is told at the input
		c.Parts = append(c.Parts, s.changes(b)...)
	}
	for _, k := range s.kidsAt(i) {
		c.Parts = append(c.Parts, ScenePart{Kind: SceneAgent, Title: s.spaceName(k.NS), NS: k.NS})
	}
	for _, line := range s.Env.BriefLine(b).Tasks {
		c.Parts = append(c.Parts, ScenePart{Kind: SceneProblem, Text: line.Text()})
	}
	if b.Problem != "" && b.ProblemKind != "tool" && b.ProblemKind != "api" && len(b.Due) == 0 {
		c.Parts = append(c.Parts, s.part(SceneProblem, "", b.Problem, storyArgs))
	}
	c.Quiet = c.Quiet && len(c.Parts) == 0
	return c, nil
}

func (s *Story) part(kind SceneKind, title, text string, most int) ScenePart {
	p := ScenePart{Kind: kind, Title: title, Size: int64(len(text))}
	p.Text, p.Cut = s.cut(text, most)
	return p
}

// message tells a message: results, thinking, text, pictures, calls.
func (s *Story) message(m graph.Message, answered map[string]graph.Call) (out []ScenePart) {
	for _, a := range answersOf(m) {
		out = append(out, s.result(a, answered[a.call.ID]))
	}
	if m.Thinking != "" {
		out = append(out, s.part(SceneThinking, "thinking", m.Thinking, storyText))
	} else if hidden := hiddenThinking(m.Value); hidden != "" {
		out = append(out, ScenePart{Kind: SceneNote, Title: hidden})
	}
	if m.Text != "" && (len(out) == 0 || m.Role != "tool" && m.CallID == "") {
		p := s.part(SceneText, "", m.Text, storyText)
		switch {
		case m.Error:
			p.Kind = SceneProblem
		case wasInjected(m.Value):
			p.Kind, p.Title = SceneThinking, "put in by the program"
		case m.Role == "system":
			p.Kind, p.Title = SceneThinking, "system"
		}
		out = append(out, p)
	}
	for _, chip := range mediaChips(m.Value) {
		out = append(out, ScenePart{Kind: SceneNote, Title: chip})
	}
	for _, c := range m.Calls {
		out = append(out, s.call(c))
	}
	return out
}

func (s *Story) call(c graph.Call) ScenePart {
	p := ScenePart{Kind: SceneCall, Title: s.title(c.Name), Lead: s.Env.CallArgs(c, 160)}
	switch {
	case c.Input.Kind() == value.String:
		p.Size = int64(len(c.Input.Str()))
		p.Text, p.Cut = s.cut(c.Input.Str(), storyArgs)
	case c.Input.Len() > 0:
		p.Text, p.Size, p.Cut = s.json(c.Input, storyArgs)
	}
	return p
}

func (s *Story) result(a answer, asked graph.Call) ScenePart {
	call := a.call
	if asked.Name != "" {
		call = asked
	}
	title := "result"
	if call.Name != "" {
		title = s.Env.CallShort(call, 160)
	}
	text := a.text
	if text == "" {
		text = graph.ResultText(a.call)
	}
	p := ScenePart{Kind: SceneResult, Title: title, Size: int64(len(text)), Error: a.bad}
	if k := a.call.Result.Kind(); text == "" && (k == value.Map || k == value.List || k == value.Object) && a.call.Result.Len() > 0 {
		p.Text, p.Size, p.Cut = s.json(a.call.Result, storyResult)
		return p
	}
	p.Text, p.Cut = s.cut(text, storyResult)
	return p
}

// changes are what a step of a graph changed beside its messages; of a session, the plan and the files.
func (s *Story) changes(b graph.Brief) (out []ScenePart) {
	for _, c := range b.Changes {
		if holdsMessages(c.After) {
			continue
		}
		p := ScenePart{Kind: SceneChange, Title: s.title(c.Channel), Lead: s.Env.ChangeWords(c, 200).Text()}
		if !s.Env.Hist.Transcript && c.Op != graph.Removed {
			switch k := c.After.Kind(); {
			case hiddenUnder(c.Channel, c.After) && !s.Env.Reveal:
				s.Secrets++
			case k == value.String && len(c.After.Str()) > 60:
				p.Size = int64(len(c.After.Str()))
				p.Text, p.Cut = s.cut(c.After.Str(), storyChange)
			case (k == value.Map || k == value.List || k == value.Object) && c.After.Len() > 0:
				p.Text, p.Size, p.Cut = s.json(c.After, storyChange)
			}
		}
		out = append(out, p)
	}
	return out
}
