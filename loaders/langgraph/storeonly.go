package langgraph

import (
	"context"
	"os"

	"cptui/graph"
	"cptui/loaders"
)

// storeOnly is a database that holds a LangGraph Store and no checkpoints: no thread, but a memory to look into.
type storeOnly struct{ s *Source }

// sniffStore knows the table by its columns; a checkpoints table of LangGraph's goes before it.
func sniffStore(p *loaders.Probe) int {
	if _, ok := storeTable(p); ok {
		return 50
	}
	return 0
}

func openStoreOnly(_ context.Context, p *loaders.Probe, _ loaders.Options) (loaders.Source, error) {
	if sniffStore(p) == 0 {
		return nil, &loaders.Error{Op: "open database", Path: p.Path, Err: loaders.ErrFormat, Hint: "it has no store table of LangGraph's"}
	}
	s := &Source{path: p.Path, db: p.DB, size: p.Size}
	s.openStore(p)
	p.DB = nil // it is the source's now
	return storeOnly{s}, nil
}

func (o storeOnly) Store() loaders.Store { return o.s.store }

func (o storeOnly) Info() loaders.Info {
	i := loaders.Info{Format: formatStore, Path: o.s.path, Bytes: o.s.size, Records: -1, CanFork: "there is no checkpoint to branch off from"}
	if info, err := os.Stat(o.s.path); err == nil {
		i.Bytes, i.ModTime = info.Size(), info.ModTime()
	}
	return i
}

func (o storeOnly) Threads(context.Context, string, int) ([]loaders.ThreadHead, error) {
	return nil, nil
}

func (o storeOnly) Newest(context.Context) (string, bool, error) { return "", false, nil }

func (o storeOnly) Thread(_ context.Context, id string) (*graph.History, error) {
	return nil, o.noThread(id)
}

func (o storeOnly) FindID(context.Context, string) ([]loaders.Hit, error) { return nil, nil }

func (o storeOnly) Facts(_ context.Context, id string) (*loaders.ThreadFacts, error) {
	return nil, o.noThread(id)
}

func (o storeOnly) noThread(id string) error {
	return &loaders.Error{Op: "open thread " + id + " of", Path: o.s.path, Err: loaders.ErrNoThread, Hint: "it holds only a LangGraph Store (long-term memory), no sessions: cptui store shows it"}
}

func (o storeOnly) Poll(ctx context.Context) (bool, error) { return o.s.db.Poll(ctx) }
func (o storeOnly) Stats() loaders.Stats                   { return o.s.Stats() }
func (o storeOnly) Close() error                           { return o.s.Close() }
