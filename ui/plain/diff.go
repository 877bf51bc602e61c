package plain

import (
	"context"

	"cptui/diff"
	"cptui/graph"
	"cptui/graph/value"
	"cptui/ui/view"
)

// opWords are the kinds of changes in JSON.
var opWords = map[graph.Op]string{graph.Added: "added", graph.Removed: "removed", graph.Changed: "changed"}

// DiffJSON is `diff --json`: each channel that differs with both values and every place where they part.
func DiffJSON(a, b Side, changes []graph.Change, same []string, reveal bool) []byte {
	e := &enc{reveal: reveal}
	e.top()
	e.key("a")
	e.side(a)
	e.key("b")
	e.side(b)
	e.key("changes")
	e.open('[')
	for _, c := range changes {
		e.open('{')
		e.key("channel")
		e.str(c.Channel)
		e.key("op")
		e.str(opWords[c.Op])
		e.key("before")
		e.val(c.Before)
		e.key("after")
		e.val(c.After)
		e.key("differences")
		e.open('[')
		if c.Op == graph.Changed {
			list, _ := diff.Values(c.Before, c.After, diff.Options{})
			for _, d := range list {
				e.difference(c.Channel, d)
			}
		}
		e.close(']')
		e.close('}')
	}
	e.close(']')
	e.key("same")
	e.strs(same)
	e.end()
	return e.b
}

func (e *enc) difference(channel string, d diff.Difference) {
	path := d.Path
	if channel != "" {
		path = append(value.Path{{Name: channel}}, d.Path...)
	}
	e.open('{')
	e.key("path")
	e.str(path.String())
	e.key("op")
	e.str(opWords[graph.Op(d.Kind)])
	if d.From >= 0 || d.To >= 0 {
		e.key("from_index")
		e.index(d.From)
		e.key("to_index")
		e.index(d.To)
	}
	e.key("before")
	e.val(d.Before)
	e.key("after")
	e.val(d.After)
	e.close('}')
}

func (e *enc) index(i int) {
	if i < 0 {
		e.null()
		return
	}
	e.num(int64(i))
}

func (e *enc) side(s Side) {
	if s.Hist == nil {
		e.null()
		return
	}
	e.open('{')
	e.ids(s.Hist.Thread(), s.Hist.NS(s.Index), s.Hist.ID(s.Index))
	e.key("step")
	if step, ok := s.Hist.Step(s.Index); ok {
		e.num(int64(step))
	} else {
		e.null()
	}
	e.close('}')
}

// Diff prints the changes, channel by channel: what was there with -, what is there now with +. A zero side a stands for the
// parent of b.
func (t *Text) Diff(ctx context.Context, a, b Side, env view.Env) error {
	to, err := b.Hist.Moment(ctx, b.Index)
	if err != nil {
		return err
	}
	if a.Hist == nil || a.Hist == b.Hist && a.Index == b.Hist.Parent(b.Index) {
		t.Pane(view.NewChanges(to, env), diffRows)
		return nil
	}
	from, err := a.Hist.Moment(ctx, a.Index)
	if err != nil {
		return err
	}
	if a.Hist.Thread() != b.Hist.Thread() {
		t.Line(view.Line{{Text: " from thread " + view.CleanLine(quoteBounds(a.Hist.Thread())) + " to thread " + view.CleanLine(quoteBounds(b.Hist.Thread())), Style: view.Dim}})
	}
	t.Pane(view.NewDiff(from, to, env), diffRows)
	return nil
}

// diffRows bounds how much of a comparison is unfolded.
const diffRows = 2000
