// Package loaders opens what is on disk. Open sniffs the bytes (never the name), and gives a Source: the one interface that
// every format implements. A format registers itself; loaders know nothing of each other.
//
// Everything here is read-only: opening leaves no new file and changes none.
package loaders

import (
	"context"
	"time"

	"cptui/graph"
)

// Source is an opened file, folder or database.
type Source interface {
	// Info says what it is; cheap.
	Info() Info
	// Threads lists threads by name, newest activity first where that is cheap, else by name; at most limit (0: all), after
	// the given thread id ("" from the start). No body is read. Heads beyond the id may be filled in by ThreadFacts.
	Threads(ctx context.Context, after string, limit int) ([]ThreadHead, error)
	// Newest is the thread with the newest root checkpoint; "" and false for an empty source.
	Newest(ctx context.Context) (string, bool, error)
	// Thread opens one thread. ErrNoThread where it is not there.
	Thread(ctx context.Context, id string) (*graph.History, error)
	// FindID tells which thread (and namespace) holds a checkpoint whose id is, begins or ends with text.
	FindID(ctx context.Context, text string) ([]Hit, error)
	// Facts is all that `info --json` says of one thread.
	Facts(ctx context.Context, id string) (*ThreadFacts, error)
	// Poll reports whether the source has changed since the last Poll or opening: one stat and, for a database, data_version.
	Poll(ctx context.Context) (changed bool, err error)
	// Stats counts the work done so far, for tests.
	Stats() Stats
	Close() error
}

// Counter is what a Source may be as well: every thread with its head and the count of its checkpoints in one pass, by name.
// The pass reads the keys of all rows, which a list on screen should not wait for.
type Counter interface {
	Counts(ctx context.Context) ([]ThreadHead, error)
}

// Pager is what a Source may be as well: the newest checkpoints of a thread of any length, without its skeleton.
type Pager interface {
	// Page gives at most limit rows in the order of a skeleton. Step and time are those that the ids tell.
	Page(ctx context.Context, thread string, limit int) ([]graph.Row, error)
	// Beyond reports whether a thread has more than n checkpoints.
	Beyond(ctx context.Context, thread string, n int) (bool, error)
}

// Examiner is what a Source may be as well: it looks for faults that neither a skeleton nor a body shows. Only a doctor asks.
type Examiner interface {
	// Faults are those of rows of an opened thread that belong to none of its checkpoints.
	Faults(ctx context.Context, h *graph.History) ([]graph.Problem, error)
	// Pages are the faults of the file's own structure; it reads all of the file.
	Pages(ctx context.Context) ([]graph.Problem, error)
}

// Stats counts work: what tests assert instead of time.
type Stats struct {
	Rows   int64 // rows or lines listed
	Bodies int64 // checkpoint bodies read
	Bytes  int64 // bytes of bodies and lines read
}

// Hit is a checkpoint found by id.
type Hit struct{ Thread, NS, ID string }

// Info says what a Source is.
type Info struct {
	Format   string // as in CLI.md: "langgraph-sqlite", "langgraph-js-sqlite", "claude-code", …
	Producer string // version text, "" where unknown
	Path     string
	Records  int64 // -1: not counted yet
	Bytes    int64
	ModTime  time.Time
	Detail   string // e.g. "checkpoint v4"
	Problems []graph.Problem
	// Transcript tells coding sessions from databases.
	Transcript bool
	// CanFork is "" where a fork can be written here, else the reason why not (read-only file, unknown schema).
	CanFork string
}

// ThreadHead is a line of the thread list.
type ThreadHead struct {
	ID    string
	Title string
	// ForkedFrom is the thread that this one was forked from, "" where it is no fork as far as is known.
	ForkedFrom string
	Head       string    // id of the root head, "" where not known yet
	Last       time.Time // of the head
	Count      int       // checkpoints in all namespaces, -1: not counted yet
}

// Usage counts tokens; each model answer once.
type Usage struct{ Input, Output, CacheRead, CacheCreation int64 }

// ToolCount counts calls of one tool.
type ToolCount struct {
	Name          string
	Calls, Errors int
}

// Todo is one item of a plan.
type Todo struct{ Content, Status string }

// ThreadFacts is what `info --json` says of a thread.
type ThreadFacts struct {
	ID, Title, Status, Phase string
	Unsure                   bool // more may be due than Status says: the file cannot tell
	Namespaces               []string
	Checkpoints, Branches    int
	Head, Leaf               []Hit // per namespace, in order
	First, Last              time.Time
	FirstTS, LastTS          string // as stored
	CurrentTask              string
	PlanDone, PlanAll        int
	Prompts                  []string
	Tools                    []ToolCount
	Usage, UsageAgents       Usage
	Models, Files            []string
	Todos                    []Todo
	Subagents                int
	Problems                 []graph.Problem
}
