package claude

import (
	"slices"

	"cptui/graph/value"
	"cptui/loaders/transcript"
)

// context takes over what a record says of where and how the program ran. Modes told by a line of bookkeeping belong to the
// record that follows it.
func (u *unit) context(s *transcript.State, i int32) {
	for k := i - 1; k >= 0 && !u.recs[k].inTree(); k-- {
		if r := &u.recs[k]; r.mode != 0 {
			s.Mode = u.Text(r.mode)
			break
		}
	}
	set := func(to *string, r ref) {
		if r != 0 && *to != string(u.Bytes(r)) {
			*to = u.Text(r)
		}
	}
	r := &u.recs[i]
	set(&s.CWD, r.cwd)
	set(&s.Branch, r.branch)
	set(&s.Mode, r.mode)
	if r.kind == assistant && !r.is(synthetic) {
		set(&s.Model, r.model)
	}
}

// paid lists what the answers of a step cost, each once.
func (u *unit) paid(n int32) []usage {
	if u.steps[n].kind != model {
		return nil
	}
	var out []usage
	for _, i := range u.of(n) {
		for _, c := range span(u.costs, i, func(c *usage) int32 { return c.rec }) {
			k := slices.IndexFunc(out, func(o usage) bool { return c.msg != 0 && o.msg == c.msg && o.req == c.req })
			if k >= 0 {
				out[k].join(c)
			} else {
				out = append(out, c)
			}
		}
	}
	return out
}

// effect applies what a tool's result did to todos and files. A call that failed did nothing.
func (u *unit) effect(s *transcript.State, r *result, n int32) error {
	c := u.callFor(r)
	if c == nil || r.err {
		return nil
	}
	name := u.Text(c.name)
	switch {
	case writers[name] && c.path != 0:
		s.Files = transcript.SetFile(s.Files, transcript.Written{Path: u.Text(c.path), Change: changeOf(r), By: "tool:" + name, Step: u.name(n)})
	case name == "TodoWrite":
		b, err := u.block(c)
		if err != nil {
			return err
		}
		if todos := transcript.Spot(b, "input", "todos"); len(todos) > 0 && todos[0] == '[' {
			s.Todos, s.Tasks = value.Stored(value.JSON, slices.Clone(todos)), nil
		}
	case name == "TaskCreate" || name == "TaskUpdate":
		return u.plan(s, c, r, name == "TaskCreate")
	}
	return nil
}

func changeOf(r *result) string {
	if r.made {
		return "create"
	}
	return "update"
}

// block reads a call's tool_use block.
func (u *unit) block(c *call) ([]byte, error) {
	body, err := u.body(c.rec)
	if err != nil {
		return nil, err
	}
	id := u.Text(c.id)
	for _, b := range transcript.Blocks(content(body)) {
		if transcript.Word(transcript.Spot(b, "type")) == "tool_use" && transcript.Word(transcript.Spot(b, "id")) == id {
			return b, nil
		}
	}
	return nil, nil
}

// plan applies TaskCreate and TaskUpdate.
func (u *unit) plan(s *transcript.State, c *call, r *result, create bool) error {
	b, err := u.block(c)
	if err != nil {
		return err
	}
	answer, err := u.body(r.rec)
	if err != nil {
		return err
	}
	in := func(name string) string { return transcript.Word(transcript.Spot(b, "input", name)) }
	tasks := slices.Clone(s.Tasks)
	if create {
		id := transcript.Word(transcript.Spot(answer, "toolUseResult", "task", "id"))
		tasks = append(tasks, transcript.Task{ID: id, Subject: in("subject"), Status: "pending", ActiveForm: in("activeForm"), Description: in("description")})
		s.Tasks, s.Todos = tasks, value.Value{}
		return nil
	}
	k := slices.IndexFunc(tasks, func(t transcript.Task) bool { return t.ID == in("taskId") })
	if k < 0 {
		return nil
	}
	if in("status") == "deleted" {
		s.Tasks = slices.Delete(tasks, k, k+1)
		return nil
	}
	for _, f := range []struct {
		to   *string
		name string
	}{{&tasks[k].Subject, "subject"}, {&tasks[k].Status, "status"}, {&tasks[k].ActiveForm, "activeForm"}, {&tasks[k].Description, "description"}} {
		if v := in(f.name); v != "" {
			*f.to = v
		}
	}
	s.Tasks = tasks
	return nil
}
