package graph

import "context"

// Pregel is the Runtime of LangGraph: what its scheduler would do with a checkpoint, worked out from the rows alone, since
// neither the graph nor its reducers are stored. What the rows cannot tell is said to be unknown, never guessed.
type Pregel struct {
	hasher TaskHasher
	// Names lists nodes and task functions met in other threads of the source; nil where only the thread is to be asked. It
	// is called only for a task id that nothing in the thread explains.
	Names func(ctx context.Context) []string
	// Others opens a few other threads of the source, newest first: they may show what this one has not come to yet, such as
	// which edge starts a node, or how a channel takes in writes. Nil where only the thread is to be asked. The histories must
	// not have Others themselves.
	Others func(ctx context.Context) []*History
}

// NewPregel makes the Runtime of a LangGraph history whose task ids hasher makes.
func NewPregel(hasher TaskHasher) *Pregel { return &Pregel{hasher: hasher} }

var _ Runtime = (*Pregel)(nil)
