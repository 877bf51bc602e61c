package plain

import (
	"bufio"
	"context"
	"io"
	"slices"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
)

// Values says how much of the state a row of JSON carries.
type Values string

const (
	Full    Values = "full"    // the whole state
	Changes Values = "changes" // channels that differ from the parent
	None    Values = "none"    // no state
)

// row is one checkpoint in the form of `export --format jsonl`.
type row struct {
	h       *graph.History
	cp      *graph.Checkpoint
	state   graph.State
	due     graph.Due
	values  Values
	changed []graph.Channel
	removed []string
}

// openRow opens what a line of checkpoint i says: its body, its state (and its parent's for Changes) and what is due.
func openRow(ctx context.Context, h *graph.History, i int, values Values) (*row, error) {
	cp, err := h.Named(ctx, i)
	if err != nil {
		return nil, err
	}
	r := &row{h: h, cp: cp, values: values}
	if r.due, err = h.Runtime.Due(ctx, h, i); err != nil {
		return nil, err
	}
	if values == None {
		return r, nil
	}
	if r.state, err = h.Runtime.State(ctx, h, i); err != nil {
		return nil, err
	}
	if p := h.Parent(i); values == Changes && p >= 0 && r.state.Whole.Kind() == value.Invalid {
		before, err := h.Runtime.State(ctx, h, p)
		if err != nil {
			return nil, err
		}
		list, _ := graph.ChangedChannels(before, r.state)
		r.changed = []graph.Channel{}
		for _, c := range list {
			if c.Op == graph.Removed {
				r.removed = append(r.removed, c.Channel)
			} else {
				r.changed = append(r.changed, graph.Channel{Name: c.Channel, Value: c.After})
			}
		}
	}
	return r, nil
}

// append writes the row as one line.
func (r *row) append(e *enc) {
	cp := r.cp
	e.top()
	e.ids(cp.Thread, cp.NS, cp.ID)
	e.key("parent_checkpoint_id")
	e.strOrNull(cp.ParentID)
	e.place(cp)
	e.key("parents")
	if cp.Metadata.Kind() == value.String {
		e.null() // a text in place of the metadata tells no parents
	} else {
		e.stored(cp, "parents", func() { e.versions(cp.Parents) })
	}
	switch r.values {
	case None:
	case Full:
		e.key("values")
		e.state(r.state)
		e.rebuilt(r.h, r.state)
	case Changes:
		e.key("values")
		if r.changed != nil {
			e.channels(r.changed)
		} else {
			e.state(r.state)
		}
		if len(r.removed) > 0 {
			e.key("removed_channels")
			e.strs(r.removed)
		}
		e.rebuilt(r.h, r.state)
	}
	e.key("next")
	if r.due.Known {
		e.strs(r.due.Next)
	} else {
		e.null()
	}
	e.key("tasks")
	e.tasks(r.due.Tasks)
	e.key("channel_versions")
	if stored, _ := cp.Stored.Get("channel_versions"); oddKeys(stored) {
		e.val(stored)
	} else {
		e.versions(cp.Versions)
	}
	e.key("versions_seen")
	e.seen(cp.Seen)
	e.key("updated_channels")
	if cp.NoUpdated {
		e.null()
	} else {
		e.strs(cp.Updated)
	}
	e.key("writes")
	e.writes(cp.Writes)
	e.key("metadata")
	if cp.Metadata.Kind() == value.Map || cp.Metadata.Kind() == value.String {
		e.val(cp.Metadata)
	} else { // a program takes what is no map for an empty one; the problem says what is there
		e.open('{')
		e.close('}')
	}
	if len(cp.Records) > 0 {
		e.key("records")
		e.strs(cp.Records)
	}
	e.key("problems")
	e.strs(codes(cp.Problems, r.state.Problems))
	e.end()
}

// ids writes the three keys that name a checkpoint.
func (e *enc) ids(thread, ns, id string) {
	e.key("thread_id")
	e.str(thread)
	e.key("checkpoint_ns")
	e.str(ns)
	e.key("checkpoint_id")
	e.strOrNull(id)
}

// place writes where a checkpoint came from and when.
func (e *enc) place(cp *graph.Checkpoint) {
	e.key("source")
	e.stored(cp, "source", func() { e.strOrNull(cp.Source) })
	e.key("step")
	e.stored(cp, "step", func() {
		if cp.NoStep {
			e.null()
		} else {
			e.num(int64(cp.Step))
		}
	})
	e.key("ts")
	e.stamp(cp.TS, cp.Time)
}

// stored writes a field of the metadata: as it is understood, or, where it is of a kind that it should not be, as it lies there.
func (e *enc) stored(cp *graph.Checkpoint, name string, understood func()) {
	v, _ := cp.Metadata.Get(name)
	usual := map[string]value.Kind{"source": value.String, "step": value.Int, "parents": value.Map}[name]
	if k := v.Kind(); k == usual || k == value.Invalid || k == value.Null {
		understood()
		return
	}
	e.val(v)
}

