package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/plain"
	"cptui/ui/view"
)

var exportFormats = append([]string{"jsonl", "json", "md", "html", "cast"}, plain.GraphFormats...)

func (a *app) exportCommand() *cobra.Command {
	var format, values string
	var speed float64
	var maxGap time.Duration
	c := &cobra.Command{
		Use:   "export SOURCE [REF]",
		Short: "Write everything for other tools, or a thread for people: JSON, Markdown, a page, a recording, the graph",
		Long: `Writes every checkpoint of every thread as one line of JSON, ordered by thread, namespace and id.

--values changes (the default) gives of each state only the channels that differ from the parent, so that the output grows with
the file and not with its square; full gives whole states, none leaves them out. --format json writes the same as one document.

--format md and html tell one thread for people (-t, else the newest): its prompts, answers, calls and results, what other branches
and subagents did. html is one page that works offline and without scripts; what is long is folded with its size. cast records the
branch of the head as an asciicast: asciinema play FILE. --speed and --max-gap are those of replay. In all three secrets that are
found are masked; JSON keeps them unless --redact is given, and stderr says how many.

--format mermaid, dot and svg write the graph behind one thread instead: its nodes, and the edges with how often each was taken.
No checkpoint stores the graph, so it is inferred from what ran: an edge that was never taken is not there. With REF the nodes
that made that checkpoint and those due after it are marked; -n writes the graph of a namespace alone.`,
		Example: `  cptui export sessions.db | jq -r 'select(.next == []) | .checkpoint_id'
  cptui export sessions.db -t order-17 --values full
  cptui export session.jsonl --format html > session.html
  cptui export session.jsonl --format cast --speed 4 > session.cast
  cptui export sessions.db head --format svg > graph.svg`,
		Args:              sourceArgs(1, 2, "a SOURCE and at most one REF"),
		ValidArgsFunction: a.completeRef,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if format != "cast" && (c.Flags().Changed("speed") || c.Flags().Changed("max-gap")) {
			return usagef("--speed and --max-gap are for --format cast")
		}
		if slices.Contains([]string{"md", "html", "cast"}, format) && (c.Flags().Changed("values") || a.flags.redact) {
			return usagef("--values and --redact are for --format jsonl and json; what is made for people is masked already")
		}
		switch {
		case slices.Contains(plain.GraphFormats, format):
			return a.exportGraph(c, args, format)
		case len(args) == 1 && (format == "md" || format == "html"):
			return a.exportStory(c, args[0], format)
		case len(args) == 1 && format == "cast":
			if err := checkPace(speed, maxGap); err != nil {
				return err
			}
			return a.exportCast(c, args[0], speed, maxGap)
		case !slices.Contains(exportFormats, format):
			return usagef("no format %q here; there are %s", format, strings.Join(exportFormats, ", "))
		case len(args) > 1:
			return usagef("REF marks nodes of a graph: --format mermaid, dot or svg takes a REF")
		}
		v := plain.Values(values)
		switch v {
		case plain.Full, plain.Changes, plain.None:
		default:
			return usagef("--values is full, changes or none, not %q", values)
		}
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		return a.counting(func() error {
			if format == "json" {
				return a.exportDocument(c, src, v)
			}
			out := plain.NewExporter(a.out, v, a.flags.reveal)
			if err := a.exportRows(c, src, out); err != nil {
				return err
			}
			return out.Flush()
		})
	}
	c.Flags().StringVar(&format, "format", "jsonl", "the `FORMAT`: "+strings.Join(exportFormats, ", "))
	c.Flags().StringVar(&values, "values", "changes", "`WHICH` part of each state: full, changes or none")
	c.Flags().Float64Var(&speed, "speed", 1, "cast: `N` times as fast")
	c.Flags().DurationVar(&maxGap, "max-gap", view.DefaultMaxGap, "cast: no longer than `TIME` between two steps; 0 leaves no time")
	_ = c.RegisterFlagCompletionFunc("format", fixed(exportFormats...))
	_ = c.RegisterFlagCompletionFunc("values", fixed("full", "changes", "none"))
	a.withThread(c)
	a.withLimit(c, "at most that many checkpoints, the newest of each thread")
	a.withReveal(c)
	a.withRedact(c)
	return c
}

// rowWriter takes checkpoints one by one.
type rowWriter interface {
	Write(ctx context.Context, h *graph.History, i int) error
}

// exportRows writes thread by thread, so that a database of any size passes through.
func (a *app) exportRows(c *cobra.Command, src loaders.Source, out rowWriter) error {
	ids, err := a.threads(c, src)
	if err != nil {
		return err
	}
	for _, id := range ids {
		h, err := a.named(src, id)
		if err != nil {
			return err
		}
		rows, err := a.rows(c, h)
		if err != nil {
			if len(ids) > 1 && !c.Flags().Changed("thread") { // not every thread has the namespace that was asked for
				continue
			}
			return err
		}
		for _, i := range lastN(rows, a.flags.limit) {
			if err := a.ctx.Err(); err != nil {
				return err
			}
			if err := out.Write(a.ctx, h, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// threads are the thread that -t names, or all by name.
func (a *app) threads(c *cobra.Command, src loaders.Source) ([]string, error) {
	if c.Flags().Changed("thread") {
		return []string{a.flags.thread}, nil
	}
	list, err := src.Threads(a.ctx, "", 0)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i, t := range list {
		ids[i] = t.ID
	}
	slices.Sort(ids)
	return ids, nil
}

// rows are the checkpoints of a thread in the namespace that -n names, or all.
func (a *app) rows(c *cobra.Command, h *graph.History) ([]int, error) {
	if c.Flags().Changed("ns") {
		ns, err := a.namespace(h)
		if err != nil {
			return nil, err
		}
		return h.InNS(ns), nil
	}
	all := make([]int, h.Len())
	for i := range all {
		all[i] = i
	}
	return all, nil
}

// lastN keeps the last n of a list, all for 0.
func lastN(list []int, n int) []int {
	if n > 0 && len(list) > n {
		return list[len(list)-n:]
	}
	return list
}
