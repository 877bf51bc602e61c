package graph

import (
	"context"
	"slices"
	"strings"
)

// row learns from one opened checkpoint: the tasks stored at it, and the nodes that moved on from it without a trace.
func (t *tracer) row(ctx context.Context, i int) error {
	cp, err := t.h.Cached(ctx, i)
	if err != nil {
		return err
	}
	r, err := t.p.read(ctx, t.h, i)
	if err != nil {
		return err
	}
	g := t.graph(cp.NS)
	g.facts.learn(cp)
	if e := r.facts.entry(); e != "" {
		g.facts.consumes(e, chanStart)
	}
	g.Read++
	if t.h.Parent(i) < 0 && cp.Source == "loop" {
		ran, err := t.p.Ran(ctx, t.h, i)
		if err != nil {
			return err
		}
		for _, task := range ran { // the only row that its run left
			if g.facts.innards(task.Name) {
				continue
			}
			g.ran(task.Name, i)
			g.Nodes[g.at(task.Name)].AtLeast = true
		}
	}
	kids, err := t.h.followed(ctx, i)
	if err != nil {
		return err
	}
	edits, err := t.edits(ctx, r, i, kids)
	if err != nil {
		return err
	}
	made := kids
	if len(made) == 0 {
		made = []int{i}
	}
	for _, list := range [][]Task{r.tasks, r.others} {
		for k := range list {
			task := &list[k]
			if task.Status == TaskWaits || task.Status == TaskFailed || !task.wrote() && len(task.Writes) > 0 {
				g.Nodes[g.at(task.Name)].Begun = true
			}
			if !task.Finished() || !task.wrote() || task.Name == byUpdate || task.Name == byInput || edits[task.ID] {
				continue
			}
			if err := t.task(ctx, g, r, task, kids, made); err != nil {
				return err
			}
		}
	}
	for _, c := range kids {
		if err := t.moved(ctx, g, r, i, c); err != nil {
			return err
		}
	}
	return nil
}

// wrote reports whether a task produced something: one that failed and has a handler only tells of its error.
func (t *Task) wrote() bool {
	return slices.ContainsFunc(t.Writes, func(w Write) bool { return !told(w.Channel) })
}

// traced reports whether a node left writes, so that they tell what became of it.
func (r *reading) traced(node string) bool {
	for _, list := range [][]Task{r.tasks, r.others} {
		if slices.ContainsFunc(list, func(t Task) bool { return t.Name == node && len(t.Writes) > 0 }) {
			return true
		}
	}
	return false
}

// edits are the tasks of a checkpoint that an update_state wrote in the name of a due node, so that no node ran.
func (t *tracer) edits(ctx context.Context, r *reading, i int, kids []int) (map[string]bool, error) {
	out := map[string]bool{}
	for _, w := range r.cp.Writes {
		if strings.HasPrefix(w.Path, "~__interrupt__") || strings.HasPrefix(w.Path, "~__input__") {
			out[w.TaskID] = true
		}
	}
	if len(kids) > 0 {
		return out, nil
	}
	children := t.h.Children(i)
	for _, c := range children[max(0, len(children)-mostChildren):] {
		cp, err := t.h.Cached(ctx, c)
		if err != nil {
			return nil, err
		}
		if cp.Source == "update" {
			for _, task := range r.updates(cp) {
				out[task.ID] = true
			}
		}
	}
	return out, nil
}