func (e *enc) state(s graph.State) {
	if s.Whole.Kind() != value.Invalid {
		e.val(s.Whole)
		return
	}
	e.channels(s.Channels)
}

func (e *enc) channels(list []graph.Channel) {
	e.open('{')
	for _, c := range list {
		e.key(c.Name)
		e.val(c.Value)
	}
	e.close('}')
}

func (e *enc) versions(list []graph.Version) {
	e.open('{')
	for _, v := range list {
		e.key(v.Channel)
		e.val(v.Value)
	}
	e.close('}')
}

// oddKeys reports whether a map has keys that are no text, as the earliest checkpoints do.
func oddKeys(v value.Value) bool {
	return v.Kind() == value.Map && slices.ContainsFunc(v.Entries(), func(x value.Entry) bool { return x.Key.Kind() != value.String })
}

func (e *enc) seen(list []graph.Seen) {
	e.open('{')
	for _, s := range list {
		e.key(s.Node)
		e.versions(s.Versions)
	}
	e.close('}')
}

func (e *enc) tasks(list []graph.Task) {
	e.open('[')
	for _, t := range list {
		e.open('{')
		e.key("id")
		e.strOrNull(t.ID)
		e.key("name")
		e.str(t.Name)
		e.key("path")
		if t.Path == nil {
			e.null()
		} else {
			e.path(t.Path)
		}
		e.key("error")
		e.val(t.Error)
		e.key("interrupts")
		e.vals(t.Interrupts)
		e.key("result")
		e.val(t.Result)
		e.key("ran")
		if t.RanKnown {
			e.bool(t.Ran)
		} else {
			e.null()
		}
		e.key("proof")
		e.str(string(t.Proof))
		e.close('}')
	}
	e.close(']')
}

func (e *enc) writes(list []graph.Write) {
	e.open('[')
	for _, w := range list {
		e.open('{')
		e.key("task_id")
		e.str(w.TaskID)
		e.key("idx")
		e.num(int64(w.Idx))
		e.key("channel")
		e.str(w.Channel)
		e.key("value")
		e.val(w.Value)
		e.key("node")
		e.strOrNull(w.Node)
		e.key("proof")
		e.str(string(w.Proof))
		e.close('}')
	}
	e.close(']')
}

// codes lists the problem codes of several lists, each once, in the order they came up.
func codes(lists ...[]graph.Problem) []string {
	var out []string
	for _, list := range lists {
		for _, p := range list {
			if !slices.Contains(out, p.Code) {
				out = append(out, p.Code)
			}
		}
	}
	return out
}

// Exporter writes checkpoints as JSON lines.
type Exporter struct {
	w      *bufio.Writer
	e      enc
	values Values
}

// NewExporter writes to w; Flush ends it.
func NewExporter(w io.Writer, values Values, reveal bool) *Exporter {
	return &Exporter{w: bufio.NewWriterSize(w, 64<<10), e: enc{reveal: reveal}, values: values}
}

// Write writes checkpoint i of h as one line.
func (x *Exporter) Write(ctx context.Context, h *graph.History, i int) error {
	r, err := openRow(ctx, h, i, x.values)
	if err != nil {
		return err
	}
	x.e.b = x.e.b[:0]
	r.append(&x.e)
	if _, err = x.w.Write(x.e.b); err != nil {
		return err
	}
	if cap(x.e.b) > 8<<20 { // one huge state must not be held for the rest of the run
		x.e.b = nil
	}
	return nil
}

// Flush writes what is still held.
func (x *Exporter) Flush() error { return x.w.Flush() }

// Document writes checkpoints as one JSON document, one by one: what is held does not grow with the source.
type Document struct {
	x     *Exporter
	begun bool
}

// NewDocument begins the document; End closes it.
func NewDocument(w io.Writer, info loaders.Info, values Values, reveal bool) *Document {
	d := &Document{x: NewExporter(w, values, reveal)}
	e := &d.x.e
	e.top()
	e.key("format")
	e.str(info.Format)
	e.key("checkpoints")
	e.open('[')
	d.x.w.Write(e.b) // the first error of the writer stays
	return d
}

// Write writes checkpoint i of h.
func (d *Document) Write(ctx context.Context, h *graph.History, i int) error {
	if d.begun {
		d.x.w.WriteByte(',')
	}
	d.begun = true
	d.x.w.WriteByte('\n')
	return d.x.Write(ctx, h, i)
}

// End closes the document; which program wrote a session is known once it was read.
func (d *Document) End(info loaders.Info) error {
	e := &enc{b: []byte("]")}
	e.key("producer")
	e.strOrNull(info.Producer)
	e.end()
	d.x.w.Write(e.b)
	return d.x.Flush()
}
