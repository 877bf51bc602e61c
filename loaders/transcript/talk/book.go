package talk

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// longLine is the length from which a line is worth a note.
const longLine = 10 << 20

// record is one event, as the index keeps it.
type record struct {
	Off  int64
	At   int64
	Size int32
	line int32
	talk int32 // which of several in the file it belongs to
	part int32 // which of the events that its bytes tell
	nth  int32 // of the events of one line that have no id
	kind Kind

	up     ref   // what it follows; -1: a root
	latest ref   // the record that tells its last version: itself, mostly
	of     ref   // the record that it is a later version or copy of; -1
	step   int32 // -1: in none
	lead   bool  // stands before the record that makes its step

	id, parent, space, group string
	calls                    []call
	results                  []outcome
	window                   []string // ids of the messages behind a compaction
	keeps                    ref      // of a compaction: the first record before it that the model goes on seeing; -1
	kept                     string   // its id
	list                     int32    // events of the same line from here on that take the place of all messages; 0: none
	target                   string
	usage, all               loaders.Usage
	model, cwd, branch, mode string
	flags                    flag
}

type call struct {
	id, name       string
	told           string // the id as the record has it: see separate
	served, failed bool
}

type outcome struct {
	id, name, agent string
	told            string
	bad             bool
}

type flag uint32

const (
	typed flag = 1 << iota
	stops
	begins // a talk of its own
	unlinked
	stranger
	update
	listed
	rewinds
	paid
	partial
	total
	spoken // has words of its own
	copied
	opens // where a prompt stands that the file leaves out
	quiet
	fails
	plans
)

func (r *record) is(f flag) bool { return r.flags&f != 0 }

// Book is one file of a session: the session's own, or a subagent's.
type Book struct {
	format *Format
	path   string
	agent  string // the subagent whose file it is, "" for the session
	file   *transcript.File
	count  *transcript.Counters

	recs     []record
	faults   []jsonl.Fault
	met      []jsonl.Fault // what the loader met that made the lines
	document bool          // one JSON document, no lines
	lists    int           // lines that are lists of records
	records  int
	lines    int
	end      int64 // behind the last whole line
	tail     int   // records of an open last line
	unknown  map[string]int32
	lent     map[ref]Borrowed
	links    []jsonl.Fault  // what link found
	tips     map[string]ref // by namespace: the record that it has come to
	steps    []step
	ends     map[string]int32 // by namespace: the step that it has come to
	names    []string         // ids of the steps
	callOf   map[callKey]ref  // the record that asks a call
	resultOf map[callKey]ref  // the record that tells what it gave
	base     int              // DAG index of the first step

	waits []waiting
	talks int32 // of a file that holds several: how many have begun before the last

	title, session, producer string
	titles                   map[string]string // of namespaces
	beside                   beside
	sessions                 map[string]int32 // every session named → its first line
}

// openBook opens a file for reading; nothing is read yet.
func openBook(f *Format, path string, count *transcript.Counters) (*Book, error) {
	file, err := transcript.OpenFile(path)
	if err != nil {
		return nil, err
	}
	return newBook(f, path, file, count), nil
}

func newBook(f *Format, path string, file *transcript.File, count *transcript.Counters) *Book {
	return &Book{format: f, path: path, file: file, count: count, unknown: map[string]int32{}, sessions: map[string]int32{}}
}

// read scans what is new in the file and builds its steps again.
func (b *Book) read(ctx context.Context) error {
	before := b.records
	n, err := b.scan(ctx)
	b.count.Bytes.Add(n)
	b.count.Rows.Add(int64(b.records - before))
	if err != nil {
		return err
	}
	b.lent = nil
	if b.format.Lend != nil {
		for _, l := range b.format.Lend(b.path, b) {
			b.lend(l)
		}
	}
	b.link()
	b.separate()
	b.group()
	return nil
}

// heads are the ways in which records begin, to find the next one behind damage.
var heads = [][]byte{[]byte(`{"type":"`), []byte(`{"uuid":"`), []byte(`{"id":"`), []byte(`{"role":"`), []byte(`{"$set":`), []byte(`{"sessionId":"`), []byte(`{"$rewindTo":`)}

