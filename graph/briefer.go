package graph

import "context"

// Briefer is what a Runtime may implement to make the rows of the history itself, from what one step added, without opening
// the states around it: a transcript knows a step's calls, results and words from its own records, and comparing two whole
// conversations a row would cost the square of its length. History.Brief asks a Briefer first.
type Briefer interface {
	// Brief is the history row of checkpoint i, complete: Index, Kind, Nodes, Took, Due and End included.
	Brief(ctx context.Context, h *History, i int) (Brief, error)
}
