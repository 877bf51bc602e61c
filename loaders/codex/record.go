package codex

import "cptui/loaders/transcript"

// ref stands for a text in a unit's table of names.
type ref = transcript.Ref

// kind is what a record is to the conversation. The three generations of the format (bare items, items in envelopes with
// events that echo them, completed items) and the stream of `codex exec --json` come to the same kinds.
type kind uint8

const (
	unknown   kind = iota
	meta           // session_meta, thread.started
	opening        // bookkeeping that stands before what it belongs to: turn_context, task_started, world_state, …
	closing        // bookkeeping that stands behind it: token counts, the end of a turn, …
	said           // a message: who speaks is in the voice
	echo           // an event that tells a message again; where the message is missing it stands for it
	thought        // reasoning
	asked          // a call of a tool
	served         // a call that the API itself answered: a web search, a picture
	brought        // the result of a call
	did            // an event that tells how a call went; where its call is missing it stands for both
	compacted      // a compaction, or the summary that it made
	rewound        // thread_rolled_back
	failed         // an error of the API, or a turn that ended in one
)

// flag is what is known of a record beyond its kind.
type flag uint16

const (
	bad      flag = 1 << iota // a result that is an error, or a call that was declined
	told                      // how the call went is told for sure (an exit code, a status)
	hasText                   // has words or a picture
	partner                   // an echo, or a message, that has found its other
	ownCall                   // stands for its own call: it asks nobody and is never open
	typed                     // the program itself says that a person typed it
	injected                  // the program itself says that no person typed it
	endsTurn                  // the turn is over
)

// voice tells who speaks in a message.
type voice uint8

const (
	nobody   voice = iota
	person         // a prompt
	shell          // a line for the shell, typed with !
	setup          // what the program puts in: instructions, the environment
	stopped        // "<turn_aborted>"
	notice         // news of a subagent
	agent          // the model
	thinking       // an echo of reasoning
)

// record is one line (or one of several on a line), as the index keeps it.
type record struct {
	off     int64 // in the file
	at      int64 // time in nanoseconds, transcript.NoTime where there is none
	ordinal int64 // -1 where none is told
	hash    uint64
	size    int32 // bytes
	line    int32
	id      ref // of the item
	call    ref // call_id
	name    ref // of the tool
	turn    ref // turn_id
	step    int32
	flags   flag
	kind    kind
	voice   voice
	num     int32 // of rewound: how many turns
}

func (r *record) is(f flag) bool { return r.flags&f != 0 }

// setting is what a record says of where and how the program ran.
type setting struct{ model, cwd, branch, approval, sandbox, mode ref }

// reading is what a record tells of the tokens used: the running total of the thread, and the last answer's own.
type reading struct {
	rec         int32
	total, last tokens
	hasTotal    bool
	hasLast     bool
	response    ref // response_id: a line that is told for one answer of the API
}

// tokens count as the program does: what came from the cache is part of the input.
type tokens struct{ in, cached, written, out int64 }

// touch is a file that a call or an event changes.
type touch struct {
	rec    int32
	path   ref
	change change
}

type change uint8

const (
	created change = iota
	updated
	deleted
)

func (c change) String() string { return [...]string{"create", "update", "delete"}[c] }

// base is where a file's history begins in another file.
type base struct {
	thread ref   // the last uuid of that file's name
	end    int64 // ordinal of the first record that does not belong to it
	offset int64 // of its first byte
}

// about is what the first session_meta line (or thread.started) says of a file.
type about struct {
	seen                           bool
	id, forkedFrom, parent, source ref
	nick, role, version            ref
	origin                         ref
	base                           base
	hasBase                        bool
	ownFrom                        int64 // subagent_history_start_ordinal, -1
}
