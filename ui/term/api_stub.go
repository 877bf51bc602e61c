// Package term draws ui/view on a terminal with tview and tcell. Nothing else imports them.
package term

import (
	"context"

	"cptui/loaders"
)

// Options of a run.
type Options struct {
	Path    string // as the user gave it; "" shows the welcome screen
	Thread  string
	NS      string
	Ref     string
	Theme   string // "dark", "light", "mono", "" works it out
	NoMouse bool
	ASCII   bool
	Reveal  bool
	Demo    bool // the demo's lesson is in the verdict line
	Replay  bool // start replaying
	Speed   float64
	Version string
}

// Run shows src (nil: the welcome screen) until the user leaves; Open opens what the user picks.
func Run(ctx context.Context, src loaders.Source, o Options) error { panic("not built") }
