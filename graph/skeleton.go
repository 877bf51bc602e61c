package graph

import (
	"slices"
	"sync/atomic"
	"time"
)

// Reading the columns: everything here is safe beside Append.

func (d *DAG) Thread() string { return d.thread }
func (d *DAG) Len() int       { return d.cols.Load().n }

// Row puts the columns of row i together again.
func (d *DAG) Row(i int) Row {
	c := d.cols.Load()
	step, known := d.Step(i)
	return Row{ID: c.ids.text(i), Parent: d.ParentID(i), NS: d.NS(i), Step: step, NoStep: !known, Time: d.Time(i),
		Source: d.Source(i), Size: int64(c.size[i]), Ref: c.ref[i]}
}

func (d *DAG) ID(i int) string { return d.cols.Load().ids.text(i) }

// Parent is -1 at a root and where the stored parent is missing or cut.
func (d *DAG) Parent(i int) int { return int(d.cols.Load().parent[i]) }

// ParentID is the parent as stored, "" where none is.
func (d *DAG) ParentID(i int) string {
	c := d.cols.Load()
	if p := c.parent[i]; p >= 0 {
		return c.ids.text(int(p))
	}
	at, ok := slices.BinarySearchFunc(c.cuts, int32(i), func(x cut, row int32) int { return int(x.row - row) })
	if !ok {
		return ""
	}
	return c.cuts[at].parent
}

func (d *DAG) NS(i int) string {
	c := d.cols.Load()
	return c.names[c.ns[i]].name
}

// Step is false where only the body tells.
func (d *DAG) Step(i int) (int, bool) {
	c := d.cols.Load()
	return int(c.step[i]), !c.noStep[i]
}

// Time is in UTC, the zero Time where unknown.
func (d *DAG) Time(i int) time.Time {
	if n := d.cols.Load().nanos[i]; n != noTime {
		return time.Unix(0, n).UTC()
	}
	return time.Time{}
}

func (d *DAG) Source(i int) string {
	c := d.cols.Load()
	return c.sources[c.source[i]]
}

// Children are in the source's order, all of the row's own namespace.
func (d *DAG) Children(i int) []int {
	c := d.cols.Load()
	var out []int
	for k := atomic.LoadInt32(&c.first[i]); k >= 0 && int(k) < c.n; k = atomic.LoadInt32(&c.next[k]) {
		out = append(out, int(k))
	}
	return out
}

// Roots are the rows of a namespace without a linked parent.
func (d *DAG) Roots(ns string) []int {
	return d.pick(ns, func(c *columns, i int) bool { return c.parent[i] < 0 })
}

// Leaves are the rows of a namespace without children.
func (d *DAG) Leaves(ns string) []int {
	return d.pick(ns, func(c *columns, i int) bool {
		k := atomic.LoadInt32(&c.first[i])
		return k < 0 || int(k) >= c.n
	})
}

// InNS lists the rows of one namespace in the source's order.
func (d *DAG) InNS(ns string) []int {
	return d.pick(ns, func(*columns, int) bool { return true })
}

func (d *DAG) pick(ns string, want func(c *columns, i int) bool) []int {
	c := d.cols.Load()
	k, ok := c.nsOf[ns]
	if !ok || c.names[k].rows == 0 {
		return nil
	}
	var out []int
	for i, x := range c.ns[:c.n] {
		if x == k && want(c, i) {
			out = append(out, i)
		}
	}
	return out
}

// Namespaces lists those that have rows: "" first, then in order of appearance.
func (d *DAG) Namespaces() []string {
	c := d.cols.Load()
	var out []string
	for _, n := range c.names {
		if n.rows > 0 {
			out = append(out, n.name)
		}
	}
	return out
}

// Head is the row with the greatest id of a namespace, LangGraph's "latest"; -1 where it is empty.
func (d *DAG) Head(ns string) int {
	c := d.cols.Load()
	if k, ok := c.nsOf[ns]; ok {
		return int(c.names[k].head)
	}
	return -1
}

// Find looks an id up in all namespaces, the root first.
func (d *DAG) Find(id string) (int, bool) {
	c := d.cols.Load()
	at := c.ids.search(c.byID, id)
	if at == len(c.byID) || !c.ids.is(int(c.byID[at]), id) {
		return -1, false
	}
	return int(c.byID[at]), true
}

// FindIn looks an id up in one namespace.
func (d *DAG) FindIn(id, ns string) (int, bool) {
	c := d.cols.Load()
	k, ok := c.nsOf[ns]
	if !ok {
		return -1, false
	}
	i := c.findIn(id, k)
	return i, i >= 0
}

// Line is the way from the root to i, both included.
func (d *DAG) Line(i int) []int {
	c := d.cols.Load()
	var out []int
	for ; i >= 0; i = int(c.parent[i]) {
		out = append(out, i)
	}
	slices.Reverse(out)
	return out
}

// isLeaf reports whether no child of row i is known.
func (d *DAG) isLeaf(i int) bool {
	c := d.cols.Load()
	k := atomic.LoadInt32(&c.first[i])
	return k < 0 || int(k) >= c.n
}

// hasNS reports whether a namespace has rows.
func (d *DAG) hasNS(ns string) bool {
	c := d.cols.Load()
	k, ok := c.nsOf[ns]
	return ok && c.names[k].rows > 0
}
