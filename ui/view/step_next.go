package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// asked lists the questions and failures of the tasks due after this checkpoint, with what a resume keeps.
func (s *stepCard) asked() {
	if s.transcript() && len(s.m.DidRun) > 0 {
		return // the next row tells it
	}
	for _, t := range s.m.Due.Tasks {
		name := s.env.clean(t.Name)
		for _, q := range t.Questions() {
			switch {
			case q.Open:
				s.add("waits", NoPlace, Line{{name, Strong}, {" asks ", Plain}, {s.env.question(q.Asked, 3*s.room()), WaitStyle}}, nil, 4)
			case q.Answer.Kind() != value.Invalid:
				s.add("answered", NoPlace, Line{{name, Strong}, {" asked ", Plain}, {s.env.askedWords(q, 3*s.room()), Plain},
					{", answered ", Plain}, {s.env.reply(q.Asked, q.Answer, s.room()), OkStyle}}, nil, 3)
			default:
				s.add("asked", NoPlace, Line{{name, Strong}, {" asked ", Plain}, {s.env.askedWords(q, 3*s.room()), Plain}}, nil, 3)
			}
		}
		switch t.Status {
		case graph.TaskFailed:
			s.add("failed", NoPlace, Line{{s.env.Glyph(GError) + " ", ErrStyle}, {name, Strong}, {"  " + s.env.ErrorText(t.Error, 4*s.room()), ErrStyle}}, nil, 4)
		case graph.TaskDone:
			if s.m.IsHead && len(s.m.DidRun) == 0 {
				s.add("kept", NoPlace, Line{{name, Strong}, {"  done, a resume keeps its writes", Plain}}, nil, 2)
			}
		}
	}
}

// questionValue is what a question asks: the value of an Interrupt of any age.
func questionValue(q value.Value) value.Value {
	if q.Kind() == value.Map || q.Kind() == value.Object {
		if v, ok := q.Get("value"); ok {
			return v
		}
	}
	return q
}

// questionID is the id an answer is given by, "" where the question has none.
func questionID(q value.Value) string {
	for _, name := range []string{"id", "interrupt_id"} {
		if v, ok := q.Get(name); ok && v.Kind() == value.String {
			return v.Str()
		}
	}
	return ""
}

// ErrorText is a task's stored error in one line: class and message.
func (e Env) ErrorText(v value.Value, max int) string {
	switch v.Kind() {
	case value.Invalid, value.Null:
		return ""
	case value.String:
		head, _ := textHead(v, 4*max)
		return Cut(e.clean(head), max)
	case value.Map:
		name, _ := v.Get("name")
		msg, ok := v.Get("message")
		if ok && msg.Kind() == value.String {
			text := textOf(msg)
			if n := textOf(name); n != "" {
				text = n + ": " + text
			}
			return Cut(e.clean(text), max)
		}
	}
	return e.Short(v, max)
}

// next says what is due after this checkpoint, on which trigger, and what really followed.
func (s *stepCard) next() {
	m := s.m
	did := s.didRun()
	if !m.Due.Known {
		s.add("next", NoPlace, Line{{"not known: the file cannot tell", Dim}}, did, 2)
		return
	}
	label := "next"
	say := func(l Line) {
		s.add(label, NoPlace, l, did, 3)
		label, did = "", nil
	}
	reasons := map[string]graph.Reason{}
	for _, r := range s.f.Next {
		if r.Verdict == "due" || r.Verdict == "sent" {
			if _, ok := reasons[r.Node]; !ok {
				reasons[r.Node] = r
			}
		}
	}
	if len(m.Due.Next) == 0 && len(m.Due.Tasks) == 0 {
		text := "end, nothing is due"
		if len(m.DidRun) > 0 {
			text = "end, nothing was due"
		}
		say(Line{{text, Plain}})
	}
	names := m.Due.Next
	if len(names) == 0 {
		names = taskNames(m.Due.Tasks)
	}
	counted := map[string]int{}
	var order []string
	for _, n := range names {
		if counted[n]++; counted[n] == 1 {
			order = append(order, n)
		}
	}
	if text := s.resumes(); text != "" {
		say(Line{{text, Strong}})
	}
	kept := s.kept()
	for i, n := range order {
		if i == 6 {
			say(Line{{"and " + plural(len(order)-i, "node") + " more", Dim}})
			break
		}
		line := Line{{s.env.clean(n), Strong}}
		if counted[n] > 1 {
			line = append(line, Span{" ×" + strconv.Itoa(counted[n]), Strong})
		}
		if split := s.split(n); split != "" {
			line = append(line, Span{", " + split, Plain})
		} else if kept[n] {
			line = append(line, Span{", done, its writes are kept", Plain})
		} else if r, ok := reasons[n]; ok {
			switch {
			case r.Verdict == "sent":
				text := ", sent"
				if len(r.By) > 0 {
					text += " by " + s.env.clean(listWords(r.By))
				}
				line = append(line, Span{text, Plain})
			case r.Trigger == "__start__":
				line = append(line, Span{", for the input came in", Plain})
			case r.Trigger != "":
				line = append(line, Span{", for " + s.triggerWords(r, true), Plain})
			}
		}
		say(line)
	}
	for _, j := range m.Due.Waits {
		say(Line{{s.env.clean(j.Node), Strong}, {" waits for " + s.env.clean(listWords(j.Missing())), WaitStyle}})
	}
	if did != nil {
		say(nil)
	}
}

