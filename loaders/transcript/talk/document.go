package talk

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// documentHead is how much of a file is looked at to tell a document from lines.
const documentHead = 64 << 10

// isDocument tells a file that is one JSON value over many lines from one that has a record on each.
func isDocument(f *transcript.File) bool {
	head := make([]byte, min(documentHead, f.Size))
	n, _ := f.ReadAt(head, 0)
	return IsDocument(head[:n], f.Size <= documentHead)
}

// IsDocument tells by the head of a file: a list, or an object that its first line does not end. whole says that the head is
// the file.
func IsDocument(head []byte, whole bool) bool {
	b := bytes.TrimLeft(bytes.TrimPrefix(head, jsonl.BOM), " \t\r\n\x00")
	if len(b) == 0 {
		return false
	}
	if b[0] == '[' {
		return true
	}
	line, _, found := bytes.Cut(b, []byte("\n"))
	if b[0] != '{' || !found {
		return false // one line is read as lines are
	}
	w := jsonl.Walk(line)
	w.Skip()
	if !w.Bad() || !w.Cut() {
		return false
	}
	w = jsonl.Walk(b) // an object whose first line just stops: cut, or the begin of a document
	w.Enter()
	w.Key()
	return !w.Bad() || !whole
}

// scanDocument reads a file that is one JSON value.
func (b *Book) scanDocument(ctx context.Context) (int64, error) {
	b.document = true
	raw, err := io.ReadAll(io.NewSectionReader(b.file, 0, b.file.Size))
	if err != nil {
		return 0, err
	}
	d := documentScan{b: b, raw: raw, line: 1}
	start := len(raw) - len(bytes.TrimLeft(bytes.TrimPrefix(raw, jsonl.BOM), " \t\r\n\x00"))
	ahead, behind := b.about(raw[start:])
	b.addPart(ahead, raw[start:], jsonl.Place{Line: 1, Offset: int64(start)}, false)
	w := jsonl.Walk(raw[start:])
	d.w, d.base = &w, start
	if w.Kind() == jsonl.Array {
		d.items(ctx)
	} else {
		w.Enter()
		for w.Key() {
			if slices.Contains(b.format.Lists, string(w.Name)) && w.Kind() == jsonl.Array {
				d.items(ctx)
				continue
			}
			w.Skip()
		}
	}
	b.addPart(behind, raw[start:], jsonl.Place{Line: d.lineAt(d.until), Offset: int64(start)}, false)
	if w.Bad() {
		d.damage(ctx, start+w.Pos(), w.Cut())
	} else {
		d.behind(ctx, start+w.Pos())
	}
	if !jsonl.Valid(raw) {
		b.fault(jsonl.Fault{Code: "bad-utf8", Line: 1, Offset: 0, Message: "bytes that are no UTF-8, shown as U+FFFD"})
	}
	b.end, b.lines = int64(len(raw)), bytes.Count(raw, []byte("\n"))
	return int64(len(raw)), ctx.Err()
}

type documentScan struct {
	b     *Book
	raw   []byte
	w     *jsonl.Walker
	base  int // where the walker's bytes begin
	done  int // up to here lines are counted
	line  int
	until int // behind the last item read
}

// items reads the list that the walker stands before.
func (d *documentScan) items(ctx context.Context) {
	d.w.Enter()
	for d.w.Item() && ctx.Err() == nil {
		object := d.w.Kind() == jsonl.Object
		item := d.w.Skip()
		if item == nil {
			return
		}
		at := d.base + d.w.Pos() - len(item)
		d.until = at + len(item)
		if !object {
			d.b.fault(jsonl.Fault{Code: "unknown-record", Line: d.lineAt(at), Offset: int64(at), Message: "no object"})
			continue
		}
		if n, ok := sound(item); !ok {
			d.b.fault(jsonl.Fault{Code: "bad-json", Line: d.lineAt(at), Offset: int64(at + n), Message: fmt.Sprintf("not JSON; %d bytes skipped, what is behind them is read", len(item))})
			continue
		}
		d.take(item, at, d.b.format.Read(item))
	}
}

func (d *documentScan) take(item []byte, at int, events []Event) {
	d.b.records++
	d.b.add(events, item, jsonl.Place{Line: d.lineAt(at), Offset: int64(at)}, false)
}

func (d *documentScan) lineAt(at int) int {
	if at > d.done {
		d.line += bytes.Count(d.raw[d.done:at], []byte("\n"))
		d.done = at
	}
	return d.line
}

// behind reads what stands behind the end of the document, where nothing should.
func (d *documentScan) behind(ctx context.Context, at int) {
	rest := bytes.TrimLeft(d.raw[at:], " \t\r\n\x00")
	if between := d.raw[at : len(d.raw)-len(rest)]; bytes.IndexByte(between, 0) >= 0 {
		k := at + bytes.IndexByte(between, 0)
		d.b.fault(jsonl.Fault{Code: "nul-run", Line: d.lineAt(k), Offset: int64(k), Message: fmt.Sprintf("%d zero bytes skipped", bytes.Count(between, []byte{0}))})
	}
	if len(rest) == 0 {
		return
	}
	at = len(d.raw) - len(rest)
	line := d.lineAt(at)
	d.b.fault(jsonl.Fault{Code: "joined-records", Line: line, Offset: int64(at), Message: fmt.Sprintf("%d bytes behind the end of the document; records in them are read", len(rest))})
	if d.b.format.Head != nil {
		for _, e := range d.b.format.Head(rest) {
			d.b.note(&e, line)
		}
	}
	d.until = at
	d.search(ctx, at)
}

// searches bounds how often records are looked for behind damage.
const searches = 1000

// damage says where a document breaks, and reads what records stand whole behind that place.
func (d *documentScan) damage(ctx context.Context, at int, cut bool) {
	line := d.lineAt(min(at, len(d.raw)))
	if !cut {
		d.b.fault(jsonl.Fault{Code: "bad-json", Line: line, Offset: int64(at), Message: "the document breaks here; records that are whole behind it are read"})
	} else {
		d.b.fault(jsonl.Fault{Code: "incomplete-tail", Line: line, Offset: int64(d.until), Message: fmt.Sprintf("the document is not finished, %d bytes behind the last record", len(d.raw)-d.until)})
	}
	from := d.until
	if !cut {
		from = max(from, at)
	}
	d.search(ctx, from)
}

// search reads the records that stand whole behind a place.
func (d *documentScan) search(ctx context.Context, from int) {
	budget := 4*len(d.raw) + 1<<20 // bytes walked: nested openings could be read again and again
	for n := 0; n < searches && budget > 0 && ctx.Err() == nil; n++ {
		k := bytes.IndexByte(d.raw[from:], '{')
		if k < 0 {
			return
		}
		from += k
		w := jsonl.Walk(d.raw[from:])
		item := w.Skip()
		budget -= w.Pos()
		if item == nil {
			from++
			continue
		}
		events := d.b.format.Read(item)
		if !slices.ContainsFunc(events, func(e Event) bool { return !e.Stranger && e.Kind != Note }) {
			from++
			continue
		}
		d.take(item, from, events)
		from += len(item)
	}
}
