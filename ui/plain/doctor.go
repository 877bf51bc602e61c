package plain

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"cptui/fork"
	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/view"
)

// Doctor prints an examination while it goes on: Thread begins one and Source what is of no thread, Problem tells what is found
// there, End closes.
type Doctor interface {
	Source()
	Thread(id string)
	// Problem gets the history and the row where it lies; nil and -1 where it lies in no row.
	Problem(h *graph.History, i int, p graph.Problem)
	End(info loaders.Info, e loaders.Examined) error
	// Resumes tells what the program of a session goes on from; Repaired what a copy has that the file has not.
	Resumes(h *graph.History, r loaders.OnResume)
	Repaired(r *fork.Repaired)
	// Failed tells that nobody reads any more.
	Failed() bool
}

// NewDoctorText prints for people.
func NewDoctorText(t *Text) Doctor { return &doctorText{t: t} }

// NewDoctorJSON prints one object whose "problems" are written one by one.
func NewDoctorJSON(w io.Writer) Doctor {
	d := &doctorJSON{w: bufio.NewWriterSize(w, 64<<10)}
	d.e.top()
	d.e.key("problems")
	d.e.open('[')
	return d
}

// alike is how many problems of one code are told of a thread; the others are counted.
const alike = 8

type doctorText struct {
	t     *Text
	title string
	told  bool           // it is printed
	codes []string       // met below it, in order
	count map[string]int // by code
	total map[graph.Severity]int

	resumed int // sessions that were told of
}

func (d *doctorText) Failed() bool { return d.t.Failed() }

func (d *doctorText) Source() { d.begin("the source itself") }

func (d *doctorText) Thread(id string) { d.begin("thread " + quoteBounds(id)) }

func (d *doctorText) begin(title string) {
	d.more()
	d.title, d.told = title, false
}

// more tells how many problems were not printed.
func (d *doctorText) more() {
	for _, code := range d.codes {
		if n := d.count[code] - alike; n > 0 {
			d.t.Line(view.Line{{Text: fmt.Sprintf("  %s more of %s (--json lists all)", view.Count(n), view.CleanLine(code)), Style: view.Dim}})
		}
	}
	d.codes, d.count = nil, nil
}

func (d *doctorText) Problem(h *graph.History, i int, p graph.Problem) {
	if d.total == nil {
		d.total = map[graph.Severity]int{}
	}
	if d.count == nil {
		d.count = map[string]int{}
	}
	d.total[p.Severity]++
	if d.count[p.Code]++; d.count[p.Code] == 1 {
		d.codes = append(d.codes, p.Code)
	}
	if d.count[p.Code] > alike {
		return
	}
	if !d.told {
		d.told = true
		d.t.Line(view.Line{{Text: view.CleanLine(d.title), Style: view.Title}})
	}
	style := view.SeverityStyle(p.Severity)
	line := view.Line{{Text: fmt.Sprintf("  %-8s ", p.Severity), Style: style}, {Text: view.CleanLine(p.Code), Style: view.Strong}}
	if place := d.place(h, i, p); place != "" {
		line = append(line, view.Span{Text: "  " + view.CleanLine(d.t.own(place)), Style: view.KeyStyle})
	}
	d.t.Line(line)
	d.words(p.Message, view.Plain)
	if d.count[p.Code] == 1 {
		d.words(view.Hint(p.Code), view.Dim)
	}
}

// mostWords bounds the rows of one message.
const mostWords = 6

func (d *doctorText) words(text string, style view.Style) {
	if text == "" {
		return
	}
	const margin = 11
	rows, more := view.Wrap(view.CleanLine(d.t.own(text)), max(d.t.Width-margin, 20), mostWords)
	if more {
		rows[len(rows)-1] += d.t.own(" …")
	}
	for _, r := range rows {
		d.t.Line(view.Line{{Text: strings.Repeat(" ", margin)}, {Text: r, Style: style}})
	}
}

