package langgraph

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"cptui/graph"

	"zombiezen.com/go/sqlite"
)

// Page lists the newest checkpoints of a thread without reading its whole skeleton: the end of each namespace's stretch of the
// key's index, then those rows. The result is in the order of a skeleton. An id tells its step modulo 2¹⁴ only, so the
// metadata of the newest row of each namespace is read to tell which turn it is.
func (s *Source) Page(ctx context.Context, thread string, limit int) (rows []graph.Row, err error) {
	err = s.with(ctx, func(c *sqlite.Conn) error {
		k, err := s.threadKey(c, thread)
		if err != nil {
			return err
		}
		rows = rows[:0]
		take := s.rowTaker(&rows)
		query := s.skeletonQuery("WHERE thread_id = +?1 AND " + s.schema.ns + " = +?2 ORDER BY 3 DESC LIMIT ?3")
		err = s.spacesOf(c, k, func(ns key) error {
			return each(c, query, []key{k, ns, {class: sqlite.TypeInteger, num: int64(limit)}}, take)
		})
		if err != nil {
			return err
		}
		s.stats.rows.Add(int64(len(rows)))
		slices.SortStableFunc(rows, func(a, b graph.Row) int { return strings.Compare(b.ID, a.ID) })
		rows = rows[:min(limit, len(rows))]
		sortRows(rows)
		settle(rows)
		return s.settleTurns(c, k, rows)
	})
	return rows, err
}

// Beyond reports whether a thread has more than n checkpoints, by the index alone.
func (s *Source) Beyond(ctx context.Context, thread string, n int) (more bool, err error) {
	err = s.with(ctx, func(c *sqlite.Conn) error {
		k, err := s.threadKey(c, thread)
		if err != nil {
			return err
		}
		more, err = first(c, "SELECT 1 FROM checkpoints WHERE thread_id = +?1 LIMIT 1 OFFSET ?2", []key{k, {class: sqlite.TypeInteger, num: int64(n)}}, nil)
		return err
	})
	return more, err
}

// settleTurns puts the steps of a page where the newest row of their namespace says. Rows are sorted by namespace, then id.
func (s *Source) settleTurns(c *sqlite.Conn, thread key, rows []graph.Row) error {
	for begin := 0; begin < len(rows); {
		end := begin + 1
		for end < len(rows) && rows[end].NS == rows[begin].NS {
			end++
		}
		newest := rows[end-1]
		step, ok, err := s.storedStep(c, thread, newest)
		if err != nil {
			return err
		}
		// a copy's id is one behind its metadata, so only whole turns are taken from the difference
		if turns := (step - newest.Step + seqSpan/2) &^ (seqSpan - 1); ok && !newest.NoStep && turns != 0 {
			for i := begin; i < end; i++ {
				if !rows[i].NoStep {
					rows[i].Step = stepNear(rows[i].Step, step)
				}
			}
		}
		begin = end
	}
	return nil
}

// storedStep reads the step that a row's metadata tells.
func (s *Source) storedStep(c *sqlite.Conn, thread key, r graph.Row) (step int, ok bool, err error) {
	query := "SELECT " + s.schema.meta + " FROM checkpoints WHERE thread_id = +?1 AND " + s.schema.ns + " = +?2 AND " + s.schema.id + " = +?3"
	var raw []byte
	_, err = first(c, query, []key{thread, textKey(r.NS), textKey(r.ID)}, func(q *sqlite.Stmt) { raw = columnBytes(q, 0) })
	var meta struct{ Step *int }
	if err != nil || json.Unmarshal(raw, &meta) != nil || meta.Step == nil {
		return 0, false, err
	}
	return *meta.Step, true, nil
}
