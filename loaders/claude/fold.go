package claude

import (
	"slices"
	"sync"

	"cptui/graph/value"
	"cptui/loaders"
)

// small is the state at a step but for its messages. It is never changed once made: the next step's shares what it can.
type small struct {
	todos value.Value // of TodoWrite, as stored; Invalid without
	tasks []task      // of TaskCreate and TaskUpdate
	files []fileState
	usage loaders.Usage
	paid  bool // an answer told its cost

	model, cwd, branch, mode string
}

// task is one item of the newer task tools.
type task struct{ id, subject, status, activeForm, description string }

// fileState says what was last done to a file, by which tool and at which step.
type fileState struct{ path, change, by, step string }

// folder folds states along branches. It keeps some of them, so that a step costs no more than the few before it: every
// thirty-second of a branch, and the newest ones asked for.
type folder struct {
	s      *session
	mu     sync.Mutex
	kept   map[int]*small // by DAG index, at depths that are multiples of stride
	recent map[int]*small
	words  messageCache
}

const (
	stride     = 32
	maxRecent  = 256
	maxKeptAll = 1 << 16
)

func newFolder(s *session) *folder {
	return &folder{s: s, kept: map[int]*small{}, recent: map[int]*small{}, words: messageCache{lists: map[int][]message{}}}
}

// at is the state at DAG index i.
func (f *folder) at(i int) (*small, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	u, st := f.s.at(i)
	var path []int32
	state := &small{}
	for n := st; n >= 0; n = u.steps[n].parent {
		if known := f.known(u.base + int(n)); known != nil {
			state = known
			break
		}
		path = append(path, n)
	}
	for _, n := range slices.Backward(path) {
		next, err := f.step(state, u, n)
		if err != nil {
			return nil, err
		}
		state = next
		f.keep(u.base+int(n), u.steps[n].depth, state)
	}
	return state, nil
}

func (f *folder) known(i int) *small {
	if s := f.kept[i]; s != nil {
		return s
	}
	return f.recent[i]
}

func (f *folder) keep(i int, depth int32, s *small) {
	if depth%stride == 0 && len(f.kept) < maxKeptAll {
		f.kept[i] = s
		return
	}
	if len(f.recent) >= maxRecent {
		clear(f.recent)
	}
	f.recent[i] = s
}

// step makes the state after one more step.
func (f *folder) step(before *small, u *unit, n int32) (*small, error) {
	next := *before
	for _, i := range u.of(n) {
		u.context(&next, i)
	}
	for _, c := range u.paid(n) {
		add(&next.usage, c)
		next.paid = true
	}
	if u.steps[n].kind == results {
		for _, i := range u.of(n) {
			for _, r := range u.resultsOf(i) {
				if err := u.effect(&next, &r, n); err != nil {
					return nil, err
				}
			}
		}
	}
	return &next, nil
}

// context takes over what a record says of where and how the program ran. Modes told by a line of bookkeeping belong to the
// record that follows it.
func (u *unit) context(s *small, i int32) {
	for k := i - 1; k >= 0 && !u.recs[k].inTree(); k-- {
		if r := &u.recs[k]; r.mode != 0 {
			s.mode = u.text(r.mode)
			break
		}
	}
	set := func(to *string, r ref) {
		if r != 0 && *to != string(u.bytes(r)) {
			*to = u.text(r)
		}
	}
	r := &u.recs[i]
	set(&s.cwd, r.cwd)
	set(&s.branch, r.branch)
	set(&s.mode, r.mode)
	if r.kind == assistant && !r.is(synthetic) {
		set(&s.model, r.model)
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
func (u *unit) effect(s *small, r *result, n int32) error {
	c := u.callFor(r)
	if c == nil || r.err {
		return nil
	}
	name := u.text(c.name)
	switch {
	case writers[name] && c.path != 0:
		s.files = setFile(s.files, fileState{path: u.text(c.path), change: changeOf(r), by: "tool:" + name, step: u.name(n)})
	case name == "TodoWrite":
		b, err := u.block(c)
		if err != nil {
			return err
		}
		if todos := spot(b, "input", "todos"); len(todos) > 0 && todos[0] == '[' {
			s.todos, s.tasks = value.Stored(value.JSON, slices.Clone(todos)), nil
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

func setFile(files []fileState, f fileState) []fileState {
	out := slices.Clone(files)
	if k := slices.IndexFunc(out, func(o fileState) bool { return o.path == f.path }); k >= 0 {
		out[k] = f
		return out
	}
	return append(out, f)
}

// block reads a call's tool_use block.
func (u *unit) block(c *call) ([]byte, error) {
	body, err := u.body(c.rec)
	if err != nil {
		return nil, err
	}
	id := u.text(c.id)
	for _, b := range blocks(content(body)) {
		if word(spot(b, "type")) == "tool_use" && word(spot(b, "id")) == id {
			return b, nil
		}
	}
	return nil, nil
}

// plan applies TaskCreate and TaskUpdate.
func (u *unit) plan(s *small, c *call, r *result, create bool) error {
	b, err := u.block(c)
	if err != nil {
		return err
	}
	answer, err := u.body(r.rec)
	if err != nil {
		return err
	}
	in := func(name string) string { return word(spot(b, "input", name)) }
	tasks := slices.Clone(s.tasks)
	if create {
		id := word(spot(answer, "toolUseResult", "task", "id"))
		tasks = append(tasks, task{id: id, subject: in("subject"), status: "pending", activeForm: in("activeForm"), description: in("description")})
		s.tasks, s.todos = tasks, value.Value{}
		return nil
	}
	k := slices.IndexFunc(tasks, func(t task) bool { return t.id == in("taskId") })
	if k < 0 {
		return nil
	}
	if in("status") == "deleted" {
		s.tasks = slices.Delete(tasks, k, k+1)
		return nil
	}
	for _, f := range []struct {
		to   *string
		name string
	}{{&tasks[k].subject, "subject"}, {&tasks[k].status, "status"}, {&tasks[k].activeForm, "activeForm"}, {&tasks[k].description, "description"}} {
		if v := in(f.name); v != "" {
			*f.to = v
		}
	}
	s.tasks = tasks
	return nil
}

// todoList is the todos channel; Invalid without a plan.
func (s *small) todoList() value.Value {
	if s.tasks == nil {
		return s.todos
	}
	items := make([]value.Value, len(s.tasks))
	for i, t := range s.tasks {
		e := []value.Entry{text("content", t.subject), text("status", t.status), text("id", t.id)}
		if t.activeForm != "" {
			e = append(e, text("activeForm", t.activeForm))
		}
		if t.description != "" {
			e = append(e, text("description", t.description))
		}
		items[i] = value.NewMap(e)
	}
	return value.NewList(items)
}

func text(name, v string) value.Entry { return value.NamedEntry(name, value.NewString(v)) }

// fileMap is the files channel; Invalid where none was written.
func (s *small) fileMap() value.Value {
	if len(s.files) == 0 {
		return value.Value{}
	}
	e := make([]value.Entry, len(s.files))
	for i, f := range s.files {
		e[i] = value.NamedEntry(f.path, value.NewMap([]value.Entry{text("change", f.change), text("by", f.by), text("at", f.step)}))
	}
	return value.NewMap(e)
}

func usageMap(u loaders.Usage) value.Value {
	n := func(name string, v int64) value.Entry { return value.NamedEntry(name, value.NewInt(v)) }
	return value.NewMap([]value.Entry{n("input", u.Input), n("output", u.Output), n("cache_read", u.CacheRead), n("cache_creation", u.CacheCreation)})
}
