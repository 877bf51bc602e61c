package plain

import (
	"fmt"
	"strings"

	"cptui/fork"
	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/view"
)

// resumeOf is how many sessions a doctor tells of in text what their program goes on from: in a folder of thousands the
// problems are what counts.
const resumeOf = 20

// Resumes says what the program sees on resume against what is in the file.
func (d *doctorText) Resumes(h *graph.History, r loaders.OnResume) {
	if d.resumed++; d.resumed > resumeOf {
		return
	}
	if !d.told {
		d.told = true
		d.t.Line(view.Line{{Text: view.CleanLine(d.title), Style: view.Title}})
	}
	d.t.Line(view.Line{{Text: "  on resume  ", Style: view.Strong}, {Text: view.CleanLine(d.t.own(resumeWords(r)))}})
	if r.Stop != nil {
		d.words(fmt.Sprintf("the program's own reader stops at line %d, whose parent is not there: %s above it are in the file and not in what the model will see", r.Stop.Line, plural(r.Beyond, "step")), view.WaitStyle)
	}
	if len(r.Open) > 0 {
		d.words("asked for and without a result: "+strings.Join(r.Open, ", "), view.WaitStyle)
	}
}

// resumeWords are what is seen, and what the file has beside it.
func resumeWords(r loaders.OnResume) string {
	s := fmt.Sprintf("goes on from %s with %d of %s, %d of %s", cutID(r.Leaf), r.Steps, plural(r.AllSteps, "step"), r.Prompts, plural(r.AllTyped, "input"))
	if r.History > r.Messages {
		s += fmt.Sprintf("; after a compaction the model sees %s of %d", plural(r.Messages, "message"), r.History)
	}
	if n := r.AllSteps - r.Steps - r.Beyond; n > 0 {
		s += fmt.Sprintf("; %s on other branches", plural(n, "step"))
	}
	return s
}

func cutID(id string) string {
	if len(id) > 8 {
		return id[:8]
	}
	return id
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
