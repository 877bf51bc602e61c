package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"cptui/loaders"
	"cptui/ui/plain"
)

func (a *app) infoCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "info SOURCE",
		Short: "What is in a source: per thread status, branches, prompts, tools, tokens, files, todos",
		Example: `  cptui info sessions.db
  cptui info session.jsonl --json | jq '.threads[0].usage'`,
		Args:              sourceArgs(1, 1, "one SOURCE"),
		ValidArgsFunction: completeFile,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		facts, err := a.facts(c, src)
		if err != nil {
			return err
		}
		info := src.Info() // after the facts: reading them counts the records
		if args[0] == "-" {
			info.Path = "-"
		}
		store, err := a.storeSummary(src)
		if err != nil {
			return err
		}
		if a.flags.json {
			return a.write(plain.InfoJSON(info, store, facts, a.now()))
		}
		t := a.text()
		t.Info(info, store, facts, a.now())
		return t.Flush()
	}
	c.Flags().StringVarP(&a.flags.thread, "thread", "t", "", "only the thread `ID`")
	_ = c.RegisterFlagCompletionFunc("thread", a.completeThread)
	a.withJSON(c)
	a.withLook(c)
	return c
}

// facts reads what is known of the thread that -t names, or of all in the source's own order.
func (a *app) facts(c *cobra.Command, src loaders.Source) ([]*loaders.ThreadFacts, error) {
	var ids []string
	if c.Flags().Changed("thread") {
		ids = []string{a.flags.thread}
	} else {
		list, err := src.Threads(a.ctx, "", 0)
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			ids = append(ids, t.ID)
		}
	}
	facts := make([]*loaders.ThreadFacts, 0, len(ids))
	for _, id := range ids {
		if err := a.ctx.Err(); err != nil {
			return nil, err
		}
		f, err := src.Facts(a.ctx, id)
		if errors.Is(err, loaders.ErrNoThread) {
			return nil, a.noThread(src, id, err)
		}
		if err != nil {
			return nil, err
		}
		facts = append(facts, f)
	}
	return facts, nil
}
