package opencode

import (
	"context"
	"slices"
	"strings"

	"cptui/loaders"
	"cptui/loaders/transcript"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// rows is a database of OpenCode.
type rows struct {
	db      *loaders.DB
	columns map[string]map[string]bool // by table: the columns that this version of the program has
}

func newRows(db *loaders.DB) *rows { return &rows{db: db} }

func (r *rows) begin(ctx context.Context) error {
	tables, err := r.db.Tables(ctx)
	r.columns = map[string]map[string]bool{}
	for _, t := range tables {
		r.columns[t.Name] = map[string]bool{}
		for _, c := range t.Columns {
			r.columns[t.Name][c] = true
		}
	}
	return err
}

func (r *rows) close() error { return r.db.Close() }

func (r *rows) changed(ctx context.Context) (bool, error) { return r.db.Poll(ctx) }

// col is a column where the table has it, else NULL.
func (r *rows) col(table, column string) string {
	if r.columns[table][column] {
		return column
	}
	return "NULL"
}

// each runs a query. Columns are text or bytes: a program that writes JSON may have bound either.
func each(c *sqlite.Conn, query string, row func(s *sqlite.Stmt) error, args ...any) error {
	return sqlitex.Execute(c, query, &sqlitex.ExecOptions{Args: args, ResultFunc: row})
}

func column(s *sqlite.Stmt, i int) []byte {
	if s.ColumnIsNull(i) {
		return nil
	}
	b := make([]byte, s.ColumnLen(i))
	s.ColumnBytes(i, b)
	return b
}

// inMillis orders by times of which some may be in seconds.
const inMillis = "CASE WHEN time_created < 100000000000 THEN time_created * 1000 ELSE time_created END"

// moment reads a time in milliseconds, or seconds.
func moment(n int64) int64 {
	if n <= 0 {
		return transcript.NoTime
	}
	if n < 1e11 {
		n *= 1000
	}
	return n * 1e6
}

func (r *rows) heads(ctx context.Context) (out []listed, err error) {
	last := "time_updated"
	if !r.columns["session"]["time_updated"] {
		last = r.col("session", "time_created")
	}
	query := "SELECT id, " + r.col("session", "title") + ", " + last + ", " + r.col("session", "parent_id") + " FROM session ORDER BY 3 DESC, id DESC"
	up := map[string]string{}
	err = r.db.With(ctx, func(c *sqlite.Conn) error {
		out = nil
		if err := each(c, query, func(s *sqlite.Stmt) error {
			id := string(column(s, 0))
			up[id] = string(column(s, 3))
			out = append(out, listed{id, string(column(s, 1)), transcript.TimeOf(moment(s.ColumnInt64(2)))})
			return nil
		}); err != nil {
			return err
		}
		return r.rowless(c, func(id string, last int64) {
			if _, known := up[id]; !known {
				up[id] = ""
				out = append(out, listed{id, "", transcript.TimeOf(moment(last))})
			}
		})
	})
	return newestFirst(topmost(out, up)), err
}

// rowless gives the sessions that have messages and no row of their own: it is gone, or lies in a table that is not known.
func (r *rows) rowless(c *sqlite.Conn, found func(id string, last int64)) error {
	for _, table := range []string{"message", "session_message"} {
		if !r.columns[table]["session_id"] {
			continue
		}
		err := each(c, "SELECT session_id, max("+r.col(table, "time_created")+") FROM "+table+" AS m WHERE NOT EXISTS (SELECT 1 FROM session AS s WHERE s.id = m.session_id) GROUP BY 1", func(s *sqlite.Stmt) error {
			found(string(column(s, 0)), s.ColumnInt64(1))
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// newestFirst sorts by the time of the last change; a time in seconds may have stood among milliseconds.
func newestFirst(list []listed) []listed {
	slices.SortStableFunc(list, func(a, b listed) int { return b.last.Compare(a.last) })
	return list
}

// topmost leaves those that no other session started: of a circle, the first by its id.
func topmost(list []listed, up map[string]string) (out []listed) {
	for _, l := range list {
		if topOf(l.id, up) == l.id {
			out = append(out, l)
		}
	}
	return out
}

// topOf is the session that started the one that started a session, and so on.
func topOf(id string, up map[string]string) string {
	seen := map[string]bool{}
	for at := id; ; at = up[at] {
		if seen[at] { // a circle: walk it once more for the first of it
			first := at
			for k := up[at]; k != at; k = up[k] {
				first = min(first, k)
			}
			return first
		}
		seen[at] = true
		if _, known := up[up[at]]; !known || up[at] == "" {
			return at
		}
	}
}

func (r *rows) facts(ctx context.Context) (in loaders.Info, err error) {
	err = r.db.With(ctx, func(c *sqlite.Conn) error {
		for _, table := range []string{"message", "session_message"} {
			if r.columns[table] == nil {
				continue
			}
			if err := each(c, "SELECT count(*) FROM "+table, func(s *sqlite.Stmt) error { in.Records += s.ColumnInt64(0); return nil }); err != nil {
				return err
			}
		}
		if err := each(c, "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()", func(s *sqlite.Stmt) error { in.Bytes = s.ColumnInt64(0); return nil }); err != nil {
			return err
		}
		if !r.columns["session"]["version"] || !r.columns["session"]["time_updated"] {
			return nil
		}
		return each(c, "SELECT version, time_updated FROM session ORDER BY time_updated DESC LIMIT 1", func(s *sqlite.Stmt) error {
			if v := string(column(s, 0)); v != "" {
				in.Producer = "OpenCode " + v
			}
			in.ModTime = transcript.TimeOf(moment(s.ColumnInt64(1)))
			return nil
		})
	})
	return in, err
}

// holding asks the keys, not the texts. An id may also be that of a call, which only a text holds.
func (r *rows) holding(ctx context.Context, text string) (out []string, err error) {
	const most = 50
	like := strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
	seen := map[string]bool{}
	err = r.db.With(ctx, func(c *sqlite.Conn) error {
		for _, table := range []string{"message", "part", "session_message"} {
			of := "session_id"
			if table == "part" && r.columns[table]["message_id"] && !r.columns[table][of] {
				of = "(SELECT m.session_id FROM message AS m WHERE m.id = part.message_id)"
			} else if !r.columns[table][of] {
				continue
			}
			where := `id LIKE ?1 || '%' ESCAPE '\' OR id LIKE '%' || ?1 ESCAPE '\'`
			if table == "part" {
				where = `instr(data, '"callID":"') > 0 AND (instr(data, '"callID":"' || ?2) > 0 OR instr(data, ?2 || '"') > 0)`
			}
			err := each(c, "SELECT DISTINCT "+of+" FROM "+table+" WHERE "+where+" LIMIT ?3", func(s *sqlite.Stmt) error {
				if id := string(column(s, 0)); !seen[id] {
					seen[id] = true
					out = append(out, id)
				}
				return nil
			}, like, text, most)
			if err != nil {
				return err
			}
		}
		up := map[string]string{}
		if err := each(c, "SELECT id, "+r.col("session", "parent_id")+" FROM session", func(s *sqlite.Stmt) error {
			up[string(column(s, 0))] = string(column(s, 1))
			return nil
		}); err != nil {
			return err
		}
		for i, id := range out { // a subagent is read with the session that started it
			out[i] = topOf(id, up)
		}
		slices.Sort(out)
		out = slices.Compact(out)
		return nil
	})
	return out, err
}

// deep bounds how far sessions are followed that start sessions.
const deep = 16
