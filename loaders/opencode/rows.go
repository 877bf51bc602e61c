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

func (r *rows) lines(ctx context.Context, id string) (written, error) {
	var w writing
	err := r.db.With(ctx, func(c *sqlite.Conn) error {
		w = writing{}
		return r.session(c, &w, id, map[string]bool{id: true}, 0)
	})
	return w.written, err
}

// session writes one session, and then those that it started.
func (r *rows) session(c *sqlite.Conn, w *writing, id string, seen map[string]bool, depth int) error {
	if depth > 0 {
		w.space = id
	}
	back, err := r.row(c, w, id)
	if err != nil {
		return err
	}
	talks, err := r.talks(c, id)
	if err != nil {
		return err
	}
	if !talks { // the newer table may hold what happened beside the talk alone
		if err := r.messages(c, w, id); err != nil {
			return err
		}
	}
	if err := r.newer(c, w, id); err != nil {
		return err
	}
	if err := w.takeBack(back); err != nil {
		return err
	}
	if err := r.todos(c, w, id); err != nil || !r.columns["session"]["parent_id"] || depth == deep {
		return err
	}
	var kids []string
	if err := each(c, "SELECT id FROM session WHERE parent_id = ? ORDER BY id", func(s *sqlite.Stmt) error {
		kids = append(kids, string(column(s, 0)))
		return nil
	}, id); err != nil {
		return err
	}
	for _, kid := range kids {
		if seen[kid] {
			w.fault("parent-cycle", "session %s is started by one that it started", kid)
			continue
		}
		seen[kid] = true
		if err := r.session(c, w, kid, seen, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// row writes what the session's own row says, and gives the message that a revert takes back.
func (r *rows) row(c *sqlite.Conn, w *writing, id string) (back revert, err error) {
	var head []member
	err = each(c, "SELECT "+r.col("session", "title")+", "+r.col("session", "directory")+", "+r.col("session", "version")+", "+r.col("session", "time_created")+", "+r.col("session", "revert")+
		", "+r.col("session", "fork_session_id")+", "+r.col("session", "fork_message_id")+" FROM session WHERE id = ?", func(s *sqlite.Stmt) error {
		head = []member{text("id", id)}
		for i, name := range []string{"title", "directory", "version"} {
			if v := column(s, i); v != nil {
				head = append(head, text(name, string(v)))
			}
		}
		if n := s.ColumnInt64(3); n > 0 {
			head = append(head, member{"time_created", []byte(s.ColumnText(3))})
		}
		for i, name := range []string{"fork_session_id", "fork_message_id"} {
			if v := column(s, 5+i); v != nil {
				head = append(head, text(name, string(v)))
			}
		}
		if raw := column(s, 4); len(raw) > 0 {
			if back = readRevert(raw); back.message == "" {
				w.fault("bad-json", "session %s: what it takes back (revert) cannot be read", id)
			}
		}
		return nil
	}, id)
	if err != nil {
		return back, err
	}
	if head == nil {
		w.fault("broken-parent", "the row of session %s is not in the file; its messages are", id)
		head = []member{text("id", id)}
	}
	return back, w.put(member{"session", object([]byte("{}"), head...)})
}

// messages writes the messages of a session with their parts.
func (r *rows) messages(c *sqlite.Conn, w *writing, id string) error {
	if r.columns["message"] == nil {
		return nil
	}
	parts := map[string][]part{}
	var order []string
	if r.columns["part"] != nil {
		where := "session_id = ?"
		if !r.columns["part"]["session_id"] {
			where = "message_id IN (SELECT id FROM message WHERE session_id = ?)"
		}
		if err := each(c, "SELECT id, message_id, data FROM part WHERE "+where+" ORDER BY id", func(s *sqlite.Stmt) error {
			of := string(column(s, 1))
			if parts[of] == nil {
				order = append(order, of)
			}
			parts[of] = append(parts[of], part{string(column(s, 0)), column(s, 2)})
			return nil
		}, id); err != nil {
			return err
		}
	}
	known := map[string]bool{}
	if err := each(c, "SELECT id, time_created, data FROM message WHERE session_id = ? ORDER BY "+inMillis+", id", func(s *sqlite.Stmt) error {
		of := string(column(s, 0))
		known[of] = true
		return w.message(of, id, s.ColumnInt64(1), column(s, 2), parts[of])
	}, id); err != nil {
		return err
	}
	for _, of := range order {
		if known[of] {
			continue
		}
		w.fault("broken-parent", "%d parts are of message %s, which is not in the file", len(parts[of]), of)
		if err := w.message(of, id, 0, []byte("{}"), parts[of]); err != nil {
			return err
		}
	}
	return nil
}

// talks reports whether the talk of a session is in the newer table: then what the older one has of it is not its own.
func (r *rows) talks(c *sqlite.Conn, id string) (found bool, err error) {
	if !r.columns["session_message"]["type"] {
		return false, nil
	}
	err = each(c, "SELECT 1 FROM session_message WHERE session_id = ? AND type NOT IN ('agent-switched', 'model-switched') LIMIT 1", func(*sqlite.Stmt) error {
		found = true
		return nil
	}, id)
	return found, err
}

// newer writes the rows of the newer table.
func (r *rows) newer(c *sqlite.Conn, w *writing, id string) error {
	if !r.columns["session_message"]["type"] {
		return nil
	}
	return each(c, "SELECT id, type, time_created, data FROM session_message WHERE session_id = ? ORDER BY "+r.col("session_message", "seq")+", id", func(s *sqlite.Stmt) error {
		return w.message(string(column(s, 0)), id, s.ColumnInt64(2), column(s, 3), nil, text("type", string(column(s, 1))))
	}, id)
}

// todos writes the plan as the table holds it.
func (r *rows) todos(c *sqlite.Conn, w *writing, id string) error {
	if !r.columns["todo"]["content"] || !r.columns["todo"]["status"] {
		return nil
	}
	list := []byte{'['}
	err := each(c, "SELECT content, status, "+r.col("todo", "priority")+" FROM todo WHERE session_id = ? ORDER BY "+r.col("todo", "position"), func(s *sqlite.Stmt) error {
		item := []member{text("content", string(column(s, 0))), text("status", string(column(s, 1)))}
		if v := column(s, 2); v != nil {
			item = append(item, text("priority", string(v)))
		}
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = append(list, object([]byte("{}"), item...)...)
		return nil
	}, id)
	if err != nil || len(list) == 1 {
		return err
	}
	return w.put(member{"todos", append(list, ']')})
}

var _ shelf = (*rows)(nil)