func (b *Book) scan(ctx context.Context) (bytesRead int64, err error) {
	if b.records == 0 && len(b.format.Lists) > 0 && (b.format.Whole || isDocument(b.file)) {
		return b.scanDocument(ctx)
	}
	b.dropTail()
	lines := jsonl.NewScanner(b.file, b.end, b.lines)
	for lines.Next() {
		l := lines.Line()
		if l.No&255 == 0 && ctx.Err() != nil {
			return bytesRead, ctx.Err()
		}
		bytesRead += int64(len(l.Bytes)) + 1
		before := len(b.recs)
		jsonl.SplitAt(l, heads, b.take, b.fault)
		if len(l.Bytes) >= longLine {
			b.fault(jsonl.Fault{Code: "long-line", Line: l.No, Offset: l.Offset, Message: fmt.Sprintf("a line of %d MB", len(l.Bytes)>>20)})
		}
		if l.Open {
			b.tail = len(b.recs) - before
			bytesRead--
			break
		}
		b.lines, b.end = l.No, l.Offset+int64(len(l.Bytes))+1
	}
	return bytesRead, lines.Err()
}

func (b *Book) fault(f jsonl.Fault) { b.faults = append(b.faults, f) }

// dropTail takes back the records and faults of an open last line.
func (b *Book) dropTail() {
	b.faults = slices.DeleteFunc(b.faults, func(f jsonl.Fault) bool { return f.Line > b.lines })
	b.waits = slices.DeleteFunc(b.waits, func(w waiting) bool { return int(w.line) > b.lines })
	n := len(b.recs)
	for n > 0 && int(b.recs[n-1].line) > b.lines {
		n--
	}
	if b.tail > 0 {
		b.records--
	}
	b.recs, b.tail, b.talks = b.recs[:n], 0, 0
	if n > 0 {
		b.talks = b.recs[n-1].talk
	}
}

// take is the jsonl.Record of the format's lines.
func (b *Book) take(raw []byte, at jsonl.Place, behind bool) (n int, why string, cut bool) {
	w := jsonl.Walk(raw)
	kind := w.Kind()
	w.Skip()
	n = w.Pos()
	if w.Bad() || behind && kind != jsonl.Object {
		return n, "not JSON", w.Cut()
	}
	raw = raw[:n]
	if kind != jsonl.Object {
		b.fault(jsonl.Fault{Code: "unknown-record", Line: at.Line, Offset: at.Offset, Message: "no object"})
		return n, "", false
	}
	if at, ok := sound(raw); !ok {
		return at, "not JSON", false
	}
	events := b.format.Read(raw)
	var list [][]byte
	var first []int
	if !slices.ContainsFunc(events, func(e Event) bool { return !e.Stranger }) { // no record, but perhaps a list of them
		list, first = b.listed(raw)
	}
	if list == nil && behind && !slices.ContainsFunc(events, func(e Event) bool { return !e.Stranger }) {
		return n, "not JSON", false
	}
	if w.High() && !jsonl.Valid(raw) {
		b.fault(jsonl.Fault{Code: "bad-utf8", Line: at.Line, Offset: at.Offset, Message: "bytes that are no UTF-8, shown as U+FFFD"})
	}
	b.records++
	if list != nil {
		b.lists++
		ahead, behind := b.about(raw)
		b.addPart(ahead, raw, at, b.lists > 1 && b.format.Apart)
		for i, item := range list {
			b.add(b.format.Read(item), item, jsonl.Place{Line: at.Line, Offset: at.Offset + int64(first[i])}, i == 0 && ahead == nil && b.lists > 1 && b.format.Apart)
		}
		b.addPart(behind, raw, at, false)
		return n, "", false
	}
	b.add(events, raw, at, false)
	return n, "", false
}

// sound walks the members of an object, which a walk over the whole leaves unread; where one is no JSON it gives the place.
func sound(raw []byte) (at int, ok bool) {
	w := jsonl.Walk(raw)
	for w.Enter(); w.Key(); {
		w.Skip()
	}
	return w.Pos(), !w.Bad()
}

// listed finds the list of records in an object that is one; nil where it is none.
func (b *Book) listed(raw []byte) (items [][]byte, at []int) {
	if len(b.format.Lists) == 0 {
		return nil, nil
	}
	w := jsonl.Walk(raw)
	w.Enter()
	for w.Key() {
		if !slices.Contains(b.format.Lists, string(w.Name)) || w.Kind() != jsonl.Array {
			w.Skip()
			continue
		}
		w.Enter()
		if items == nil {
			items = [][]byte{}
		}
		for w.Item() {
			objects := w.Kind() == jsonl.Object
			if item := w.Skip(); item != nil && objects {
				items, at = append(items, item), append(at, w.Pos()-len(item))
			}
		}
	}
	return items, at
}

