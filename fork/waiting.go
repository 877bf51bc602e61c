package fork

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/langgraph"
)

// rekeyer is what tells the ids that the tasks of a checkpoint have at a copy of it.
type rekeyer interface {
	Rekeyed(ctx context.Context, h *graph.History, i int, to graph.Anew) (map[string]graph.Moved, error)
}

// rowCopy is a checkpoint of a called graph under the namespace that its caller has at the fork. Its id and body stay.
type rowCopy struct {
	From, To rowKey
	Metadata []byte // names the namespaces above, so it is written anew
	Size     int64
}

// writeCopy is a write under the id that its task has at the fork.
type writeCopy struct {
	From, To         rowKey
	Task, NewTask    string
	Idx              int64
	Channel, Type    string
	Value            []byte      // instead of the stored one where it names tasks by their ids; nil keeps that byte for byte
	Size             int64       // of the value
	decoded, already graph.Write // as it will be read, and as it is
}

// waiting is what hangs on the tasks of the chosen checkpoint and comes along: what they wrote, their questions and answers, their
// errors, and the graphs that they called and that are not done.
type waiting struct {
	src    *langgraph.Source
	h      *graph.History
	rekey  rekeyer
	rows   []rowCopy
	writes []writeCopy
	lost   []string          // what cannot come along, and why
	names  map[string]string // namespaces, their last parts, and question ids: old → new
	seen   []rowKey          // checkpoints whose writes were read
	prints []string          // of those writes, to see that nothing came in between
}

