package graph

import (
	"context"
	"slices"
	"strings"
)

// moved learns from versions_seen what no write tells: the nodes that ran between a checkpoint and its child without having
// left a write, and what started them. LangGraph before 0.2.21 stored writes only of failed and of parallel steps.
func (t *tracer) moved(ctx context.Context, g *traced, r *reading, i, c int) error {
	ran, err := t.p.Ran(ctx, t.h, c)
	if err != nil {
		return err
	}
	after, err := t.h.Cached(ctx, c)
	if err != nil {
		return err
	}
	from, known := t.h.Step(i)
	to, known2 := t.h.Step(c)
	next := !known || !known2 || to == from+1
	ran = slices.DeleteFunc(ran, func(task Task) bool {
		return len(task.Writes) == 0 && (len(task.Triggers) == 0 || r.traced(task.Name)) || g.facts.innards(task.Name)
	})
	if next { // a Send leaves no trace in versions_seen
		for _, task := range r.tasks {
			if task.Triggers[0] == pushTrigger && len(task.Writes) == 0 {
				ran = append(slices.Clip(ran), task)
			}
		}
	}
	for k := range ran {
		task := &ran[k]
		if len(task.Writes) == 0 {
			g.ran(task.Name, c)
			if !next {
				g.Nodes[g.at(task.Name)].AtLeast = true
			}
		}
	}
	if !next {
		return nil // several steps lie between
	}
	before, writers, err := t.makers(ctx, i)
	if err != nil {
		return err
	}
	led := map[string][]int{}
	for k := range ran {
		g.consumed(r, after, &ran[k], before, writers, led)
	}
	for _, name := range sortedKeys(led) {
		g.led(name, led[name], c)
	}
	ended, err := t.ended(ctx, []int{c})
	if err != nil {
		return err
	}
	onward, err := t.h.followed(ctx, c)
	if err != nil {
		return err
	}
	for k := range ran {
		name := ran[k].Name
		switch {
		case len(ran[k].Writes) > 0 || name == chanStart:
		case ended:
			g.led(name, []int{g.lead(name, chanEnd, PlainEdge)}, c)
		case len(onward) == 0 && layoutOf(after).nodeChannels:
			g.ends = append(g.ends, ending{name, c})
		}
	}
	return nil
}

// ended reports whether nothing was due at one of some checkpoints.
func (t *tracer) ended(ctx context.Context, rows []int) (bool, error) {
	for _, c := range rows {
		due, err := t.p.Due(ctx, t.h, c)
		if err != nil {
			return false, err
		}
		if due.Known && len(due.Tasks) == 0 && len(due.Waits) == 0 {
			return true, nil
		}
	}
	return false, nil
}

// makers are the nodes that made a checkpoint, and those of them whose writes are stored and tell all by themselves.
func (t *tracer) makers(ctx context.Context, i int) (nodes []string, writers map[string]bool, err error) {
	ran, err := t.p.Ran(ctx, t.h, i)
	writers = map[string]bool{}
	for k := range ran {
		if !slices.Contains(nodes, ran[k].Name) {
			nodes = append(nodes, ran[k].Name)
		}
		if len(ran[k].Writes) > 0 {
			writers[ran[k].Name] = true
		}
	}
	return nodes, writers, err
}

// consumed follows the channels that a node consumed in one step back to where they came from: led gathers the edges by the
// node that they leave.
func (g *traced) consumed(r *reading, after *Checkpoint, task *Task, makers []string, writers map[string]bool, led map[string][]int) {
	now, _ := after.SeenBy(task.Name)
	was, _ := r.cp.SeenBy(task.Name)
	for _, v := range now {
		holds, held := r.cp.Channel(v.Channel) // one that was consumed before rises too
		if !held || !available(v.Channel, holds) || CompareVersions(v.Value, VersionOf(was, v.Channel)) <= 0 {
			continue
		}
		for _, name := range g.sources(r, v.Channel, makers, writers) {
			if writers[name] {
				continue
			}
			k := g.follow(name, task.Name, v.Channel)
			if g.told[k] && !slices.Contains(makers, name) {
				continue // a member of a join that wrote long before
			}
			led[name] = append(led[name], k)
		}
	}
}

// sources are the nodes that a consumed channel came from: by its name, else the one node that ran before, where none of
// those that ran left writes.
func (g *traced) sources(r *reading, channel string, makers []string, writers map[string]bool) []string {
	switch {
	case strings.HasPrefix(channel, "start:"):
		return []string{chanStart}
	case strings.HasPrefix(channel, "join:"):
		needs, _, _ := joinOf(channel)
		return needs
	case branchFrom(channel) != "":
		return []string{branchFrom(channel)}
	case r.facts.nodes[channel] && layoutOf(r.cp).nodeChannels && !bookkeeping(channel):
		return []string{channel}
	case strings.HasPrefix(channel, "branch:to:") && len(makers) == 1 && len(writers) == 0:
		return makers
	}
	return nil
}
