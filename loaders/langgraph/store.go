package langgraph

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// store reads the tables of LangGraph's SqliteStore: store (prefix, key, value, …) and, where its items are indexed,
// store_vectors. The prefix is the namespace, its labels joined by dots (which labels cannot hold); the value is JSON.
//
//	langgraph-checkpoint-sqlite 2.0.8  prefix, key, value, created_at, updated_at, expires_at, ttl_minutes
//	                                   vectors: prefix, key, field_name, embedding (float32, little endian), …
//
// Any of the columns behind value may be missing in what other programs wrote. LangGraph.js has no store on SQLite.
type store struct {
	s                              *Source
	created, updated, expires, ttl string // expressions over store
	vectors, hasMigration          bool
}

// storeTable tells whether a file has a store.
func storeTable(p *loaders.Probe) (loaders.Table, bool) {
	t, ok := p.Table("store")
	return t, ok && t.Has("prefix", "key", "value")
}

// openStore gives the source its store, where the file has one.
func (s *Source) openStore(p *loaders.Probe) {
	t, ok := storeTable(p)
	if !ok {
		return
	}
	st := &store{s: s}
	pick := func(name string) string {
		if t.Has(name) {
			return name
		}
		return "NULL"
	}
	st.created, st.updated, st.expires, st.ttl = pick("created_at"), pick("updated_at"), pick("expires_at"), pick("ttl_minutes")
	v, ok := p.Table("store_vectors")
	st.vectors = ok && v.Has("prefix", "key", "embedding")
	m, ok := p.Table("store_migrations")
	st.hasMigration = ok && m.Has("v")
	s.store = st
}

// Store is the long-term memory in the file, nil where there is none.
func (s *Source) Store() loaders.Store {
	if s.store == nil {
		return nil
	}
	return s.store
}

// dimsSampled is how many vectors are asked for their length.
const dimsSampled = 1000

func (st *store) Summary(ctx context.Context, now time.Time) (sum loaders.StoreSummary, err error) {
	err = st.s.with(ctx, func(c *sqlite.Conn) error {
		sum = loaders.StoreSummary{Version: -1}
		var last string
		_, err := first(c, "SELECT count(*), coalesce(sum(octet_length(value)), 0), max("+st.updated+"), count("+st.expires+") FROM store", nil, func(q *sqlite.Stmt) {
			sum.Items, sum.Bytes, last, sum.Expiring = q.ColumnInt(0), q.ColumnInt64(1), q.ColumnText(2), q.ColumnInt(3)
		})
		if err != nil {
			if !loaders.Corrupt(err) {
				return err
			}
			sum.Problems = append(sum.Problems, st.corrupt())
		}
		sum.Last, _ = storeTime(last)
		err = st.namespaceKeys(c, "", key{}, func(key) error { sum.Namespaces++; return nil })
		if loaders.Corrupt(err) || len(sum.Problems) > 0 {
			err = st.countWhatIsLeft(c, &sum)
		}
		if err != nil {
			return err
		}
		if sum.Expiring > 0 {
			err := each(c, "SELECT "+st.expires+" FROM store NOT INDEXED WHERE "+st.expires+" IS NOT NULL", nil, func(q *sqlite.Stmt) error {
				if t, ok := storeTime(q.ColumnText(0)); ok && t.Before(now) {
					sum.Expired++
				}
				return nil
			})
			if loaders.Corrupt(err) && len(sum.Problems) == 0 {
				sum.Problems = append(sum.Problems, st.corrupt())
			} else if err != nil && !loaders.Corrupt(err) {
				return err
			}
			sum.Expiring -= sum.Expired
		}
		if st.hasMigration {
			if _, err := first(c, "SELECT max(v) FROM store_migrations WHERE v IS NOT NULL HAVING count(*) > 0", nil, func(q *sqlite.Stmt) { sum.Version = q.ColumnInt(0) }); err != nil && !loaders.Corrupt(err) {
				return err
			}
		}
		return st.countVectors(c, &sum)
	})
	return sum, err
}

