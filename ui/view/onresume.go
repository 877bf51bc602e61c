package view

import (
	"fmt"
	"strings"

	"cptui/loaders"
)

// ResumedTold is how many sessions of a source are told of with what their program goes on from: in a folder of thousands the
// problems are what counts.
const ResumedTold = 20

// ResumeWords says what the program of a session sees on resume against what is in the file; what it may miss follows, a line each.
func ResumeWords(r loaders.OnResume) (says string, misses []string) {
	says = fmt.Sprintf("goes on from %s with %d of %s, %d of %s", shortID(r.Leaf), r.Steps, plural(r.AllSteps, "step"), r.Prompts, plural(r.AllTyped, "input"))
	if r.History > r.Messages {
		says += fmt.Sprintf("; after a compaction the model sees %d of %s", r.Messages, plural(r.History, "message"))
	}
	if n := r.AllSteps - r.Steps - r.Beyond; n > 0 {
		says += fmt.Sprintf("; %s on other branches", plural(n, "step"))
	}
	if r.Stop != nil {
		misses = append(misses, fmt.Sprintf("the program's own reader stops at line %d, whose parent is not there: %s above it are in the file and not in what the model will see", r.Stop.Line, plural(r.Beyond, "step")))
	}
	if len(r.Open) > 0 {
		misses = append(misses, "asked for and without a result: "+CleanLine(strings.Join(r.Open, ", ")))
	}
	return says, misses
}
