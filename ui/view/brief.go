package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// digest is what a row of the history keeps of a graph.Brief: clean words, cut to what the widest screen could show. Values
// are not kept, since each of them holds the whole body of its checkpoint in memory.
type digest struct {
	kind    graph.StepKind
	node    string // what ran: "tools ×2", "left + right", "input"
	text    string // asks …, "answer", the problem
	style   Style  // of text
	changes []word
	due     []string // at the end of a branch: nodes that a resume would run
	then    []string // and nodes that run when all they wait for is in
	step    int      // as the body tells
	stepped bool
	problem string // kind, "" where none
	end     bool
}

// word is one change: its sign and what changed.
type word struct {
	op   graph.Op
	text string
}

// digestWidth is where texts of rows are cut before they are kept.
const digestWidth = 220

// digest reads a brief.
func (e Env) digest(b graph.Brief) *digest {
	d := &digest{kind: b.Kind, node: e.nodeWords(b), problem: b.ProblemKind, end: b.End}
	d.step, d.stepped = b.Step, !b.NoStep
	if d.problem == "" && b.Problem != "" {
		d.problem = "error"
	}
	if b.Kind == graph.StepInput && !b.Blind && !(e.Hist != nil && e.Hist.Transcript) {
		d.text = e.given(b)
	} else {
		d.changes = e.changeWords(b)
		d.text = e.says(b)
	}
	if d.problem != "" && !onTask(b) {
		d.text, d.style = e.problemWords(b), ErrStyle
		if d.problem == "question" {
			d.style = WaitStyle
		}
	} else if d.problem != "" {
		d.problem = "" // told by the row of its task
	}
	for _, t := range b.Due {
		if t.Status == graph.TaskDue {
			d.due = append(d.due, CleanLine(t.Name))
		}
	}
	then, _ := graph.Follows(b.Due, b.Waits)
	for _, node := range then {
		d.then = append(d.then, CleanLine(node))
	}
	return d
}

// onTask reports whether the problem of a checkpoint is that of a task due after it, which has a row of its own.
func onTask(b graph.Brief) bool {
	if b.ProblemKind != "error" && b.ProblemKind != "question" {
		return false
	}
	for _, t := range b.Due {
		if t.Status == graph.TaskWaits || t.Status == graph.TaskFailed || t.Status == graph.TaskRetried {
			return true
		}
	}
	return false
}

// nodeWords says what ran to make a checkpoint.
func (e Env) nodeWords(b graph.Brief) string {
	transcript := e.Hist != nil && e.Hist.Transcript
	switch {
	case b.Kind == graph.StepInput && transcript:
		return "you"
	case b.Kind == graph.StepInput:
		return "input"
	case b.Kind == graph.StepFork:
		return "fork"
	case b.Kind == graph.StepUpdate:
		return "update"
	case b.Kind == graph.StepCompact:
		return "compacted"
	case b.Kind == graph.StepDamaged && len(b.Nodes) == 0:
		return "damaged"
	}
	var names []string
	n := map[string]int{}
	for _, name := range b.Nodes {
		if transcript && strings.HasPrefix(name, "tool:") {
			name = "tools"
		}
		if n[name]++; n[name] == 1 {
			names = append(names, name)
		}
	}
	for i, name := range names {
		names[i] = CutMiddle(CleanLine(name), 40)
		if n[name] > 1 {
			names[i] += " " + e.Glyph(GTimes) + strconv.Itoa(n[name])
		}
	}
	all := strings.Join(names, " + ")
	if len(names) > 2 && Width(all) > nameMax {
		return names[0] + " + " + strconv.Itoa(len(names)-1) + " more"
	}
	return all
}

// given says what came in: a person's words, or each channel with its value.
func (e Env) given(b graph.Brief) string {
	var parts []string
	if b.Says != "" {
		parts = append(parts, e.said(b.Says, digestWidth))
	}
	for _, c := range b.Changes {
		if _, messages := messageCount(c); messages && b.Says != "" {
			continue
		}
		switch c.After.Kind() {
		case value.Null, value.Invalid:
			continue
		case value.List, value.Map:
			if c.After.Len() == 0 {
				continue
			}
		}
		parts = append(parts, CutMiddle(e.clean(c.Channel), 30)+" "+e.named(c.Channel, c.After))
	}
	return Cut(strings.Join(parts, "  "), digestWidth)
}

