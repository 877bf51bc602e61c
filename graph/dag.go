package graph

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Row is one checkpoint of a skeleton: what can be known without its body.
type Row struct {
	ID     string
	Parent string // parent id as stored, "" where none
	NS     string // checkpoint namespace, "" for the root graph or main session
	Step   int
	NoStep bool // the step is not known without the body
	Time   time.Time
	Source string // "input", "loop", "update", "fork"; "" where only the body tells
	Size   int64  // bytes of the body
	Ref    int64  // the loader's own handle: rowid, index into its steps
}

// DAG is the skeleton of one thread, all namespaces: columns, not objects, in the source's own order (database: by
// namespace, then id; transcript: by place in the file). Append-only: indices never change, and a reader needs no lock
// for rows below the Len it has seen.
//
// Parents are looked up in the row's own namespace. Those that are missing or part of a cycle are cut: Parent gives -1 and
// ParentID still tells what is stored. A parent may stand later in the order than its child (a clock went back).
type DAG struct {
	thread string
	cols   atomic.Pointer[columns] // replaced whole by Append, so that readers need no lock
	grow   sync.Mutex
	ending endings
}

// columns hold about 62 bytes a row. Slices are only ever appended to; the links to children are the one thing that changes
// in rows already published, and are read and written atomically.
type columns struct {
	n       int
	ids     idColumn
	parent  []int32
	first   []int32 // first child, atomic
	next    []int32 // next sibling, atomic
	step    []int32
	nanos   []int64 // Unix time, noTime where unknown
	ns      []int32
	size    []uint32
	ref     []int64
	source  []uint8
	noStep  []bool
	byID    []int32 // rows sorted by id text, then namespace, then row
	cuts    []cut   // rows whose stored parent is not linked, by row
	names   []nameSpace
	nsOf    map[string]int32 // never changed once published
	sources []string
}

// cut is a parent id that leads nowhere.
type cut struct {
	row    int32
	parent string
}

type nameSpace struct {
	name string
	rows int
	head int32 // row with the greatest id
}

const noTime = math.MinInt64

// NewDAG makes a skeleton of thread from rows in the source's order.
func NewDAG(thread string, rows []Row) *DAG {
	d := &DAG{thread: thread}
	d.cols.Store(&columns{names: []nameSpace{{head: -1}}, nsOf: map[string]int32{"": 0}})
	d.Append(rows)
	return d
}

// Append adds rows of a grown source. Rows that name a parent which only comes with them or came before are linked; a parent
// that a former Append missed stays cut.
func (d *DAG) Append(rows []Row) {
	if len(rows) == 0 {
		return
	}
	d.grow.Lock()
	defer d.grow.Unlock()
	c := *d.cols.Load()
	from := c.n
	c.fill(rows)
	c.index(from)
	c.link(from, rows)
	d.cols.Store(&c)
}

func (c *columns) fill(rows []Row) {
	n := len(rows)
	c.ids.grow(n)
	for _, col := range []*[]int32{&c.parent, &c.first, &c.next, &c.step, &c.ns} {
		*col = slices.Grow(*col, n)
	}
	c.nanos, c.ref, c.size = slices.Grow(c.nanos, n), slices.Grow(c.ref, n), slices.Grow(c.size, n)
	c.source, c.noStep = slices.Grow(c.source, n), slices.Grow(c.noStep, n)
	c.names, c.sources = slices.Clone(c.names), slices.Clone(c.sources)
	cloned := false
	for i := range rows {
		r := &rows[i]
		ns, ok := c.nsOf[r.NS]
		if !ok {
			if !cloned {
				cloned = true
				m := make(map[string]int32, len(c.nsOf)+1)
				for k, v := range c.nsOf {
					m[k] = v
				}
				c.nsOf = m
			}
			ns = int32(len(c.names))
			c.nsOf[r.NS] = ns
			c.names = append(c.names, nameSpace{name: r.NS, head: -1})
		}
		c.ids.add(r.ID)
		row := int32(c.n)
		at := &c.names[ns]
		at.rows++
		if at.head < 0 || c.ids.compare(int(at.head), int(row)) < 0 {
			at.head = row
		}
		nanos := int64(noTime)
		if y := r.Time.Year(); !r.Time.IsZero() && y > 1678 && y < 2262 {
			nanos = r.Time.UnixNano()
		}
		c.parent, c.first, c.next = append(c.parent, -1), append(c.first, -1), append(c.next, -1)
		c.step, c.noStep = append(c.step, int32(r.Step)), append(c.noStep, r.NoStep)
		c.nanos, c.ns = append(c.nanos, nanos), append(c.ns, ns)
		c.size = append(c.size, uint32(min(max(r.Size, 0), math.MaxUint32)))
		c.ref, c.source = append(c.ref, r.Ref), append(c.source, c.sourceIndex(r.Source))
		c.n++
	}
}

