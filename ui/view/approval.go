package view

import (
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// question says in a few words what an Interrupt of any age asks: which tool calls wait to be approved, and what may be
// decided on them; else its value.
func (e Env) question(interrupt value.Value, max int) string {
	s := e.asked(interrupt, max)
	if a, ok := graph.ReadApproval(questionValue(interrupt)); ok {
		if d := sameDecisions(a); d != "" {
			if whole := s + ": " + e.clean(d); Width(whole) <= max {
				return whole
			}
		}
	}
	return s
}

// asked is question without what may be decided: for rows with little room, and once it is decided.
func (e Env) asked(interrupt value.Value, max int) string {
	q := questionValue(interrupt)
	a, ok := graph.ReadApproval(q)
	if !ok {
		return e.Short(q, max)
	}
	var calls []string
	for i, c := range a.Calls {
		if i == 3 && len(a.Calls) > 4 {
			calls = append(calls, thousands(len(a.Calls)-i)+" more")
			break
		}
		calls = append(calls, e.approvalCall(c, max))
	}
	return Cut("approval of "+strings.Join(calls, ", "), max)
}

func (e Env) approvalCall(c graph.ApprovalCall, max int) string {
	return e.CallShort(graph.Call{Name: c.Name, Input: c.Args}, max)
}

// sameDecisions are the decisions that all calls of an approval allow alike, "" where they differ or are not told.
func sameDecisions(a graph.Approval) string {
	first := orWords(a.Calls[0].Allowed)
	for _, c := range a.Calls[1:] {
		if orWords(c.Allowed) != first {
			return ""
		}
	}
	return first
}

func orWords(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// askedWords is what a question asked that is open no more.
func (e Env) askedWords(q graph.Question, max int) string {
	if q.Asked.Kind() == value.Invalid {
		return "before (that question is not stored any more)"
	}
	return e.asked(q.Asked, max)
}

// reply says in a few words what was answered to a question: what was decided on each call, else the value.
func (e Env) reply(interrupt, answer value.Value, max int) string {
	if _, ok := graph.ReadApproval(questionValue(interrupt)); !ok {
		return e.Short(answer, max)
	}
	list, ok := graph.ReadDecisions(answer)
	if !ok {
		return e.Short(answer, max)
	}
	var words []string
	for _, d := range list {
		words = append(words, e.decision(d, max))
	}
	return Cut(strings.Join(words, ", "), max)
}

// decided says an approval that was decided with what was decided on each of its calls; false where the answer has another form.
func (e Env) decided(interrupt, answer value.Value, max int) (asked, answered string, ok bool) {
	a, ok := graph.ReadApproval(questionValue(interrupt))
	if !ok {
		return "", "", false
	}
	list, ok := graph.ReadDecisions(answer)
	if !ok || len(list) != len(a.Calls) {
		return "", "", false
	}
	var words []string
	for i, d := range list {
		verb, rest, more := strings.Cut(e.decision(d, max), " ")
		s := verb + " " + e.approvalCall(a.Calls[i], max)
		if more {
			s += " " + rest
		}
		words = append(words, s)
	}
	return "approval", Cut(strings.Join(words, ", "), max), true
}

func (e Env) decision(d graph.Decision, max int) string {
	s := e.clean(d.Type)
	if d.Name != "" {
		s += " " + e.Glyph(GArrow) + " " + e.CallShort(graph.Call{Name: d.Name, Input: d.Args}, max)
	}
	if d.Message != "" {
		s += " " + e.Quoted(d.Message, max)
	}
	return s
}

// approvalAnswer is an answer that approves all calls of an approval, in the form that its program takes; "" where the
// question is none.
func approvalAnswer(q value.Value) string {
	a, ok := graph.ReadApproval(questionValue(q))
	if !ok {
		return ""
	}
	one := `{"type": "approve"}`
	if a.Form == graph.ApproveList {
		one = `{"type": "accept"}`
	}
	all := strings.TrimSuffix(strings.Repeat(one+", ", len(a.Calls)), ", ")
	switch a.Form {
	case graph.ApproveOne:
		return one
	case graph.ApproveList:
		return "[" + all + "]"
	}
	return `{"decisions": [` + all + `]}`
}

// decidedRow is a row about one call of an approval.
type decidedRow struct {
	word string
	line Line
}

// decisions are a row for each call of an approval: what may be decided on it, or what was.
func (e Env) decisions(interrupt, answer value.Value) []decidedRow {
	a, ok := graph.ReadApproval(questionValue(interrupt))
	if !ok {
		return nil
	}
	decided, _ := graph.ReadDecisions(answer)
	rows := make([]decidedRow, 0, len(a.Calls))
	for i, c := range a.Calls {
		line := Line{{e.approvalCall(c, 60), Plain}, {"  ", Plain}}
		switch {
		case i < len(decided):
			rows = append(rows, decidedRow{"decided", append(line, Span{e.decision(decided[i], 100), OkStyle})})
		case answer.Kind() != value.Invalid:
			rows = append(rows, decidedRow{"call", line})
		case len(c.Allowed) == 0:
			rows = append(rows, decidedRow{"decide", append(line, Span{"the question does not say what is allowed", Dim})})
		default:
			rows = append(rows, decidedRow{"decide", append(line, Span{e.clean(orWords(c.Allowed)), WaitStyle})})
		}
	}
	return rows
}

// editedChannel is where LangChain's middleware keeps the calls that a person put in place of the model's, by the id of those.
const editedChannel = "hitl_edited_tool_calls"

// editedCalls says which calls were replaced; false where the value is something else, or none was.
func (e Env) editedCalls(channel string, v value.Value) (string, bool) {
	if channel != editedChannel || v.Kind() != value.Map || v.Len() == 0 {
		return "", false
	}
	if v.Len() > 1 {
		return plural(v.Len(), "edited call"), true
	}
	name, _ := v.Entries()[0].Val.Get("name")
	args, _ := v.Entries()[0].Val.Get("args")
	if name.Kind() != value.String {
		return "", false
	}
	return "edited call " + e.CallShort(graph.Call{Name: name.Str(), Input: args}, changeValue), true
}

// replacedBy is the call that a person had run in place of a call of the model, as far as the state still tells.
func (t *talk) replacedBy(id string) (graph.Call, bool) {
	v, ok := t.m.State.Get(editedChannel)
	if !ok || v.Kind() != value.Map || id == "" {
		return graph.Call{}, false
	}
	instead, ok := v.Get(id)
	if !ok || instead.Kind() != value.Map {
		return graph.Call{}, false
	}
	name, _ := instead.Get("name")
	args, _ := instead.Get("args")
	return graph.Call{Name: textOf(name), Input: args}, name.Kind() == value.String
}
