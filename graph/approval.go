package graph

import "cptui/graph/value"

// Approval is a question that asks a person to decide on tool calls before they run, as LangChain's human-in-the-loop
// middleware (Deep Agents' interrupt_on) and the older agent inbox ask it.
type Approval struct {
	Calls []ApprovalCall
	Form  ApprovalForm
}

// ApprovalForm tells how an answer has to look.
type ApprovalForm uint8

const (
	ApproveAll  ApprovalForm = iota // {"decisions": [one a call]}
	ApproveOne                      // one decision
	ApproveList                     // [one a call], with the older words accept, edit, response, ignore
)

// ApprovalCall is one call to be decided on.
type ApprovalCall struct {
	Name        string
	Args        value.Value
	Description string
	Allowed     []string // decisions that are taken, in stored order; nil where the question does not say
}

// Decision is what a person decided on one call.
type Decision struct {
	Type    string      // "approve", "edit", "reject", "respond"; as stored in older forms
	Message string      // of a rejection or an answer
	Name    string      // of the call that runs instead, "" none
	Args    value.Value // of that call
}

// either is the first of two fields that is there: Python's name, then JavaScript's.
func either(v value.Value, python, js string) value.Value {
	if f := field(v, python); f.Kind() != value.Invalid {
		return f
	}
	return field(v, js)
}

func texts(v value.Value) []string {
	var out []string
	if v.Kind() == value.List {
		for _, e := range v.Entries() {
			if e.Val.Kind() == value.String {
				out = append(out, e.Val.Str())
			}
		}
	}
	return out
}

// ReadApproval reads the value of a question; false where it asks for something else.
func ReadApproval(v value.Value) (Approval, bool) {
	switch v.Kind() {
	case value.Map, value.Object:
	case value.List:
		return readInbox(v)
	default:
		return Approval{}, false
	}
	if text(v, "type") == "tool_approval" && text(v, "name") != "" {
		return Approval{Form: ApproveOne, Calls: []ApprovalCall{{Name: text(v, "name"), Args: field(v, "args"), Description: text(v, "description")}}}, true
	}
	requests := either(v, "action_requests", "actionRequests")
	if requests.Kind() != value.List || requests.Len() == 0 {
		return Approval{}, false
	}
	allowed := map[string][]string{}
	var inOrder [][]string
	if configs := either(v, "review_configs", "reviewConfigs"); configs.Kind() == value.List {
		for _, c := range configs.Entries() {
			list := texts(either(c.Val, "allowed_decisions", "allowedDecisions"))
			name := either(c.Val, "action_name", "actionName")
			if name.Kind() == value.String {
				allowed[name.Str()] = list
			}
			inOrder = append(inOrder, list)
		}
	}
	a := Approval{Form: ApproveAll}
	for i, r := range requests.Entries() {
		name := text(r.Val, "name")
		if name == "" {
			if name = text(r.Val, "action"); name == "" {
				return Approval{}, false
			}
		}
		args := field(r.Val, "args")
		if args.Kind() == value.Invalid {
			args = field(r.Val, "arguments")
		}
		c := ApprovalCall{Name: name, Args: args, Description: text(r.Val, "description"), Allowed: allowed[name]}
		if c.Allowed == nil && i < len(inOrder) && len(inOrder) == requests.Len() {
			c.Allowed = inOrder[i]
		}
		a.Calls = append(a.Calls, c)
	}
	return a, true
}

// readInbox reads the older form: a list of {"action_request": {"action", "args"}, "config": {"allow_accept", …}}.
func readInbox(v value.Value) (Approval, bool) {
	a := Approval{Form: ApproveList}
	for _, e := range v.Entries() {
		r := field(e.Val, "action_request")
		if text(r, "action") == "" {
			return Approval{}, false
		}
		c := ApprovalCall{Name: text(r, "action"), Args: field(r, "args"), Description: text(e.Val, "description")}
		for _, w := range [][2]string{{"allow_accept", "accept"}, {"allow_edit", "edit"}, {"allow_respond", "response"}, {"allow_ignore", "ignore"}} {
			if f := field(e.Val, "config", w[0]); f.Kind() == value.Bool && f.Truth() {
				c.Allowed = append(c.Allowed, w[1])
			}
		}
		a.Calls = append(a.Calls, c)
	}
	return a, len(a.Calls) > 0
}

// ReadDecisions reads the answer to an approval; false where it has another form.
func ReadDecisions(v value.Value) ([]Decision, bool) {
	list := v
	if v.Kind() == value.Map || v.Kind() == value.Object {
		if d := field(v, "decisions"); d.Kind() == value.List {
			list = d
		} else {
			d, ok := readDecision(v)
			return []Decision{d}, ok
		}
	}
	if list.Kind() != value.List || list.Len() == 0 {
		return nil, false
	}
	var out []Decision
	for _, e := range list.Entries() {
		d, ok := readDecision(e.Val)
		if !ok {
			return nil, false
		}
		out = append(out, d)
	}
	return out, true
}

func readDecision(v value.Value) (Decision, bool) {
	d := Decision{Type: text(v, "type"), Message: text(v, "message")}
	switch d.Type {
	case "approve", "accept", "edit", "reject", "ignore", "respond", "response":
	default:
		return d, false
	}
	args := field(v, "args")
	if instead := either(v, "edited_action", "editedAction"); instead.Kind() != value.Invalid {
		d.Name, d.Args = text(instead, "name"), field(instead, "args")
	} else if args.Kind() == value.String {
		d.Message = args.Str()
	} else if args.Kind() == value.Map { // the older inbox: {"action", "args"}
		d.Name, d.Args = text(args, "action"), field(args, "args")
	}
	return d, true
}
