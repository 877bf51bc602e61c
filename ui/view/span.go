// Package view knows what is on screen, as rows of styled text, and nothing of a terminal. Term draws the rows with tcell,
// plain prints them as text. All text that comes from a source passes Clean on its way in.
//
// A view is a Pane: it has rows, draws row i for a width when it is asked to, folds, and says what stands in a row. History,
// Threads, Step, State, Changes, Messages, Tasks and Compare are such models: each holds what is folded and filtered, and reads
// what it shows from graph. What a key does is in the table Commands.
package view

// Style is a role, not a colour; the theme of ui/term gives it one. Colour never carries meaning alone.
type Style uint8

const (
	Plain Style = iota
	Dim
	Strong
	Title
	AddStyle
	DelStyle
	ModStyle
	ErrStyle
	WaitStyle
	OkStyle
	KeyStyle // names of fields, channels
	StrStyle
	NumStyle
	TypeStyle
	LinkStyle
	BarStyle
	MatchStyle
	PickStyle // under the cursor, where that is not a whole row
)

// Span is a run of text in one style. Text is clean: no control characters, no escape, no bidi override.
type Span struct {
	Text  string
	Style Style
}

// Line is one row.
type Line []Span

// Rows is anything that can be drawn as a list: history, state, diff, messages. Row is called for visible rows only and
// must be fast; width is in cells.
type Rows interface {
	Len() int
	Row(i, width int) Line
}
