package fork

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/jsonl"
)

// Repaired says what a repaired copy has that the original has not, and what it still has.
type Repaired struct {
	File    string
	Records int64    // written
	Did     []string // each change, with its line in the original
	More    int      // changes beyond those that are told
	Left    []string // problems that no copy can mend
}

// byLines are the formats that keep a session as lines of JSON.
var byLines = map[string]bool{"claude-code": true, "claude-stream": true, "codex": true, "codex-stream": true, "pi": true, "qwen-code": true}

// Repair writes a copy of the session file behind src in which every record that can be read stands on a line of its own, byte for
// byte: without zero bytes, torn records and an unfinished end. In a session of Claude Code a link to a record that is not there
// leads to the one before it, as cptui shows it, so that the program's own reader does not stop there. The file to must not exist;
// the original is only read. ErrRefused where there is nothing that could be written.
func Repair(ctx context.Context, src loaders.Source, h *graph.History, to string) (*Repaired, error) {
	info := src.Info()
	if !byLines[info.Format] {
		return nil, fmt.Errorf("%w: %s is not kept as lines of JSON; only such sessions can be repaired", ErrRefused, info.Format)
	}
	in, err := os.Open(info.Path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var head [4]byte
	if st, err := in.Stat(); err != nil || !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is no file; name the file of the session", ErrRefused, info.Path)
	}
	if _, err := in.ReadAt(head[:], 0); err == nil && bytes.Equal(head[:], []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		return nil, fmt.Errorf("%w: %s is compressed; unpack it first (zstd -d)", ErrRefused, info.Path)
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: write %s: %w", ErrRefused, to, err)
	}
	r := &repair{ctx: ctx, out: bufio.NewWriterSize(out, 1<<20), done: Repaired{File: to}}
	r.plan(info, h)
	err = r.run(in)
	if err = errors.Join(err, r.out.Flush(), out.Sync(), out.Close()); err != nil {
		os.Remove(to)
		return nil, fmt.Errorf("%w: repair %s: %w; nothing was written", ErrRefused, info.Path, err)
	}
	return &r.done, nil
}

type repair struct {
	ctx    context.Context
	out    *bufio.Writer
	done   Repaired
	links  map[int]*string // line of a record whose link is broken → its new parent; nil: the record before it
	before [2]string       // the last record of the session, of its sidechains
}

// mostDid bounds the changes that are told.
const mostDid = 10000

// mended are the codes that a copy does not have any more.
var mended = map[string]bool{"bad-json": true, "nul-run": true, "joined-records": true, "incomplete-tail": true}

// plan sorts the problems: those of bytes go by writing the records again, links get a new parent, the others stay.
func (r *repair) plan(info loaders.Info, h *graph.History) {
	r.links = map[int]*string{}
	left := map[string]int{}
	var order []string
	for _, p := range append(info.Problems[:len(info.Problems):len(info.Problems)], h.Problems...) {
		here := p.File == "" || filepath.Base(p.File) == filepath.Base(info.Path)
		link := (p.Code == "broken-parent" || p.Code == "parent-cycle") && info.Format == "claude-code" && p.Line > 0
		switch {
		case here && link:
			r.links[p.Line] = nil
			if p.Code == "parent-cycle" {
				r.links[p.Line] = shownParent(h, p)
			}
		case here && mended[p.Code] || p.Code == "long-line":
		default:
			if left[p.Code]++; left[p.Code] == 1 {
				order = append(order, p.Code)
			}
		}
	}
	for _, code := range order {
		r.done.Left = append(r.done.Left, fmt.Sprintf("%d %s", left[code], code))
	}
}

// shownParent is where a record whose links lead in a circle is shown: behind the last record of its parent step; "" for a root.
func shownParent(h *graph.History, p graph.Problem) *string {
	none := ""
	i, ok := h.FindIn(p.Checkpoint, p.NS)
	if !ok || h.Parent(i) < 0 {
		return &none
	}
	id := h.ID(h.Parent(i))
	return &id
}

