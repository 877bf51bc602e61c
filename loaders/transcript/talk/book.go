package talk

import (
	"context"
	"strconv"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

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
	texts map[string]string // that many records tell
	talks int32             // of a file that holds several: how many have begun before the last

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