func (c *columns) sourceIndex(s string) uint8 {
	for i, have := range c.sources {
		if have == s {
			return uint8(i)
		}
	}
	if len(c.sources) == math.MaxUint8 {
		return c.sourceIndex("") // a source that is no word of the format: the body tells
	}
	if len(c.sources) == 0 && s != "" {
		c.sources = append(c.sources, "")
	}
	c.sources = append(c.sources, s)
	return uint8(len(c.sources) - 1)
}

// index merges the rows from on into byID.
func (c *columns) index(from int) {
	fresh := make([]int32, c.n-from)
	for i := range fresh {
		fresh[i] = int32(from + i)
	}
	order := func(a, b int32) int {
		if d := c.ids.compare(int(a), int(b)); d != 0 {
			return d
		}
		if d := c.ns[a] - c.ns[b]; d != 0 {
			return int(d)
		}
		return int(a - b)
	}
	slices.SortFunc(fresh, order)
	old := c.byID
	if len(old) == 0 || order(old[len(old)-1], fresh[0]) < 0 {
		c.byID = append(old, fresh...)
		return
	}
	merged := make([]int32, 0, c.n)
	for len(old) > 0 && len(fresh) > 0 {
		if order(old[0], fresh[0]) < 0 {
			merged, old = append(merged, old[0]), old[1:]
		} else {
			merged, fresh = append(merged, fresh[0]), fresh[1:]
		}
	}
	c.byID = append(append(merged, old...), fresh...)
}

// link finds the parents of the rows from on, cuts cycles, and hangs the children in row order.
func (c *columns) link(from int, rows []Row) {
	backward := false
	for i := from; i < c.n; i++ {
		p := rows[i-from].Parent
		if p == "" {
			continue
		}
		j := -1
		if prev := i - 1; prev >= 0 && c.ns[prev] == c.ns[i] && c.ids.is(prev, p) {
			j = prev
		} else {
			j = c.findIn(p, c.ns[i])
		}
		if j < 0 || j == i {
			c.cuts = append(c.cuts, cut{int32(i), p})
			continue
		}
		backward = backward || j > i
		c.parent[i] = int32(j)
	}
	if backward {
		c.cutCycles(from)
	}
	for i := c.n - 1; i >= from; i-- {
		if p := c.parent[i]; int(p) >= from {
			c.next[i], c.first[p] = c.first[p], int32(i)
		}
	}
	for i := from; i < c.n; i++ { // a row already published keeps what hangs there, the new child comes last
		if p := c.parent[i]; p >= 0 && int(p) < from {
			c.hang(int(p), int32(i))
		}
	}
}

func (c *columns) hang(p int, child int32) {
	at := &c.first[p]
	for {
		k := atomic.LoadInt32(at)
		if k < 0 {
			atomic.StoreInt32(at, child)
			return
		}
		at = &c.next[k]
	}
}

// cutCycles takes away the parent of the first row, in order, of every cycle among the rows from on.
func (c *columns) cutCycles(from int) {
	const fresh, onPath, done = 0, 1, 2
	state := make([]uint8, c.n-from)
	for i := from; i < c.n; i++ {
		j := i
		for j >= from && state[j-from] == fresh {
			state[j-from] = onPath
			j = int(c.parent[j])
		}
		first := -1
		if j >= from && state[j-from] == onPath {
			first = j
			for k := int(c.parent[j]); k != j; k = int(c.parent[k]) {
				first = min(first, k)
			}
		}
		for j = i; j >= from && state[j-from] == onPath; j = int(c.parent[j]) {
			state[j-from] = done
		}
		if first >= 0 {
			at, _ := slices.BinarySearchFunc(c.cuts, int32(first), func(x cut, row int32) int { return int(x.row - row) })
			c.cuts = slices.Insert(slices.Clone(c.cuts), at, cut{int32(first), c.ids.text(int(c.parent[first]))})
			c.parent[first] = -1
		}
	}
}

// findIn finds an id in one namespace, -1 where it is not there.
func (c *columns) findIn(id string, ns int32) int {
	for at := c.ids.search(c.byID, id); at < len(c.byID) && c.ids.is(int(c.byID[at]), id); at++ {
		if row := c.byID[at]; c.ns[row] == ns {
			return int(row)
		}
	}
	return -1
}