// says is the text of a row: what was asked, which results came, what was said.
func (e Env) says(b graph.Brief) string {
	switch {
	case b.Blind && len(b.Changes) > 0:
		return e.clean(b.Changes[0].Channel) + " " + e.Short(b.Changes[0].After, digestWidth/2)
	case b.Blind && b.Says == "" && len(b.Asks)+len(b.Results) == 0 && (e.Hist == nil || e.Hist.Parent(b.Index) >= 0):
		return "what changed is not known: the state before cannot be read"
	case b.Kind == graph.StepCompact:
		text := e.clean(headLine(b.Says, digestWidth))
		return strings.TrimSpace(strings.TrimPrefix(text, "compacted"))
	case len(b.Asks) > 0:
		text := "asks " + e.clean(countedNames(b.Asks))
		if len(b.Asks) == 1 {
			text = "asks " + e.rowCall(b.Asks[0])
		}
		if b.Says != "" {
			text += "  " + e.said(b.Says, digestWidth/2)
		}
		return text
	case len(b.Results) > 0:
		return e.resultWords(b)
	case b.Says != "":
		return e.said(b.Says, digestWidth)
	}
	return ""
}

// said is the first line of what was said, with the next one where the first is a lone tag.
func (e Env) said(text string, max int) string {
	line := headLine(text, 4*digestWidth)
	if strings.HasPrefix(line, "<") && strings.HasSuffix(line, "> …") {
		_, rest, _ := strings.Cut(strings.TrimLeft(text, "\n\r\t "), "\n")
		line = strings.TrimSuffix(line, "…") + headLine(rest, 4*digestWidth)
	}
	return e.Quoted(line, max)
}

// resultWords names the calls whose results came in; a single one with what it gave, in short, where no change tells.
func (e Env) resultWords(b graph.Brief) string {
	if len(b.Results) > 1 {
		return CutMiddle(e.clean(countedNames(b.Results)), digestWidth)
	}
	r := b.Results[0]
	if e.Hist != nil && e.Hist.Transcript {
		return e.rowCall(r) + " " + e.Glyph(GDone)
	}
	text := e.clean(r.Name)
	_, agent := r.Input.Get("subagent_type")
	if !agent && len(b.Changes) > 1 { // what it did is told by the changes
		return text
	}
	if s, ok := resultText(r.Result); ok && s != "" {
		return text + " " + e.Quoted(headLine(s, 100), 100)
	}
	if args := e.CallArgs(r, 80); args != "" {
		text += " " + args
	}
	return text
}

// rowCall names a call with its most telling argument, of a path only the last part.
func (e Env) rowCall(c graph.Call) string {
	text := e.clean(c.Name)
	args := e.CallArgs(c, digestWidth/2)
	if strings.HasPrefix(args, "/") && !strings.Contains(args, " ") {
		args = shortPath(args)
	}
	return strings.TrimSpace(text + " " + args)
}

// argWords says what a Send gave its task: a tool call as a call, anything else in short.
func (e Env) argWords(v value.Value) string {
	if v.Kind() == value.List && v.Len() == 1 {
		v = v.At(0)
	}
	if v.Kind() == value.Map {
		name, ok := v.Get("name")
		args, ok2 := v.Get("args")
		if ok && ok2 && name.Kind() == value.String {
			return Cut(e.rowCall(graph.Call{Name: name.Str(), Input: args}), changeValue)
		}
		if call, ok := v.Get("tool_call"); ok {
			return e.argWords(call)
		}
	}
	return e.Short(v, 24)
}

// resultText is the text of a result: a string, or the first text block of a message's content.
func resultText(v value.Value) (string, bool) {
	switch v.Kind() {
	case value.String:
		head, _ := textHead(v, 400)
		return head, true
	case value.List:
		if v.Len() > 0 {
			return resultText(v.At(0))
		}
	case value.Map, value.Object:
		for _, name := range []string{"text", "content"} {
			if t, ok := v.Get(name); ok {
				return resultText(t)
			}
		}
	}
	return "", false
}

// problemLine is the line of a problem's text that tells it: without the tags around it, and the line after a bare exit code.
func problemLine(s string) string {
	if len(s) > 8*digestWidth {
		s = s[:8*digestWidth]
	}
	s = strings.ReplaceAll(strings.ReplaceAll(s, "<tool_use_error>", ""), "</tool_use_error>", "")
	line := headLine(s, 4*digestWidth)
	head, rest, more := strings.Cut(strings.TrimSpace(s), "\n")
	if at := strings.LastIndex(head, "Exit code "); more && at >= 0 && !strings.ContainsFunc(head[at+10:], func(r rune) bool { return r < '0' || r > '9' }) {
		if next := headLine(rest, 4*digestWidth); next != "" {
			return head + ": " + next
		}
	}
	return line
}

// problemWords is the text of a problem row: which tool, then what it said.
func (e Env) problemWords(b graph.Brief) string {
	text := e.clean(problemLine(b.Problem))
	if b.ProblemKind == "tool" {
		name := ""
		for _, r := range b.Results {
			if r.Error && r.Name != "" {
				name = e.clean(r.Name) + ": "
				break
			}
		}
		text = name + strings.TrimPrefix(strings.TrimPrefix(text, name), "Error: ")
	}
	if b.ProblemKind == "question" {
		text = "asks " + text
	}
	if b.Retried {
		text += ", ran again"
	}
	return Cut(text, digestWidth)
}
