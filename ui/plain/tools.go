package plain

import (
	"context"
	"io"
	"strings"

	"cptui/graph"
	"cptui/ui/view"
)

// Tools prints calls, one a line, in the order in which they were asked.
func (t *Text) Tools(h *graph.History, calls []graph.ToolUse, env view.Env) {
	if len(calls) == 0 {
		t.Line(view.Line{{Text: "no tool was called", Style: view.Dim}})
		return
	}
	for _, l := range view.ToolLines(h, calls, env, t.Width) {
		t.Line(l.Line)
	}
	t.Line(view.Line{{Text: view.ToolTotals(calls), Style: view.Dim}})
}

// ToolsJSON writes the answer of `tools --json`, call by call.
func ToolsJSON(ctx context.Context, w io.Writer, h *graph.History, calls []graph.ToolUse, reveal bool) error {
	e := &enc{reveal: reveal}
	e.top()
	e.key("thread_id")
	e.str(h.Thread())
	e.key("calls")
	e.open('[')
	whole := graph.CallReader{H: h}
	for _, c := range calls {
		c, err := whole.Whole(ctx, c)
		if err != nil {
			return err
		}
		if len(e.b) > 64<<10 {
			if _, err := w.Write(e.b[:len(e.b)-1]); err != nil {
				return err
			}
			e.b = e.b[len(e.b)-1:] // the last byte tells whether a comma is due
		}
		e.open('{')
		e.key("id")
		e.strOrNull(c.ID)
		e.key("name")
		e.strOrNull(c.Name)
		e.key("checkpoint_ns")
		e.str(c.NS)
		e.key("asked")
		e.stepOf(h, c.Asked)
		e.key("answered")
		e.stepOf(h, c.Answered)
		e.key("status")
		e.str(c.Status())
		e.key("current_branch")
		e.bool(c.Current)
		e.key("beside")
		e.num(int64(c.Beside))
		e.key("at_most_ms")
		if c.Took > 0 {
			e.num(c.Took.Milliseconds())
		} else {
			e.null()
		}
		e.key("input")
		e.val(c.Input)
		e.key("result")
		e.val(c.Result)
		e.close('}')
	}
	e.close(']')
	e.end()
	_, err := w.Write(e.b)
	return err
}

// stepOf names a step; null for none.
func (e *enc) stepOf(h *graph.History, i int) {
	if i < 0 {
		e.null()
		return
	}
	e.open('{')
	e.key("checkpoint_id")
	e.str(h.ID(i))
	e.key("step")
	if step, ok := h.Step(i); ok {
		e.num(int64(step))
	} else {
		e.null()
	}
	e.close('}')
}

// Todos prints how a plan came about, and how it stands.
func (t *Text) Todos(h *graph.History, plan []graph.PlanChange, env view.Env) {
	if len(plan) == 0 {
		t.Line(view.Line{{Text: "no plan is kept on this branch", Style: view.Dim}})
		return
	}
	for _, l := range view.PlanLines(h, plan, env) {
		t.Line(l.Line)
	}
}

// TodosJSON is the answer of `todos --json`.
func TodosJSON(h *graph.History, i int, plan []graph.PlanChange) []byte {
	e := &enc{}
	e.top()
	e.ids(h.Thread(), h.NS(i), h.ID(i))
	e.key("changes")
	e.open('[')
	for _, c := range plan {
		e.open('{')
		e.key("at")
		e.stepOf(h, c.Index)
		e.key("channel")
		e.str(c.Channel)
		e.key("by")
		e.strOrNull(c.By)
		e.key("edits")
		e.open('[')
		for _, d := range c.Edits {
			e.open('{')
			e.key("op")
			e.str(map[graph.Op]string{graph.Added: "added", graph.Removed: "removed", graph.Changed: "status"}[d.Op])
			e.key("content")
			e.str(d.Item.Text)
			e.key("before")
			e.strOrNull(d.Before)
			e.key("status")
			e.str(d.Item.Status)
			e.close('}')
		}
		e.close(']')
		e.close('}')
	}
	e.close(']')
	e.key("todos")
	e.open('[')
	if len(plan) > 0 {
		for _, p := range plan[len(plan)-1].Items {
			e.open('{')
			e.key("content")
			e.str(p.Text)
			e.key("status")
			e.str(p.Status)
			e.close('}')
		}
	}
	e.close(']')
	e.end()
	return e.b
}

// Files prints the files of a branch.
func (t *Text) Files(h *graph.History, files []graph.FileAt, env view.Env) {
	if len(files) == 0 {
		t.Line(view.Line{{Text: "no file was written on this branch by a tool that says so", Style: view.Dim}})
		return
	}
	rows := [][]string{{"file", "change", "by", "step", "size", "content"}}
	for _, f := range files {
		step, size := "", ""
		if f.Index >= 0 {
			step = stepWord(h.Row(f.Index))
		}
		if f.Known == graph.FileWhole {
			size = view.Size(int64(len(f.Text)))
		}
		known := string(f.Known)
		if f.Why != "" {
			known += ": " + f.Why
		}
		rows = append(rows, []string{view.CleanLine(f.Path), view.CleanLine(f.Change), view.CleanLine(strings.TrimPrefix(f.By, "tool:")), step, size, known})
	}
	t.Table(rows, "llllrl")
}

// Restored says what was written out below dir; nothing where wrote is nil.
func (t *Text) Restored(dir string, wrote []string, files []graph.FileAt) {
	if wrote == nil {
		return
	}
	n := 0
	for _, w := range wrote {
		if w != "" {
			n++
		}
	}
	text := view.Count(n) + " of " + view.Count(len(files)) + " files written below " + dir
	t.Line(view.Line{{Text: view.CleanLine(text), Style: view.OkStyle}})
}

// FilesJSON is the answer of `files --json`; wrote are the places below the folder of --restore, nil without it.
func FilesJSON(h *graph.History, i int, files []graph.FileAt, wrote []string) []byte {
	e := &enc{}
	e.top()
	e.ids(h.Thread(), h.NS(i), h.ID(i))
	e.key("files")
	e.open('[')
	for k, f := range files {
		e.open('{')
		e.key("path")
		e.str(f.Path)
		e.key("change")
		e.strOrNull(f.Change)
		e.key("by")
		e.strOrNull(f.By)
		e.key("at")
		e.stepOf(h, f.Index)
		e.key("known")
		e.str(string(f.Known))
		e.key("why")
		e.strOrNull(f.Why)
		e.key("bytes")
		if f.Known == graph.FileWhole {
			e.num(int64(len(f.Text)))
		} else {
			e.null()
		}
		if wrote != nil {
			e.key("restored")
			e.strOrNull(wrote[k])
		}
		e.close('}')
	}
	e.close(']')
	e.end()
	return e.b
}