// about reads what a document says beside its list: what stands ahead of it, and what comes behind.
func (b *Book) about(raw []byte) (ahead, behind []Event) {
	if b.format.Head == nil {
		return nil, nil
	}
	for _, e := range b.format.Head(raw) {
		b.note(&e, 1)
		switch {
		case e.Raw == nil && b.format.Whole:
			b.beside.head(&e, raw, b.format.Lists)
			if e.Stranger {
				b.unknown[e.What] = 1
			}
		case e.Raw == nil:
		case e.Kind == Ahead:
			ahead = append(ahead, e)
		default:
			behind = append(behind, e)
		}
	}
	return ahead, behind
}

// addPart adds events of parts of a document, if there are any.
func (b *Book) addPart(events []Event, raw []byte, at jsonl.Place, root bool) {
	if events != nil {
		b.add(events, raw, at, root)
	}
}

// note takes over what any event may say of the session.
func (b *Book) note(e *Event, line int) {
	switch {
	case e.Space != "" && e.Title != "":
		if b.titles == nil {
			b.titles = map[string]string{}
		}
		b.titles[e.Space] = e.Title
	case e.Title != "" || e.Untitled:
		b.title = e.Title
	}
	b.beside.hear(e)
	if e.Producer != "" {
		b.producer = e.Producer
	}
	if e.Session != "" {
		if b.session == "" {
			b.session = e.Session
		}
		if _, seen := b.sessions[e.Session]; !seen {
			b.sessions[e.Session] = int32(line)
		}
	}
}

// add puts the events of one record into the book.
func (b *Book) add(events []Event, raw []byte, at jsonl.Place, root bool) {
	if events == nil {
		events = []Event{{Kind: Note, Stranger: true, What: "a record that says nothing known", At: transcript.NoTime}}
	}
	first := len(b.recs)
	if b.format.Header && first == 0 && events[0].Session == "" {
		b.fault(jsonl.Fault{Code: "missing-header", Line: at.Line, Offset: at.Offset, Message: "the file does not begin with the session's header: the program takes it for empty, and writes over it"})
	}
	for i := range events {
		e := &events[i]
		b.note(e, at.Line)
		part, off, which := raw, at.Offset, int32(i)
		if e.Raw != nil {
			part, which = e.Raw, 0
			off += int64(cap(raw) - cap(e.Raw)) // Raw is cut out of raw, so both end where the same memory does
		}
		r := record{Off: off, Size: int32(len(part)), part: which, line: int32(at.Line), nth: int32(i), At: e.At, kind: e.Kind, up: -1, of: -1, step: -1,
			id: e.ID, parent: e.Parent, space: e.Space, group: e.Group, target: e.Target, keeps: ref(e.KeepsAt) - 1, kept: e.Keeps, usage: e.Usage, all: e.All, model: e.Model, cwd: e.CWD, branch: e.Branch, mode: e.Mode}
		if k := len(b.recs); k > first || k > 0 && b.recs[k-1].line == r.line {
			r.nth = b.recs[k-1].nth + 1
		}
		for f, on := range map[flag]bool{typed: e.Typed, stops: e.Stops, begins: e.Root || root && i == 0, unlinked: e.Unlinked, stranger: e.Stranger, update: e.Update,
			listed: e.Listed, rewinds: e.Rewinds, paid: e.Paid, partial: e.Partial, total: e.Total, copied: e.Copied, opens: e.Opens, quiet: e.Quiet, fails: e.Fails, plans: e.Plan != nil, spoken: len(e.Content) > 0 || len(e.Blocks) > 0} {
			if on {
				r.flags |= f
			}
		}
		if r.is(begins) {
			b.talks++
		}
		r.talk = b.talks
		for k, c := range e.Calls {
			if c.ID == "" {
				c.ID = b.nameCall(&r, k, c.Name)
			}
			r.calls = append(r.calls, call{c.ID, c.Name, c.ID, c.Served, c.Failed})
		}
		for _, o := range e.Results {
			if o.ID == "" {
				o.ID = b.openCall(o.Name)
			}
			r.results = append(r.results, outcome{o.ID, o.Name, o.Agent, o.ID, o.Bad})
		}
		if e.Stranger {
			what := string(bytes.ToValidUTF8([]byte(e.What), []byte("\uFFFD")))
			if _, seen := b.unknown[what]; !seen {
				b.unknown[what] = r.line
			}
		}
		b.recs = append(b.recs, r)
	}
	if len(events) > 1 && events[1].Listed {
		b.recs[first].list = int32(len(events) - 1)
	}
}

