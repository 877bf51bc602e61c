// Package talk makes sessions of formats that tell a talk record by record: who said what, which tools were called, what they
// gave. A format brings one function, Read, that tells what the bytes of a record say; everything else (lines or one JSON
// document, links, branches, steps, states, counts, damage, following a file that grows) is here.
//
// A file is read in three moves, as every session is: scan keeps a small record of each event and where its bytes lie; link
// finds what follows what; group makes steps. The bytes are read again, by the same Read, when somebody looks at a step.
//
// Claude Code and Codex have loaders of their own: their sessions run to hundreds of megabytes and their files lean on each
// other. What is read here is small beside that, so a record may cost a few hundred bytes of memory.
package talk

import (
	"bytes"
	"slices"
	"strconv"

	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// Kind is what an event is to the talk.
type Kind uint8

const (
	Note    Kind = iota // bookkeeping: it belongs to the step before it, and nothing hangs on it
	Ahead               // stands before what it belongs to: instructions, the context that a program puts in
	Prompt              // a person's words, or what was put in for them
	Reply               // a part of an answer of the model
	Result              // what calls gave
	Compact             // a compaction
	Failure             // an error of the API told in place of an answer
)

// Event is what one record says. The slices are parts of the bytes that were read.
type Event struct {
	Origin string // of a header: the session that this one was forked from, by id or by the path of its file
	Kind   Kind
	Raw    []byte // the part of the record that tells it, where it holds several events; nil: all of it

	ID     string
	Parent string // of formats that link by ids; "" for a root
	Space  string // namespace, "" for the session itself
	Group  string // parts of an answer with the same group are one answer, whatever stands between them
	At     int64  // nanoseconds, transcript.NoTime

	Role    string
	Content []byte   // a text or a list of blocks, as stored
	Says    string   // what a row says of it, where that is not the content
	Shown   []byte   // of a prompt: what was typed, where the content has more than that
	Blocks  [][]byte // of an answer: all of it (words, thoughts, calls) where the content has not all; as stored
	Calls   []Call
	Results []Outcome
	Window  [][]byte // of a compaction: the messages that the model sees behind it
	Keeps   string   // of a compaction: the id of the first record before it that the model goes on seeing
	KeepsAt int      // the same by its place among the records of the file, the first of which is 1

	Typed    bool // a prompt that a person typed
	Quiet    bool // of a prompt that nobody typed: the model may be asked to answer it, or not
	Stops    bool // the person stopped the agent
	Fails    bool // an error of the API ended the answer
	Root     bool // begins a talk of its own
	Unlinked bool // in a format that links by ids: has no link
	Stranger bool // of a kind that no list knows
	What     string
	Opens    bool // a prompt stands before it that this file leaves out
	Copied   bool // taken over from the session that this one was forked from
	Update   bool // may be a later version of the record with the same id
	Listed   bool // one of the messages that a record puts in the place of all that were said
	Rewinds  bool // goes on from before the record named by Target
	Target   string

	Usage   loaders.Usage
	Paid    bool
	Partial bool          // Usage is what is known so far: of all that an answer's records tell the greatest counts
	Total   bool          // Usage is that of all answers since the last total
	All     loaders.Usage // beside a total: what all models used from the start, with subagents

	Model, CWD, Branch, Mode        string
	Title, Session, Agent, Producer string

	Plan     []byte // the whole plan as it stands here, a list of items, where no call tells it
	Untitled bool   // takes the title back
	Label    string // a name that a person gave to the record named by Target; "" takes it back
	Labels   bool
	Since    int64 // of the head of a forked session: what is older was taken over
	Until    int64 // of a document: when the session was last active
}

// Call is one call of an answer.
type Call struct {
	ID, Name string
	Input    []byte // as stored
	Text     bool   // Input is JSON in a text
	Served   bool   // answered by the API itself: it never waits for a result
	Failed   bool   // of a served one
}

// Outcome is what one call gave.
type Outcome struct {
	ID, Name string
	Output   []byte // as stored
	Bad      bool
	Made     bool   // the file that the call wrote was not there before
	Item     string // the id that the program gave to an item of a plan
	Agent    string // the subagent that ran for it
}

// Format is what tells one format from the others.
type Format struct {
	Name    string                                // as in CLI.md
	Program string                                // for Info.Producer; "" where the file says it
	Tree    bool                                  // events are linked by ids
	Single  bool                                  // every record of an answer or a compaction is one of its own
	Reuses  bool                                  // ids of calls may begin anew with each answer
	Lists   []string                              // members of an object that hold the records; where set, a file may be one JSON document
	Header  bool                                  // the program takes a file for a session only where its first record says so
	Whole   bool                                  // a file is one JSON document, however it is laid out
	Read    func(record []byte) []Event           // none: no record of this format
	Apart   bool                                  // each list is a talk of its own
	Head    func(document []byte) []Event         // what a document says beside its list: of the session, and in parts of it that Raw names
	Agents  func(path, session string) []string   // files of subagents; nil where there are none
	Lend    func(path string, b *Book) []Borrowed // what stands in another file; nil where nothing does
	Effects map[string]Effect                     // by the name of a tool
	CanFork string
	Home    string // of the commands: what ResumeCommand knows the format as
}

// Effect is what a tool's good result did.
type Effect uint8

const (
	Writes     Effect = iota + 1 // a file: file_path, notebook_path, absolute_path, path
	Puts                         // a file as well, and nothing tells whether it was there before
	Plans                        // the whole plan: todos
	PlansOne                     // one more item of it: subject
	PlansAgain                   // a change to one item: taskId
)

// Borrowed is a prompt that a file leaves out and another has.
type Borrowed struct {
	Before int // the record that it stands in for
	Event  Event
	TS     string // its time as stored there
	From   string // the file
}

// ref of a record in a book; -1: none.
type ref = int32

func text(raw []byte) string { return transcript.Word(raw) }

// entry is a member, as stored; nothing for nil.
func entry(name string, raw []byte) value.Entry {
	return value.NamedEntry(name, transcript.Stored(raw))
}

// Members steps through the members of an object; false where b is no whole object.
func Members(b []byte, each func(name string, raw []byte)) bool {
	w := jsonl.Walk(b)
	if w.Kind() != jsonl.Object || !w.Enter() {
		return false
	}
	for w.Key() {
		name := string(w.Name)
		raw := w.Skip()
		if raw == nil {
			return false
		}
		each(name, raw)
	}
	return !w.Bad()
}

// Integer reads a number; 0 for all others.
func Integer(raw []byte) int64 {
	w := jsonl.Walk(raw)
	n, _ := w.Int()
	return n
}

// Time reads a timestamp of any of the usual forms.
func Time(raw []byte) int64 {
	if len(raw) == 0 {
		return transcript.NoTime
	}
	if raw[0] == '"' {
		return transcript.ParseTime(raw[1:len(raw)-1], true)
	}
	if n := Integer(raw); n > 0 && n < 1e11 { // seconds
		return transcript.ParseTime(strconv.AppendInt(nil, n*1000, 10), false)
	}
	return transcript.ParseTime(raw, false)
}

// Fields are the members of the object that b begins with, up to the first fault: the head of a file may end within one. A
// member that is not whole has no bytes.
func Fields(b []byte) map[string][]byte {
	out := map[string][]byte{}
	w := jsonl.Walk(b)
	if w.Kind() != jsonl.Object || !w.Enter() {
		return out
	}
	for w.Key() {
		name := string(w.Name)
		out[name] = w.Skip()
	}
	return out
}

// Lines steps through the first lines of a head that hold something, at most n, until each says stop.
func Lines(head []byte, n int, each func(line []byte) (stop bool)) {
	s := jsonl.NewScanner(transcript.Bytes(head), 0, 0)
	for n > 0 && s.Next() {
		l := bytes.Trim(bytes.TrimPrefix(s.Line().Bytes, jsonl.BOM), " \t\r\x00")
		if len(l) == 0 {
			continue
		}
		if n--; each(l) {
			return
		}
	}
}

// Peek gives the first records that are whole in the head of a document: of its list, or of one of its members named in lists.
func Peek(head []byte, lists []string, n int) [][]byte {
	b := bytes.TrimLeft(bytes.TrimPrefix(head, jsonl.BOM), " \t\r\n\x00")
	w := jsonl.Walk(b)
	var out [][]byte
	take := func() {
		for w.Enter(); len(out) < n && w.Item(); {
			if item := w.Skip(); len(item) > 0 && item[0] == '{' {
				out = append(out, item)
			}
		}
	}
	if w.Kind() == jsonl.Array {
		take()
		return out
	}
	for w.Enter(); len(out) < n && w.Key(); {
		if slices.Contains(lists, string(w.Name)) && w.Kind() == jsonl.Array {
			take()
		} else {
			w.Skip()
		}
	}
	return out
}
