// Package transcript is what the loaders of coding sessions share: whatever the program, a session comes to steps (a prompt,
// an answer of the model, the results of its calls, a compaction) that hang on each other as a tree, and each step says what
// it adds. A loader brings a Script: what its records tell of one step. From that come the checkpoints, their states folded
// along the branch, what ran and what is due, and the rows of the history; a Source wraps a file or a folder of sessions.
//
// What a loader does itself is the reading: which records there are, which hang on which, which make a step. The bytes of a
// record are read when somebody looks at the step, never before.
package transcript

import (
	"cptui/graph"
	"cptui/graph/value"
)

// Kind is what a step is.
type Kind uint8

const (
	Input   Kind = iota + 1 // a person's prompt, or what was put in for one
	Answer                  // one answer of the model
	Results                 // the results of an answer's calls, up to the next answer
	Compact                 // a compaction
)

// Script tells what the steps of one session are, by their index in the DAG. It never changes once a Runtime has it; a body
// that cannot be read is an error.
type Script interface {
	Kind(i int) Kind
	Parent(i int) int // the step before it, in whatever file; -1 for a root
	Depth(i int) int  // steps before it on its branch

	Prompted(i int) bool  // a person typed it to the agent
	Asks(i int) bool      // an input that the model answers: words, not the output of a command
	Stopped(i int) bool   // the person stopped the agent in it
	Fails(i int) bool     // an error of the API told in place of an answer
	Synthetic(i int) bool // made by the client, not by a model
	Author(i int) string  // the id of the task that made an answer

	// Says is what a step says in a row: the first words of a prompt, all words of an answer, how a compaction went.
	Says(i int) (string, error)
	// Typed is the whole text of a prompt.
	Typed(i int) (string, error)
	// Called lists the calls that answer i asks; what came of them is not looked up.
	Called(i int) ([]graph.Call, error)
	// Brought lists the results that came in with step i, each with its call; a call that is not known has no name.
	Brought(i int) ([]graph.Call, error)
	// Open lists the calls that have no result yet at step i; a result that came later is told with them.
	Open(i int) ([]graph.Call, error)
	// Touches names the channel ("files", "todos") that the result of a call of step i changed, "" where none.
	Touches(i int, id string) string

	// Messages are those that a step adds, in the order of the file.
	Messages(i int) ([]Message, error)
	// Compacted are the messages that the model sees behind compaction i, whose own messages are given.
	Compacted(i int, own []Message) ([]Message, error)
	// Fold takes over what a step does to the state but for its messages.
	Fold(next *State, i int) error

	// About is what is known of a step beside its state: what its lines say but for the message (metadata), the ids of its
	// records, its time as stored.
	About(i int) (About, error)
}

// About is what Script.About tells.
type About struct {
	Metadata []value.Entry
	Records  []string
	Stored   []value.Value // the records as they lie in the file; nil where they are too large to be kept beside the state
	TS       string
}

// Message is one message of a step.
type Message struct {
	First, Last int32   // records, in the order of the file
	Lines       []int32 // all of its records
	Node        string  // human, model, tool:<name>, compaction
	Task        string  // call, answer or record id
	Bytes       int
	Value       value.Value
}

// Entry is a member that holds a text.
func Entry(name, v string) value.Entry { return value.NamedEntry(name, value.NewString(v)) }

// Stored is a part of a record as a value; null where there is none.
func Stored(raw []byte) value.Value {
	if raw == nil {
		return value.NewNull()
	}
	return value.Stored(value.JSON, raw)
}
