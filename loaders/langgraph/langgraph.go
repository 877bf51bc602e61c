// Package langgraph reads checkpoint databases that LangGraph's SQLite savers wrote: Python's and JavaScript's, today's
// tables and the earlier ones.
//
// Opening one reads the table list and nothing else. A thread's skeleton is one query over keys, parents and lengths: the
// id of a checkpoint tells its time and its step, so neither type nor metadata is read (metadata lies behind the body,
// and reaching it costs as much as reading the body). A checkpoint is opened by its rowid when somebody looks at it,
// together with its writes.
//
// Whatever a row holds, it stays in the list: a body that cannot be decoded, metadata that is no JSON, a parent that is not
// there are problems of that row. Nothing stored is run.
//
// A LangGraph Store in the same file (or alone in one) is read by store.go: the long-term memory, apart from the threads.
//
// What differs between layouts is in schema.go (which columns exist under which names) and in layout.go (how a body is taken
// apart); what differs between encodings is in codec.go.
package langgraph

import (
	"context"

	"cptui/graph"
	"cptui/loaders"
)

// The names of the formats in the contract.
const (
	formatPython = "langgraph-sqlite"
	formatJS     = "langgraph-js-sqlite"
	formatStore  = "langgraph-store"
)

func init() {
	loaders.Register(loaders.Format{Name: formatPython, Sniff: sniff, Open: open})
	// The same tables; which program wrote them is told by the rows, so that this one never wins by itself.
	loaders.Register(loaders.Format{Name: formatJS, Sniff: func(*loaders.Probe) int { return 0 }, Open: open})
	loaders.Register(loaders.Format{Name: formatStore, Sniff: sniffStore, Open: openStoreOnly})
}

// sniff knows the tables by their columns.
func sniff(p *loaders.Probe) int {
	t, ok := p.Table("checkpoints")
	switch {
	case !ok:
		return 0
	case t.Has("thread_id", "checkpoint_id", "checkpoint"):
		return 90
	case t.Has("thread_id", "thread_ts", "checkpoint"):
		return 80
	case t.Has("thread_id", "checkpoint") && len(t.Columns) == 2:
		return 60
	}
	return 0
}

func open(ctx context.Context, p *loaders.Probe, o loaders.Options) (loaders.Source, error) {
	if sniff(p) == 0 {
		return nil, &loaders.Error{Op: "open database", Path: p.Path, Err: loaders.ErrFormat, Hint: "it has no checkpoints table of LangGraph's"}
	}
	s := &Source{path: p.Path, db: p.DB, schema: readSchema(p), size: p.Size, format: o.Format}
	s.openStore(p)
	var err error
	if s.seal, err = newSeal(o.Key); err != nil {
		return nil, err
	}
	if err := s.db.With(ctx, s.schema.probeRowID); err != nil {
		return nil, err
	}
	if err := s.recognize(ctx); err != nil {
		return nil, err
	}
	if err := s.count(ctx); err != nil {
		return nil, err
	}
	if s.db.Cut() {
		s.addProblem(graph.Problem{Code: "db-corrupt", Severity: graph.Error, Offset: p.Size,
			Message: "the file is cut short: it ends before its own page count; what lies behind is missing"})
	}
	if s.db.RolledBack() {
		s.addProblem(graph.Problem{Code: "hot-journal", Severity: graph.Info, Offset: -1,
			Message: "its writer died within a transaction (a -journal lies beside it); shown is a copy as it was before; the file was left as it is"})
	}
	p.DB = nil // it is the source's now
	return s, nil
}
