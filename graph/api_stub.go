package graph

import (
	"context"

	"cptui/graph/value"
)

// This file fixes the names; each function moves into the file of its concept when it is built.

type historyCache struct{}

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

func (p *Pregel) Due(ctx context.Context, h *History, i int) (Due, error)     { panic("not built") }
func (p *Pregel) Ran(ctx context.Context, h *History, i int) ([]Task, error)  { panic("not built") }
func (p *Pregel) Live(ctx context.Context, h *History, i int) (*Live, error)  { panic("not built") }
func (p *Pregel) State(ctx context.Context, h *History, i int) (State, error) { panic("not built") }
func (p *Pregel) Control(channel string) bool                                 { panic("not built") }

var _ Runtime = (*Pregel)(nil)

// AttachNamespaces fills h.Kids: every namespace other than "", hung at the checkpoint where its task was due. It reads at
// most one body a namespace, and none where the task id can be recomputed.
func AttachNamespaces(ctx context.Context, h *History) error { panic("not built") }