// resumes says what a resume runs again and what it keeps; "" where it keeps nothing and goes on into no called graph: it runs
// what is due then.
func (s *stepCard) resumes() string {
	f := s.m.Ahead
	if f == nil {
		return ""
	}
	var again, fresh, keeps []string
	deep := false
	for _, r := range f.Runs {
		if !r.Again() {
			fresh = append(fresh, r.Name)
			continue
		}
		if len(r.Inside) == 0 {
			again = append(again, r.Name)
		}
		deep = deep || len(r.Inside) > 0
		for _, path := range r.Inside {
			again = append(again, r.Name+" › "+strings.Join(path, " › "))
		}
	}
	for _, t := range f.Keeps {
		keeps = append(keeps, t.Name)
	}
	if len(keeps) == 0 && !deep {
		return ""
	}
	var parts []string
	for _, p := range []struct {
		before string
		names  []string
		after  string
	}{{"runs ", again, " again"}, {"runs ", fresh, ""}, {"keeps ", keeps, ""}, {"then ", f.Then, ""}} {
		if len(p.names) > 0 {
			parts = append(parts, p.before+counted(p.names)+p.after)
		}
	}
	if len(again)+len(fresh) == 0 {
		parts[0] = "takes in what " + counted(keeps) + " wrote"
	}
	return "a resume " + strings.Join(parts, ", ")
}

// split says how far the tasks of a node have come that a resume does not treat alike: "2 done and kept, 1 failed"; "" where all are
// alike.
func (s *stepCard) split(node string) string {
	f := s.m.Ahead
	if f == nil {
		return ""
	}
	kept, by := 0, map[graph.TaskStatus]int{}
	for _, t := range f.Keeps {
		if t.Name == node {
			kept++
		}
	}
	runs := 0
	for _, r := range f.Runs {
		if r.Name == node {
			by[r.Status]++
			runs++
		}
	}
	if kept+len(by) < 2 || runs == 0 || kept == 0 && len(by) == 1 {
		return ""
	}
	var parts []string
	add := func(n int, words string) {
		if n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+words)
		}
	}
	add(kept, "done and kept")
	add(by[graph.TaskFailed], "failed, run again")
	add(by[graph.TaskWaits], "waiting for an answer")
	add(runs-by[graph.TaskFailed]-by[graph.TaskWaits], "due")
	return strings.Join(parts, ", ")
}

// kept are the due nodes of which a resume runs no task again.
func (s *stepCard) kept() map[string]bool {
	kept := map[string]bool{}
	if f := s.m.Ahead; f != nil {
		for _, t := range f.Keeps {
			kept[t.Name] = true
		}
		for _, r := range f.Runs {
			delete(kept, r.Name)
		}
	}
	return kept
}

// didRun names the steps that really followed.
func (s *stepCard) didRun() Line {
	m := s.m
	if len(m.DidRun) == 0 {
		if m.IsHead {
			return Line{{"head", Dim}}
		}
		return nil
	}
	var names []string
	for i, d := range m.DidRun {
		if i == 4 {
			names = append(names, plural(len(m.DidRun)-i, "branch")+" more")
			break
		}
		if len(m.DidRun) > 1 {
			names = append(names, s.env.branchName(d))
		} else {
			names = append(names, s.stepName(d))
		}
	}
	return Line{{followedWord(m, s.transcript()) + strings.Join(names, ", "), LinkStyle}}
}

// followedWord introduces the steps that followed m: where nothing was due they came of themselves, from an input, an update or
// a fork, and did not make a forecast true.
func followedWord(m *graph.Moment, transcript bool) string {
	if transcript || m.Due.Known && len(m.Due.Tasks) == 0 {
		return "then came: "
	}
	return "it did run: "
}

// before lists earlier runs of the nodes that ran here.
func (s *stepCard) before() {
	if s.transcript() && s.m.Brief.Kind != graph.StepRan {
		return
	}
	if len(s.f.Earlier) == 0 {
		if s.f.Loaded && len(s.m.Ran) > 0 && !s.f.EarlierCut && !s.transcript() {
			s.add("before", NoPlace, Line{{"first run of " + s.env.clean(countWords(uniqueNames(s.m.Ran))) + " on this branch", Dim}}, nil, 2)
		}
		return
	}
	label := "before"
	var nodes []string
	at := map[string][]string{}
	last := map[string]int{}
	for _, e := range s.f.Earlier {
		if at[e.Node] == nil {
			nodes = append(nodes, e.Node)
			last[e.Node] = e.Index
		}
		text := s.stepName(e.Index)
		if e.Times > 1 {
			text += " ×" + strconv.Itoa(e.Times)
		}
		at[e.Node] = append(at[e.Node], text)
	}
	const most = 8
	for _, n := range nodes {
		list := at[n]
		name := strings.TrimPrefix(n, "tool:")
		more := ""
		if len(list) > most {
			more = " and " + plural(len(list)-most, "time") + " more"
			list = list[:most]
		}
		if s.f.EarlierCut && more == "" {
			more = " …"
		}
		s.add(label, stepPlace(last[n]), Line{{s.env.clean(name) + " ran at " + strings.Join(list, ", ") + more, Plain}}, nil, 2)
		label = ""
	}
}

func uniqueNames(tasks []graph.Task) []string {
	var names []string
	seen := map[string]bool{}
	for _, t := range tasks {
		if !seen[t.Name] {
			seen[t.Name] = true
			names = append(names, t.Name)
		}
	}
	return names
}
