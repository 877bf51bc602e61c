package opencode

import (
	"context"

	"zombiezen.com/go/sqlite"
)

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
