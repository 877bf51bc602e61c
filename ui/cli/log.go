package cli

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/plain"
)

// A history is printed with what ran and what changed where that costs no more than opening this much.
const (
	richRows  = 2000
	richBytes = 24 << 20
)

func (a *app) logCommand() *cobra.Command {
	var graphed, oneline bool
	c := &cobra.Command{
		Use:   "log SOURCE",
		Short: "The history of a thread, oldest first",
		Long: `Prints one line for each checkpoint: the ending of its id, its step, what ran to make it and what that changed.

In a very long or very large thread a line says only what the index knows (id, step, time), and standard error says so; name
fewer rows with --limit, or one namespace with -n.`,
		Example: `  cptui log sessions.db --graph
  cptui log sessions.db -t order-17 --limit 20
  cptui log session.jsonl --oneline`,
		Args:              sourceArgs(1, 1, "one SOURCE"),
		ValidArgsFunction: completeFile,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		return a.log(c, src, graphed, oneline)
	}
	c.Flags().BoolVar(&graphed, "graph", false, "draw branches as lanes, subgraphs below the step that called them")
	c.Flags().BoolVar(&oneline, "oneline", false, "id, step and time only; opens no state")
	c.Flags().BoolVar(&a.flags.plain, "plain", false, "one fact a line, no drawing")
	a.withThread(c)
	a.withLimit(c, "at most that many checkpoints, the newest")
	a.withJSON(c)
	c.MarkFlagsMutuallyExclusive("graph", "oneline", "plain")
	c.MarkFlagsMutuallyExclusive("graph", "json", "plain")
	a.withLook(c)
	return c
}

func (a *app) log(c *cobra.Command, src loaders.Source, graphed, oneline bool) error {
	id, err := a.threadID(c, src)
	if err != nil {
		return err
	}
	if done, err := a.logPage(c, src, id, graphed, oneline); done || err != nil {
		return err
	}
	h, err := a.named(src, id)
	if err != nil {
		return err
	}
	return a.printLog(c, &target{src: src, hist: h}, graphed, oneline)
}

// hugeThread is from how many checkpoints on a list of the newest does without the skeleton, and so without what ran.
const hugeThread = 20_000

// logPage prints the newest checkpoints of a thread of any length, where only their ids, steps and times are wanted or the
// thread is huge; false where that is not so.
func (a *app) logPage(c *cobra.Command, src loaders.Source, id string, graphed, oneline bool) (done bool, err error) {
	pager, ok := src.(loaders.Pager)
	if !ok || a.flags.limit == 0 || a.flags.limit > richRows || a.flags.json || a.flags.plain || graphed || c.Flags().Changed("ns") {
		return false, nil
	}
	if !oneline {
		huge, err := pager.Beyond(a.ctx, id, hugeThread)
		if err != nil || !huge {
			return false, nil // an unknown thread is told where it is opened
		}
		a.note("more than %d checkpoints: only ids, steps and times are printed; cptui show says what ran", hugeThread)
	}
	rows, err := pager.Page(a.ctx, id, a.flags.limit)
	if err != nil {
		return false, nil
	}
	out := a.text()
	for _, r := range rows {
		out.ShortRow(r)
	}
	return true, out.Flush()
}

// printLog prints the history of one thread.
func (a *app) printLog(c *cobra.Command, t *target, graphed, oneline bool) error {
	h := t.hist
	rows, err := a.rows(c, h)
	if err != nil {
		return err
	}
	rows = newest(h, rows, a.flags.limit)
	if a.flags.json {
		return a.logJSON(h, rows, oneline)
	}
	l := &plain.Log{T: a.text(), Env: a.env(t), H: h}
	switch {
	case oneline:
		return l.Short(a.ctx, rows)
	case !affordable(h, rows):
		a.note("%d checkpoints: only ids, steps and times are printed; --limit says what ran in the newest", len(rows))
		return l.Short(a.ctx, rows)
	case a.flags.plain:
		return l.Facts(a.ctx, rows)
	case graphed:
		ns := ""
		if c.Flags().Changed("ns") && len(rows) > 0 {
			ns = h.NS(rows[0])
		}
		return l.Graph(a.ctx, rows, ns)
	}
	return l.Rows(a.ctx, asCalled(h, rows))
}

// asCalled puts namespaces in the order in which they were called, where rows stand in that of their names.
func asCalled(h *graph.History, rows []int) []int {
	begins := map[string]string{}
	for _, i := range rows {
		if ns := h.NS(i); begins[ns] == "" && ns != "" {
			begins[ns] = h.ID(h.InNS(ns)[0])
		}
	}
	out := slices.Clone(rows)
	slices.SortStableFunc(out, func(x, y int) int { return cmp.Compare(begins[h.NS(x)], begins[h.NS(y)]) })
	return out
}

// logJSON streams the rows, since a thread may have a million.
func (a *app) logJSON(h *graph.History, rows []int, oneline bool) error {
	l := plain.NewLogJSON(a.out, h)
	for _, i := range rows {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if err := l.Row(a.ctx, i, oneline); err != nil {
			return err
		}
	}
	return l.End()
}

// affordable tells whether the bodies of these rows may be opened to print them; rows that are huge by themselves are not.
func affordable(h *graph.History, rows []int) bool {
	if len(rows) > richRows {
		return false
	}
	if _, own := h.Runtime.(graph.Briefer); own {
		return true // rows of a transcript open no state
	}
	var bytes int64
	for _, i := range rows {
		if n := h.Row(i).Size; n <= plain.HugeRow {
			bytes += n
		}
	}
	return bytes <= richBytes
}

// newest keeps the n checkpoints with the latest times, in their old order; all for 0.
func newest(h *graph.History, rows []int, n int) []int {
	if n <= 0 || len(rows) <= n {
		return rows
	}
	byTime := slices.Clone(rows)
	slices.SortStableFunc(byTime, func(x, y int) int {
		if c := h.Time(y).Compare(h.Time(x)); c != 0 {
			return c
		}
		return cmp.Compare(y, x)
	})
	byTime = byTime[:n]
	slices.Sort(byTime)
	return byTime
}
