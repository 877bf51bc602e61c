package view

import (
	"strconv"
	"strings"

	"cptui/fork"
	"cptui/graph"
	"cptui/graph/value"
)

// ForkPlan shows what a fork would write before anything is written. Rows of edits know which edit they are.
type ForkPlan struct {
	*outline
	edits map[*item]int
}

// NewForkPlan shows the plan for a request at moment m; plan is nil while it is worked out or where err says why there is
// none.
func NewForkPlan(req fork.Request, plan *fork.Plan, err error, m *graph.Moment, env Env) *ForkPlan {
	p := &ForkPlan{edits: map[*item]int{}}
	p.outline = newWrapped(env, func(width int) []*item {
		b := &forkRows{card: newCard(env, width, 8), req: req, plan: plan, err: err, m: m, pane: p}
		b.all()
		return b.items
	})
	return p
}

// Edit gives the number of the edit that row i belongs to, -1 where it belongs to none.
func (p *ForkPlan) Edit(i int) int {
	if i < 0 || i >= len(p.rows) {
		return -1
	}
	if n, ok := p.edits[p.rows[i]]; ok {
		return n
	}
	return -1
}

type forkRows struct {
	*card
	req  fork.Request
	plan *fork.Plan
	err  error
	m    *graph.Moment
	pane *ForkPlan
}

func (b *forkRows) all() {
	head := Line{{" FORK from ", Title}, {b.env.clean(b.req.Thread) + " " + b.env.branchName(b.m.Index), Strong}}
	if b.req.NS != "" {
		head = append(head, Span{"  inside " + b.env.clean(b.req.NS), WaitStyle})
	}
	it := &item{place: NoPlace}
	it.draw = func(w int) Line { return Spread(head, Line{{"nothing is written yet", OkStyle}}, w) }
	b.items = append(b.items, it, plainItem(nil))
	b.changes()
	b.items = append(b.items, plainItem(nil))
	b.choices()
	if b.err != nil {
		b.items = append(b.items, plainItem(nil))
		b.add("refused", NoPlace, Line{{b.env.clean(strings.TrimPrefix(b.err.Error(), "refused: ")), ErrStyle}}, nil, 0)
		return
	}
	if b.plan == nil {
		b.add("plan", NoPlace, Line{{"… being worked out", Dim}}, nil, 0)
		return
	}
	b.items = append(b.items, plainItem(nil))
	b.effects()
}

// changes lists the edits, each with what it replaces.
func (b *forkRows) changes() {
	if b.req.Kind == "fork" {
		text := "none: an exact copy beside " + b.env.StepName(b.m.Index)
		if !b.env.Print {
			text += "   (s makes it an edited child)"
		}
		b.fact("change", text)
		return
	}
	label := "change"
	if !b.env.Print {
		b.add(label, NoPlace, Line{{"e edit   + add   - remove   x undo one   o in $EDITOR", Dim}}, nil, 1)
		label = ""
	}
	if len(b.req.Edits) == 0 {
		b.fact(label, "nothing yet: the fork would have the same state")
	}
	for i, e := range b.req.Edits {
		path := strings.TrimPrefix(e.Path.String(), ".")
		op := map[fork.EditOp]string{fork.Set: "~ ", fork.Delete: "- ", fork.Append: "+ "}[e.Op]
		first := len(b.items)
		b.add(label, placeOf(e.Path, e.Value), Line{{op, ModStyle}, {b.env.clean(path), KeyStyle}}, nil, 2)
		label = ""
		before := value.Value{}
		if b.plan != nil && i < len(b.plan.Before) {
			before = b.plan.Before[i]
		} else if v, ok := stateAt(b.m.State, e.Path); ok {
			before = v
		}
		room := b.room()/2 - 4
		var line Line
		switch e.Op {
		case fork.Delete:
			line = Line{{"    ", Plain}, {b.env.Short(before, 2*room), DelStyle}, {"  goes", Dim}}
		case fork.Append:
			line = Line{{"    + ", Plain}, {b.env.Short(e.Value, 2*room), AddStyle}}
		default:
			line = Line{{"    ", Plain}, {b.env.Short(before, room), DelStyle}, {"  " + b.env.Glyph(GArrow) + "  ", Dim}, {b.env.Short(e.Value, room), AddStyle}}
		}
		b.add("", placeOf(e.Path, e.Value), line, nil, 2)
		for _, it := range b.items[first:] {
			b.pane.edits[it] = i
		}
	}
}

// stateAt finds a path in a state.
func stateAt(s graph.State, p value.Path) (value.Value, bool) {
	if len(p) == 0 {
		return value.Value{}, false
	}
	if s.Whole.Kind() != value.Invalid {
		return p.In(s.Whole)
	}
	v, ok := s.Get(p[0].Name)
	if !ok {
		return v, false
	}
	return p[1:].In(v)
}

func (b *forkRows) choice(label, key string, text Line, max int) {
	if !b.env.Print {
		text = append(Line{{Pad(key, 10), Dim}}, text...)
	}
	b.add(label, NoPlace, text, nil, max)
}