func (r *repair) run(in io.ReaderAt) error {
	lines := jsonl.NewScanner(in, 0, 0)
	for lines.Next() {
		l := lines.Line()
		if l.No&1023 == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		var err error
		jsonl.Split(l, func(b []byte, at jsonl.Place, behind bool) (int, string, bool) {
			n, why, cut := recordAt(b, behind)
			if why == "" && err == nil {
				err = r.write(b[:n], at)
			}
			return n, why, cut
		}, r.fault)
		if err != nil {
			return err
		}
	}
	return lines.Err()
}

// recordAt measures the record that b begins with.
func recordAt(b []byte, behind bool) (n int, why string, cut bool) {
	w := jsonl.Walk(b)
	kind := w.Kind()
	w.Skip()
	if w.Bad() || behind && kind != jsonl.Object {
		return w.Pos(), "not JSON", w.Cut()
	}
	if behind {
		f := fieldsOf(b[:w.Pos()])
		if f.typ == "" || f.id == "" && f.stamp == "" {
			return w.Pos(), "not JSON", false
		}
	}
	return w.Pos(), "", false
}

// recordFields are what a repair looks at in a record.
type recordFields struct {
	typ, id, stamp string
	side           bool
	parentAt       [2]int // where the value of parentUuid lies; 0, 0 where there is none
}

func fieldsOf(b []byte) (f recordFields) {
	w := jsonl.Walk(b)
	if w.Kind() != jsonl.Object || !w.Enter() {
		return f
	}
	text := func() string {
		if raw, ok := w.Text(); ok {
			return jsonl.Unquote(raw)
		}
		return ""
	}
	for w.Key() {
		switch string(w.Name) {
		case "type":
			f.typ = text()
		case "uuid", "id":
			f.id = text()
		case "timestamp":
			f.stamp = text()
		case "isSidechain":
			f.side = w.True()
		case "parentUuid":
			raw := w.Skip()
			f.parentAt = [2]int{w.Pos() - len(raw), w.Pos()}
		default:
			w.Skip()
		}
	}
	return f
}

// inTree are the types of records that hang on each other.
var inTree = map[string]bool{"user": true, "assistant": true, "system": true, "attachment": true, "progress": true}

// write copies a record, with another parent where its own is not there.
func (r *repair) write(b []byte, at jsonl.Place) error {
	f := recordFields{}
	if len(r.links) > 0 {
		f = fieldsOf(b)
	}
	side := 0
	if f.side {
		side = 1
	}
	if to, broken := r.links[at.Line]; broken && f.parentAt[1] > 0 && inTree[f.typ] {
		parent := r.before[side]
		if to != nil {
			parent = *to
		}
		was, now, why, place := string(b[f.parentAt[0]:f.parentAt[1]]), []byte("null"), "is not in the file", "it begins anew"
		if to != nil {
			why = "leads in a circle"
		}
		if parent != "" {
			now, place = value.AppendString(nil, parent), "the record that cptui shows before it"
		}
		b = bytes.Join([][]byte{b[:f.parentAt[0]], now, b[f.parentAt[1]:]}, nil)
		r.did("line %d: parentUuid %s, which %s, is now %s: %s", at.Line, was, why, now, place)
		delete(r.links, at.Line)
	}
	if inTree[f.typ] && f.id != "" {
		r.before[side] = f.id
	}
	r.done.Records++
	if _, err := r.out.Write(b); err != nil {
		return err
	}
	return r.out.WriteByte('\n')
}

// fault says what is not in the copy.
func (r *repair) fault(f jsonl.Fault) {
	switch f.Code {
	case "joined-records":
		r.did("line %d: records that stand on one line stand on lines of their own", f.Line)
	case "incomplete-tail":
		r.did("line %d: left out, %s", f.Line, f.Message)
	default:
		r.did("line %d, byte %d: left out, %s", f.Line, f.Offset, f.Message)
	}
}

func (r *repair) did(format string, args ...any) {
	if len(r.done.Did) == mostDid {
		r.done.More++
		return
	}
	r.done.Did = append(r.done.Did, fmt.Sprintf(format, args...))
}
