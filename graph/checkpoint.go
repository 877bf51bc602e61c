package graph

import (
	"time"

	"cptui/graph/value"
)

// Channel is one named value of a state, in stored order.
type Channel struct {
	Name  string
	Value value.Value
}

// Version is a channel's version: text in Python, an integer in JavaScript; compare only through CompareVersions.
type Version struct {
	Channel string
	Value   value.Value
}

// Seen lists the channel versions that a node has consumed (versions_seen).
type Seen struct {
	Node     string
	Versions []Version
}

// Checkpoint is one opened row. A transcript fills the same shape. Values are as stored: control channels are in,
// delta channels are not rebuilt, pending writes are not applied; see History.State for the state as LangGraph gives it.
type Checkpoint struct {
	Index    int // in the DAG
	ID       string
	Thread   string
	NS       string
	ParentID string
	V        int    // checkpoint format version, 0 where none is stored
	TS       string // as stored
	Time     time.Time
	Source   string
	Step     int
	NoStep   bool
	Parents  []Version // metadata.parents: namespace → checkpoint id (Channel is the namespace)

	Channels  []Channel
	Versions  []Version
	Seen      []Seen
	Updated   []string // updated_channels
	NoUpdated bool     // updated_channels is absent or nil
	Metadata  value.Value
	Writes    []Write // stored at this checkpoint by the tasks due after it

	// Body is set instead of Channels where the whole body cannot be read (Object "damaged", "encrypted", "pickle"), or where
	// the state is no mapping (functional API, __root__).
	Body value.Value
	// Stored is the whole body as it lies in the row, a map: for forks and the raw view. Invalid where it cannot be read.
	Stored value.Value
	// Encoding is the row's type column: "msgpack", "json", …; "" for transcripts.
	Encoding string
	// Records are the ids of a transcript step's records.
	Records []string
	// Size is the stored size of the body in bytes.
	Size     int64
	Problems []Problem
}

// Proof tells how a node name was found.
type Proof string

const (
	ProofHash     Proof = "hash"     // task id recomputed and matched
	ProofPath     Proof = "path"     // task_path names the node
	ProofInferred Proof = "inferred" // follows from other rows
	ProofUnknown  Proof = "unknown"
)

// Write is one pending write.
type Write struct {
	TaskID  string
	Idx     int // -1 __error__, -2 __scheduled__, -3 __interrupt__, -4 __resume__ (Python; JS 0.2 uses 0, 1, …)
	Channel string
	Path    string // task_path, "" where not stored
	Seq     int64  // grows with the order in which rows were written (an upsert renews it), 0 where the store does not tell
	Value   value.Value
	Node    string // who wrote, "" where unknown
	Proof   Proof
}

// TaskStatus is what the writes of a task say of it.
type TaskStatus string

const (
	TaskDue     TaskStatus = "due"     // no writes yet
	TaskDone    TaskStatus = "done"    // ordinary writes, kept by a resume
	TaskWaits   TaskStatus = "waits"   // an open interrupt
	TaskFailed  TaskStatus = "failed"  // an error and no ordinary write
	TaskRetried TaskStatus = "retried" // failed earlier, then ordinary writes
)

// Task is one node run: due at a checkpoint, or having made one.
type Task struct {
	ID         string
	Name       string
	Path       []any // "__pregel_pull", node | "__pregel_push", index, … (strings, ints, bools, nested []any)
	Triggers   []string
	NS         string // namespace of the subgraph or subagent it called, "" where none is known
	Error      value.Value
	Handler    string        // the node that took its error up and ran in its place, "" where none did
	Interrupts []value.Value // questions, open or answered
	Answers    []value.Value // __resume__ values given
	Result     value.Value
	Arg        value.Value // a Send's argument
	Writes     []Write
	Status     TaskStatus
	Ran        bool // the loop really ran it (updated_channels)
	RanKnown   bool
	Proof      Proof
}

// Due says what is due at one checkpoint.
type Due struct {
	Tasks []Task   // as get_state by id lists them: Sends in order, then nodes by name
	Next  []string // node names, sorted, each as often as it is due
	Known bool     // false: the file cannot tell
	// Waits are joins that are not complete, and who is missing.
	Waits []Join
}

// Join is a barrier "join:a+b:c".
type Join struct {
	Channel string
	Node    string
	Needs   []string
	Has     []string
}

// State is what get_state gives for a checkpoint asked for by id: delta channels rebuilt, control channels left out,
// pending writes not applied.
type State struct {
	Channels []Channel   // nil where Whole is set
	Whole    value.Value // functional API, __root__, unreadable body
	Rebuilt  []Rebuilt
	Problems []Problem
}

// Value is the state as one value: Whole, or a map of the channels.
func (s State) Value() value.Value {
	if s.Whole.Kind() != value.Invalid {
		return s.Whole
	}
	entries := make([]value.Entry, len(s.Channels))
	for i, c := range s.Channels {
		entries[i] = value.NamedEntry(c.Name, c.Value)
	}
	return value.NewMap(entries)
}

