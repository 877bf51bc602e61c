package cli

import (
	"context"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/ui/plain"
	"cptui/ui/view"
)

func (a *app) seenCommand() *cobra.Command {
	return a.question(&cobra.Command{
		Use:   "seen SOURCE [REF]",
		Short: "The versions_seen table: node × channel, seen against current",
		Long: `Lists every node known to the thread: due, waiting, ran (latest first), never; with the channel that triggers it, that channel's
version at REF and the version that the node has seen.`,
		Example: `  cptui seen sessions.db
  cptui seen sessions.db @12 --json`,
	}, plain.SeenJSON, (*plain.Text).Seen)
}

func (a *app) whyCommand() *cobra.Command {
	return a.question(&cobra.Command{
		Use:   "why SOURCE [REF]",
		Short: "Why the tasks that made this checkpoint ran",
		Long: `Lists the tasks whose writes made the state at REF and what set each of them off: the channel, who wrote it, the version that the
node had seen before.`,
		Example: `  cptui why sessions.db
  cptui why sessions.db @12 --json`,
	}, plain.WhyJSON, (*plain.Text).Why)
}

func (a *app) nextCommand() *cobra.Command {
	return a.question(&cobra.Command{
		Use:   "next SOURCE [REF]",
		Short: "What is due after this checkpoint, on which trigger, and who waits for whom",
		Long: `Lists what a run from REF would start with: each task, the channel that triggers it, and the joins that wait, with the members
that are still missing.`,
		Example: `  cptui next sessions.db
  cptui next sessions.db @12 --json`,
	}, plain.NextJSON, (*plain.Text).Next)
}

// question completes a command that answers something about one checkpoint, as JSON or as text.
func (a *app) question(c *cobra.Command,
	asJSON func(context.Context, *graph.History, int, bool) ([]byte, error),
	asText func(*plain.Text, context.Context, *graph.History, int, view.Env) error) *cobra.Command {
	c.Args = sourceArgs(1, 2, "a SOURCE and at most one REF")
	c.ValidArgsFunction = a.completeRef
	c.RunE = func(c *cobra.Command, args []string) error {
		t, err := a.openAt(c, args)
		if err != nil {
			return err
		}
		if a.flags.json {
			b, err := asJSON(a.ctx, t.hist, t.index, a.flags.reveal)
			if err != nil {
				return err
			}
			return a.write(b)
		}
		out := a.text()
		if err := asText(out, a.ctx, t.hist, t.index, a.env(t)); err != nil {
			return err
		}
		return out.Flush()
	}
	a.withThread(c)
	a.withJSON(c)
	a.withLook(c)
	a.withReveal(c)
	return c
}
