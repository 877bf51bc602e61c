package cli

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"cptui/ui/term"
)

func (a *app) openCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "open SOURCE [REF]",
		Short: "Open the screen (cptui SOURCE is the same)",
		Long: `Opens the screen on the newest thread, at REF or at the head. Where there is no terminal it prints the log and standard error says so.

SOURCE is a SQLite file, a JSONL file, a folder of sessions, or - for a transcript on standard input.`,
		Example: `  cptui open sessions.db
  cptui sessions.db -t order-17
  cptui open session.jsonl --theme light`,
		Args:              sourceArgs(1, 2, "a SOURCE and at most one REF"),
		ValidArgsFunction: a.completeRef,
		RunE:              a.runOpen,
	}
	a.openFlags(c)
	return c
}

// openFlags are the flags of the screen, which `cptui SOURCE` has as well.
func (a *app) openFlags(c *cobra.Command) {
	a.withThread(c)
	a.withLook(c)
	a.withReveal(c)
	c.Flags().StringVar(&a.flags.theme, "theme", "", "`NAME` of the colours: dark, light or mono (else worked out)")
	c.Flags().BoolVar(&a.flags.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	_ = c.RegisterFlagCompletionFunc("theme", fixed("dark", "light", "mono"))
}

func (a *app) runOpen(c *cobra.Command, args []string) error {
	src, err := a.open(args[0])
	if err != nil {
		return err
	}
	if !a.screen() {
		a.note("no terminal to draw on; this is cptui log")
		return a.log(c, src, false, false)
	}
	o := a.screenOptions(args[0])
	if ref := arg(args, 1); ref != "" || c.Flags().Changed("thread") || c.Flags().Changed("ns") {
		t, err := a.at(c, src, ref)
		if err != nil {
			return err
		}
		o.Thread, o.NS, o.Ref = t.hist.Thread(), t.ns, t.hist.ID(t.index)
	}
	return term.Run(a.ctx, src, o)
}

func (a *app) screenOptions(path string) term.Options {
	key, _ := a.key() // looked at already: nothing is opened with a wrong one
	o := term.Options{Key: key, Path: path, Theme: a.flags.theme, NoMouse: a.flags.noMouse, ASCII: a.flags.ascii, Reveal: a.flags.reveal, Version: version()}
	if !a.colour() {
		o.Theme = "mono"
	}
	o.DemoPath = func() (string, error) {
		dir, err := a.unpackDemo()
		return filepath.Join(dir, demoDatabase), err
	}
	return o
}

// welcome is cptui alone: the welcome screen, or a list of what is found.
func (a *app) welcome(c *cobra.Command) error {
	if a.screen() {
		return term.Run(a.ctx, nil, a.screenOptions(""))
	}
	return a.ls(c, nil)
}