// lend puts what another file tells in the place of a record.
func (b *Book) lend(l Borrowed) {
	if b.lent == nil {
		b.lent = map[ref]Borrowed{}
	}
	b.lent[ref(l.Before)] = l
}

// body reads the bytes of a record.
func (b *Book) body(i ref) ([]byte, error) {
	r := &b.recs[i]
	out := make([]byte, r.Size)
	n, err := b.file.ReadAt(out, r.Off)
	b.count.Bodies.Add(1)
	b.count.Bytes.Add(int64(n))
	if n == len(out) {
		return out, nil
	}
	return out[:n], err
}

// event reads a record again.
func (b *Book) event(i ref) (Event, error) {
	if l, ok := b.lent[i]; ok {
		return l.Event, nil
	}
	raw, err := b.body(i)
	if err != nil {
		return Event{}, err
	}
	list, r := b.format.Read(raw), &b.recs[i]
	if int(r.part) >= len(list) {
		return Event{Kind: Note, At: transcript.NoTime}, nil
	}
	e := list[r.part]
	for k := range e.Calls {
		e.Calls[k].ID = r.calls[k].id
	}
	for k := range e.Results {
		e.Results[k].ID = r.results[k].id
	}
	return e, nil
}

// callKey names a call: by its id, in a file of several talks, whose ids begin anew, by that of the talk too.
type callKey struct {
	talk int32
	id   string
}

// key names a call that a record asks or answers.
func (b *Book) key(rec ref, id string) callKey { return callKey{b.recs[rec].talk, id} }

// keyIn names a call of a step.
func (b *Book) keyIn(n int32, id string) callKey { return b.key(b.steps[n].first, id) }

// waiting is a call that has no id, and no result yet.
type waiting struct {
	id, name string
	line     int32
}

// nameCall gives a call an id where the format has none: older APIs pair calls and results by their order.
func (b *Book) nameCall(r *record, k int, name string) string {
	id := "call-L" + strconv.Itoa(int(r.line)) + "." + strconv.Itoa(int(r.nth)) + "." + strconv.Itoa(k)
	b.waits = append(b.waits, waiting{id, name, r.line})
	return id
}

// openCall is the first call without an id, of a tool with this name, that waits for a result.
func (b *Book) openCall(name string) string {
	k := slices.IndexFunc(b.waits, func(w waiting) bool { return w.name == name })
	if k < 0 {
		return ""
	}
	id := b.waits[k].id
	b.waits = slices.Delete(b.waits, k, k+1)
	return id
}

// kindOf is what a record is to the talk, with what was lent to it.
func (b *Book) kindOf(i ref) Kind {
	if l, ok := b.lent[i]; ok {
		return l.Event.Kind
	}
	return b.recs[i].kind
}

// recordName is the id of a record: its own, else its line.
func (b *Book) recordName(i ref) string {
	if l, ok := b.lent[i]; ok && l.Event.ID != "" {
		return l.Event.ID
	}
	if r := &b.recs[i]; r.id != "" {
		return r.id
	}
	return b.lineName(i)
}

func (b *Book) lineName(i ref) string {
	r := &b.recs[i]
	name := "L" + strconv.Itoa(int(r.line))
	if r.nth > 0 {
		name += "." + strconv.Itoa(int(r.nth))
	}
	return name
}

// Session is the session that the file's records name, "" where they name none.
func (b *Book) Session() string { return b.session }

// Each steps through the events of the file, with the ids that they have.
func (b *Book) Each(each func(i int, kind Kind, id, space string, opening bool)) {
	for i := range b.recs {
		r := &b.recs[i]
		each(i, r.kind, r.id, r.space, r.is(opens))
	}
}
