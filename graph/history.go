// Package graph is the model: what can be known from one thread of checkpoints, without input or output of its own.
//
// Most callers need two things: a History (from a loaders.Source) and Moment, which gathers all that the screens and the
// commands say of one checkpoint. The skeleton (DAG) is whole from the start; bodies are opened one at a time through the
// History's Opener, which a loader implements.
package graph

import "context"

// Opener opens one checkpoint of a DAG with its writes. An error means that the source could not be read at all (closed,
// cancelled, I/O); a damaged row is no error: it comes back with Body and Problems set.
type Opener interface {
	Open(ctx context.Context, i int) (*Checkpoint, error)
}

// Runtime is what differs between the programs that write histories: how their tasks are found and named, and what counts
// as control. Pregel (LangGraph, both languages) is implemented here; transcript loaders bring their own.
type Runtime interface {
	// Due tells what is due at checkpoint i, as get_state by id does.
	Due(ctx context.Context, h *History, i int) (Due, error)
	// Ran tells which tasks made checkpoint i out of its parent.
	Ran(ctx context.Context, h *History, i int) ([]Task, error)
	// Live tells what a resume of the head i of a namespace would start from.
	Live(ctx context.Context, h *History, i int) (*Live, error)
	// State gives the state at i as a reader of the program's own API sees it.
	State(ctx context.Context, h *History, i int) (State, error)
	// Control reports whether a channel is the program's own bookkeeping.
	Control(channel string) bool
}

// History is one thread, opened.
type History struct {
	*DAG
	Opener
	Runtime Runtime
	// Kids are the namespaces other than "", hung at their tasks.
	Kids []Child
	// Title, where the source has one.
	Title string
	// Current is the index of the head of the root namespace: the greatest id (LangGraph), the step of the live leaf
	// (transcript). -1 for an empty thread.
	Current int
	// Problems found while reading the skeleton.
	Problems []Problem
	// Transcript is set for coding sessions: prompts are turns, `next` means model or tools.
	Transcript bool
	// Resume is the command with which a session's own program goes on, "" where there is none.
	Resume string
	cache  historyCache
}
