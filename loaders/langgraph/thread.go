package langgraph

import (
	"context"
	"fmt"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// thread opens the checkpoints of one thread: the Opener behind its History.
type thread struct {
	src *Source
	id  string
	key key
	dag *graph.DAG
}

// Thread opens a thread: its skeleton, and the namespaces of subgraphs hung at the tasks that called them.
func (s *Source) Thread(ctx context.Context, id string) (*graph.History, error) {
	t := &thread{src: s, id: id}
	var kids []graph.Child
	var damage error
	err := s.with(ctx, func(c *sqlite.Conn) (err error) {
		if t.key, err = s.threadKey(c, id); err != nil {
			return err
		}
		rows, hidden, err := s.skeleton(c, t.key)
		if err != nil {
			return err
		}
		damage, t.dag = hidden, graph.NewDAG(id, rows)
		kids, err = t.hang(c)
		return err
	})
	if err != nil {
		return nil, err
	}
	h := &graph.History{DAG: t.dag, Opener: t, Kids: kids, Current: t.dag.Head("")}
	h.Runtime = s.runtime()
	h.Problems = skeletonProblems(t.dag, s.schema.id == "checkpoint_id")
	if damage != nil {
		h.Problems = append(h.Problems, s.corrupt(id, damage))
	}
	return h, nil
}

// runtime is LangGraph's scheduler as the program that wrote the file has it.
func (s *Source) runtime() graph.Runtime {
	var hasher graph.TaskHasher = graph.PythonHasher{}
	if s.JS() {
		hasher = graph.JSHasher{}
	}
	p := graph.NewPregel(hasher)
	p.Names = s.nodeNames
	p.Others = s.otherThreads
	return p
}

// skeletonProblems are the faults that keys and parents show: parents that are not there, circles, ids that are no UUIDs of
// version 6, two heads that nothing tells apart.
func skeletonProblems(d *graph.DAG, uuids bool) []graph.Problem {
	var out []graph.Problem
	add := func(i int, code string, severity graph.Severity, format string, args ...any) {
		out = append(out, graph.Problem{Code: code, Severity: severity, Thread: d.Thread(), NS: d.NS(i), Checkpoint: d.ID(i), Offset: -1,
			Message: fmt.Sprintf(format, args...)})
	}
	for i := range d.Len() {
		if d.Parent(i) < 0 {
			if parent := d.ParentID(i); parent != "" {
				if _, there := d.FindIn(parent, d.NS(i)); there {
					add(i, "parent-cycle", graph.Error, "its parents lead back to itself; the circle was cut here")
				} else {
					add(i, "broken-parent", graph.Warning, "its parent %s is not in the database", parent)
				}
			}
		}
		if uuids {
			if _, _, ok := readUUID6(d.ID(i)); !ok {
				add(i, "bad-id", graph.Warning, "the id is no UUID of version 6, so that it tells neither time nor step")
			}
		}
	}
	for _, ns := range d.Namespaces() {
		if twin := twinOf(d, d.Head(ns)); twin >= 0 {
			add(d.Head(ns), "ambiguous-head", graph.Warning, "checkpoint %s has the same parent, time and step; only the order of the ids makes this one the head", d.ID(twin))
		}
	}
	return out
}

// twinOf finds another checkpoint written in the same moment as the head, with its parent, step and size; -1 where there is none.
func twinOf(d *graph.DAG, head int) int {
	if head < 1 || d.Parent(head) < 0 {
		return -1
	}
	a := d.Row(head)
	for _, i := range d.Children(d.Parent(head)) {
		if b := d.Row(i); i != head && b.Step == a.Step && b.Size == a.Size && b.Time.Equal(a.Time) {
			return i
		}
	}
	return -1
}

// errRow says that a row of the skeleton is not there any more.
func errRow(path, id string) error {
	return &loaders.Error{Op: "open checkpoint", Path: path, Err: loaders.ErrNotFound, Hint: "checkpoint " + id + " was removed while it was looked at"}
}
