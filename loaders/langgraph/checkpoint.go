package langgraph

import (
	"context"
	"sort"

	"cptui/graph"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// RawRow is one row of checkpoints as it lies in the file.
type RawRow struct {
	Thread, NS, ID, Parent string
	Type                   string
	Checkpoint             []byte // nil where NULL
	Metadata               []byte // nil where NULL
	RowID                  int64
	thread, ns, id         key
	typed, blob            bool // type is not NULL; the body is a BLOB or TEXT and not NULL
}

// RawWrite is one row of writes as it lies in the file.
type RawWrite struct {
	TaskID, TaskPath, Channel, Type string
	Idx                             int64
	Value                           []byte // nil where NULL
	Seq                             int64  // the rowid, 0 where there is none
	typed                           bool
}

// Row reads a row by its key; ErrNotFound where there is none.
func (s *Source) Row(ctx context.Context, thread, ns, id string) (row RawRow, writes []RawWrite, err error) {
	err = s.with(ctx, func(c *sqlite.Conn) error {
		k, err := s.threadKey(c, thread)
		if err != nil {
			return err
		}
		row, err = s.rowByKey(c, k, ns, id)
		if err != nil {
			return err
		}
		writes, err = s.writesOf(c, row)
		return err
	})
	return row, writes, err
}

func (s *Source) rowQuery(where string) string {
	x := s.schema
	return "SELECT " + x.row + ", thread_id, " + x.ns + ", " + x.id + ", " + x.parent + ", " + x.typ + ", checkpoint, " + x.meta + " FROM checkpoints WHERE " + where
}

func readRow(q *sqlite.Stmt) RawRow {
	r := RawRow{RowID: q.ColumnInt64(0), thread: columnKey(q, 1), ns: columnKey(q, 2), id: columnKey(q, 3), Parent: columnString(q, 4)}
	r.Thread, r.NS, r.ID = r.thread.String(), r.ns.String(), r.id.String()
	r.typed, r.Type = !q.ColumnIsNull(5), columnString(q, 5)
	r.blob, r.Checkpoint = !q.ColumnIsNull(6), columnBytes(q, 6)
	r.Metadata = columnBytes(q, 7)
	return r
}

// rowByID reads a row by its rowid, and by its key where another row has that rowid now.
func (s *Source) rowByID(c *sqlite.Conn, t *thread, i int) (row RawRow, err error) {
	want := t.dag.Row(i)
	if s.schema.hasRowID {
		found, err := first(c, s.rowQuery("rowid = ?1"), []key{{class: sqlite.TypeInteger, num: want.Ref}}, func(q *sqlite.Stmt) { row = readRow(q) })
		if err != nil {
			return row, err
		}
		if found && row.ID == want.ID && row.NS == want.NS && row.Thread == t.id {
			return row, nil
		}
	}
	return s.rowByKey(c, t.key, want.NS, want.ID)
}

// rowByKey reads a row by its key. Namespace and id are text but for files that nobody declared columns in.
func (s *Source) rowByKey(c *sqlite.Conn, thread key, ns, id string) (row RawRow, err error) {
	x := s.schema
	exact := "thread_id = +?1 AND " + x.ns + " = +?2 AND " + x.id + " = +?3"
	loose := "thread_id = +?1 AND CAST(" + x.ns + " AS TEXT) = +?2 AND CAST(" + x.id + " AS TEXT) = +?3"
	for _, where := range []string{exact, loose} {
		found, err := first(c, s.rowQuery(where), []key{thread, textKey(ns), textKey(id)}, func(q *sqlite.Stmt) { row = readRow(q) })
		if err != nil || found {
			return row, err
		}
	}
	return row, errRow(s.path, id)
}

// writesOf reads the writes of a row, ordered as LangGraph applies them: by task path, task, index.
func (s *Source) writesOf(c *sqlite.Conn, row RawRow) (writes []RawWrite, err error) {
	x := s.schema
	if x.Writes == nil {
		return nil, nil
	}
	at := writesAt{row.thread, row.ns, row.id}
	where, bind := s.writesWhere(at)
	err = each(c, s.writesQuery(where), bind, func(q *sqlite.Stmt) error {
		writes = append(writes, readWrite(q))
		return nil
	})
	if loaders.Corrupt(err) {
		saved, serr := s.salvageWrites(c, at)
		if serr != nil {
			return writes, serr
		}
		if len(saved) > len(writes) {
			writes = saved
		}
	}
	for _, w := range writes {
		s.stats.bytes.Add(int64(len(w.Value)))
	}
	sort.SliceStable(writes, func(i, j int) bool {
		a, b := writes[i], writes[j]
		if a.TaskPath != b.TaskPath {
			return a.TaskPath < b.TaskPath
		}
		if a.TaskID != b.TaskID {
			return a.TaskID < b.TaskID
		}
		return a.Idx < b.Idx
	})
	return writes, err
}

func (s *Source) writesQuery(where string) string {
	order := "0"
	if s.schema.writesRowID {
		order = "rowid"
	}
	return "SELECT task_id, " + s.schema.wPath + ", idx, channel, " + s.schema.wType + ", value, " + order + " FROM writes WHERE " + where
}

// writesWhere picks the writes of one checkpoint. A namespace or an id that is NULL, which a loose table may hold, is no value
// to compare with.
func (s *Source) writesWhere(at writesAt) (where string, bind []key) {
	x := s.schema
	bind = []key{at.thread, at.ns, at.id}
	if x.wNS == "''" {
		bind[1] = textKey("")
	}
	where = "thread_id = +?1"
	for i, column := range []string{x.wNS, x.wID} {
		if bind[i+1].class == sqlite.TypeNull { // shown as the empty text
			where += " AND ifnull(" + column + ", '') = ifnull(" + []string{"?2", "?3"}[i] + ", '')"
		} else {
			where += " AND " + column + " = +" + []string{"?2", "?3"}[i]
		}
	}
	return where, bind
}

func readWrite(q *sqlite.Stmt) RawWrite {
	return RawWrite{TaskID: columnString(q, 0), TaskPath: columnString(q, 1), Idx: q.ColumnInt64(2), Channel: columnString(q, 3),
		typed: !q.ColumnIsNull(4), Type: columnString(q, 4), Value: columnBytes(q, 5), Seq: q.ColumnInt64(6)}
}

// Open reads one checkpoint with its writes. Whatever is wrong with the row is a problem of the checkpoint; an error means that
// the file could not be read.
func (t *thread) Open(ctx context.Context, i int) (*graph.Checkpoint, error) {
	s := t.src
	var row RawRow
	var writes []RawWrite
	var damage error
	err := s.with(ctx, func(c *sqlite.Conn) (err error) {
		row, err = s.rowByID(c, t, i)
		of := row
		if loaders.Corrupt(err) { // its writes may lie on whole pages
			damage, err = err, nil
			of = RawRow{thread: t.key, ns: textKey(t.dag.NS(i)), id: textKey(t.dag.ID(i))}
		}
		if err != nil {
			return err
		}
		writes, err = s.writesOf(c, of)
		if loaders.Corrupt(err) {
			damage, err = err, nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	s.stats.bodies.Add(1)
	s.stats.bytes.Add(int64(len(row.Checkpoint)))
	o := opened{src: s, cp: t.blank(i)}
	if damage != nil {
		o.fault("db-corrupt", graph.Error, -1, "a damaged page hides this row or its writes")
	}
	if row.ID == "" && damage != nil {
		o.cp.Body = damaged(nil, "the row lies on a damaged page")
		o.writes(writes)
		return o.cp, nil
	}
	o.fill(row, writes)
	s.mu.Lock()
	s.newestV = max(s.newestV, o.cp.V)
	s.mu.Unlock()
	return o.cp, nil
}

// Decode takes a row apart that need not be in the file: a fork reads what it is about to write as any reader will.
func (s *Source) Decode(row RawRow) *graph.Checkpoint {
	row.typed, row.blob = row.Type != "", row.Checkpoint != nil
	_, step, uuid := readUUID6(row.ID)
	o := opened{src: s, cp: &graph.Checkpoint{ID: row.ID, Thread: row.Thread, NS: row.NS, ParentID: row.Parent, Step: step, NoStep: !uuid,
		Size: int64(len(row.Checkpoint)), NoUpdated: true}}
	o.fill(row, nil)
	return o.cp
}

// blank is what the skeleton knows of a checkpoint.
func (t *thread) blank(i int) *graph.Checkpoint {
	r := t.dag.Row(i)
	return &graph.Checkpoint{Index: i, ID: r.ID, Thread: t.id, NS: r.NS, ParentID: r.Parent, Time: r.Time, Step: r.Step, NoStep: r.NoStep,
		Size: r.Size, NoUpdated: true}
}

// opened takes a row apart into a checkpoint.
type opened struct {
	src *Source
	cp  *graph.Checkpoint
}

// fault adds a problem of the checkpoint, each message once.
func (o *opened) fault(code string, severity graph.Severity, offset int64, message string) {
	p := graph.Problem{Code: code, Severity: severity, Thread: o.cp.Thread, NS: o.cp.NS, Checkpoint: o.cp.ID, Offset: offset, Message: message}
	for _, have := range o.cp.Problems {
		if have == p {
			return
		}
	}
	o.cp.Problems = append(o.cp.Problems, p)
}

func (o *opened) fill(row RawRow, writes []RawWrite) {
	o.cp.Encoding = row.Type
	if o.src.schema.id == "checkpoint_id" {
		if _, _, ok := readUUID6(row.ID); !ok {
			o.fault("bad-id", graph.Warning, -1, "the id is no UUID of version 6, so that it tells neither time nor step")
		}
	}
	o.body(row)
	o.metadata(row.Metadata)
	o.writes(writes)
}

func (o *opened) writes(writes []RawWrite) {
	for _, w := range writes {
		o.cp.Writes = append(o.cp.Writes, graph.Write{TaskID: w.TaskID, Idx: int(w.Idx), Channel: w.Channel, Path: w.TaskPath,
			Seq: w.Seq, Value: o.writeValue(w), Proof: graph.ProofUnknown})
	}
}