// choices are what a person can change besides the values.
func (b *forkRows) choices() {
	next := b.req.Next
	var nodes []string
	if b.plan != nil {
		nodes = b.plan.Next
	} else if b.m.Due.Known {
		nodes = b.m.Due.Next
	}
	words := b.env.clean(countWords(nodes))
	if len(nodes) == 0 {
		words = "end, nothing is due"
	}
	note := "as it was"
	switch next {
	case "end":
		note = "set to the end"
	case "", "keep":
	default:
		note = "set by hand"
	}
	if b.req.Kind != "fork" {
		b.choice("next", "n change", Line{{words, Strong}, {"   " + note, Dim}}, 2)
	}
	where := "this thread"
	switch {
	case b.req.CopyTo != "":
		where = "a copy of the database: " + b.req.CopyTo
		if b.req.ToThread != "" {
			where += ", thread " + b.req.ToThread
		}
	case b.req.To != "":
		where = "a new file: " + b.req.To
	case b.plan != nil && b.plan.File != "": // of a coding session
		where = "a new session file: " + b.plan.File
	case b.req.ToThread != "" && b.req.WithHistory:
		where = "thread " + b.req.ToThread + ", with all steps up to here"
	case b.req.ToThread != "":
		where = "thread " + b.req.ToThread + ", this checkpoint alone"
	case b.plan != nil && b.plan.Head:
		where = "this thread: the fork becomes the head of " + b.req.Thread
	case b.plan != nil:
		where = "this thread: a branch, the head stays"
	}
	b.choice("where", "t change", Line{{b.env.clean(where), Plain}}, 2)
	if b.plan != nil && b.plan.Head && b.req.ToThread == "" && b.plan.File == "" && b.req.CopyTo == "" && !b.m.IsHead {
		indent := strings.Repeat(" ", 10)
		if b.env.Print {
			indent = ""
		}
		b.fact("", indent+"invoke() goes on from here and does not know what came after "+b.env.StepName(b.m.Index))
	}
	kind := "update (edited state)"
	if b.req.Kind == "fork" {
		kind = "fork (exact copy)"
	}
	if b.plan != nil && b.plan.File != "" && b.req.CopyTo == "" {
		return // a session: nothing waits in it, and every fork of it is a copy
	}
	b.choice("kind", "s change", Line{{kind, Plain}}, 1)
	b.keep()
}

// keep says what hangs on the tasks due here, and whether it comes along.
func (b *forkRows) keep() {
	text := Line{{"left behind", Plain}}
	switch {
	case b.req.KeepWaiting && b.plan != nil && len(b.plan.Carries) > 0:
		text = Line{{b.env.clean(strings.Join(b.plan.Carries, " · ")), OkStyle}}
	case b.req.KeepWaiting:
		text = Line{{"what waits comes along", Plain}}
	case b.plan != nil && len(b.plan.Loses) == 0:
		text = Line{{"nothing waits here", Dim}}
	}
	b.choice("keep", "w change", text, 0)
}

// effects are what would be added, what stays and what is lost.
func (b *forkRows) effects() {
	p := b.plan
	counts := map[string]int{}
	var order []string
	var bytes int64
	for _, r := range p.Rows {
		if counts[r.Table]++; counts[r.Table] == 1 {
			order = append(order, r.Table)
		}
		bytes += r.Bytes
	}
	var adds []string
	for _, t := range order {
		switch t {
		case "checkpoints":
			adds = append(adds, plural(counts[t], "checkpoint row"))
		case "writes":
			adds = append(adds, plural(counts[t], "write"))
		case "file":
			adds = append(adds, plural(counts[t], "file"))
		default:
			adds = append(adds, plural(counts[t], "row")+" in "+t)
		}
	}
	if len(adds) == 0 {
		adds = []string{"nothing"}
	}
	text := strings.Join(adds, ", ")
	if bytes > 0 {
		text += ", " + byteCount(bytes)
	}
	b.fact("adds", b.env.clean(text))
	if p.File != "" {
		b.fact("keeps", "the old file as it is, byte for byte")
	} else {
		text = "all " + plural(p.Keeps, "checkpoint") + " as they are"
		if p.Head && p.HeadBefore != "" && b.env.Hist != nil && b.env.Hist.DAG != nil {
			if at, ok := b.env.Hist.Find(p.HeadBefore); ok {
				text += "; the old head " + b.env.branchName(at) + " stays as a branch"
			}
		}
		b.fact("keeps", text)
	}
	if len(p.Loses) > 0 {
		b.add("loses", NoPlace, Line{{b.env.clean(strings.Join(p.Loses, " · ")), WaitStyle}}, nil, 0)
	}
	if len(p.After) > 0 {
		b.items = append(b.items, plainItem(Line{{" cannot undo", Title}, {", done after " + b.env.StepName(b.m.Index) + " on the old branch:", Plain}}))
		shown, more := p.After, ""
		if len(shown) > 12 {
			shown, more = shown[:12], " · and "+strconv.Itoa(len(p.After)-12)+" more"
		}
		b.add("", NoPlace, Line{{b.env.clean(strings.Join(shown, " · ") + more), WaitStyle}}, nil, 0)
	}
	next := b.env.clean(countWords(p.Next))
	if p.Next == nil && p.File == "" {
		b.add("check", NoPlace, Line{{"what is due after it is not known: the file cannot tell", WaitStyle}}, nil, 0)
		return
	}
	if len(p.Next) == 0 {
		next = "nothing is due"
	}
	b.add("check", NoPlace, Line{{"next worked out from the new row: " + next + " ", Plain}, {b.env.Glyph(GDone), OkStyle}}, nil, 0)
}

// ForkedLine says in one line what a fork has written and how to take it back.
func ForkedLine(r *fork.Result, from string, env Env) string {
	id := r.ID
	if len(id) > 4 {
		id = id[len(id)-4:]
	}
	if r.File != "" && r.File == r.Path {
		return env.clean("forked …" + id + " from " + from + " into a copy · cptui " + ShellQuote(r.File) + " opens it")
	}
	back := " · :unfork " + id + " takes it back"
	if r.File != "" {
		return env.clean("forked from " + from + back + " · y f copies how to resume " + fileName(r.File))
	}
	text := "forked …" + id + " from " + from
	if r.Head {
		text += ", now the head"
	}
	return env.clean(text + back + " · y r resume")
}
