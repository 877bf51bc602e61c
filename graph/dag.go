package graph

import "time"

// Row is one checkpoint of a skeleton: what can be known without its body.
type Row struct {
	ID     string
	Parent string // parent id as stored, "" where none
	NS     string // checkpoint namespace, "" for the root graph or main session
	Step   int
	NoStep bool // the step is not known without the body
	Time   time.Time
	Source string // "input", "loop", "update", "fork"; "" where only the body tells
	Size   int64  // bytes of the body
	Ref    int64  // the loader's own handle: rowid, index into its steps
}

// DAG is the skeleton of one thread, all namespaces: columns, not objects, in the source's own order (database: by
// namespace, then id; transcript: by place in the file). Append-only: indices never change, and a reader needs no lock
// for rows below the Len it has seen.
//
// Parents that are missing, later in the order or part of a cycle are cut: Parent gives -1 and ParentID still tells what
// is stored.
type DAG struct {
	dagColumns
}

// NewDAG makes a skeleton of thread from rows in the source's order.
func NewDAG(thread string, rows []Row) *DAG { return newDAG(thread, rows) }
