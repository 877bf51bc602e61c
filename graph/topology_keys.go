package graph

import (
	"context"
	"strings"
)

// WriteKey is what the key of a stored write tells, without its value.
type WriteKey struct {
	Checkpoint, Task, Path, Channel string
	Idx                             int
}

// KeyReader is what an Opener may be as well: the keys of the writes of one namespace, the newest checkpoint first and all
// writes of a checkpoint together. f returns false to stop. An error means that the source could not be read.
type KeyReader interface {
	WriteKeys(ctx context.Context, ns string, f func(WriteKey) bool) error
}

// older learns from the keys of the writes at rows that are not among those opened.
func (t *tracer) older(ctx context.Context, opened []int) error {
	keys, ok := t.h.Opener.(KeyReader)
	if !ok {
		return nil
	}
	done := make(map[int]bool, len(opened))
	openedIn := map[string]int{}
	for _, i := range opened {
		done[i] = true
		openedIn[t.h.NS(i)]++
	}
	left := mostKeys
	spaces := t.h.Namespaces()
	for _, ns := range spaces[:min(len(spaces), mostKeySpaces)] {
		g := t.graph(ns)
		var group []WriteKey
		named, silent := 0, 0 // checkpoints whose keys tell all, and those that take more
		take := func() {
			if len(group) > 0 {
				if i, ok := t.h.FindIn(group[0].Checkpoint, ns); ok && !done[i] {
					if t.keyed(g, i, group) {
						named++
					} else {
						silent++
					}
				}
			}
			group = group[:0]
		}
		err := keys.WriteKeys(ctx, ns, func(w WriteKey) bool {
			if len(group) > 0 && group[0].Checkpoint != w.Checkpoint {
				take()
			}
			if left--; left < 0 {
				group = nil // the last checkpoint is not whole
				return false
			}
			group = append(group, w)
			return true
		})
		if err != nil {
			return err
		}
		take()
		if named > 0 && left > 0 { // the others have no writes that would tell something
			named = t.h.countIn(ns) - openedIn[ns] - silent
		}
		g.Read, g.Keys = g.Read+named, g.Keys+named
		if left <= 0 {
			return nil
		}
	}
	return nil
}

// keyed learns from the keys of one checkpoint's writes, and reports whether they sufficed. Nothing is taken from a checkpoint whose keys do not tell all: Sends
// and calls name no node, early rows no task path.
func (t *tracer) keyed(g *traced, i int, group []WriteKey) bool {
	type taskKeys struct {
		name     string
		finished bool
		channels []string
	}
	tasks := map[string]*taskKeys{}
	var order []*taskKeys
	for _, w := range group {
		if w.Task == nullTask || strings.HasPrefix(w.Path, "~__interrupt__") || strings.HasPrefix(w.Path, "~__input__") {
			continue
		}
		name, pull := strings.CutPrefix(w.Path, "~__pregel_pull, ")
		if _, handler := handledBy(w.Path); !pull || handler || w.Channel == chanTasks || w.Channel == chanReturn || w.Channel == chanEnd {
			return false
		}
		k := tasks[w.Task]
		if k == nil {
			k = &taskKeys{name: name}
			tasks[w.Task] = k
			order = append(order, k)
		}
		if w.Idx >= 0 && !told(w.Channel) {
			k.finished = true
			k.channels = append(k.channels, w.Channel)
		}
	}
	row := i
	if kids := t.h.Children(i); len(kids) > 0 {
		row = kids[0]
	}
	for _, k := range order {
		if !k.finished {
			continue
		}
		g.ran(k.name, row)
		var edges []int
		for _, ch := range k.channels {
			g.facts.channels[ch] = true
			if to := g.facts.named(ch); to != "" {
				edges = append(edges, g.follow(k.name, to, ch))
			}
		}
		if len(edges) == 0 {
			edges = append(edges, g.lead(k.name, chanEnd, PlainEdge))
		}
		g.led(k.name, edges, row)
	}
	return true
}
