package langgraph

import (
	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// skeleton reads the rows of a thread without a body: keys, parents, lengths. The length of a blob is in its row's header,
// so that no overflow page is read. The order is by namespace, then id, which is the order of the key's index.
func (s *Source) skeleton(c *sqlite.Conn, thread key) (rows []graph.Row, damage error, err error) {
	// The count comes from the index alone, and spares growing the list to twice its size.
	if _, err := first(c, "SELECT count(*) FROM checkpoints WHERE thread_id = +?1", []key{thread}, func(q *sqlite.Stmt) {
		rows = make([]graph.Row, 0, q.ColumnInt(0))
	}); err != nil && !loaders.Corrupt(err) {
		return nil, nil, err
	}
	take := s.rowTaker(&rows)
	query := s.skeletonQuery("WHERE thread_id = +?1 ORDER BY 2, 3")
	err = each(c, query, []key{thread}, take)
	if loaders.Corrupt(err) {
		damage = err
		if rows, err = s.salvage(c, thread); err != nil {
			return nil, damage, err
		}
	}
	if err != nil {
		return nil, nil, err
	}
	s.stats.rows.Add(int64(len(rows)))
	settle(rows)
	return rows, damage, nil
}

func (s *Source) skeletonQuery(where string) string {
	x := s.schema
	return "SELECT " + x.row + ", " + x.ns + ", " + x.id + ", " + x.parent + ", octet_length(checkpoint) FROM checkpoints " + where
}

// rowTaker appends the rows of a skeleton query. Texts that the row before has too are shared: the namespace, and the
// parent, which mostly is that row.
func (s *Source) rowTaker(rows *[]graph.Row) func(q *sqlite.Stmt) error {
	var buf []byte
	shared := func(q *sqlite.Stmt, col int, candidates ...string) string {
		n := q.ColumnLen(col)
		if n == 0 {
			return ""
		}
		if cap(buf) < n {
			buf = make([]byte, n)
		}
		b := buf[:n]
		q.ColumnBytes(col, b)
		for _, c := range candidates {
			if c == string(b) {
				return c
			}
		}
		return string(b)
	}
	var last graph.Row
	return func(q *sqlite.Stmt) error {
		r := graph.Row{Ref: q.ColumnInt64(0), Size: q.ColumnInt64(4)}
		r.NS = shared(q, 1, last.NS)
		r.ID = shared(q, 2)
		r.Parent = shared(q, 3, last.ID, last.Parent)
		*rows = append(*rows, r)
		last = r
		return nil
	}
}

// settle fills in time and step from the ids. Steps count modulo 2¹⁴, so the parent tells which turn it is.
func settle(rows []graph.Row) {
	parents := make([]int32, len(rows))
	begin := 0 // of the namespace
	for i := range rows {
		r := &rows[i]
		if i > 0 && rows[i-1].NS != r.NS {
			begin = i
		}
		parents[i] = parentRow(rows, begin, i)
		t, seq, ok := readUUID6(r.ID)
		if !ok {
			r.NoStep, r.Time = true, idTime(r.ID)
			continue
		}
		r.Time = t
		if p := parents[i]; p >= 0 && !rows[p].NoStep {
			r.Step = stepNear(seq, rows[p].Step+1)
		} else {
			r.Step = firstStep(seq)
		}
	}
	settleCopies(rows, parents)
}

// parentRow finds the parent among the rows before i of the same namespace, which are sorted by id; -1 where it is not there.
func parentRow(rows []graph.Row, begin, i int) int32 {
	id := rows[i].Parent
	if id == "" {
		return -1
	}
	if i > begin && rows[i-1].ID == id {
		return int32(i - 1)
	}
	lo, hi := begin, i
	for lo < hi {
		if mid := (lo + hi) / 2; rows[mid].ID < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < i && rows[lo].ID == id {
		return int32(lo)
	}
	return -1
}

// settleCopies corrects the step of copies (as_node="__copy__"). Their id carries the step less one; metadata has the right one,
// but lies behind the body. A copy stands beside an earlier child of the same parent, and its own children are two steps on.
// A copy that nothing followed keeps the id's step until it is opened.
func settleCopies(rows []graph.Row, parents []int32) {
	hasChild := make([]bool, len(rows))
	sibling := make([]bool, len(rows))
	for i, p := range parents {
		if p >= 0 {
			sibling[i] = hasChild[p]
			hasChild[p] = true
		}
	}
	for i, p := range parents {
		if p < 0 || !sibling[p] || rows[i].NoStep || rows[p].NoStep || rows[i].Step != rows[p].Step+2 {
			continue
		}
		rows[p].Step++
	}
}

// salvage gathers a thread's rows from a file with damaged pages: the index tells which rows there are, each is then read for
// itself, and what only the table still knows is added. Rows whose own page is damaged keep their id.
func (s *Source) salvage(c *sqlite.Conn, thread key) ([]graph.Row, error) {
	var rows []graph.Row
	x := s.schema
	have := map[[2]string]int{}
	add := func(found []graph.Row) {
		for _, r := range found {
			k := [2]string{r.NS, r.ID}
			if i, ok := have[k]; !ok {
				have[k] = len(rows)
				rows = append(rows, r)
			} else if rows[i].Size == 0 {
				rows[i] = r
			}
		}
	}
	var keys []graph.Row
	keyQuery := "SELECT " + x.row + ", " + x.ns + ", " + x.id + ", NULL, 0 FROM checkpoints WHERE thread_id = +?1 ORDER BY 2"
	if _, err := bothWays(c, keyQuery+", 3", keyQuery+" DESC, 3 DESC", []key{thread}, s.rowTaker(&keys)); err != nil {
		return nil, err
	}
	add(keys)
	if x.hasRowID {
		for _, k := range keys {
			var one []graph.Row
			err := each(c, s.skeletonQuery("WHERE rowid = ?1"), []key{{class: sqlite.TypeInteger, num: k.Ref}}, s.rowTaker(&one))
			if err != nil && !loaders.Corrupt(err) {
				return nil, err
			}
			add(one)
		}
		var table []graph.Row
		tableQuery := "SELECT " + x.row + ", " + x.ns + ", " + x.id + ", " + x.parent + ", octet_length(checkpoint) FROM checkpoints NOT INDEXED WHERE thread_id = +?1 ORDER BY rowid"
		if _, err := bothWays(c, tableQuery, tableQuery+" DESC", []key{thread}, s.rowTaker(&table)); err != nil {
			return nil, err
		}
		add(table)
	}
	sortRows(rows)
	return rows, nil
}
