package langgraph

import (
	"slices"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// Where a page of the store or of its index is damaged, rows are looked for in the table itself, from both ends, so that only
// what lies between the damaged pages is missing. It takes a scan of the whole table for each question, which a damaged file may.

// What a scan of the whole table goes by.
const (
	storeForwards  = " FROM store NOT INDEXED ORDER BY rowid"
	storeBackwards = " FROM store NOT INDEXED ORDER BY rowid DESC"
)

// scanNamespaces counts the items of each namespace that can be found, in stored order.
func (st *store) scanNamespaces(c *sqlite.Conn, namespace string, after key) ([]loaders.StoreNamespace, error) {
	counts, seen := map[key]int{}, map[int64]bool{}
	_, err := bothWays(c, "SELECT prefix, rowid"+storeForwards, "SELECT prefix, rowid"+storeBackwards, nil, func(q *sqlite.Stmt) error {
		if row := q.ColumnInt64(1); !seen[row] {
			seen[row] = true
			counts[columnKey(q, 0)]++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var list []loaders.StoreNamespace
	for k, n := range counts {
		name := k.String()
		if namespace != "" && name != namespace && !(len(name) > len(namespace) && name[:len(namespace)+1] == namespace+".") {
			continue
		}
		if after.class == 0 || last(after, k) < 0 {
			list = append(list, loaders.StoreNamespace{Name: name, Items: n, Pos: k})
		}
	}
	slices.SortFunc(list, func(a, b loaders.StoreNamespace) int { return last(a.Pos.(key), b.Pos.(key)) })
	return list, nil
}

// last orders keys as they are listed: as SQLite does, but NULL comes last.
func last(a, b key) int {
	switch aNull, bNull := a.class == sqlite.TypeNull, b.class == sqlite.TypeNull; {
	case aNull && bNull:
		return 0
	case aNull:
		return 1
	case bNull:
		return -1
	}
	return a.compare(b)
}

// scanItems finds the items of a namespace behind a key.
func (st *store) scanItems(c *sqlite.Conn, space key, after *key, limit int, most int64) ([]loaders.StoreItem, error) {
	var list []loaders.StoreItem
	seen := map[int64]bool{}
	query := "SELECT " + st.columns(false) + ", rowid FROM store NOT INDEXED WHERE +prefix IS ?1 AND ?2 IS NULL ORDER BY rowid"
	_, err := bothWays(c, query, query+" DESC", []key{space, {class: sqlite.TypeNull}, {class: sqlite.TypeInteger, num: most}}, func(q *sqlite.Stmt) error {
		row := q.ColumnInt64(10)
		if seen[row] {
			return nil
		}
		seen[row] = true
		if k := columnKey(q, 1); after == nil || before(*after, k) {
			list = append(list, st.item(q))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b loaders.StoreItem) int {
		switch {
		case before(a.Pos.(key), b.Pos.(key)):
			return -1
		case before(b.Pos.(key), a.Pos.(key)):
			return 1
		}
		return 0
	})
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	return list, nil
}

// before orders keys of items as SQLite does, NULL first.
func before(a, b key) bool {
	if b.class == sqlite.TypeNull {
		return false
	}
	return a.class == sqlite.TypeNull || a.compare(b) < 0
}

// countWhatIsLeft counts what can be found in a damaged store.
func (st *store) countWhatIsLeft(c *sqlite.Conn, sum *loaders.StoreSummary) error {
	list, err := st.scanNamespaces(c, "", key{})
	if err != nil {
		return err
	}
	sum.Namespaces, sum.Items = len(list), 0
	for _, n := range list {
		sum.Items += n.Items
	}
	if len(sum.Problems) == 0 {
		sum.Problems = append(sum.Problems, st.corrupt())
	}
	return nil
}

// corrupt is the problem of damaged pages in the store.
func (st *store) corrupt() graph.Problem {
	return graph.Problem{Code: "db-corrupt", Severity: graph.Error, Offset: -1,
		Message: "damaged pages hide some rows of the store; nothing was repaired: try .recover of the sqlite3 shell on a copy"}
}