// keepWaiting works out the rows that make a fork of checkpoint at wait for what the checkpoint waits for.
func keepWaiting(ctx context.Context, src *langgraph.Source, h *graph.History, at int, to graph.Anew) (*waiting, error) {
	rekey, ok := h.Runtime.(rekeyer)
	if !ok {
		return nil, fmt.Errorf("%w: what waits cannot be kept in %s", ErrRefused, src.Info().Format)
	}
	w := &waiting{src: src, h: h, rekey: rekey, names: map[string]string{}}
	if err := w.take(ctx, at, to, map[string]string{}); err != nil {
		return nil, err
	}
	for i := range w.writes {
		if err := w.rename(&w.writes[i]); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// take gathers the writes of a checkpoint, and the rows of every graph that its unfinished tasks called. parents are the
// checkpoints above, by namespace, as the rows below name them.
func (w *waiting) take(ctx context.Context, at int, to graph.Anew, parents map[string]string) error {
	h, from := w.h, rowKey{w.h.NS(at), w.h.ID(at)}
	moved, err := w.rekey.Rekeyed(ctx, h, at, to)
	if err != nil {
		return err
	}
	cp, err := h.Cached(ctx, at)
	if err != nil {
		return err
	}
	_, raw, err := w.src.Row(ctx, h.Thread(), from.NS, from.ID)
	if err != nil {
		return err
	}
	w.seen, w.prints = append(w.seen, from), append(w.prints, printWrites(raw))
	due, err := h.Runtime.Due(ctx, h, at)
	if err != nil {
		return err
	}
	open := map[string]bool{} // tasks that run, or go on, at the fork
	for _, t := range due.Tasks {
		open[t.ID] = !t.Finished()
	}
	left := map[string]int{}
	for i, r := range raw {
		m, ok := moved[r.TaskID]
		if !ok {
			left[r.TaskID]++
			continue
		}
		w.writes = append(w.writes, writeCopy{From: from, To: rowKey{to.NS, to.ID}, Task: r.TaskID, NewTask: m.ID, Idx: r.Idx, Channel: r.Channel,
			Type: r.Type, Size: int64(len(r.Value)), already: cp.Writes[i]})
	}
	if err := w.leave(ctx, at, left); err != nil {
		return err
	}
	here := map[string]string{to.NS: to.ID}
	for ns, id := range parents {
		here[ns] = id
	}
	for old, m := range moved {
		if m.From != "" {
			w.learn(m.From, m.To)
		}
		if open[old] {
			if err := w.inside(ctx, m, here); err != nil {
				return err
			}
		}
	}
	return nil
}

// leave says what is left behind at a checkpoint of tasks that nothing explains.
func (w *waiting) leave(ctx context.Context, at int, left map[string]int) error {
	if len(left) == 0 {
		return nil
	}
	writes, err := w.named(ctx, at)
	if err != nil {
		return err
	}
	for task, n := range left {
		for _, have := range writes {
			if have.TaskID != task || have.Node == "update_state" {
				continue // an update belongs to the checkpoint that it made
			}
			who := have.Node
			if who == "" {
				who = "task " + task
			}
			w.lost = append(w.lost, fmt.Sprintf("%d of the writes of %s: what its id is made from is not known", n, who))
			break
		}
	}
	slices.Sort(w.lost)
	return nil
}

func (w *waiting) named(ctx context.Context, at int) ([]graph.Write, error) {
	if namer, ok := w.h.Runtime.(graph.WriteNamer); ok {
		return namer.NamedWrites(ctx, w.h, at)
	}
	return nil, nil
}

// learn keeps what a namespace is called at the fork, in every form in which rows name it.
func (w *waiting) learn(from, to string) {
	w.names[from] = to
	w.names[lastPart(from)] = lastPart(to)
	w.names[graph.QuestionID(from)] = graph.QuestionID(to)
}

func lastPart(ns string) string { return ns[strings.LastIndexByte(ns, '|')+1:] }

// inside copies the rows of the graph that a task called, and those of the graphs that this one called, and so on.
func (w *waiting) inside(ctx context.Context, m graph.Moved, parents map[string]string) error {
	for _, ns := range w.h.Namespaces() {
		to, ok := moveNS(ns, m)
		if !ok {
			continue
		}
		w.learn(ns, to)
		for _, i := range w.h.InNS(ns) {
			cp, err := w.h.Cached(ctx, i)
			if err != nil {
				return err
			}
			row, _, err := w.src.Row(ctx, w.h.Thread(), ns, cp.ID)
			if err != nil {
				return err
			}
			meta, err := w.metadata(cp, parents)
			if err != nil {
				return err
			}
			w.rows = append(w.rows, rowCopy{From: rowKey{ns, cp.ID}, To: rowKey{to, cp.ID}, Metadata: meta, Size: int64(len(row.Checkpoint) + len(meta))})
			if err := w.take(ctx, i, graph.Anew{ID: cp.ID, NS: to}, parents); err != nil {
				return err
			}
		}
	}
	return nil
}

// moveNS gives the new name of a namespace that the task itself opened: "child:<id>" or, for its second call, "child:<id>|1".
func moveNS(ns string, m graph.Moved) (string, bool) {
	rest, ok := strings.CutPrefix(ns, m.From)
	if !ok || m.From == "" || strings.Trim(rest, "|0123456789") != "" {
		return "", false
	}
	return m.To + rest, true
}

// metadata is that of a called graph's checkpoint, with the callers as they are at the fork.
func (w *waiting) metadata(cp *graph.Checkpoint, parents map[string]string) ([]byte, error) {
	v := cp.Metadata
	if v.Kind() != value.Map {
		return nil, fmt.Errorf("%w: the metadata of checkpoint %s in %q cannot be read, so what waits there cannot be kept", ErrRefused, cp.ID, cp.NS)
	}
	entries := slices.Clone(v.Entries())
	for i, e := range entries {
		switch {
		case e.Name() != "parents":
			entries[i].Val = w.renamed(e.Val)
		case e.Val.Kind() == value.Map:
			above := slices.Clone(e.Val.Entries())
			for k, a := range above {
				name := a.Name()
				if to, ok := w.names[name]; ok {
					name = to
				}
				id := a.Val
				if now, ok := parents[name]; ok {
					id = value.NewString(now)
				}
				above[k] = value.NamedEntry(name, id)
			}
			entries[i].Val = value.NewMap(above)
		}
	}
	return value.AppendJSON(nil, value.NewMap(entries), value.JSONOptions{Reveal: true}), nil
}

// rename gives a question the id and the namespace that it has at the fork; every other write stays as it is.
func (w *waiting) rename(c *writeCopy) error {
	c.decoded = c.already
	c.decoded.TaskID = c.NewTask
	if c.Channel != "__interrupt__" {
		return nil
	}
	v := w.renamed(c.already.Value)
	if value.Equal(v, c.already.Value) {
		return nil
	}
	c.decoded.Value = v
	codec := c.already.Value.Codec()
	if codec == nil {
		return fmt.Errorf("%w: the question of task %s at checkpoint %s cannot be written again in its own form", ErrRefused, c.Task, c.From.ID)
	}
	raw, err := codec.Append(nil, v)
	if err != nil {
		return fmt.Errorf("%w: write the question of task %s at checkpoint %s: %w", ErrRefused, c.Task, c.From.ID, err)
	}
	if c.Value, err = w.src.Seal(c.Type, raw); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	c.Size = int64(len(c.Value))
	return nil
}

// renamed replaces every text that names a moved namespace, or a question in one, as a whole.
func (w *waiting) renamed(v value.Value) value.Value {
	switch v.Kind() {
	case value.String:
		if to, ok := w.names[v.Str()]; ok {
			return value.NewString(to)
		}
	case value.List:
		list := make([]value.Value, v.Len())
		for i := range list {
			list[i] = w.renamed(v.At(i))
		}
		return value.NewList(list)
	case value.Map, value.Object:
		for _, e := range v.Entries() {
			if e.Name() == "value" { // what was asked is the user's
				continue
			}
			if now := w.renamed(e.Val); !value.Equal(now, e.Val) {
				if set, err := value.Set(v, value.Path{{Name: e.Name()}}, now); err == nil {
					v = set
				}
			}
		}
	}
	return v
}
