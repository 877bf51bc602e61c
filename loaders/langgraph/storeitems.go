package langgraph

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// columns are those of an item; a value of more than ?3 bytes is left out (octet_length reads no page beyond the first).
func (st *store) columns() string {
	vectors := "0"
	if st.vectors {
		vectors = "(SELECT count(*) FROM store_vectors AS v WHERE v.prefix = store.prefix AND v.key = store.key)"
	}
	return "prefix, key, CASE WHEN octet_length(value) <= ?3 THEN value END, octet_length(value), " +
		st.created + ", " + st.updated + ", " + st.expires + ", " + st.ttl + ", " + vectors + ", typeof(value)"
}

func (st *store) Items(ctx context.Context, ns loaders.StoreNamespace, after *loaders.StoreItem, limit int, most int64) (list []loaders.StoreItem, err error) {
	space, ok := ns.Pos.(key)
	if !ok {
		space = textKey(ns.Name)
	}
	where, at := "1", key{class: sqlite.TypeNull}
	if after != nil {
		if pos, ok := after.Pos.(key); ok && pos.class != sqlite.TypeNull {
			where, at = "key > ?2", pos
		} else if ok { // NULL keys come first, and cannot be told apart: they are all in one page
			where = "key IS NOT NULL"
		}
	}
	query := "SELECT " + st.columns() + " FROM store WHERE prefix IS ?1 AND " + where + " ORDER BY key"
	if limit > 0 {
		query += " LIMIT " + strconv.Itoa(limit)
	}
	if most <= 0 {
		most = 1 << 40
	}
	err = st.s.with(ctx, func(c *sqlite.Conn) error {
		list = nil
		err := each(c, query, []key{space, at, {class: sqlite.TypeInteger, num: most}}, func(q *sqlite.Stmt) error {
			list = append(list, st.item(q))
			return nil
		})
		if loaders.Corrupt(err) && len(list) > 0 {
			list[len(list)-1].Problems = append(list[len(list)-1].Problems, st.s.corrupt("", err))
			return nil
		}
		return err
	})
	return list, err
}

func (st *store) Item(ctx context.Context, namespace, name string) (item loaders.StoreItem, found bool, err error) {
	err = st.s.with(ctx, func(c *sqlite.Conn) error {
		for _, space := range readings(namespace) {
			for _, k := range readings(name) {
				found, err = first(c, "SELECT "+st.columns()+" FROM store WHERE prefix = +?1 AND key = +?2",
					[]key{space, k, {class: sqlite.TypeInteger, num: 1 << 40}}, func(q *sqlite.Stmt) { item = st.item(q) })
				if found || err != nil {
					return err
				}
			}
		}
		return nil
	})
	return item, found, err
}

// item reads a row.
func (st *store) item(q *sqlite.Stmt) loaders.StoreItem {
	space, name := columnKey(q, 0), columnKey(q, 1)
	i := loaders.StoreItem{Namespace: space.String(), Key: name.String(), Pos: name, Bytes: q.ColumnInt64(3), Vectors: q.ColumnInt(8)}
	fault := func(code string, severity graph.Severity, offset int64, format string, args ...any) {
		i.Problems = append(i.Problems, graph.Problem{Code: code, Severity: severity, Offset: offset,
			Message: fmt.Sprintf(format, args...)})
	}
	for _, k := range []struct {
		what string
		key  key
	}{{"namespace", space}, {"key", name}} {
		if k.key.class != sqlite.TypeText {
			fault("unknown-type", graph.Warning, -1, "its %s is %s, not text", k.what, className(k.key.class))
		}
	}
	i.Value, i.Left = st.valueOf(q, i.Bytes, fault)
	i.Created = timeOf(q, 4, "created_at", fault)
	i.Updated = timeOf(q, 5, "updated_at", fault)
	i.Expires = timeOf(q, 6, "expires_at", fault)
	switch q.ColumnType(7) {
	case sqlite.TypeInteger, sqlite.TypeFloat:
		i.TTL = q.ColumnFloat(7)
	case sqlite.TypeNull:
	default:
		fault("bad-metadata", graph.Warning, -1, "its ttl_minutes %s is no number", strconv.Quote(cutText(q.ColumnText(7))))
	}
	return i
}

// valueOf reads the value, unless the query left it out for its size.
func (st *store) valueOf(q *sqlite.Stmt, size int64, fault func(string, graph.Severity, int64, string, ...any)) (v value.Value, left bool) {
	stored := q.ColumnText(9)
	if q.ColumnType(2) == sqlite.TypeNull && stored != "null" {
		return value.Value{}, true
	}
	st.s.stats.bodies.Add(1)
	st.s.stats.bytes.Add(size)
	return storeValue(q, stored, fault), false
}

// storeValue reads the value column: JSON as a blob (orjson) or as text.
func storeValue(q *sqlite.Stmt, stored string, fault func(string, graph.Severity, int64, string, ...any)) value.Value {
	switch stored {
	case "null":
		fault("blob-garbage", graph.Error, -1, "its value is NULL")
		return value.NewNull()
	case "integer":
		fault("unknown-type", graph.Warning, -1, "its value is an integer column, not JSON")
		return value.NewInt(q.ColumnInt64(2))
	case "real":
		fault("unknown-type", graph.Warning, -1, "its value is a number column, not JSON")
		return value.NewFloat(q.ColumnFloat(2))
	}
	raw := columnBytes(q, 2)
	if len(raw) == 0 {
		fault("bad-json", graph.Warning, -1, "its value is empty")
		return damaged(raw, "empty")
	}
	v, err := value.ParseJSON(raw)
	if err != nil {
		fault("bad-json", graph.Warning, -1, "its value is no JSON: %v", err)
		return damaged(raw, err.Error())
	}
	for _, f := range value.Inspect(v, faultLimit) {
		fault(f.Code, severityOf(f.Code), f.Offset, "%s", f.Message)
	}
	if k := v.Kind(); k != value.Map && k != value.Object {
		fault("unknown-type", graph.Info, -1, "its value is no map, and LangGraph's own put takes nothing else")
	}
	return v
}

// timeOf reads a time column.
func timeOf(q *sqlite.Stmt, col int, name string, fault func(string, graph.Severity, int64, string, ...any)) time.Time {
	if q.ColumnType(col) == sqlite.TypeNull {
		return time.Time{}
	}
	text := q.ColumnText(col)
	t, ok := storeTime(text)
	if !ok {
		fault("bad-metadata", graph.Warning, -1, "its %s %s is no time", name, strconv.Quote(cutText(text)))
	}
	return t
}

// storeTime reads the forms that SQLite's CURRENT_TIMESTAMP (UTC, no zone) and Python's own adapter of datetimes write.
func storeTime(text string) (time.Time, bool) {
	for _, layout := range []string{"2006-01-02 15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999", time.RFC3339Nano} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

func cutText(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

func className(c sqlite.ColumnType) string {
	switch c {
	case sqlite.TypeInteger:
		return "an integer"
	case sqlite.TypeFloat:
		return "a number"
	case sqlite.TypeBlob:
		return "bytes"
	case sqlite.TypeNull:
		return "NULL"
	}
	return "text"
}
