package cli

import (
	"github.com/spf13/cobra"

	"cptui/loaders"
	"cptui/ui/plain"
)

func (a *app) lsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ls [SOURCE…]",
		Short: "The threads of a source; without one, the sources in the usual places",
		Long: `Lists the threads of each SOURCE with their checkpoints, last activity and title. Without a SOURCE it lists what it finds in
~/.deepagents, ~/.claude, ~/.codex and the working folder.`,
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
		threads, err := a.listThreads(src)
		if err != nil {
			return err
		}
		status, err := a.statuses(src, threads)
		if err != nil {
			return err
		}
		list := plain.ThreadList{Path: path, Info: src.Info(), Threads: threads, Status: status}
		if len(threads) == 0 {
			if list.Store, err = a.storeSummary(src); err != nil {
				return err
			}
		}
		lists = append(lists, list)
	}
	if a.flags.json {
		return a.write(plain.ThreadsJSON(lists))
	}
	out := a.text()
	out.Threads(lists, a.now())
	return out.Flush()
}

// listThreads lists the threads in the source's own order, counted where the source can count them.
func (a *app) listThreads(src loaders.Source) ([]loaders.ThreadHead, error) {
	list, err := src.Threads(a.ctx, "", a.flags.limit)
	if err != nil {
		return nil, err
	}
	counter, ok := src.(loaders.Counter)
	if !ok {
		return list, nil
	}
	counted, err := counter.Counts(a.ctx)
	if err != nil {
		return nil, err
	}
	counts := make(map[string]int, len(counted))
	for _, h := range counted {
		counts[h.ID] = h.Count
	}
	for i := range list {
		list[i].Count = counts[list[i].ID] // a thread of writes only has no checkpoint
	}
	return list, nil
}

// statusThreads is up to how many threads are asked how they stand, since that opens the head of each.
const statusThreads = 50

// statuses tells how the threads stand, and names those of an agent in the list, where there are few enough of them to ask each.
func (a *app) statuses(src loaders.Source, threads []loaders.ThreadHead) (map[string]string, error) {
	if len(threads) > statusThreads || src.Info().Transcript && len(threads) > 1 {
		return nil, nil
	}
	out := map[string]string{}
	for i, t := range threads {
		if t.Count > richRows { // its skeleton alone would take longer than the whole list
			continue
		}
		h, err := src.Thread(a.ctx, t.ID)
		if err != nil {
			return nil, err
		}
		if h.Len() > richRows { // a source that does not count
			continue
		}
		v, err := h.Verdict(a.ctx)
		if err != nil {
			return nil, err
		}
		out[t.ID] = v.Told()
		if t.Title == "" && !src.Info().Transcript {
			agent, err := h.Agent(a.ctx)
			if err != nil {
				return nil, err
			}
			threads[i].Title = agent.Title()
		}
	}
	return out, nil
}
