package graph

// Severity of a Problem, as in CLI.md: errors hide content, warnings are odd or incomplete, infos never fail a check.
type Severity string

const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Problem is a fault in the data, shown where it lies; it never empties the rest of the view.
type Problem struct {
	Code       string // one of the codes of CLI.md, e.g. "broken-parent"
	Severity   Severity
	Thread     string // "" where it belongs to no thread
	NS         string
	Checkpoint string // checkpoint id, "" where none
	File       string // "" for the source itself
	Line       int    // 1-based, 0 where there are no lines
	Offset     int64  // byte offset in file or blob, -1 where unknown
	Message    string // lower case, one line, says what and where
}