// Get finds a channel.
func (s State) Get(name string) (value.Value, bool) {
	for _, c := range s.Channels {
		if c.Name == name {
			return c.Value, true
		}
	}
	return value.Value{}, false
}

// Rebuilt says how a delta channel's value came about.
type Rebuilt struct {
	Channel   string
	Value     value.Value // as LangGraph loads it; Invalid where there is none
	Seed      int         // DAG index of the checkpoint with the stored value, -1: none stored yet
	Writes    int         // writes taken in on top
	Reducer   string      // "" where no write was taken in, or it is not known
	Proof     string      // DeltaStored, DeltaProved, DeltaInferred or DeltaUnknown
	Snapshots int         // stored values that the reducer was tried on
	Rivals    []string    // reducers that fit what is stored too and give other values here
	Lost      string      // why it cannot be rebuilt, "" where it can
	// Own is the value by what this branch itself wrote, where LangGraph loads writes of other branches too; else Invalid.
	Own   value.Value
	Leaks []Leak

	fold *folded
	seen *evidence
}

// Told is the status as people are told it: "unknown" where nothing is known to be due, but something may be.
func (v Verdict) Told() string {
	if v.Status == "idle" && v.Unsure {
		return "unknown"
	}
	return v.Status
}

// Op is the kind of a change.
type Op byte

const (
	Added   Op = '+'
	Removed Op = '-'
	Changed Op = '~'
)

// Change is one channel that differs between a checkpoint and its parent (or between any two).
type Change struct {
	Channel string
	Op      Op
	Before  value.Value // Invalid for Added
	After   value.Value // Invalid for Removed
	Writers []string    // nodes whose writes touched it, where known
}

// Live is get_state without an id: what a resume would start from now. Finished tasks' writes are applied, but for programs whose
// get_state does not.
type Live struct {
	State   State
	Next    []string // as get_state says
	Left    []string // what a resume has left to run
	Known   bool     // false: more may be due, which no row names
	Tasks   []Task
	Unknown []string // channels whose reducer is not known, left as they were
}

// StepKind picks the glyph of a history row.
type StepKind uint8

const (
	StepInput   StepKind = iota // ○ a person's prompt, input
	StepRan                     // ● a step
	StepFork                    // ◆ exact copy
	StepUpdate                  // ◇ edited state
	StepCompact                 // ≋ compaction
	StepDamaged                 // ! cannot be read
)

// Call is one tool call, paired with its result where both are known.
type Call struct {
	ID     string
	Name   string
	Input  value.Value
	Result value.Value
	Error  bool // the result is marked as an error
	Done   bool // a result is known
}

// Brief is what a row of the history says of a checkpoint.
type Brief struct {
	Index   int
	Step    int // as the body tells, for rows whose skeleton does not
	NoStep  bool
	Kind    StepKind
	Nodes   []string // what ran to make it, each as often as it ran
	Asks    []Call   // tool calls asked by this step's new messages
	Results []Call   // tool results that came in with this step, each with the call it answers
	Says    string   // text of the newest message or prompt, not cut, "" where none
	Changes []Change // state channels only
	Quiet   bool     // only control channels changed, or only the input was taken in
	// Blind: this state or the one before cannot be read, so what changed is not known. Changes is empty, or has the one
	// unreadable state.
	Blind   bool
	Problem string // task error, tool error, API error, open question, damage: the text; "" where none
	// ProblemKind is "error", "tool", "api", "question", "damage" or "".
	ProblemKind string
	Retried     bool
	Took        time.Duration // since the parent, 0 where unknown
	Due         []Task        // tasks due after this checkpoint that the next row does not tell: waiting, failed, with subgraphs; all at a leaf
	Waits       []Join        // at a leaf: joins that are not complete
	End         bool          // a leaf where nothing is due
}

// Child is a namespace hung at the task that called it.
type Child struct {
	NS     string
	Node   string
	TaskID string
	Parent int // DAG index of the checkpoint at which the task was due, -1: not attached
	Near   int // where Parent is -1: the checkpoint after which it stands by what its rows tell; -1 before all there are
	// Caller is the id of the checkpoint at which the task was due, as the rows name it; "" where they do not. The row itself
	// need not be in the file.
	Caller string
	// Rows are the checkpoints of this call where others called the same namespace: a graph that keeps its own memory. nil: all.
	Rows  []int
	Title string
	Kind  string // "subgraph" or "subagent"
}

// Verdict is the second line of the screen.
type Verdict struct {
	Status    string // "idle", "pending", "interrupted", "error", "empty"
	Unsure    bool   // more may be due than Status and Next say: the file cannot tell
	Phase     string // first node due, else the last that ran
	Since     time.Time
	Questions []value.Value
	Failed    string // node
	Error     string
	Next      []string
	Kept      int  // finished tasks whose writes a resume keeps
	Paused    bool // due, but no question and no error: a static pause or a run that stopped
	Problems  int
}
