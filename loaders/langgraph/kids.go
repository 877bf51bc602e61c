package langgraph

import (
	"encoding/json"
	"sort"
	"strings"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// askedParents is for how many namespaces the metadata is asked where they hang; beyond, the ids' order tells.
const askedParents = 256

// smallBody is up to which size a body is read past to reach its metadata.
const smallBody = 256 << 10

// hang finds the task that called each namespace. A namespace is the way down to it, "node:task id|…"; a segment that is only
// a number counts the calls within one task. Metadata names the caller's checkpoint (parents); where it does not, it is the
// newest one of the caller's namespace when the first row of the namespace was made.
func (t *thread) hang(c *sqlite.Conn) ([]graph.Child, error) {
	var kids []graph.Child
	for n, ns := range t.dag.Namespaces() {
		if ns == "" {
			continue
		}
		above, node, task := splitNS(ns)
		kid := graph.Child{NS: ns, Node: node, TaskID: task, Parent: -1, Kind: "subgraph"}
		rows := t.dag.InNS(ns)
		at := rows[0]
		if task == "" { // a subgraph that keeps its own memory: it hangs at the call that used it last
			at = rows[len(rows)-1]
		}
		parent := ""
		if n <= askedParents && t.dag.Row(at).Size <= smallBody {
			meta, err := t.callOf(c, at)
			if err != nil {
				return nil, err
			}
			parent, _ = meta.Parents[above].(string)
			if meta.Agent != "" {
				kid.Kind, kid.Title = "subagent", meta.Agent
			}
		}
		if i, ok := t.dag.FindIn(parent, above); ok && parent != "" {
			kid.Parent = i
		} else if parent == "" {
			kid.Parent = t.newestBefore(above, t.dag.ID(at))
		}
		kids = append(kids, kid)
	}
	return kids, nil
}

// call is what metadata tells of how a namespace was called: the checkpoints above it, and the name of an agent.
type call struct {
	Parents map[string]any
	Agent   string `json:"lc_agent_name"`
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
