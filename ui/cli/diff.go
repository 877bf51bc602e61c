package cli

import (
	"github.com/spf13/cobra"

	"cptui/ui/plain"
	"cptui/ui/view"
)

func (a *app) diffCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "diff SOURCE A [B]",
		Short: "What changed, channel by channel; one REF: against its parent",
		Long: `Compares two states. With one REF it says what that step changed. Lists of messages are paired by id, other lists by content.

Ends with 1 where there are differences and with 0 where there are none.`,
		Example: `  cptui diff sessions.db head
  cptui diff sessions.db @4 @9
  cptui diff sessions.db 3fce 06d3 --json`,
		Args:              sourceArgs(2, 3, "a SOURCE and one or two REFs"),
		ValidArgsFunction: a.completeRef,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		from, to, err := a.sides(c, args, func(ref string) (*target, error) { return a.at(c, src, ref) })
		if err != nil {
			return err
		}
		changes, same := plain.Compare(from, to)
		if a.flags.json {
			err = a.write(plain.DiffJSON(from, to, changes, same, a.flags.reveal))
		} else {
			out := a.text()
			env := view.Env{Hist: to.Hist, Source: args[0], ASCII: a.flags.ascii, Reveal: a.flags.reveal, Print: true}
			if err = out.Diff(a.ctx, from, to, env); err == nil {
				err = out.Flush()
			}
		}
		if err == nil && len(changes) > 0 {
			return errNo
		}
		return err
	}
	a.withThread(c)
	a.withJSON(c)
	a.withLook(c)
	a.withReveal(c)
	return c
}

// sides opens what is compared: A and B, or the parent of A and A.
func (a *app) sides(c *cobra.Command, args []string, at func(string) (*target, error)) (from, to plain.Side, err error) {
	one, err := at(args[1])
	if err != nil {
		return from, to, err
	}
	if len(args) == 3 {
		two, err := at(args[2])
		if err != nil {
			return from, to, err
		}
		if from, err = plain.OpenSide(a.ctx, one.hist, one.index); err != nil {
			return from, to, err
		}
		to, err = plain.OpenSide(a.ctx, two.hist, two.index)
		return from, to, err
	}
	if p := one.hist.Parent(one.index); p >= 0 {
		if from, err = plain.OpenSide(a.ctx, one.hist, p); err != nil {
			return from, to, err
		}
	} else if id := one.hist.ParentID(one.index); id != "" {
		return from, to, usagef("the parent of %s, %s, is not in %s: name two references", one.hist.ID(one.index), id, one.src.Info().Path)
	}
	to, err = plain.OpenSide(a.ctx, one.hist, one.index)
	return from, to, err
}
