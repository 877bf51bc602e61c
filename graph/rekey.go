package graph

import (
	"context"
	"encoding/hex"

	"github.com/zeebo/xxh3"
)

// Anew is where the tasks of a checkpoint become due once more: at a copy of it. A copy with the checkpoint's own id has its
// step too, whatever Step says.
type Anew struct {
	ID   string // of the copy
	NS   string
	Step int // that the tasks make: the copy's step + 1
}

// Moved is a task at its new place.
type Moved struct {
	ID       string
	From, To string // the namespaces in which it called subgraphs and task functions, and calls them
}

// Rekeyed gives for each task that wrote at checkpoint i, or called a subgraph there, what the same task is at the copy: a task
// id is a hash over the checkpoint's id and namespace. A task whose id nothing explains is missing, and so are those that belong
// to one checkpoint alone: an update, an input. What a run took in as its own input keeps its id, which is the same everywhere.
func (p *Pregel) Rekeyed(ctx context.Context, h *History, i int, to Anew) (map[string]Moved, error) {
	r, err := p.read(ctx, h, i)
	if err != nil {
		return nil, err
	}
	o, due, _, err := p.owned(ctx, h, r.cp, r.facts)
	if err != nil {
		return nil, err
	}
	o.name(due)
	id, ok := uuidBytes(to.ID)
	if !ok || !o.hasID {
		return nil, nil
	}
	k := &rekeying{o: o, at: o.place, moved: map[string]Moved{nullTask: {ID: nullTask}}}
	k.at.ID, k.at.NS = id, to.NS
	if to.ID != r.cp.ID {
		k.at.Step, k.at.Odd = to.Step, ""
	}
	for old := range o.by {
		k.task(old)
	}
	return k.moved, nil
}

// rekeying hashes the owners of one checkpoint at another place.
type rekeying struct {
	o     *owners
	at    Place
	moved map[string]Moved
}

// task moves one task, and before it those that its id depends on; false where its new id cannot be told.
func (k *rekeying) task(old string) (Moved, bool) {
	if m, done := k.moved[old]; done {
		return m, true
	}
	w, ok := k.o.by[old]
	if !ok || w.proof != ProofHash {
		return Moved{}, false
	}
	h, in := k.o.p.hasher, k.at
	var ids []string
	switch w.kind {
	case pullTask:
		ids = h.Pull(in, w.name, w.triggers)
	case sendTask:
		ids = h.Push(in, w.name, w.index)
	case callTask:
		if caller, ok := k.task(w.caller); ok {
			in.NS = caller.To
			ids = h.Call(in, w.name, w.path, w.index)
		}
	case handlerTask:
		if failed, ok := k.task(w.caller); ok {
			ids = h.Handler(in, w.name, failed.ID)
		}
	}
	if w.nth >= len(ids) {
		return Moved{}, false
	}
	id := ids[w.nth]
	m := Moved{ID: id, From: k.o.namespaceOf(old, w), To: in.path(w.name) + ":" + id}
	k.moved[old] = m
	return m, true
}

// QuestionID is the id that LangGraph, of both languages, gives the questions of a task: a hash of the task's namespace, such as
// "ask:6f0e…" or "child:6f0e…|ask:77aa…".
func QuestionID(namespace string) string {
	sum := xxh3.HashString128(namespace).Bytes()
	return hex.EncodeToString(sum[:])
}
