package graph

import (
	"context"
	"time"

	"cptui/graph/value"
)

// This file fixes the names; each function moves into the file of its concept when it is built.

type dagColumns struct{}
type historyCache struct{}

func newDAG(thread string, rows []Row) *DAG { panic("not built") }

func (d *DAG) Thread() string             { panic("not built") }
func (d *DAG) Len() int                   { panic("not built") }
func (d *DAG) Row(i int) Row              { panic("not built") }
func (d *DAG) ID(i int) string            { panic("not built") }
func (d *DAG) Parent(i int) int           { panic("not built") } // -1: root, missing or cut
func (d *DAG) ParentID(i int) string      { panic("not built") }
func (d *DAG) NS(i int) string            { panic("not built") }
func (d *DAG) Step(i int) (int, bool)     { panic("not built") }
func (d *DAG) Time(i int) time.Time       { panic("not built") }
func (d *DAG) Source(i int) string        { panic("not built") }
func (d *DAG) Children(i int) []int       { panic("not built") } // same namespace, in order
func (d *DAG) Roots(ns string) []int      { panic("not built") }
func (d *DAG) Leaves(ns string) []int     { panic("not built") }
func (d *DAG) Namespaces() []string       { panic("not built") } // "" first, in order of appearance
func (d *DAG) InNS(ns string) []int       { panic("not built") } // indices of one namespace, in order
func (d *DAG) Head(ns string) int         { panic("not built") } // greatest id (LangGraph's "latest"), -1 where empty
func (d *DAG) Find(id string) (int, bool) { panic("not built") } // exact; in any namespace, root first
func (d *DAG) Line(i int) []int           { panic("not built") } // root … i
func (d *DAG) Short(i int) string         { panic("not built") } // shortest unique ending, four characters or more
// Append adds rows of a grown source.
func (d *DAG) Append(rows []Row) { panic("not built") }

// Ref is a parsed reference: head, head~3, @12, an id, a unique prefix or ending.
type Ref struct {
	Text string
	impl refImpl
}
type refImpl struct{}

// ParseRef reads a reference; bookmarks are resolved by the caller before.
func ParseRef(s string) (Ref, error) { panic("not built") }

// ErrNoRef says that no checkpoint matches, ErrAmbiguous that several do.
var ErrNoRef, ErrAmbiguous error

// Resolve finds the checkpoint that ref names in namespace ns, on the branch of from (-1: of the head).
func (h *History) Resolve(ref Ref, ns string, from int) (int, error) { panic("not built") }

// HeadOf is the head of a namespace: History.Current for "".
func (h *History) HeadOf(ns string) int { panic("not built") }

// Cached opens a checkpoint through a small cache.
func (h *History) Cached(ctx context.Context, i int) (*Checkpoint, error) { panic("not built") }

// Moment gathers everything about checkpoint i; safe to call from any goroutine.
func (h *History) Moment(ctx context.Context, i int) (*Moment, error) { panic("not built") }

// Brief is the history row of checkpoint i; safe to call from any goroutine.
func (h *History) Brief(ctx context.Context, i int) (Brief, error) { panic("not built") }

// Why gives a reason for each task that made i; Next for each task due after i, with joins that wait; SeenTable for every
// node known to the thread: due, waiting, ran (latest first), never.
func (h *History) Why(ctx context.Context, i int) ([]Reason, error)         { panic("not built") }
func (h *History) NextReasons(ctx context.Context, i int) ([]Reason, error) { panic("not built") }
func (h *History) SeenTable(ctx context.Context, i int) ([]Reason, error)   { panic("not built") }

// Verdict is the status of the thread from the live view of its root head.
func (h *History) Verdict(ctx context.Context) (Verdict, error) { panic("not built") }

// ProblemRows are the indices of checkpoints that a person should look at, in the order of the screen, found among the
// briefs already computed for the thread; scan opens what is missing.
func (h *History) ProblemRows(ctx context.Context, scan bool) ([]int, error) { panic("not built") }

// ChangedChannels compares two states, channel by channel, in stored order.
func ChangedChannels(a, b State) (changes []Change, same []string) { panic("not built") }

// Message is a chat message of LangChain, OpenAI or Anthropic form, read from a state.
type Message struct {
	Role     string // "human", "ai", "tool", "system", other as stored
	ID       string
	Name     string
	Text     string // all text blocks joined
	Thinking string
	Calls    []Call // asked by an ai message
	CallID   string // a tool message's tool_call_id (first, where it carries several results: see Results)
	Results  []Call // results that this message carries, by call id
	Error    bool
	Model    string
	In, Out  int // tokens, 0 where not stored
	Value    value.Value
}

// ReadMessage reads one message; false where v is none.
func ReadMessage(v value.Value) (Message, bool) { panic("not built") }

// Messages reads a channel that holds a list of messages; false where it is none.
func Messages(v value.Value) ([]Message, bool) { panic("not built") }
