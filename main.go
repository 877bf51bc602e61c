// Command cptui is a time-travel debugger in the terminal for AI agents: it opens a checkpoint database or a transcript as it
// lies on disk and shows its states, what changed and why each node ran. All words and flags are in ui/cli.
package main

import (
	"os"
	"runtime/debug"

	"cptui/ui/cli"
)

func main() {
	// What is kept is small beside the bodies that pass through, so garbage is collected sooner than Go would by itself: a
	// session of 100 MB opens in 37 MB rather than 49.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
	os.Exit(cli.Main(os.Args[1:]))
}