// place says where a problem lies: step and id, namespace, file and line, byte.
func (d *doctorText) place(h *graph.History, i int, p graph.Problem) string {
	at := ""
	switch {
	case h != nil && i >= 0:
		at = stepWord(h.Row(i)) + " " + quoteBounds(h.Short(i))
	case p.Checkpoint != "":
		at = p.Checkpoint
	}
	line, offset := "", ""
	if p.Line > 0 {
		line = fmt.Sprintf("line %d", p.Line)
	}
	if p.Offset >= 0 && p.Line == 0 {
		offset = fmt.Sprintf("byte %d", p.Offset)
	}
	return joinNonEmpty("  ", at, prefixed("in ", p.NS), p.File, line, offset)
}

func (d *doctorText) End(info loaders.Info, e loaders.Examined) error {
	d.more()
	t := d.t
	if len(d.total) > 0 {
		t.put("\n")
	}
	t.Line(view.Line{{Text: view.CleanLine(t.own(view.CheckedWords(info, e))), Style: view.Dim}})
	if c := e.Exam.Check; c.Children > 0 {
		t.Line(view.Line{{Text: t.own(view.PredictionWords(c)), Style: view.Dim}})
	}
	style, verdict := view.OkStyle, "no problems"
	if len(d.total) > 0 {
		verdict = joinNonEmpty(" · ", counted(d.total[graph.Error], "error"), counted(d.total[graph.Warning], "warning"), counted(d.total[graph.Info], "note"))
		if style = view.Plain; d.total[graph.Error] > 0 {
			style = view.ErrStyle
		} else if d.total[graph.Warning] > 0 {
			style = view.WaitStyle
		}
	}
	t.Line(view.Line{{Text: t.own(verdict), Style: style}})
	return t.Flush()
}

func counted(n int, what string) string {
	if n == 0 {
		return ""
	}
	return plural(n, what)
}

type doctorJSON struct {
	w       *bufio.Writer
	e       enc
	err     error
	resumes enc
	copy    *fork.Repaired
}

func (d *doctorJSON) Failed() bool { return d.err != nil }

func (d *doctorJSON) Source()       {}
func (d *doctorJSON) Thread(string) {}

func (d *doctorJSON) Problem(_ *graph.History, _ int, p graph.Problem) {
	d.e.problem(p)
	if len(d.e.b) > 32<<10 && d.err == nil {
		d.e.b, d.err = pour(d.w, d.e.b)
	}
}

func (d *doctorJSON) End(info loaders.Info, x loaders.Examined) error {
	e := &d.e
	e.close(']')
	if info.Transcript {
		e.key("resume")
		e.open('[')
		e.b = append(e.b, d.resumes.b...)
		e.close(']')
	}
	if d.copy != nil {
		e.key("repair")
		e.repaired(d.copy)
	}
	e.key("checked")
	e.open('{')
	e.key("threads")
	e.num(int64(x.Threads))
	if info.Transcript {
		e.key("records")
		e.num(max(info.Records, 0))
	} else {
		e.key("checkpoints")
		e.num(int64(x.Exam.Checkpoints))
		e.key("writes")
		e.num(int64(x.Exam.Writes))
		e.key("bytes")
		e.num(x.Exam.Bytes)
		e.key("predictions")
		e.check(x.Exam.Check)
	}
	e.close('}')
	e.end()
	if d.err == nil {
		_, d.err = d.w.Write(e.b)
	}
	if d.err == nil {
		d.err = d.w.Flush()
	}
	return d.err
}

// check writes how what was foretold compares with what followed.
func (e *enc) check(c graph.Check) {
	e.open('{')
	e.key("children")
	e.num(int64(c.Right + c.Missed))
	e.key("right")
	e.num(int64(c.Right))
	e.key("wrong")
	e.num(int64(c.Missed))
	e.key("untold")
	e.num(int64(c.Untold))
	e.key("untold_because")
	e.open('{')
	for _, why := range graph.UntoldReasons {
		if n := c.Reasons[why]; n > 0 {
			e.key(string(why))
			e.num(int64(n))
		}
	}
	e.close('}')
	e.close('}')
}
