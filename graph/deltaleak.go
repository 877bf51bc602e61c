package graph

import (
	"context"
	"slices"

	"cptui/graph/value"
)

// The writes stored at a checkpoint belong to the child that took them in, but no row says which child that is. When a run
// or an edit branches off at a checkpoint that has writes of a delta channel already, LangGraph up to 1.2.12 or so lets the
// new branch load the writes of the old one, and the old branch those of the new one (issue 8551 of langgraph). Later
// versions store a snapshot at the first checkpoint of the new branch, so that nothing leaks.
//
// What a branch itself wrote is told by the versions of its channels (a channel that did not rise took nothing in), by the
// nodes that consumed something between the two checkpoints, and by the task ids of edits and inputs.

// owned are those of a parent's writes to a channel that its child cp took in. No Leak where that is all of them, as far as
// the rows tell.
func (h *History) owned(ctx context.Context, up, cp *Checkpoint, channel string, writes []Write) ([]Write, *Leak, error) {
	if cp.Body.Kind() != value.Invalid && len(cp.Versions) == 0 {
		return writes, nil, nil // it says nothing of itself
	}
	if sameVersion(up, cp, channel) && len(cp.Versions) > 0 {
		return nil, h.leakOf(ctx, up, writes), nil
	}
	kids := h.Children(up.Index)
	if len(kids) < 2 || len(cp.Seen) == 0 {
		return writes, nil, nil
	}
	p, ok := h.Runtime.(*Pregel)
	if !ok {
		return writes, nil, nil
	}
	r, err := p.read(ctx, h, up.Index)
	if err != nil {
		return nil, nil, err
	}
	by := map[string]Write{}
	for _, w := range r.writes {
		by[w.TaskID] = w
	}
	given, err := h.givenElsewhere(ctx, up, cp, channel, kids)
	if err != nil {
		return nil, nil, err
	}
	var foreign func(w *Write) bool
	switch cp.Source {
	case "update":
		mine := map[string]bool{}
		for _, t := range r.updates(cp) {
			mine[t.ID] = true
		}
		if len(mine) == 0 {
			return writes, nil, nil
		}
		foreign = func(w *Write) bool { return !mine[w.TaskID] && (w.TaskID != nullTask || given) }
	case "input":
		id, ok := uuidBytes(up.ID)
		if !ok {
			return writes, nil, nil
		}
		foreign = func(w *Write) bool { return w.TaskID != inputID(id) && (w.TaskID != nullTask || given) }
	case "fork":
		of, err := h.copied(ctx, cp, channel, kids)
		if err != nil {
			return nil, nil, err
		}
		if of != nil {
			return h.owned(ctx, up, of, channel, writes)
		}
		foreign = func(w *Write) bool { return w.TaskID != nullTask }
	case "loop":
		moved := movedNodes(up, cp, nil, nil)
		foreign = func(w *Write) bool {
			if w.TaskID == nullTask {
				return given
			}
			n := by[w.TaskID]
			switch {
			case n.Node == byUpdate || n.Node == byInput:
				return true
			case n.Proof != ProofHash && n.Proof != ProofPath || h.pushed(w):
				return false
			}
			return !namesTask(moved, n.Node)
		}
	default:
		return writes, nil, nil
	}
	own := withoutTasks(writes, foreign)
	if len(own) < len(writes) {
		return own, h.leakOf(ctx, up, withoutTasks(writes, func(w *Write) bool { return !foreign(w) })), nil
	}
	if leak, err := h.replaced(ctx, up, cp, writes, kids); leak != nil || err != nil {
		return own, leak, err
	}
	return own, nil, nil
}

// pushed reports whether a write was made by a Send's task, whose node need not have seen anything new.
func (h *History) pushed(w *Write) bool {
	_, pulled := pulledBy(w.Path)
	return !pulled
}

// givenElsewhere reports whether what a Command gave at a checkpoint was taken in by another child: a run that a Command
// starts from an old checkpoint begins with a copy of it.
func (h *History) givenElsewhere(ctx context.Context, up, cp *Checkpoint, channel string, kids []int) (bool, error) {
	for _, k := range kids {
		if k == cp.Index {
			continue
		}
		c, err := h.Cached(ctx, k)
		if err != nil {
			return false, err
		}
		if c.Source != "fork" || sameVersion(up, c, channel) {
			continue
		}
		if of, err := h.copied(ctx, c, channel, kids); of == nil || err != nil {
			return err == nil, err
		}
	}
	return false, nil
}

