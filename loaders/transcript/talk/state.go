package talk

import (
	"slices"

	"cptui/graph/value"
	"cptui/loaders/transcript"
)

// Fold takes over where and how the program ran, what answers cost, and what results did to files and plan.
func (t script) Fold(next *transcript.State, i int) error {
	b, n := t.s.at(i)
	s := &b.steps[n]
	if s.parent < 0 {
		b.beside.begin(next)
	}
	for _, rec := range s.recs {
		b.context(next, rec)
		if b.recs[rec].is(plans) && !b.planned() {
			e, err := b.event(rec)
			if err != nil {
				return err
			}
			next.Todos, next.Tasks = transcript.Stored(slices.Clone(e.Plan)), nil
		}
	}
	if s.paid {
		add(&next.Usage, s.cost)
		next.Paid = true
	}
	for _, o := range b.gave(n) {
		if err := b.effect(next, n, o.id); err != nil {
			return err
		}
	}
	return nil
}

// planned reports whether calls tell the plan.
func (b *Book) planned() bool {
	for id := range b.callOf {
		if b.effectOf(id) == Plans {
			return true
		}
	}
	return false
}

func (b *Book) context(s *transcript.State, rec ref) {
	r := &b.recs[rec]
	for _, f := range []struct {
		to *string
		v  string
	}{{&s.Model, r.model}, {&s.CWD, r.cwd}, {&s.Branch, r.branch}, {&s.Mode, r.mode}} {
		if f.v != "" {
			*f.to = f.v
		}
	}
}

// fileKeys name the file in what a tool that writes one is asked.
var fileKeys = []string{"file_path", "filePath", "notebook_path", "absolute_path", "path"}

func member(v value.Value, names ...string) string {
	for _, name := range names {
		if m, ok := v.Get(name); ok && m.Kind() == value.String {
			return m.Str()
		}
	}
	return ""
}

// effect applies what a call's good result did.
func (b *Book) effect(s *transcript.State, n int32, id string) error {
	key := b.keyIn(n, id)
	what := b.effectOf(key)
	if what == 0 {
		return nil
	}
	c, err := b.call(key)
	if err != nil {
		return err
	}
	e, err := b.event(b.resultOf[key])
	if err != nil {
		return err
	}
	k := slices.IndexFunc(e.Results, func(o Outcome) bool { return o.ID == id })
	if k < 0 {
		return nil
	}
	switch o := &e.Results[k]; what {
	case Writes, Puts:
		if path := member(c.Input, fileKeys...); path != "" {
			known := slices.ContainsFunc(s.Files, func(f transcript.Written) bool { return f.Path == path })
			change := "update"
			switch told := member(c.Input, "type"); {
			case o.Made, told == "create_file":
				change = "create"
			case told == "delete_file":
				change = "delete"
			case what == Puts && !known:
				change = "write"
			}
			s.Files = transcript.SetFile(s.Files, transcript.Written{Path: path, Change: change, By: "tool:" + c.Name, Step: b.names[n]})
		}
	case Plans:
		s.Todos, s.Tasks = plan(c.Input), nil
	case PlansOne:
		s.Tasks = append(slices.Clone(s.Tasks), transcript.Task{ID: o.Item, Subject: member(c.Input, "subject"), Status: "pending",
			ActiveForm: member(c.Input, "activeForm"), Description: member(c.Input, "description")})
		s.Todos = value.Value{}
	case PlansAgain:
		replan(s, c.Input)
	}
	return nil
}

// plan is a plan that is told whole: as stored, where its items have a content and a status.
func plan(in value.Value) value.Value {
	list, ok := in.Get("todos")
	if !ok || list.Kind() != value.List {
		return value.Value{}
	}
	var items []value.Value
	for _, e := range list.Entries() {
		if _, has := e.Val.Get("content"); has {
			items = append(items, e.Val)
			continue
		}
		items = append(items, value.NewMap([]value.Entry{transcript.Entry("content", member(e.Val, "description", "text", "title")), transcript.Entry("status", member(e.Val, "status"))}))
	}
	return value.NewList(items)
}

// replan changes one item of a plan.
func replan(s *transcript.State, in value.Value) {
	tasks := slices.Clone(s.Tasks)
	k := slices.IndexFunc(tasks, func(t transcript.Task) bool { return t.ID == member(in, "taskId") })
	if k < 0 {
		return
	}
	if member(in, "status") == "deleted" {
		s.Tasks = slices.Delete(tasks, k, k+1)
		return
	}
	for _, f := range []struct {
		to   *string
		name string
	}{{&tasks[k].Subject, "subject"}, {&tasks[k].Status, "status"}, {&tasks[k].ActiveForm, "activeForm"}, {&tasks[k].Description, "description"}} {
		if v := member(in, f.name); v != "" {
			*f.to = v
		}
	}
	s.Tasks = tasks
}
