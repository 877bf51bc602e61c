package plain

import (
	"fmt"
	"strings"

	"cptui/fork"
	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/view"
)

// Resumes says what the program sees on resume against what is in the file.
func (d *doctorText) Resumes(_ *graph.History, r loaders.OnResume) {
	if d.resumed++; d.resumed > view.ResumedTold {
		return
	}
	if !d.told {
		d.told = true
		d.t.Line(view.Line{{Text: view.CleanLine(d.title), Style: view.Title}})
	}
	says, misses := view.ResumeWords(r)
	d.t.Line(view.Line{{Text: "  on resume  ", Style: view.Strong}, {Text: says}})
	for _, m := range misses {
		d.words(m, view.WaitStyle)
	}
}

// Repaired says each change of a repaired copy.
func (d *doctorText) Repaired(r *fork.Repaired) {
	d.t.Line(view.Line{{Text: fmt.Sprintf("repaired copy: %s, %s", view.CleanLine(r.File), plural(int(r.Records), "record")), Style: view.Title}})
	for _, did := range r.Did {
		d.t.Line(view.Line{{Text: "  " + view.CleanLine(d.t.own(did))}})
	}
	if r.More > 0 {
		d.t.Line(view.Line{{Text: fmt.Sprintf("  %s more", view.Count(r.More)), Style: view.Dim}})
	}
	if len(r.Did) == 0 {
		d.t.Line(view.Line{{Text: "  nothing had to be changed"}})
	}
	if len(r.Left) > 0 {
		d.t.Line(view.Line{{Text: "  still there: " + view.CleanLine(strings.Join(r.Left, ", ")), Style: view.WaitStyle}})
	}
}

func (d *doctorJSON) Repaired(r *fork.Repaired) { d.copy = r }

func (e *enc) repaired(r *fork.Repaired) {
	e.open('{')
	e.key("file")
	e.str(r.File)
	e.key("records")
	e.num(r.Records)
	e.key("did")
	e.strs(r.Did)
	e.key("more")
	e.num(int64(r.More))
	e.key("left")
	e.strs(r.Left)
	e.close('}')
}

func (d *doctorJSON) Resumes(h *graph.History, r loaders.OnResume) {
	e := &d.resumes
	e.open('{')
	e.key("thread_id")
	e.str(h.Thread())
	e.key("checkpoint_id")
	e.str(r.Leaf)
	for _, n := range []struct {
		key string
		n   int
	}{{"steps", r.Steps}, {"steps_in_file", r.AllSteps}, {"inputs", r.Prompts}, {"inputs_in_file", r.AllTyped},
		{"messages", r.Messages}, {"messages_on_branch", r.History}, {"steps_beyond", r.Beyond}} {
		e.key(n.key)
		e.num(int64(n.n))
	}
	e.key("stops_at_line")
	if r.Stop != nil {
		e.num(int64(r.Stop.Line))
	} else {
		e.null()
	}
	e.key("open_tools")
	e.strs(r.Open)
	e.close('}')
}
