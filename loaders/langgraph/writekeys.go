package langgraph

import (
	"context"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// WriteKeys lists the writes of a namespace without their values, the newest checkpoint first: the columns before the value
// lie on the row's own page, so that no overflow page is read.
func (t *thread) WriteKeys(ctx context.Context, ns string, f func(graph.WriteKey) bool) error {
	x := t.src.schema
	if x.Writes == nil || x.wPath == "''" {
		return nil
	}
	query := "SELECT " + x.wID + ", task_id, " + x.wPath + ", channel, idx FROM writes WHERE thread_id = +?1 AND " + x.wNS + " = +?2 ORDER BY " + x.wID + " DESC, task_id, idx"
	err := t.src.with(ctx, func(c *sqlite.Conn) error {
		return each(c, query, []key{t.key, textKey(ns)}, func(q *sqlite.Stmt) error {
			w := graph.WriteKey{Checkpoint: columnString(q, 0), Task: columnString(q, 1), Path: columnString(q, 2), Channel: columnString(q, 3), Idx: q.ColumnInt(4)}
			if !f(w) || ctx.Err() != nil {
				return errStop
			}
			return nil
		})
	})
	if loaders.Corrupt(err) {
		return nil // what lies behind a damaged page is not among the rows that were looked at
	}
	return err
}