// task counts a finished task, and follows what it wrote to the nodes that this starts.
func (t *tracer) task(ctx context.Context, g *traced, r *reading, task *Task, kids, made []int) error {
	name := task.Name
	if caller, ok := r.callerOf(task); ok {
		g.ran(name, made...)
		g.Nodes[g.at(name)].Kind = CallNode
		k := g.lead(caller, name, CallEdge)
		g.Edges[k].Count++
		g.Edges[k].Last = max(g.Edges[k].Last, made[0])
		return nil
	}
	g.ran(name, made...)
	if len(kids) == 0 && g.first[g.at(name)] == 2*made[0] {
		g.first[g.at(name)]++
	}
	if failed := t.handles(r, task); failed != "" {
		k := g.lead(failed, name, ErrorEdge)
		g.Edges[k].Count++
		g.Edges[k].Last = max(g.Edges[k].Last, made[0])
	}
	if g.starts(r, task) {
		g.led(chanStart, []int{g.lead(chanStart, name, PlainEdge)}, made[0])
	}
	edges, ownName := r.targets(g, task)
	if len(edges) == 0 {
		if ownName { // whether somebody listens shows in what was due next
			ended, err := t.ended(ctx, kids)
			if err != nil {
				return err
			}
			if !ended {
				g.ends = append(g.ends, ending{name, made[0]})
				return nil
			}
		}
		edges = append(edges, g.lead(name, chanEnd, PlainEdge))
	}
	g.led(name, edges, made[0])
	return nil
}

// targets are the edges that a task's writes took. ownName tells that it wrote the channel called as its node, which every
// node did before checkpoint format 3, whether or not another listened.
func (r *reading) targets(g *traced, task *Task) (edges []int, ownName bool) {
	for _, w := range task.Writes {
		if w.Idx < 0 {
			continue
		}
		if w.Channel == chanTasks {
			if node, _, ok := readSend(w.Value); ok {
				edges = append(edges, g.lead(task.Name, node, SendEdge))
			}
			continue
		}
		if w.Channel == task.Name && layoutOf(r.cp).nodeChannels {
			ownName = true
		}
		for _, to := range r.facts.startedBy(w.Channel, task.Name) {
			k := g.follow(task.Name, to, w.Channel)
			g.told[k] = true
			edges = append(edges, k)
		}
	}
	return edges, ownName
}

// startedBy are the nodes that a write of node to a channel starts: the one that the channel names, or those seen to listen.
func (f *facts) startedBy(channel, node string) []string {
	if to := f.named(channel); to != "" {
		return []string{to}
	}
	if channel != node && !strings.HasPrefix(channel, "branch:") {
		return nil
	}
	var out []string
	for n, chans := range f.seen {
		if chans[channel] {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

// kindOf is the kind of the edge that a channel stands for, as far as its name tells.
func kindOf(channel string) EdgeKind {
	switch {
	case strings.HasPrefix(channel, "join:"):
		return JoinEdge
	case branchFrom(channel) != "":
		return BranchEdge
	}
	return PlainEdge
}

// starts reports whether a task is that of an entrypoint function, which takes the input itself.
func (g *traced) starts(r *reading, task *Task) bool {
	return task.Name != chanStart && r.facts.entry() == task.Name && slices.Contains(task.Triggers, chanStart)
}

// callerOf is the node or function that called a task function.
func (r *reading) callerOf(task *Task) (string, bool) {
	if len(task.Writes) == 0 {
		return "", false
	}
	caller, _, ok := callPath(task.Writes[0].Path)
	if !ok {
		return "", false
	}
	for _, list := range [][]Task{r.tasks, r.others} {
		for _, by := range list {
			if len(by.Writes) > 0 && (by.Writes[0].Path == caller || by.Writes[0].Path == caller+", 0000000001") ||
				caller == "~__pregel_pull, "+by.Name {
				return by.Name, true
			}
		}
	}
	if name, ok := strings.CutPrefix(caller, "~__pregel_pull, "); ok {
		return name, true
	}
	return "", false
}

// handles is the failed node whose error handler a task is, "" for other tasks.
func (t *tracer) handles(r *reading, task *Task) string {
	if len(task.Writes) > 0 {
		if failed, ok := handledBy(task.Writes[0].Path); ok {
			return failed
		}
	}
	place, ok := placeOf(r.cp)
	if !ok {
		return ""
	}
	for _, list := range [][]Task{r.tasks, r.others} {
		for _, failed := range list {
			if failed.Status == TaskFailed && failed.ID != task.ID &&
				slices.Contains(t.p.hasher.Handler(place, task.Name, failed.ID), task.ID) {
				return failed.Name
			}
		}
	}
	return ""
}
