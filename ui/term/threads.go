package term

import (
	"context"

	"cptui/graph"
	"cptui/ui/view"
)

// threadList is the list of threads: a pane of the main screen where there is room, and a screen of its own.
type threadList struct {
	a     *app
	s     *source
	model *view.Threads
	list  rowlist
	shown string // the thread on the main screen
	fed   bool   // a whole screen is open: states are read for all threads, not only for those in sight
	slot  string
}

func (t *threadList) init(a *app, s *source) {
	t.a, t.s, t.slot = a, s, "thread-states"
	t.model = view.NewThreads(view.Env{Source: s.path, ASCII: a.opt.ASCII, Reveal: a.opt.Reveal}, a.now)
	t.list.rows = t.model
	if s.listed {
		t.listed()
	}
}

// listed takes in the names when they are there.
func (t *threadList) listed() {
	t.keep(func() { t.model.Add(t.s.threads, false) })
	if t.shown != "" {
		t.opened(t.shown)
	}
}

// opened tells which thread is on the main screen.
func (t *threadList) opened(id string) {
	t.model.Open(id)
	t.shown = id
	if row := t.model.RowOf(id); row >= 0 {
		t.list.to(row)
	}
}

// keep changes the list and keeps the cursor on the same thread, unless it is still where it began.
func (t *threadList) keep(change func()) {
	id, above := t.model.ID(t.list.cursor), t.list.cursor-t.list.top
	change()
	if row := t.model.RowOf(id); row >= 0 && (t.list.cursor > 0 || id == t.shown) {
		t.list.cursor, t.list.top = row, max(0, row-above)
	}
}

func (t *threadList) current() (string, bool) {
	id := t.model.ID(t.list.cursor)
	return id, t.list.cursor < t.model.Len()
}

func (t *threadList) moved() {}

func (t *threadList) find(text string) []int { return t.model.Find(text) }

// stateBatch is how many threads are looked at before the list shows them.
const stateBatch = 16

// feed reads how the threads in sight stand, then the others one after the other.
func (t *threadList) feed() {
	if t.a.jobs.running(t.slot) {
		return
	}
	ids := t.model.Need(t.list.top, t.list.top+t.list.height)
	if len(ids) == 0 && t.fed {
		ids = t.model.Unknown(stateBatch)
	}
	if len(ids) == 0 {
		return
	}
	if len(ids) > stateBatch {
		ids = ids[:stateBatch]
	}
	s, model := t.s, t.model
	env := view.Env{Reveal: t.a.opt.Reveal}
	t.a.jobs.start(t.slot, "", func(ctx context.Context, _ *job) func() {
		states := make([]view.ThreadState, 0, len(ids))
		for _, id := range ids {
			h, err := s.src.Thread(ctx, id)
			if isCancel(err) {
				return nil
			}
			if err != nil {
				states = append(states, view.ThreadState{Status: "error", Word: err.Error(), Steps: -1, Branches: -1})
				continue
			}
			st, err := stateOf(ctx, h, env)
			if isCancel(err) {
				return nil
			}
			states = append(states, st)
		}
		return func() {
			t.keep(func() {
				for i, id := range ids {
					model.Set(id, states[i])
				}
			})
		}
	})
}

// stateOf is what the list says of a thread.
func stateOf(ctx context.Context, h *graph.History, env view.Env) (view.ThreadState, error) {
	st := view.ThreadState{Steps: h.Len(), Branches: len(h.Leaves(""))}
	if !h.Transcript {
		agent, err := h.Agent(ctx)
		if err != nil {
			return st, err
		}
		st.Title = agent.Title()
	}
	v, err := h.Verdict(ctx)
	if err != nil {
		st.Status, st.Word = "error", err.Error()
		return st, err
	}
	st.Status = v.Told()
	switch v.Status {
	case "interrupted":
		if len(v.Questions) > 0 {
			st.Word = env.QuestionOf(v.Questions[0], 80)
		}
	case "error":
		st.Word = v.Error
		if v.Failed != "" {
			st.Word += " in " + v.Failed
		}
	case "pending":
		if len(v.Next) > 0 {
			st.Word = v.Next[0]
		}
	}
	return st, nil
}

func (t *threadList) askFilter() {
	was := t.model.Filtered()
	pr := t.a.ask("& ", was, func(text string, ok bool) {
		if !ok {
			text = was
		}
		t.model.Filter(text)
		t.list.to(0)
	})
	pr.changed = func(text string) {
		t.model.Filter(text)
		t.list.to(0)
	}
}

// drawPane draws the list as a pane of the main screen.
func (t *threadList) drawPane(c canvas, mode cursorMode) {
	c.line(0, view.Line{{Text: " THREADS", Style: view.Title}, {Text: " " + view.Count(t.model.All()), Style: view.Dim}}, plainLook, false)
	t.list.draw(c.part(0, 1, c.w, c.h-1), mode)
	t.feed()
}
