package transcript

import (
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
)

// State is the state at a step but for its messages. It is never changed once made: the next step's shares what it can.
type State struct {
	Todos value.Value // a plan that is told whole each time; Invalid without
	Tasks []Task      // a plan that is told item by item: takes the place of Todos
	Files []Written
	Usage loaders.Usage
	Paid  bool // an answer told its cost

	Model, CWD, Branch, Mode string
}

// Task is one item of a plan that is changed item by item.
type Task struct{ ID, Subject, Status, ActiveForm, Description string }

// Written says what was last done to a file, by which tool and at which step.
type Written struct{ Path, Change, By, Step string }

// SetFile notes what was done to a file; the list before stays as it is.
func SetFile(files []Written, f Written) []Written {
	out := slices.Clone(files)
	if k := slices.IndexFunc(out, func(o Written) bool { return o.Path == f.Path }); k >= 0 {
		out[k] = f
		return out
	}
	return append(out, f)
}

// TodoList is the todos channel; Invalid without a plan.
func (s *State) TodoList() value.Value {
	if s.Tasks == nil {
		return s.Todos
	}
	items := make([]value.Value, len(s.Tasks))
	for i, t := range s.Tasks {
		e := []value.Entry{Entry("content", t.Subject), Entry("status", t.Status), Entry("id", t.ID)}
		if t.ActiveForm != "" {
			e = append(e, Entry("activeForm", t.ActiveForm))
		}
		if t.Description != "" {
			e = append(e, Entry("description", t.Description))
		}
		items[i] = value.NewMap(e)
	}
	return value.NewList(items)
}

// FileMap is the files channel; Invalid where none was written.
func (s *State) FileMap() value.Value {
	if len(s.Files) == 0 {
		return value.Value{}
	}
	e := make([]value.Entry, len(s.Files))
	for i, f := range s.Files {
		e[i] = value.NamedEntry(f.Path, value.NewMap([]value.Entry{Entry("change", f.Change), Entry("by", f.By), Entry("at", f.Step)}))
	}
	return value.NewMap(e)
}

func usageMap(u loaders.Usage) value.Value {
	n := func(name string, v int64) value.Entry { return value.NamedEntry(name, value.NewInt(v)) }
	return value.NewMap([]value.Entry{n("input", u.Input), n("output", u.Output), n("cache_read", u.CacheRead), n("cache_creation", u.CacheCreation)})
}

// channels are the channels but for the messages, in the order of CLI.md. A channel with nothing in it is left out.
func (s *State) channels() []graph.Channel {
	var out []graph.Channel
	put := func(name string, v value.Value) {
		if v.Kind() != value.Invalid {
			out = append(out, graph.Channel{Name: name, Value: v})
		}
	}
	put("todos", s.TodoList())
	put("files", s.FileMap())
	if s.Paid {
		put("usage", usageMap(s.Usage))
	}
	for _, c := range []struct{ name, v string }{{"model", s.Model}, {"cwd", s.CWD}, {"git_branch", s.Branch}, {"mode", s.Mode}} {
		if c.v != "" {
			put(c.name, value.NewString(c.v))
		}
	}
	return out
}

// relative names files as seen from the working folder, as a narrow row has room for.
func relative(files []Written, cwd string) []Written {
	out := slices.Clone(files)
	for i := range out {
		out[i].Path = Short(out[i].Path, cwd)
	}
	return out
}

// Short names a path as seen from the working folder, where it lies in it.
func Short(path, cwd string) string {
	if rest, ok := strings.CutPrefix(path, cwd+"/"); ok && cwd != "" && rest != "" {
		return rest
	}
	return path
}
