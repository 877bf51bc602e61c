package view

import (
	"fmt"
	"strings"

	"cptui/graph"
)

// Finding is a problem with where it lies, as the doctor's screen lists it.
type Finding struct {
	Problem graph.Problem
	Place   string // "@3 …5761", "" where it lies in no row
}

// Doctor is the list of what an examination has found so far, by thread. It is a Wrapper: messages are broken into rows.
type Doctor struct {
	list   []doctorEntry
	rows   []doctorRow
	width  int
	title  string
	begun  bool // the title stands
	counts map[graph.Severity]int
	more   int // found beyond what is kept
	closed []string
}

// doctorEntry is a heading, a finding, or a note.
type doctorEntry struct {
	title string
	find  *Finding
	note  string
	style Style
}

type doctorRow struct {
	find  *Finding // nil: a heading or a closing line
	first bool     // what and where it is; the words follow
	text  string
	style Style
}

// mostFindings bounds what the screen keeps; the command line prints all.
const mostFindings = 5000

// NewDoctor is an empty list.
func NewDoctor() *Doctor { return &Doctor{width: defaultWidth, counts: map[graph.Severity]int{}} }

// Begin names what is examined next: a thread, or what stands for the source itself.
func (d *Doctor) Begin(title string) { d.title, d.begun = title, false }

// Add appends a finding of what was begun last.
func (d *Doctor) Add(f Finding) {
	d.counts[f.Problem.Severity]++
	n := d.Found()
	if n > mostFindings {
		d.more++
		return
	}
	if !d.begun {
		d.begun = true
		d.put(doctorEntry{title: CleanLine(d.title)})
	}
	d.put(doctorEntry{find: &f})
}

// Note adds words that are no finding.
func (d *Doctor) Note(text string, style Style) {
	if !d.begun {
		d.begun = true
		d.put(doctorEntry{title: CleanLine(d.title)})
	}
	d.put(doctorEntry{note: text, style: style})
}

func (d *Doctor) put(e doctorEntry) {
	d.list = append(d.list, e)
	d.lay(e)
}

// wordsAt is where the words of a finding begin, and mostWords how many rows they take.
const (
	wordsAt   = 12
	mostWords = 6
)

// lay makes the rows of an entry.
func (d *Doctor) lay(e doctorEntry) {
	words := func(text string, at int, style Style) {
		rows, more := Wrap(CleanLine(text), max(d.width-at, 20), mostWords)
		if more {
			rows[len(rows)-1] += " …"
		}
		for _, r := range rows {
			d.rows = append(d.rows, doctorRow{find: e.find, text: strings.Repeat(" ", at) + r, style: style})
		}
	}
	switch {
	case e.note != "":
		words(e.note, 3, e.style)
	case e.find == nil:
		d.rows = append(d.rows, doctorRow{text: " " + e.title, style: Title})
	default:
		d.rows = append(d.rows, doctorRow{find: e.find, first: true})
		words(e.find.Problem.Message, wordsAt, Plain)
		if hint := Hint(e.find.Problem.Code); hint != "" {
			words(hint, wordsAt, Dim)
		}
	}
}

// Wrap lays the rows out for another width.
func (d *Doctor) Wrap(width int) {
	if width == d.width {
		return
	}
	d.width, d.rows = width, nil
	for _, e := range d.list {
		d.lay(e)
	}
}

// Found counts what was found.
func (d *Doctor) Found() int {
	return d.counts[graph.Error] + d.counts[graph.Warning] + d.counts[graph.Info]
}

// End adds the closing lines.
func (d *Doctor) End(lines ...string) {
	if d.more > 0 {
		d.closed = append(d.closed, Count(d.more)+" more are not listed here: cptui doctor --json lists all")
	}
	d.closed = append(d.closed, lines...)
}

// Words counts the findings: "2 errors · 1 warning".
func (d *Doctor) Words() string {
	var parts []string
	for _, s := range []struct {
		severity graph.Severity
		word     string
	}{{graph.Error, "error"}, {graph.Warning, "warning"}, {graph.Info, "note"}} {
		if n := d.counts[s.severity]; n > 0 {
			parts = append(parts, plural(n, s.word))
		}
	}
	if len(parts) == 0 {
		return "no problems"
	}
	return strings.Join(parts, " · ")
}

func (d *Doctor) Len() int { return len(d.rows) + len(d.closed) }

// Row draws a heading, a part of a finding, or a closing line.
func (d *Doctor) Row(i, width int) Line {
	switch {
	case i < 0 || i >= d.Len() || width <= 0:
		return nil
	case i >= len(d.rows):
		return Line{{CleanCut(" "+d.closed[i-len(d.rows)], width), Dim}}
	}
	r := d.rows[i]
	if !r.first {
		return Line{{Cut(r.text, width), r.style}}
	}
	p := r.find.Problem
	line := Line{{fmt.Sprintf("   %-8s ", p.Severity), SeverityStyle(p.Severity)}, {CleanLine(p.Code), Strong}}
	for _, part := range []string{r.find.Place, p.NS, p.File} {
		if part != "" {
			line = append(line, Span{"  " + CleanLine(part), KeyStyle})
		}
	}
	if p.Line > 0 {
		line = append(line, Span{fmt.Sprintf("  line %d", p.Line), KeyStyle})
	}
	return line
}

// SeverityStyle is how a severity is drawn.
func SeverityStyle(s graph.Severity) Style {
	switch s {
	case graph.Error:
		return ErrStyle
	case graph.Warning:
		return WaitStyle
	}
	return Dim
}

// At is the finding of row i; nil for headings and closing lines.
func (d *Doctor) At(i int) *Finding {
	if i < 0 || i >= len(d.rows) {
		return nil
	}
	return d.rows[i].find
}

// Find gives the rows that hold a text.
func (d *Doctor) Find(text string) []int {
	m := newMatcher(text)
	var out []int
	for i := range d.Len() {
		if m.in(d.Row(i, 1000).Text()) {
			out = append(out, i)
		}
	}
	return out
}
