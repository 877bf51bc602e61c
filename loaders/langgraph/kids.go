package langgraph

import (
	"encoding/json"
	"sort"
	"strings"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

const (
	// askedParents is for how many calls of a thread the metadata is asked where they hang; beyond, the ids' order tells.
	askedParents = 256
	// askedRows is for how many checkpoints of graphs with a memory of their own it is asked which call they belong to.
	askedRows = 2048
	// smallBody is up to which size a body is read past to reach its metadata.
	smallBody = 256 << 10
)

// hang finds the task that called each namespace. A namespace is the way down to it, "node:task id|…"; a segment that is only
// a number counts the calls within one task. Metadata names the caller's checkpoint (parents); where it does not, it is the
// newest one of the caller's namespace when the first row of the namespace was made.
func (t *thread) hang(c *sqlite.Conn) ([]graph.Child, error) {
	var kids []graph.Child
	a := asking{t: t, c: c, left: askedParents, rows: askedRows}
	for _, ns := range t.dag.Namespaces() {
		if ns == "" {
			continue
		}
		above, node, task := splitNS(ns)
		rows := t.dag.InNS(ns)
		if task == "" {
			calls, err := a.calls(above, rows)
			if err != nil {
				return nil, err
			}
			for _, k := range calls {
				k.NS, k.Node = ns, node
				kids = append(kids, k)
			}
			continue
		}
		kid, err := a.call(above, rows[0], &a.left)
		if err != nil {
			return nil, err
		}
		kid.NS, kid.Node, kid.TaskID = ns, node, task
		kids = append(kids, kid)
	}
	return kids, nil
}

// asking reads metadata, as long as there is some left to be asked for.
type asking struct {
	t          *thread
	c          *sqlite.Conn
	left, rows int
}

// call finds the caller of one row of the namespace below above.
func (a *asking) call(above string, at int, left *int) (graph.Child, error) {
	t := a.t
	kid := graph.Child{Parent: -1, Near: -1, Kind: "subgraph"}
	var meta call
	if *left > 0 && t.dag.Row(at).Size <= smallBody {
		*left--
		var err error
		if meta, err = t.callOf(a.c, at); err != nil {
			return kid, err
		}
		if meta.Agent != "" {
			kid.Kind, kid.Title = "subagent", meta.Agent
		}
	}
	kid.Caller = meta.parent(above)
	if i, ok := t.dag.FindIn(kid.Caller, above); ok && kid.Caller != "" {
		kid.Parent = i
	} else if kid.Caller == "" {
		kid.Parent = t.newestBefore(above, t.dag.ID(at))
	}
	if kid.Parent < 0 {
		kid.Near = t.near(above, at, meta)
	}
	return kid, nil
}

// near is the row after which a graph stands whose caller's row is gone: the newest before it that is left of the namespace above,
// or of the one above that, where the metadata may still name the very row.
func (t *thread) near(above string, at int, meta call) int {
	for first := true; ; first = false {
		if i, ok := t.dag.FindIn(meta.parent(above), above); ok && !first {
			return i
		}
		if i := t.newestBefore(above, t.dag.ID(at)); i >= 0 {
			return i
		}
		if above == "" {
			return -1
		}
		above, _, _ = splitNS(above)
	}
}

// calls divides the checkpoints of a graph that keeps its own memory among the tasks that called it: metadata names the
// caller of each. All are one call where it does not, or where there are too many to ask.
func (a *asking) calls(above string, rows []int) ([]graph.Child, error) {
	if a.rows -= len(rows); a.rows < 0 {
		a.rows += len(rows)
		kid, err := a.call(above, rows[len(rows)-1], &a.left)
		return []graph.Child{kid}, err
	}
	var out []graph.Child
	by := map[string]int{}
	left := len(rows)
	for _, i := range rows {
		kid, err := a.call(above, i, &left)
		if err != nil {
			return nil, err
		}
		key := kid.Caller
		if key == "" && kid.Parent >= 0 {
			key = a.t.dag.ID(kid.Parent)
		}
		n, ok := by[key]
		if !ok {
			n = len(out)
			by[key] = n
			out = append(out, kid)
		}
		out[n].Rows = append(out[n].Rows, i)
	}
	if len(out) == 1 {
		out[0].Rows = nil
	}
	return out, nil
}

// call is what metadata tells of how a namespace was called: the checkpoints above it, and the name of an agent.
type call struct {
	Parents map[string]any
	Agent   string `json:"lc_agent_name"`
}

// parent is the checkpoint of a namespace above, "" where it is not named.
func (c call) parent(ns string) string {
	id, _ := c.Parents[ns].(string)
	return id
}

// callOf reads it from row i.
func (t *thread) callOf(c *sqlite.Conn, i int) (meta call, err error) {
	if !t.src.schema.hasRowID || t.src.schema.meta == "NULL" {
		return meta, nil
	}
	var raw []byte
	_, err = first(c, "SELECT "+t.src.schema.meta+" FROM checkpoints WHERE rowid = ?1",
		[]key{{class: sqlite.TypeInteger, num: t.dag.Row(i).Ref}}, func(q *sqlite.Stmt) { raw = columnBytes(q, 0) })
	if err != nil && !loaders.Corrupt(err) {
		return meta, err
	}
	if json.Unmarshal(raw, &meta) != nil {
		return call{}, nil // told when the row is opened
	}
	return meta, nil
}

// newestBefore is the last row of a namespace whose id is below id, -1 where there is none.
func (t *thread) newestBefore(ns, id string) int {
	rows := t.dag.InNS(ns)
	n := sort.Search(len(rows), func(k int) bool { return t.dag.ID(rows[k]) >= id })
	if n == 0 {
		return -1
	}
	return rows[n-1]
}

// splitNS takes a namespace apart: the namespace above, the node that called it, and the task of that call ("" for a subgraph
// that keeps its own memory).
func splitNS(ns string) (above, node, task string) {
	parts := strings.Split(ns, "|")
	last := len(parts) - 1
	for last > 0 && isNumber(parts[last]) {
		last--
	}
	above = strings.Join(parts[:last], "|")
	node = parts[last]
	if k := strings.LastIndexByte(node, ':'); k >= 0 {
		node, task = node[:k], node[k+1:]
	}
	return above, node, task
}

func isNumber(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
