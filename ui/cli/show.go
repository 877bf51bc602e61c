package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/ui/plain"
	"cptui/ui/view"
)

func (a *app) showCommand() *cobra.Command {
	var live, archive bool
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
		t, err := a.openAt(c, args)
		if err != nil {
			return err
		}
		if live && (c.Flags().Changed("channel") || path != "") {
			return usagef("--live shows the whole state; --channel and --path take a part of a stored one")
		}
		if archive && (live || c.Flags().Changed("channel") || path != "" || a.flags.json) {
			return usagef("--archive prints a text, and goes with no other flag")
		}
		switch {
		case archive:
			return a.showArchive(t)
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
	c.Flags().StringVar(&channel, "channel", "", "only the value of channel `NAME`")
	c.Flags().StringVar(&path, "path", "", "only the value at a jq `PATH`: .messages[0].content")
	c.Flags().BoolVar(&live, "live", false, "what a resume would start from now (at a head)")
	c.Flags().BoolVar(&archive, "archive", false, "the messages that a summary replaced, as the agent archived them")
	a.withThread(c)
	a.withJSON(c)
	a.withLook(c)
	a.withReveal(c)
	return c
}

// showArchive prints the file into which a Deep Agent put the messages that its model is no longer given.
func (a *app) showArchive(t *target) error {
	state, err := t.hist.Runtime.State(a.ctx, t.hist, t.index)
	if err != nil {
		return err
	}
	sum, ok := graph.ReadSummary(state)
	if !ok {
		return usagef("no summary in the state of %s: nothing was taken away", t.hist.ID(t.index))
	}
	if sum.Path == "" {
		return &loaders.Error{Op: "find the archive in", Path: t.src.Info().Path, Err: loaders.ErrNotFound, Hint: "the agent could not write it"}
	}
	found, ok, looked, err := graph.FindArchive(a.ctx, t.hist, state, sum.Path)
	if err != nil {
		return err
	}
	if !ok {
		return &loaders.Error{Op: "find the archive", Path: sum.Path, Err: loaders.ErrNotFound, Hint: "looked in " + strings.Join(looked, ", ")}
	}
	a.note("%s, %s", sum.Path, found.Where)
	if int64(len(found.Text)) < found.Size {
		a.note("only the first %d of %d bytes", len(found.Text), found.Size)
	}
	out := a.text()
	out.StorePart(value.NewString(found.Text), a.flags.reveal)
	return out.Flush()
}

// arg is the i-th argument, "" where there is none.
func arg(args []string, i int) string {
	if i < len(args) {
		return args[i]
	}
	return ""
}

func (a *app) showLive(t *target) error {
	if t.index != t.hist.HeadOf(t.ns) {
		return usagef("--live tells what a resume of the head would start from, and this is not the head of its namespace: leave REF out")
	}
	if a.flags.json {
		b, err := plain.LiveJSON(a.ctx, t.hist, t.index, a.flags.reveal)
		if err != nil {
			return err
		}
		return a.write(b)
	}
	out := a.text()
	if err := out.Live(a.ctx, t.hist, t.index, a.env(t)); err != nil {
		return err
	}
	return out.Flush()
}

// showPart prints one channel or one place of the state; a text as it is, everything else as JSON.
func (a *app) showPart(c *cobra.Command, t *target, channel, path string) error {
	var p value.Path
	if c.Flags().Changed("channel") {
		p = value.Path{{Name: channel}}
	}
	if path != "" {
		more, err := value.ParsePath(path)
		if err != nil {
			return usagef("--path: %v", err)
		}
		p = append(p, more...)
	}
	cp, err := t.hist.Cached(a.ctx, t.index)
	if err != nil {
		return err
	}
	state, err := t.hist.Runtime.State(a.ctx, t.hist, t.index)
	if err != nil {
		return err
	}
	v, ok := plain.Find(cp, state, p)
	if !ok {
		return usagef("nothing at %s in the state of %s; it has %s", p, cp.ID, listed(plain.ChannelNames(state)))
	}
	if a.flags.json {
		return a.write(plain.PartJSON(cp, p, v, a.flags.reveal))
	}
	out := a.text()
	out.Value(v, a.flags.reveal)
	return out.Flush()
}

func (a *app) showText(t *target) error {
	out := a.text()
	if err := out.Moment(a.ctx, t.hist, t.index, a.env(t)); err != nil {
		return err
	}
	return out.Flush()
}

// env is what view models want to know of the rest.
func (a *app) env(t *target) view.Env {
	return view.Env{Hist: t.hist, Source: t.src.Info().Path, ASCII: a.flags.ascii, Reveal: a.flags.reveal, Quiet: true, Print: true}
}
