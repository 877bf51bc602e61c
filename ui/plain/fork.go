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
	e.strsOrNull(r.Next)
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
	e.strsOrNull(p.Next)
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
	e.key("carries")
	e.strs(p.Carries)
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

// PlanRows prints the rows that a fork would add: each with its key, then its columns.
func (t *Text) PlanRows(rows []fork.Row) {
	t.put("\n")
	for _, r := range rows {
		t.Line(view.Line{{Text: view.CleanLine(r.Table), Style: view.KeyStyle}, {Text: "  " + view.CleanLine(strings.Join(quoted(r.Key), " "))},
			{Text: "  " + view.Size(r.Bytes), Style: view.Dim}})
		for _, c := range r.Columns {
			t.Line(view.Line{{Text: "  " + view.CleanLine(c), Style: view.Dim}})
		}
	}
}

// quoted makes the parts of a key tell where they begin and end.
func quoted(key []string) []string {
	out := make([]string, len(key))
	for i, k := range key {
		if out[i] = k; k == "" || strings.ContainsAny(k, " \t") {
			out[i] = `"` + k + `"`
		}
	}
	return out
}

// Forked says what was written, how to go on from it and how to take it back.
func (t *Text) Forked(r *fork.Result) {
	what := "forked " + r.ID
	switch {
	case r.File != "":
		what += " into " + r.File
	case r.Head:
		what += ", now the head of " + quoteBounds(r.Thread)
	}
	t.Line(view.Line{{Text: view.CleanLine(what), Style: view.OkStyle}})
	next := strings.Join(r.Next, ", ")
	switch {
	case r.Next == nil:
		next = "not known: the file cannot tell what is due"
	case next == "":
		next = "nothing is due"
	}
	t.whole("next", next)
	t.whole("resume", r.Resume)
	if r.Journal != "" {
		id := r.ID
		if r.File != "" { // in a new file the ids may be those of the old one
			id = r.Journal
		}
		t.whole("undo", "cptui unfork "+view.ShellQuote(r.Path)+" "+view.ShellQuote(id))
	}
}

// Unforked says what was removed.
func (t *Text) Unforked(path string, r *fork.Result) {
	counts := map[string]int{}
	var tables []string
	for _, row := range r.Rows {
		if counts[row.Table]++; counts[row.Table] == 1 {
			tables = append(tables, row.Table)
		}
	}
	if len(r.Rows) == 0 {
		t.Line(view.Line{{Text: view.CleanLine("nothing to remove from " + path + ": the fork " + r.ID + " was begun, but never written"), Style: view.OkStyle}})
		return
	}
	t.Line(view.Line{{Text: view.CleanLine("removed " + r.ID + " from " + path), Style: view.OkStyle}})
	for _, name := range tables {
		t.whole("rows", view.Count(counts[name])+" of "+name)
	}
}

// whole prints a fact that is there to be copied: in all its length, a line feed as a new line.
func (t *Text) whole(name, text string) {
	for i, line := range strings.Split(view.Clean(text), "\n") {
		if i > 0 {
			name = ""
		}
		if line != "" {
			t.Line(view.Line{{Text: "  " + view.Pad(name, 9), Style: view.Dim}, {Text: line}})
		}
	}
}
