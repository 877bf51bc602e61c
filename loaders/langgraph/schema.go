package langgraph

import (
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// Schema is what the tables of one file look like: which columns there are, under which names. Missing ones are written
// into queries as constants, so that every query works with every layout.
//
//	2024-02  thread_id, checkpoint                                        one row a thread, pickle
//	2024-03  thread_id, thread_ts, parent_ts, checkpoint                  pickle, then JSON
//	2024-05  … metadata; writes(thread_id, thread_ts, task_id, idx, channel, value)
//	2024-08  thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata;
//	         writes(… task_id, [task_path,] idx, channel, type, value)
type Schema struct {
	Checkpoints []string // columns as they stand in the table
	Writes      []string // nil where there is no such table
	IsView      bool

	hasRowID, writesRowID          bool
	ns, id, parent, typ, meta, row string // expressions over checkpoints
	wNS, wID, wType, wPath         string // expressions over writes
	canon                          bool
}

func readSchema(p *loaders.Probe) *Schema {
	t, _ := p.Table("checkpoints")
	s := &Schema{Checkpoints: t.Columns, IsView: t.View}
	pick := func(t loaders.Table, otherwise string, names ...string) string {
		for _, n := range names {
			if t.Has(n) {
				return n
			}
		}
		return otherwise
	}
	s.ns = pick(t, "''", "checkpoint_ns")
	s.id = pick(t, "''", "checkpoint_id", "thread_ts")
	s.parent = pick(t, "NULL", "parent_checkpoint_id", "parent_ts")
	s.typ = pick(t, "NULL", "type")
	s.meta = pick(t, "NULL", "metadata")
	s.canon = t.Has("thread_id", "checkpoint_ns", "checkpoint_id", "parent_checkpoint_id", "type", "checkpoint", "metadata")
	if w, ok := p.Table("writes"); ok && w.Has("thread_id", "task_id", "idx", "channel", "value") {
		s.Writes = w.Columns
		s.wNS = pick(w, "''", "checkpoint_ns")
		s.wID = pick(w, "''", "checkpoint_id", "thread_ts")
		s.wType = pick(w, "NULL", "type")
		s.wPath = pick(w, "''", "task_path")
		s.canon = s.canon && w.Has("checkpoint_ns", "checkpoint_id", "type")
	} else {
		s.canon = false
	}
	return s
}

// probeRowID finds out whether rows can be asked for by rowid (not in a view, not WITHOUT ROWID).
func (s *Schema) probeRowID(c *sqlite.Conn) error {
	s.row = "0"
	if s.IsView {
		return nil
	}
	if s.Writes != nil {
		if q, _, err := c.PrepareTransient("SELECT rowid FROM writes LIMIT 0"); err == nil {
			s.writesRowID = true
			if err := q.Finalize(); err != nil {
				return err
			}
		}
	}
	if q, _, err := c.PrepareTransient("SELECT rowid FROM checkpoints LIMIT 0"); err == nil {
		s.hasRowID, s.row = true, "rowid"
		return q.Finalize()
	}
	return nil
}

// cannotFork says why rows may not be added, "" where they may: only to the tables of today, known column by column.
func (s *Schema) cannotFork() string {
	known := func(have []string, want ...string) bool {
		set := map[string]bool{}
		for _, w := range want {
			set[w] = true
		}
		for _, h := range have {
			if !set[h] {
				return false
			}
		}
		return true
	}
	switch {
	case s.IsView:
		return "checkpoints is a view"
	case !s.canon:
		return "an early layout of the tables (or a part of them) that LangGraph no longer writes"
	case !known(s.Checkpoints, "thread_id", "checkpoint_ns", "checkpoint_id", "parent_checkpoint_id", "type", "checkpoint", "metadata"):
		return "the checkpoints table has columns that are not LangGraph's"
	case !known(s.Writes, "thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "task_path", "idx", "channel", "type", "value"):
		return "the writes table has columns that are not LangGraph's"
	}
	return ""
}
