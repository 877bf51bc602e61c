package cli

import (
	"github.com/spf13/cobra"

	"cptui/ui/plain"
)

func (a *app) lsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ls [SOURCE…]",
		Short: "The threads of a source; without one, the sources in the usual places",
		Long: `Lists the threads of each SOURCE with their checkpoints, last activity and title. Without a SOURCE it lists what it finds in
~/.deepagents, ~/.claude and the working folder.`,
		Example: `  cptui ls
  cptui ls sessions.db
  cptui ls sessions.db --json | jq -r '.threads[].thread_id'`,
		Args: sourceArgs(0, -1, "any number of SOURCEs"),
	}
	c.RunE = a.ls
	a.withLimit(c, "at most that many threads")
	a.withJSON(c)
	a.withLook(c)
	return c
}

func (a *app) ls(c *cobra.Command, sources []string) error {
	if len(sources) == 0 {
		return a.lsPlaces()
	}
	var lists []plain.ThreadList
	for _, path := range sources {
		src, err := a.open(path)
		if err != nil {
			return err
		}
		threads, err := src.Threads(a.ctx, "", a.flags.limit)
		if err != nil {
			return err
		}
		lists = append(lists, plain.ThreadList{Path: path, Info: src.Info(), Threads: threads})
	}
	if a.flags.json {
		return a.write(plain.ThreadsJSON(lists))
	}
	out := a.text()
	out.Threads(lists, a.now())
	return out.Flush()
}