// countVectors counts the vectors, their lengths, and those whose item has gone (SQLite keeps them where its writer did not
// ask for foreign keys).
func (st *store) countVectors(c *sqlite.Conn, sum *loaders.StoreSummary) error {
	if !st.vectors {
		return nil
	}
	orphans := 0
	if _, err := first(c, "SELECT count(*) FROM store_vectors", nil, func(q *sqlite.Stmt) { sum.Vectors = q.ColumnInt(0) }); err != nil {
		return st.damageAside(err, sum)
	}
	err := each(c, "SELECT DISTINCT octet_length(embedding) / 4 FROM (SELECT embedding FROM store_vectors LIMIT ?1)", []key{{class: sqlite.TypeInteger, num: dimsSampled}},
		func(q *sqlite.Stmt) error {
			if !q.ColumnIsNull(0) {
				sum.Dims = append(sum.Dims, q.ColumnInt(0))
			}
			return nil
		})
	if err != nil {
		return st.damageAside(err, sum)
	}
	slices.Sort(sum.Dims)
	_, err = first(c, "SELECT count(*) FROM store_vectors AS v WHERE NOT EXISTS (SELECT 1 FROM store AS s WHERE s.prefix = v.prefix AND s.key = v.key)", nil,
		func(q *sqlite.Stmt) { orphans = q.ColumnInt(0) })
	if err != nil {
		return st.damageAside(err, sum)
	}
	if orphans > 0 {
		sum.Problems = append(sum.Problems, graph.Problem{Code: "orphan-vectors", Severity: graph.Info, Offset: -1,
			Message: fmt.Sprintf("%d of %d vectors belong to items that are not in the store any more", orphans, sum.Vectors)})
	}
	return nil
}

// damageAside lets what can be read be shown where pages of the vectors are damaged, and tells of it.
func (st *store) damageAside(err error, sum *loaders.StoreSummary) error {
	if !loaders.Corrupt(err) {
		return err
	}
	if len(sum.Problems) == 0 {
		sum.Problems = append(sum.Problems, st.corrupt())
	}
	return nil
}

// namespaceKeys calls f for each namespace that is the one given or lies below it ("": all), in stored order, behind after (the
// zero key: from the first): a loose index scan, one seek each, however many items there are.
func (st *store) namespaceKeys(c *sqlite.Conn, namespace string, after key, f func(key) error) error {
	for {
		next, err := st.nextNamespace(c, namespace, after)
		if err != nil || next.class == 0 {
			return err
		}
		st.s.stats.rows.Add(1)
		if err := f(next); err != nil {
			if err == errStop {
				return nil
			}
			return err
		}
		after = next
	}
}

// nextNamespace seeks the namespace behind after, the zero key where there is none. Namespaces that are NULL come last, as one.
func (st *store) nextNamespace(c *sqlite.Conn, namespace string, after key) (next key, err error) {
	take := func(q *sqlite.Stmt) { next = columnKey(q, 0) }
	if namespace != "" {
		own, from, to := textKey(namespace), textKey(namespace+"."), textKey(namespace+"/") // "/" follows "."
		if after.class == 0 {
			if found, err := first(c, "SELECT prefix FROM store WHERE prefix = +?1 LIMIT 1", []key{own}, take); found || err != nil {
				return next, err
			}
		}
		if after.class == 0 || after.compare(from) < 0 {
			after = from
		}
		_, err = first(c, "SELECT prefix FROM store WHERE prefix > +?1 AND prefix < +?2 ORDER BY prefix LIMIT 1", []key{after, to}, take)
		return next, err
	}
	switch after.class {
	case sqlite.TypeNull:
		return key{}, nil
	case 0:
		_, err = first(c, "SELECT prefix FROM store WHERE prefix IS NOT NULL ORDER BY prefix LIMIT 1", nil, take)
	default:
		_, err = first(c, "SELECT prefix FROM store WHERE prefix > +?1 ORDER BY prefix LIMIT 1", []key{after}, take)
	}
	if next.class == 0 && err == nil {
		_, err = first(c, "SELECT prefix FROM store WHERE prefix IS NULL LIMIT 1", nil, take)
	}
	return next, err
}

func (st *store) Namespaces(ctx context.Context, namespace string, after loaders.StoreNamespace, limit int) (list []loaders.StoreNamespace, err error) {
	at, _ := after.Pos.(key)
	err = st.s.with(ctx, func(c *sqlite.Conn) error {
		list = nil
		err := st.namespaceKeys(c, namespace, at, func(k key) error {
			n := loaders.StoreNamespace{Name: k.String(), Pos: k}
			where, bind := is("prefix", k)
			if _, err := first(c, "SELECT count(*) FROM store WHERE "+where, bind, func(q *sqlite.Stmt) { n.Items = q.ColumnInt(0) }); err != nil {
				return err
			}
			if list = append(list, n); len(list) == limit {
				return errStop
			}
			return nil
		})
		if loaders.Corrupt(err) { // Summary tells of it
			list, err = st.scanNamespaces(c, namespace, at)
			if limit > 0 && len(list) > limit {
				list = list[:limit]
			}
		}
		return err
	})
	return list, err
}

// is compares a column with a key, whatever its class; the bound key is parameter 1.
func is(column string, k key) (where string, bind []key) {
	if k.class == sqlite.TypeNull {
		return column + " IS NULL AND ?1 IS NULL", []key{k}
	}
	return column + " = +?1", []key{k}
}