// copied finds the sibling of which a checkpoint is an exact copy: it has the same version of the channel, down to its random
// digits. nil where there is none, so that the checkpoint began a run instead.
func (h *History) copied(ctx context.Context, cp *Checkpoint, channel string, kids []int) (*Checkpoint, error) {
	for _, k := range kids {
		if k == cp.Index {
			continue
		}
		c, err := h.Cached(ctx, k)
		if err != nil {
			return nil, err
		}
		if c.Source != "fork" && sameVersion(c, cp, channel) {
			return c, nil
		}
	}
	return nil, nil
}

// replaced tells of a step or an edit in the name of a node that an earlier child of the same checkpoint had run too: both
// wrote under the same task ids, and the rows of the first stayed.
func (h *History) replaced(ctx context.Context, up, cp *Checkpoint, writes []Write, kids []int) (*Leak, error) {
	p, ok := h.Runtime.(*Pregel)
	if !ok || cp.Source != "loop" && cp.Source != "update" {
		return nil, nil
	}
	mine, err := p.Ran(ctx, h, cp.Index)
	if err != nil {
		return nil, err
	}
	if cp.Source == "loop" {
		mine = movedNodes(up, cp, nil, nil)
	}
	for _, k := range kids {
		if k >= cp.Index {
			break
		}
		c, err := h.Cached(ctx, k)
		if err != nil {
			return nil, err
		}
		if c.Source != "loop" {
			continue
		}
		for _, t := range movedNodes(up, c, nil, nil) {
			if namesTask(mine, t.Name) {
				leak := h.leakOf(ctx, up, writes)
				leak.Replaced = true
				return leak, nil
			}
		}
	}
	return nil, nil
}

// beginsBranch reports whether a checkpoint that stores a channel whole stores what it was at its parent, with what an edit gave. A run
// that is started from an old checkpoint begins with such a row (LangGraph from 1.2.14 on), be it a fork or its input, and so
// does an edit: what the parent's tasks wrote belongs to the step that had taken it in before. What still waited there
// the row may hold too, and what came with a Command, which is stored nowhere else.
func (h *History) beginsBranch(ctx context.Context, cp *Checkpoint, channel string) (begins bool, given []Write, err error) {
	parent := h.Parent(cp.Index)
	if cp.Source != "fork" && cp.Source != "input" && cp.Source != "update" || parent < 0 {
		return false, nil, nil
	}
	up, err := h.Cached(ctx, parent)
	if err != nil || cp.Step != up.Step+1 || up.Source == "" { // a copy's parent is no step before it; durability "exit" begins with a row of no source
		return false, nil, err
	}
	writes := writesTo(up, channel)
	if slices.ContainsFunc(writes, func(w Write) bool { return w.TaskID == nullTask }) {
		return false, nil, nil
	}
	if len(writes) == 0 {
		return true, nil, nil
	}
	taken := false
	for _, k := range h.Children(parent) {
		if k >= cp.Index {
			break
		}
		c, err := h.Cached(ctx, k)
		if err != nil {
			return false, nil, err
		}
		taken = taken || c.Source == "loop"
	}
	if cp.Source == "update" {
		var leak *Leak
		if given, leak, err = h.owned(ctx, up, cp, channel, writes); err != nil || leak != nil && leak.Replaced {
			return false, nil, err
		}
	}
	return taken || len(given) == len(writes), given, nil
}

func (h *History) leakOf(ctx context.Context, up *Checkpoint, writes []Write) *Leak {
	l := &Leak{Row: up.Index, Writes: len(writes)}
	p, ok := h.Runtime.(*Pregel)
	if !ok {
		return l
	}
	r, err := p.read(ctx, h, up.Index)
	if err != nil {
		return l
	}
	for _, w := range r.writes {
		if w.Node != "" && !slices.Contains(l.Nodes, w.Node) && slices.ContainsFunc(writes, func(x Write) bool { return x.TaskID == w.TaskID }) {
			l.Nodes = append(l.Nodes, w.Node)
		}
	}
	return l
}
