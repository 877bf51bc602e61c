package langgraph

import (
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// writesAt names the rows of writes that belong to one checkpoint.
type writesAt struct{ thread, ns, id key }

// salvageWrites reads the writes of a checkpoint from a file with damaged pages: each is looked for in the key's index, which
// has all that tells whose it is, then read for itself, so that those on good pages show. Where the index is damaged, the
// table is gone through once and what it says kept.
func (s *Source) salvageWrites(c *sqlite.Conn, at writesAt) ([]RawWrite, error) {
	if !s.schema.writesRowID {
		return nil, nil
	}
	rows, err := s.writeRows(c, at)
	if err != nil {
		return nil, err
	}
	var out []RawWrite
	for _, row := range rows {
		err := each(c, s.writesQuery("rowid = ?1"), []key{{class: sqlite.TypeInteger, num: row}}, func(q *sqlite.Stmt) error {
			out = append(out, readWrite(q))
			return nil
		})
		if err != nil && !loaders.Corrupt(err) {
			return out, err
		}
	}
	return out, nil
}

// writeRows are the rowids of a checkpoint's writes.
func (s *Source) writeRows(c *sqlite.Conn, at writesAt) (rows []int64, err error) {
	where, bind := s.writesWhere(at)
	seen := map[int64]bool{}
	take := func(row int64) {
		if !seen[row] {
			seen[row] = true
			rows = append(rows, row)
		}
	}
	query := "SELECT rowid FROM writes WHERE " + where + " ORDER BY thread_id, " + s.schema.wNS + ", " + s.schema.wID + ", task_id, idx"
	damage := each(c, query, bind, func(q *sqlite.Stmt) error {
		take(q.ColumnInt64(0))
		return nil
	})
	if damage == nil {
		return rows, nil
	}
	if !loaders.Corrupt(damage) {
		return nil, damage
	}
	found, err := s.writesByTable(c)
	for _, row := range found[at] {
		take(row)
	}
	return rows, err
}

// writesByTable goes through the table from both ends, without its index; done once.
func (s *Source) writesByTable(c *sqlite.Conn) (map[writesAt][]int64, error) {
	s.mu.Lock()
	have := s.byTable
	s.mu.Unlock()
	if have != nil {
		return have, nil
	}
	found := map[writesAt][]int64{}
	seen := map[int64]bool{}
	query := "SELECT rowid, thread_id, " + s.schema.wNS + ", " + s.schema.wID + " FROM writes NOT INDEXED ORDER BY rowid"
	_, err := bothWays(c, query, query+" DESC", nil, func(q *sqlite.Stmt) error {
		row := q.ColumnInt64(0)
		if !seen[row] {
			seen[row] = true
			at := writesAt{columnKey(q, 1), columnKey(q, 2), columnKey(q, 3)}
			found[at] = append(found[at], row)
		}
		return nil
	})
	if err != nil {
		return found, err
	}
	s.mu.Lock()
	s.byTable = found
	s.mu.Unlock()
	return found, nil
}
