package talk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// Copy is what a fork of a session takes along: the records that lead to a step, complete, so that no call is without its result.
type Copy struct {
	Session  string // id of the source
	Path     string // its file
	CWD      string // where the program ran, "" where nothing tells
	Records  []CopyRecord
	Messages []CopyMessage // what the model would see, in order
	Answered bool          // an answer of the model is among the records
	Labels   []Label       // names of records that come along, given at places that do not
	Whole    bool          // nothing of the session stays behind
	// Notes say where the copy is not just what stands at the step: results taken along, an answer left out.
	Notes []string

	shape shape
}

// CopyRecord is one record of a copy, in the order of the branch.
type CopyRecord struct {
	ID, Parent string // "" where it has none; Parent is that of the branch as it is shown
	Linked     bool   // its bytes say the same of its parent
	Kind       Kind
	Body       []byte // as stored

	off  int64 // where it lies in the file
	size int32
	line int32
}

// Shares tells whether two records are told by the same bytes.
func (r CopyRecord) Shares(o CopyRecord) bool { return r.off == o.off && r.size == o.size }

// CopyMessage is one message of a copy.
type CopyMessage struct {
	Record int // in Copy.Records; -1 where none of them tells it
	Value  value.Value
}

// Label is a name that a person gave to a record.
type Label struct{ ID, Name string }

// ErrNoCopy says that a step cannot be the end of a session.
var ErrNoCopy = errors.New("no session can end there")

// CopyAt gathers the records of the branch up to a step of the session itself.
func CopyAt(ctx context.Context, from loaders.Source, thread, checkpoint string) (*Copy, error) {
	src, ok := from.(*transcript.Source)
	if !ok {
		return nil, fmt.Errorf("%w: not a session", ErrNoCopy)
	}
	ses, err := src.Session(ctx, thread)
	if err != nil {
		return nil, err
	}
	s, ok := ses.(*session)
	if !ok {
		return nil, fmt.Errorf("%w: a session of another kind", ErrNoCopy)
	}
	i, ok := s.hist.Find(checkpoint)
	if !ok {
		return nil, fmt.Errorf("%w: no checkpoint %s in session %s", ErrNoCopy, checkpoint, thread)
	}
	b, n := s.at(i)
	if ns := s.hist.NS(i); ns != "" || b != s.books[0] {
		return nil, fmt.Errorf("%w: %s is a subagent's step; fork the session where it called the subagent", ErrNoCopy, ns)
	}
	c := &Copy{Session: s.name, Path: s.path, shape: shape{b.document, b.format.Lists, b.lists > 0}}
	if n, err = c.complete(s, n); err != nil {
		return nil, err
	}
	st, err := s.rt.Folds.At(b.base + int(n))
	if err != nil {
		return nil, err
	}
	c.CWD = st.CWD
	place, err := c.gather(b, b.endOf(n))
	if err != nil {
		return nil, err
	}
	seen, _, err := s.rt.Folds.Conversation(b.base + int(n))
	if err != nil {
		return nil, err
	}
	for _, m := range seen {
		cm := CopyMessage{Record: -1, Value: m.Value}
		if k, ok := place[m.First]; ok && m.First == m.Last {
			cm.Record = k
		}
		c.Messages = append(c.Messages, cm)
	}
	return c, nil
}

// complete moves the end of the copy to where every call has its result: on to the results that are in the file, else back
// before the answer.
func (c *Copy) complete(s *session, n int32) (int32, error) {
	b, t := s.books[0], script{s}
	open, err := t.Open(b.base + int(n))
	if err != nil || len(open) == 0 {
		return n, err
	}
	answer := n
	for b.steps[answer].kind != transcript.Answer {
		answer = b.steps[answer].parent
	}
	if last := b.steps[answer].relay; last >= 0 {
		left, err := t.Open(b.base + int(last))
		if err != nil {
			return n, err
		}
		if len(left) == 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("what its calls gave (%d) comes along: a session cannot end between a call and its result", len(open)))
			return last, nil
		}
	}
	back := b.steps[answer].parent
	if back < 0 {
		return n, fmt.Errorf("%w: %s has no result, and nothing stands before that answer", ErrNoCopy, open[0].Name)
	}
	c.Notes = append(c.Notes, fmt.Sprintf("the answer that asks %s is left out: it has no result", open[0].Name))
	return back, nil
}

// endOf is the last record of a step that leads on: bookkeeping behind what was said as well, where it is on the way.
func (b *Book) endOf(n int32) ref {
	s := &b.steps[n]
	last := s.first
	for _, rec := range s.recs {
		if k := b.kindOf(rec); k != Note && k != Ahead && b.recs[rec].of < 0 {
			last = rec
		}
	}
	for at := s.tip; at >= 0 && b.recs[at].step == n; at = b.recs[at].up {
		if at == last {
			return s.tip
		}
	}
	return last
}

// gather reads the records of the branch that ends with record end, and tells where each went.
func (c *Copy) gather(b *Book, end ref) (map[ref]int, error) {
	var path []ref
	for at := end; at >= 0; at = b.recs[at].up {
		path = append(path, at)
	}
	place := map[ref]int{}
	named := map[string]bool{}
	for _, at := range slices.Backward(path) {
		r := &b.recs[at]
		if b.format.Tree && r.id == "" && !r.is(unlinked) {
			continue // a header, or what no list knows: it has no place in the tree
		}
		body, err := b.body(r.latest)
		if err != nil {
			return nil, err
		}
		rec := CopyRecord{ID: r.id, Kind: r.kind, Body: body, Linked: true, off: r.Off, size: r.Size, line: r.line}
		if k := len(c.Records); k > 0 {
			rec.Parent = c.Records[k-1].ID
		}
		if b.format.Tree && !r.is(unlinked) {
			e, err := b.event(r.latest)
			if err != nil {
				return nil, err
			}
			rec.Linked = e.Parent == rec.Parent
			if e.Labels {
				named[e.Target] = e.Label == b.beside.labels[e.Target]
			}
		}
		place[at] = len(c.Records)
		c.Records = append(c.Records, rec)
		c.Answered = c.Answered || r.kind == Reply || r.kind == Failure
	}
	if len(c.Records) == 0 {
		return nil, fmt.Errorf("%w: it holds no record of the session's own", ErrNoCopy)
	}
	for _, rec := range c.Records {
		if name, ok := b.beside.labels[rec.ID]; ok && !named[rec.ID] {
			c.Labels = append(c.Labels, Label{rec.ID, name})
		}
	}
	last := ref(-1)
	for i := range b.recs {
		if b.kindOf(ref(i)) != Note {
			last = ref(i)
		}
	}
	c.Whole = last <= end
	return place, nil
}

// FirstLine is the first line of the source's file.
func (c *Copy) FirstLine() ([]byte, error) {
	file, err := transcript.OpenFile(c.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := jsonl.NewScanner(file, 0, 0)
	if lines.Next() {
		return slices.Clone(lines.Line().Bytes), nil
	}
	return nil, lines.Err()
}

// Document is all of the source's file.
func (c *Copy) Document() ([]byte, error) {
	file, err := transcript.OpenFile(c.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.NewSectionReader(file, 0, file.Size))
}
