package langgraph

import (
	"fmt"

	"cptui/graph"

	"zombiezen.com/go/sqlite"
)

// orphans finds writes of a thread whose checkpoint has no row: one pass over the keys of its writes.
func (t *thread) orphans(c *sqlite.Conn) (out []graph.Problem, err error) {
	x := t.src.schema
	if x.Writes == nil {
		return nil, nil
	}
	nullRow, err := first(c, "SELECT 1 FROM checkpoints WHERE thread_id = +?1 AND ("+x.ns+" IS NULL OR "+x.id+" IS NULL) LIMIT 1", []key{t.key}, nil)
	if err != nil {
		return nil, err
	}
	query := "SELECT " + x.wNS + ", " + x.wID + ", count(*) FROM writes WHERE thread_id = +?1 GROUP BY 1, 2"
	err = each(c, query, []key{t.key}, func(q *sqlite.Stmt) error {
		ns, id, n := columnString(q, 0), columnString(q, 1), q.ColumnInt(2)
		_, there := t.dag.FindIn(id, ns)
		if there && (q.ColumnIsNull(0) || q.ColumnIsNull(1)) { // loose tables: NULL is shown as the empty text, but no row's writes
			there = nullRow
		}
		if !there {
			out = append(out, graph.Problem{Code: "orphan-writes", Severity: graph.Warning, Thread: t.id, NS: ns, Checkpoint: id, Offset: -1,
				Message: fmt.Sprintf("%s of a checkpoint that is not in the database", writesWord(n))})
		}
		return nil
	})
	return out, err
}

func writesWord(n int) string {
	if n == 1 {
		return "1 write"
	}
	return fmt.Sprintf("%d writes", n)
}
