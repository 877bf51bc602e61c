package langgraph

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// columns are those of an item; a value of more than ?3 bytes is left out (octet_length reads no page beyond the first). The
// vectors are counted from their own table, which may be damaged apart from this one.
func (st *store) columns(vectored bool) string {
	vectors := "0"
	if vectored && st.vectors {
		vectors = "(SELECT count(*) FROM store_vectors AS v WHERE v.prefix = store.prefix AND v.key = store.key)"
	}
	return "prefix, key, CASE WHEN octet_length(value) <= ?3 THEN value END, octet_length(value), " +
		st.created + ", " + st.updated + ", " + st.expires + ", " + st.ttl + ", " + vectors + ", typeof(value)"
}

// pageBytes ends a page of large values.
const pageBytes = 8 << 20

func (st *store) Items(ctx context.Context, ns loaders.StoreNamespace, after *loaders.StoreItem, limit int, most int64) (list []loaders.StoreItem, err error) {
	space, ok := ns.Pos.(key)
	if !ok {
		space = textKey(ns.Name)
	}
	where, bind := is("prefix", space)
	at := key{class: sqlite.TypeNull}
	var behind *key
	if after != nil {
		if pos, ok := after.Pos.(key); ok {
			behind, at = &pos, pos
			if where += " AND key > +?2"; pos.class == sqlite.TypeNull { // NULL keys come first, and cannot be told apart: they are all in one page
				where = strings.Replace(where, "key > +?2", "key IS NOT NULL", 1)
			}
		}
	}
	query := "SELECT " + st.columns(true) + " FROM store WHERE " + where + " ORDER BY key"
	if limit > 0 {
		query += " LIMIT " + strconv.Itoa(limit)
	}
	if most <= 0 {
		most = 1 << 40
	}
	err = st.s.with(ctx, func(c *sqlite.Conn) error {
		list = nil
		bytes := int64(0)
		err := each(c, query, append(bind, at, key{class: sqlite.TypeInteger, num: most}), func(q *sqlite.Stmt) error {
			i := st.item(q)
			list = append(list, i)
			if !i.Left {
				bytes += i.Bytes
			}
			if bytes > pageBytes {
				return errStop
			}
			return nil
		})
		if loaders.Corrupt(err) {
			list, err = st.scanItems(c, space, behind, limit, most)
		}
		return err
	})
	return list, err
}

func (st *store) Item(ctx context.Context, namespace, name string) (item loaders.StoreItem, found bool, err error) {
	err = st.s.with(ctx, func(c *sqlite.Conn) error {
		for _, space := range readings(namespace) {
			for _, k := range readings(name) {
				found, err = first(c, "SELECT "+st.columns(true)+" FROM store WHERE prefix = +?1 AND key = +?2",
					[]key{space, k, {class: sqlite.TypeInteger, num: 1 << 40}}, func(q *sqlite.Stmt) { item = st.item(q) })
				if loaders.Corrupt(err) {
					var list []loaders.StoreItem
					if list, err = st.scanItems(c, space, nil, 0, 1<<40); err == nil {
						at := slices.IndexFunc(list, func(i loaders.StoreItem) bool { return i.Pos == any(k) })
						if found = at >= 0; found {
							item = list[at]
						}
					}
				}
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
		fault("blob-garbage", graph.Error, -1, "its value is empty")
		return damaged(raw, "empty")
	}
	v, err := value.ParseJSON(raw)
	if err != nil {
		code := "blob-garbage"
		if strings.Contains(err.Error(), "truncated") {
			code = "blob-truncated"
		}
		fault(code, graph.Error, -1, "its value is no JSON: %v", err)
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
