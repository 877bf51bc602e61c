package fork

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/loaders/langgraph"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// printWrites names the writes of a checkpoint by what they hold.
func printWrites(raw []langgraph.RawWrite) string {
	lines := make([]string, len(raw))
	for i, r := range raw {
		lines[i] = writePrint(r.TaskID, r.Idx, r.Channel, r.Type, r.Value)
	}
	return printLines(lines)
}

func writePrint(task string, idx int64, channel, typ string, v []byte) string {
	sum := sha256.Sum256(v)
	return strings.Join([]string{task, strconv.FormatInt(idx, 10), channel, typ, hex.EncodeToString(sum[:])}, "\x00")
}

func printLines(lines []string) string {
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:])
}

// unchanged refuses where a task wrote something since the fork was worked out: it may have finished, or asked.
func (w *waiting) unchanged(conn *sqlite.Conn) error {
	for i, at := range w.seen {
		var lines []string
		err := sqlitex.Execute(conn, "SELECT task_id, idx, channel, type, value FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?", &sqlitex.ExecOptions{
			Args: []any{w.h.Thread(), at.NS, at.ID},
			ResultFunc: func(s *sqlite.Stmt) error {
				lines = append(lines, writePrint(s.ColumnText(0), s.ColumnInt64(1), s.ColumnText(2), s.ColumnText(3), blob(s, 4)))
				return nil
			},
		})
		if err != nil {
			return err
		}
		if printLines(lines) != w.prints[i] {
			return fmt.Errorf("%w: the tasks of checkpoint %s have written meanwhile (open it again and choose anew)", ErrRefused, at.ID)
		}
	}
	return nil
}

// insert adds what waits to the thread of the fork.
func (w *waiting) insert(conn *sqlite.Conn, thread string) ([]journalRow, error) {
	var keys []journalRow
	for _, r := range w.rows {
		err := sqlitex.Execute(conn, `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
			SELECT ?, ?, checkpoint_id, parent_checkpoint_id, type, checkpoint, ? FROM checkpoints
			WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`, &sqlitex.ExecOptions{
			Args: []any{thread, r.To.NS, r.Metadata, w.h.Thread(), r.From.NS, r.From.ID}})
		if err != nil {
			return nil, err
		}
		keys = append(keys, journalRow{Table: "checkpoints", Key: []string{thread, r.To.NS, r.To.ID}})
	}
	paths, err := pathColumn(conn)
	if err != nil {
		return nil, err
	}
	for _, c := range w.writes {
		key := []any{thread, c.To.NS, c.To.ID, c.NewTask, c.Idx}
		var instead any
		if c.Value != nil {
			instead = c.Value
		}
		err := sqlitex.Execute(conn, `INSERT INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value`+paths+`)
			SELECT ?, ?, ?, ?, idx, channel, type, coalesce(?, value)`+paths+` FROM writes
			WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND task_id = ? AND idx = ?`, &sqlitex.ExecOptions{
			Args: append(key[:4:4], instead, w.h.Thread(), c.From.NS, c.From.ID, c.Task, c.Idx)})
		if err != nil {
			return nil, err
		}
		if err := w.readBack(conn, c, key); err != nil {
			return nil, err
		}
		keys = append(keys, journalRow{Table: "writes", Key: []string{thread, c.To.NS, c.To.ID, c.NewTask, strconv.FormatInt(c.Idx, 10)}})
	}
	return keys, nil
}

// readBack compares a write that was changed with what was meant.
func (w *waiting) readBack(conn *sqlite.Conn, c writeCopy, key []any) error {
	if c.Value == nil {
		return nil
	}
	same := false
	err := sqlitex.Execute(conn, "SELECT value FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND task_id = ? AND idx = ?", &sqlitex.ExecOptions{
		Args: key, ResultFunc: func(s *sqlite.Stmt) error { same = bytes.Equal(blob(s, 0), c.Value); return nil },
	})
	if err == nil && !same {
		err = fmt.Errorf("the question of task %s does not read back as it was written", c.NewTask)
	}
	return err
}

// plan lists the rows for a person to read first.
func (w *waiting) plan(thread string) []Row {
	var rows []Row
	for _, r := range w.rows {
		rows = append(rows, Row{Table: "checkpoints", Key: []string{thread, r.To.NS, r.To.ID}, Bytes: r.Size,
			Columns: []string{"as in namespace " + r.From.NS, "metadata " + string(r.Metadata)}})
	}
	for _, c := range w.writes {
		as := "as task " + c.Task + " wrote it at " + c.From.ID
		if c.Value != nil {
			as += ", with the question's id as it is here"
		}
		rows = append(rows, Row{Table: "writes", Key: []string{thread, c.To.NS, c.To.ID, c.NewTask, strconv.FormatInt(c.Idx, 10)}, Bytes: c.Size,
			Columns: []string{"channel " + c.Channel, as}})
	}
	return rows
}

// at are the writes that the fork itself will have.
func (w *waiting) at(to rowKey) []graph.Write {
	var out []graph.Write
	for _, c := range w.writes {
		if c.To == to {
			out = append(out, c.decoded)
		}
	}
	return out
}
