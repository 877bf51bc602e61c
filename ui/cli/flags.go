package cli

import (
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// flags are the values of all flags; a command only has those that do something for it.
type flags struct {
	thread, ns string
	limit      int
	json       bool
	color      string
	ascii      bool
	plain      bool
	reveal     bool
	redact     bool
	theme      string
	noMouse    bool
	keyEnv     string
	keyFile    string
}

// withThread gives a command -t and -n.
func (a *app) withThread(c *cobra.Command) {
	c.Flags().StringVarP(&a.flags.thread, "thread", "t", "", "the thread `ID` (else the one with the newest checkpoint)")
	c.Flags().StringVarP(&a.flags.ns, "ns", "n", "", "the `NAMESPACE` of a subgraph or subagent, whole or a unique ending; \"\" is the root")
	_ = c.RegisterFlagCompletionFunc("thread", a.completeThread)
	_ = c.RegisterFlagCompletionFunc("ns", a.completeNS)
}

// withJSON gives a command --json.
func (a *app) withJSON(c *cobra.Command) {
	c.Flags().BoolVar(&a.flags.json, "json", false, "print JSON")
	a.withRedact(c)
}

// withLook gives a command that prints for people its colours and glyphs.
func (a *app) withLook(c *cobra.Command) {
	c.Flags().StringVar(&a.flags.color, "color", "auto", "`WHEN` to use colour: auto, always or never")
	c.Flags().BoolVar(&a.flags.ascii, "ascii", false, "draw with ASCII characters only")
	_ = c.RegisterFlagCompletionFunc("color", fixed("auto", "always", "never"))
}

// withReveal gives a command --reveal.
func (a *app) withReveal(c *cobra.Command) {
	c.Flags().BoolVar(&a.flags.reveal, "reveal", false, "show secrets: values that their class hides (SecretStr) and those found by their form")
}

// withLimit gives a command --limit.
func (a *app) withLimit(c *cobra.Command, what string) {
	c.Flags().IntVar(&a.flags.limit, "limit", 0, "`N`: "+what+"; 0 is all")
}

// checkFlags looks at the values that pflag takes as they come.
func (a *app) checkFlags(*cobra.Command, []string) error {
	switch a.flags.color {
	case "", "auto", "always", "never":
	default:
		return usagef("--color is auto, always or never, not %q", a.flags.color)
	}
	switch a.flags.theme {
	case "", "dark", "light", "mono":
	default:
		return usagef("--theme is dark, light or mono, not %q", a.flags.theme)
	}
	if a.flags.limit < 0 {
		return usagef("--limit is a count, not %d", a.flags.limit)
	}
	return nil
}

// fileOf gives the file behind a stream, nil where there is none.
func fileOf(stream any) *os.File {
	f, _ := stream.(*os.File)
	return f
}

func isTerminal(stream any) bool {
	f := fileOf(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// screen tells whether the TUI can be shown: both ends are a terminal that can move its cursor.
func (a *app) screen() bool {
	t := os.Getenv("TERM")
	return isTerminal(a.out) && t != "" && t != "dumb"
}

// colour decides as NO_COLOR, CLICOLOR_FORCE and --color say; an empty NO_COLOR is not set.
func (a *app) colour() bool {
	switch a.flags.color {
	case "always":
		return true
	case "never":
		return false
	}
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	if f := os.Getenv("CLICOLOR_FORCE"); f != "" && f != "0" {
		return true
	}
	return a.screen()
}

// width is that of the terminal, else what COLUMNS says, else 100.
func (a *app) width() int {
	if f := fileOf(a.out); f != nil {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	if w, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && w > 0 {
		return min(max(w, narrow), wide)
	}
	return 100
}

// What $COLUMNS may ask for: below it nothing is left of a line, beyond it lines are made of spaces alone.
const narrow, wide = 20, 1000
