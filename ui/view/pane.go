package view

import (
	"cptui/graph"
	"cptui/graph/value"
)

// Pane is a Rows with something under the cursor: folds, places, links. The terminal keeps cursor and scroll position.
type Pane interface {
	Rows
	// Fold opens or closes row i and gives the row the cursor belongs on; false where there is nothing to fold. Folding a row
	// that is closed (or a leaf) moves to its parent; unfolding an open one moves to its first child.
	Fold(i int, open bool) (cursor int, ok bool)
	// At tells what row i is about, for copying, jumping and asking.
	At(i int) Place
	// Find gives the rows whose text matches, opening folds where it must; smart case, literal.
	Find(text string) []int
}

// Place is what a row is about. Fields that do not apply are empty.
type Place struct {
	Path   value.Path  // in the state at this checkpoint
	Value  value.Value // at that path
	Index  int         // checkpoint that Enter goes to, -1 none
	Row    int         // row of the same pane that Enter goes to, -1 none
	NS     string      // namespace that Enter opens
	Thread string
	Text   string // one clean line naming it
}

// NoPlace is a row about nothing.
var NoPlace = Place{Index: -1, Row: -1}

// Env is what view models need to know of the rest.
type Env struct {
	Hist    *graph.History
	Source  string // file name as the user gave it, for commands
	ASCII   bool   // ASCII glyphs
	Reveal  bool   // show what a class hides
	Quiet   bool   // quiet steps are shown, not folded
	Control bool   // control channels are shown in State and Changes
	Print   bool   // printed, not on a screen: keys are not named
}
