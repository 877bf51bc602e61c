package plain

import (
	"bufio"
	"io"
	"strings"

	"cptui/ui/view"
)

// Look is how text is printed: for a terminal or for a pipe.
type Look struct {
	Color bool
	Width int // cells
	ASCII bool
}

// Text prints rows of ui/view as lines. The first error of the writer stays and stops the rest; Flush gives it.
type Text struct {
	Look
	w   *bufio.Writer
	row []byte // for rows that are made by the hundred thousand
	err error
}

// NewText prints to w.
func NewText(w io.Writer, l Look) *Text {
	return &Text{Look: l, w: bufio.NewWriterSize(w, 32<<10)}
}

// Flush writes what is held and gives the first error.
func (t *Text) Flush() error {
	if t.err == nil {
		t.err = t.w.Flush()
	}
	return t.err
}

// Failed tells that nothing more can be written, so that long work can stop.
func (t *Text) Failed() bool { return t.err != nil }

func (t *Text) put(s string) {
	if t.err == nil {
		_, t.err = t.w.WriteString(s)
	}
}

// Line prints one row. Spaces at its end are left out: they only fill a screen.
func (t *Text) Line(l view.Line) {
	last := -1
	for i, s := range l {
		if strings.TrimRight(s.Text, " ") != "" {
			last = i
		}
	}
	for i, s := range l[:last+1] {
		text := s.Text
		if i == last {
			text = strings.TrimRight(text, " ")
		}
		t.span(text, s.Style)
	}
	t.put("\n")
}

// Rows prints all rows of a pane.
func (t *Text) Rows(r view.Rows) {
	for i := 0; i < r.Len() && t.err == nil; i++ {
		width := t.Width
		if w, ok := r.(interface{ Whole(i int) bool }); ok && w.Whole(i) {
			width = wholeWidth
		}
		t.Line(r.Row(i, width))
	}
}

// wholeWidth is more than any line that is there to be copied.
const wholeWidth = 1 << 16

// Say prints one line of our own words and of text from the source, which is cleaned.
func (t *Text) Say(parts ...string) { t.Line(view.Line{{Text: view.Clean(strings.Join(parts, ""))}}) }

func (t *Text) span(text string, s view.Style) {
	code := sgr[s]
	if !t.Color || code == "" || text == "" {
		t.put(text)
		return
	}
	t.put("\x1b[" + code + "m")
	t.put(text)
	t.put("\x1b[0m")
}

// sgr gives each role one of the sixteen colours, which the terminal's own theme makes readable.
var sgr = map[view.Style]string{
	view.Dim:       "2",
	view.Strong:    "1",
	view.Title:     "1",
	view.AddStyle:  "32",
	view.DelStyle:  "31",
	view.ModStyle:  "33",
	view.ErrStyle:  "31;1",
	view.WaitStyle: "33;1",
	view.OkStyle:   "32",
	view.KeyStyle:  "36",
	view.NumStyle:  "34",
	view.TypeStyle: "2",
	view.LinkStyle: "4",
	view.BarStyle:  "2",
}
