package plain

import (
	"strings"

	"cptui/fork"
	"cptui/graph"
	"cptui/ui/view"
)

// StateJSON is a state as one typed JSON object, secrets included: what an editor gets must come back as it was.
func StateJSON(s graph.State) []byte {
	e := &enc{reveal: true}
	e.state(s)
	return e.b
}

// ResultJSON is the answer of fork (verb "forked") and unfork ("removed").
func ResultJSON(verb string, r *fork.Result) []byte {
	e := &enc{}
	e.top()
	e.key(verb)
	e.open('{')
	e.forkIDs(r.Thread, r.NS, r.ID, r.Parent, r.Source, r.Step)
	e.close('}')
	e.key("head")
	e.bool(r.Head)
	e.key("next")
	e.strs(r.Next)
	e.key("rows")
	e.forkRows(r.Rows, false)
	e.key("file")
	e.strOrNull(r.File)
	e.key("journal")
	e.strOrNull(r.Journal)
	e.key("resume")
	e.strOrNull(r.Resume)
	e.end()
	return e.b
}

// PlanJSON is `fork --dry-run --json`: the same keys, nothing written yet.
func PlanJSON(p *fork.Plan) []byte {
	e := &enc{}
	e.top()
	e.key("would_fork")
	e.open('{')
	e.forkIDs(p.Thread, p.NS, p.ID, p.Parent, p.Source, p.Step)
	e.close('}')
	e.key("head")
	e.bool(p.Head)
	e.key("next")
	e.strs(p.Next)
	e.key("rows")
	e.forkRows(p.Rows, true)
	e.key("file")
	e.strOrNull(p.File)
	e.key("changed")
	e.open('[')
	for i, c := range p.Changed {
		e.open('{')
		e.key("path")
		e.str(c.Path.String())
		e.key("op")
		e.str([...]string{"set", "delete", "append"}[c.Op])
		e.key("before")
		if i < len(p.Before) {
			e.val(p.Before[i])
		} else {
			e.null()
		}
		e.key("after")
		e.val(c.Value)
		e.close('}')
	}
	e.close(']')
	e.key("keeps")
	e.num(int64(p.Keeps))
	e.key("loses")
	e.strs(p.Loses)
	e.key("cannot_undo")
	e.strs(p.After)
	e.end()
	return e.b
}

func (e *enc) forkIDs(thread, ns, id, parent, source string, step int) {
	e.ids(thread, ns, id)
	e.key("parent_checkpoint_id")
	e.strOrNull(parent)
	e.key("source")
	e.str(source)
	e.key("step")
	e.num(int64(step))
}

func (e *enc) forkRows(rows []fork.Row, columns bool) {
	e.open('[')
	for _, r := range rows {
		e.open('{')
		e.key("table")
		e.str(r.Table)
		e.key("key")
		e.strs(r.Key)
		if columns {
			e.key("columns")
			e.strs(r.Columns)
			e.key("bytes")
			e.num(r.Bytes)
		}
		e.close('}')
	}
	e.close(']')
}

// Plan prints what a fork would do, as the dialog of the screen shows it.
func (t *Text) Plan(p *fork.Plan, m *graph.Moment, env view.Env) {
	t.Pane(view.NewForkPlan(p.Request, p, nil, m, env), openRows)
}

// PlanRows prints the rows that a fork would add.
func (t *Text) PlanRows(rows []fork.Row) {
	t.put("\n")
	t.Line(view.Line{{Text: "rows", Style: view.Title}})
	for _, r := range rows {
		t.fact(r.Table, joinNonEmpty("  ", strings.Join(r.Key, " "), strings.Join(r.Columns, ", "), view.Size(r.Bytes)))
	}
}

// Forked says in a few lines what was written and how it goes on.
func (t *Text) Forked(path string, r *fork.Result) {
	what := "forked " + r.ID
	if r.File != "" {
		what += " into " + r.File
	} else if r.Head {
		what += ", now the head of " + quoteBounds(r.Thread)
	}
	t.Line(view.Line{{Text: view.CleanLine(what), Style: view.OkStyle}})
	t.fact("next", strings.Join(r.Next, ", "))
	t.fact("journal", r.Journal)
	if r.Resume != "" {
		t.fact("resume", "")
		t.put(view.Clean(r.Resume) + "\n")
	}
	if r.Journal != "" {
		t.fact("undo", "cptui unfork "+path+" "+r.ID)
	}
}

// Unforked says what was removed.
func (t *Text) Unforked(path string, r *fork.Result) {
	t.Line(view.Line{{Text: view.CleanLine("removed " + r.ID + " from " + path), Style: view.OkStyle}})
	for _, row := range r.Rows {
		t.fact("removed", joinNonEmpty("  ", row.Table, strings.Join(row.Key, " ")))
	}
}
