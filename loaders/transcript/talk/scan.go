package talk

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// longLine is the length from which a line is worth a note.
const longLine = 10 << 20

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
			id: e.ID, parent: e.Parent, space: b.once(e.Space), group: b.once(e.Group), target: e.Target, keeps: ref(e.KeepsAt) - 1, kept: e.Keeps, usage: e.Usage, all: e.All, model: b.once(e.Model), cwd: b.once(e.CWD), branch: b.once(e.Branch), mode: b.once(e.Mode)}
		if k := len(b.recs); k > first || k > 0 && b.recs[k-1].line == r.line {
			r.nth = b.recs[k-1].nth + 1
		}
		r.flags = flagsOf(e, root && i == 0)
		if r.is(begins) {
			b.talks++
		}
		r.talk = b.talks
		for k, c := range e.Calls {
			if c.ID == "" {
				c.ID = b.nameCall(&r, k, c.Name)
			}
			r.calls = append(r.calls, call{c.ID, b.once(c.Name), c.ID, c.Served, c.Failed})
		}
		for _, o := range e.Results {
			if o.ID == "" {
				o.ID = b.openCall(o.Name)
			}
			r.results = append(r.results, outcome{o.ID, b.once(o.Name), o.Agent, o.ID, o.Bad})
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

// once keeps one copy of a text that many records tell.
func (b *Book) once(text string) string {
	if known, ok := b.texts[text]; ok || text == "" {
		return known
	}
	if b.texts == nil {
		b.texts = map[string]string{}
	}
	b.texts[text] = text
	return text
}
