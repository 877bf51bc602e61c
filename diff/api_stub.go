// Package diff tells what differs between two values, and says it as a flat list of hunks that a screen or a printer can show.
package diff

import "cptui/graph/value"

// Kind of a Difference.
type Kind byte

const (
	Added   Kind = '+'
	Removed Kind = '-'
	Changed Kind = '~'
)

// Difference is one place where two values differ, named by its path. Lists of messages are paired by id, other lists by
// content (longest common subsequence over subtree hashes), sets without order, maps by key and kind of key.
type Difference struct {
	Path          value.Path
	Kind          Kind
	Before, After value.Value
	// Index of a list item on either side, -1 where not in a list.
	From, To int
}

// Options bound the work.
type Options struct {
	Max int // differences at most, 0: no limit; the rest is counted
}

// Values compares two values. It never descends into subtrees whose hashes are equal.
func Values(a, b value.Value, o Options) (list []Difference, more int) { panic("not built") }

// Line is one line of a text comparison.
type Line struct {
	Kind byte // ' ', '+', '-'
	Text string
	// Spans are byte ranges of Text that differ inside a changed line.
	Spans [][2]int
}

// Text compares two texts line by line, with words marked inside changed lines; context lines around changes, a negative
// number keeps all. Bounded time: huge texts fall back to whole-line replacement.
func Text(a, b string, context int) []Line { panic("not built") }
