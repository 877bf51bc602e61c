package plain

import (
	"bufio"
	"context"
	"io"

	"cptui/graph"
)

// LogJSON writes `log --json`: one object whose "checkpoints" are written one by one.
type LogJSON struct {
	w *bufio.Writer
	h *graph.History
	e enc
}

// NewLogJSON begins the object; End closes it.
func NewLogJSON(w io.Writer, h *graph.History) *LogJSON {
	l := &LogJSON{w: bufio.NewWriterSize(w, 64<<10), h: h}
	l.e.top()
	l.e.key("thread_id")
	l.e.str(h.Thread())
	l.e.key("title")
	l.e.strOrNull(h.Title)
	l.e.key("head")
	if h.Current >= 0 {
		l.e.str(h.ID(h.Current))
	} else {
		l.e.null()
	}
	l.e.key("checkpoints")
	l.e.open('[')
	return l
}

// Row writes checkpoint i; short opens nothing and leaves out what only its body tells.
func (l *LogJSON) Row(ctx context.Context, i int, short bool) error {
	e, r := &l.e, l.h.Row(i)
	e.open('{')
	e.key("checkpoint_ns")
	e.str(r.NS)
	e.key("checkpoint_id")
	e.str(r.ID)
	e.key("parent_checkpoint_id")
	e.strOrNull(r.Parent)
	e.key("step")
	if r.NoStep {
		e.null()
	} else {
		e.num(int64(r.Step))
	}
	if short {
		e.key("ts") // of the id, which a database made a moment after the checkpoint's own
		e.time(r.Time)
	} else if err := l.brief(ctx, i); err != nil {
		return err
	}
	e.close('}')
	if len(e.b) > 32<<10 {
		var err error
		if e.b, err = pour(l.w, e.b); err != nil {
			return err
		}
	}
	return nil
}

// pour writes what is made so far. The last byte is kept, so that the next comma is put right.
func pour(w io.Writer, b []byte) ([]byte, error) {
	last := b[len(b)-1]
	_, err := w.Write(b[:len(b)-1])
	return append(b[:0], last), err
}

func (l *LogJSON) brief(ctx context.Context, i int) error {
	e := &l.e
	cp, err := l.h.Cached(ctx, i)
	if err != nil {
		return err
	}
	b, err := l.h.Brief(ctx, i)
	if err != nil {
		return err
	}
	e.key("ts")
	e.stamp(cp.TS, cp.Time)
	e.key("source")
	e.strOrNull(cp.Source)
	e.key("ran")
	e.strs(b.Nodes)
	e.key("says")
	e.strOrNull(b.Says)
	e.key("asks")
	e.calls(b.Asks)
	e.key("results")
	e.calls(b.Results)
	e.key("changed")
	e.open('{')
	for _, c := range b.Changes {
		e.key(c.Channel)
		e.str(opWords[c.Op])
	}
	e.close('}')
	e.key("quiet")
	e.bool(b.Quiet)
	e.key("problem")
	if b.Problem == "" {
		e.null()
	} else {
		e.open('{')
		e.key("kind")
		e.str(b.ProblemKind)
		e.key("text")
		e.str(b.Problem)
		e.close('}')
	}
	return nil
}

func (e *enc) calls(list []graph.Call) {
	e.open('[')
	for _, c := range list {
		e.open('{')
		e.key("id")
		e.strOrNull(c.ID)
		e.key("name")
		e.str(c.Name)
		e.key("error")
		e.bool(c.Error)
		e.close('}')
	}
	e.close(']')
}

// End closes the object.
func (l *LogJSON) End() error {
	l.e.close(']')
	l.e.end()
	if _, err := l.w.Write(l.e.b); err != nil {
		return err
	}
	return l.w.Flush()
}
