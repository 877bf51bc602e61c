package langgraph

import (
	"context"
	"fmt"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// Faults are the writes of a thread whose checkpoint has no row, with what is wrong with their values: nobody opens those.
func (s *Source) Faults(ctx context.Context, h *graph.History) (out []graph.Problem, err error) {
	t, ok := h.Opener.(*thread)
	if !ok {
		return nil, nil
	}
	err = s.with(ctx, func(c *sqlite.Conn) error {
		if out, err = t.orphans(c); err != nil {
			return err
		}
		for _, p := range out[:len(out):len(out)] {
			found, err := t.orphanFaults(c, p)
			if err != nil {
				return err
			}
			out = append(out, found...)
		}
		return nil
	})
	if loaders.Corrupt(err) {
		return append(out, s.corrupt(t.id, err)), nil
	}
	return out, err
}

// orphanFaults opens the writes that an orphan-writes problem tells of.
func (t *thread) orphanFaults(c *sqlite.Conn, p graph.Problem) ([]graph.Problem, error) {
	o := opened{src: t.src, cp: &graph.Checkpoint{Thread: t.id, NS: p.NS, ID: p.Checkpoint}}
	var failed error
	for _, ns := range readings(p.NS) {
		for _, id := range readings(p.Checkpoint) {
			writes, err := t.src.writesOf(c, RawRow{thread: t.key, ns: ns, id: id})
			if err != nil {
				failed = err
			}
			for _, w := range writes {
				o.writeValue(w)
			}
		}
	}
	return o.cp.Problems, failed
}

// mostPageFaults bounds what is told of damaged pages.
const mostPageFaults = 20

// Pages lets SQLite look through the pages of the two tables, one after the other, so that no writer waits longer than it must.
// It also tells what of a -wal nobody reads, and rows that no thread can show.
func (s *Source) Pages(ctx context.Context) (out []graph.Problem, err error) {
	unread, err := s.db.WALUnread(ctx)
	if err != nil {
		return nil, err
	}
	if unread != "" {
		out = append(out, graph.Problem{Code: "wal-unread", Severity: graph.Info, Offset: -1, Message: unread})
	}
	if s.schema.IsView {
		return out, nil
	}
	tables := []string{"checkpoints"}
	if s.schema.Writes != nil {
		tables = append(tables, "writes")
	}
	for _, table := range tables {
		err := s.with(ctx, func(c *sqlite.Conn) error {
			return each(c, "SELECT quick_check FROM pragma_quick_check("+fmt.Sprintf("'%s'", table)+") LIMIT ?1",
				[]key{{class: sqlite.TypeInteger, num: mostPageFaults}}, func(q *sqlite.Stmt) error {
					if text := columnString(q, 0); text != "ok" {
						out = append(out, graph.Problem{Code: "db-corrupt", Severity: graph.Error, Offset: -1,
							Message: fmt.Sprintf("table %s: %.300s", table, text)})
					}
					return nil
				})
		})
		if err == nil {
			err = s.with(ctx, func(c *sqlite.Conn) error {
				_, err := first(c, "SELECT count(*) FROM "+table+" WHERE thread_id IS NULL", nil, func(q *sqlite.Stmt) {
					if n := q.ColumnInt(0); n > 0 {
						out = append(out, graph.Problem{Code: "bad-id", Severity: graph.Warning, Offset: -1,
							Message: fmt.Sprintf("table %s: no thread shows what has no thread_id (NULL): %s", table, rowsWord(n))})
					}
				})
				return err
			})
		}
		if err != nil && !loaders.Corrupt(err) {
			return out, err
		}
		if err != nil {
			out = append(out, s.corrupt("", err))
		}
	}
	return out, nil
}

func rowsWord(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
