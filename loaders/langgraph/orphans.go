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
	query := "SELECT " + x.wNS + ", " + x.wID + ", count(*) FROM writes WHERE thread_id = +?1 GROUP BY 1, 2"
	err = each(c, query, []key{t.key}, func(q *sqlite.Stmt) error {
		ns, id, n := columnString(q, 0), columnString(q, 1), q.ColumnInt(2)
		if _, ok := t.dag.FindIn(id, ns); !ok {
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
