package cli

import (
	"github.com/spf13/cobra"

	"cptui/ui/plain"
)

func (a *app) showCommand() *cobra.Command {
	var live bool
	var channel, path string
	c := &cobra.Command{
		Use:   "show SOURCE [REF]",
		Short: "One checkpoint: its channels, versions, tasks and writes",
		Long: `Shows the state at REF (head where none is given) as LangGraph's get_state gives it for that checkpoint, with what made it, what
is due after it and what its tasks have written so far.

--live, at a head, shows instead what a resume would start from now: writes of finished tasks are in the values.`,
		Example: `  cptui show sessions.db
  cptui show sessions.db @12 --channel messages
  cptui show sessions.db 1cb5 --path '.messages[-1].content'
  cptui show sessions.db --live --json`,
		Args:              sourceArgs(1, 2, "a SOURCE and at most one REF"),
		ValidArgsFunction: a.completeRef,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		t, err := a.at(c, src, arg(args, 1))
		if err != nil {
			return err
		}
		if live && (c.Flags().Changed("channel") || path != "") {
			return usagef("--live shows the whole state; --channel and --path take a part of a stored one")
		}
		switch {
		case live:
			return a.showLive(t)
		case path != "" || c.Flags().Changed("channel"):
			return a.showPart(c, t, channel, path)
		case a.flags.json:
			b, err := plain.RowJSON(a.ctx, t.hist, t.index, plain.Full, a.flags.reveal)
			if err != nil {
				return err
			}
			return a.write(b)
		}
		return a.showText(t)
	}
	c.Flags().StringVar(&channel, "channel", "", "only the value of channel `C`")
	c.Flags().StringVar(&path, "path", "", "only the value at a jq path `P`: .messages[0].content")
	c.Flags().BoolVar(&live, "live", false, "what a resume would start from now (at a head)")
	a.withThread(c)
	a.withJSON(c)
	a.withLook(c)
	a.withReveal(c)
	return c
}

// arg is the i-th argument, "" where there is none.
func arg(args []string, i int) string {
	if i < len(args) {
		return args[i]
	}
	return ""
}
