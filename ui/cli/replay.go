package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"cptui/ui/plain"
	"cptui/ui/term"
)

func (a *app) replayCommand() *cobra.Command {
	var speed float64
	var maxGap time.Duration
	c := &cobra.Command{
		Use:   "replay SOURCE",
		Short: "The session again, in time",
		Long: `Plays the branch of the head step by step at its own pace: on a terminal on the screen, in a pipe as text. Gaps longer than
--max-gap are shortened and said (… 4 m); --speed divides what is left.`,
		Example: `  cptui replay session.jsonl
  cptui replay session.jsonl --speed 10 | less
  cptui replay sessions.db -t order-17 --max-gap 0 >session.txt`,
		Args:              sourceArgs(1, 1, "one SOURCE"),
		ValidArgsFunction: completeFile,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := checkPace(speed, maxGap); err != nil {
			return err
		}
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		t, err := a.at(c, src, "")
		if err != nil {
			return err
		}
		if a.screen() {
			o := a.screenOptions(args[0])
			o.Thread, o.NS, o.Replay, o.Speed, o.MaxGap = t.hist.Thread(), t.ns, true, speed, max(maxGap, time.Nanosecond)
			return term.Run(a.ctx, src, o)
		}
		r := &plain.Replay{T: a.text(), Env: a.env(t), H: t.hist, Speed: speed, MaxGap: maxGap, Sleep: sleep}
		return r.Run(a.ctx, t.hist.Line(t.index))
	}
	c.Flags().Float64Var(&speed, "speed", 1, "`N` times as fast")
	c.Flags().DurationVar(&maxGap, "max-gap", 2*time.Second, "wait no longer than `TIME` between two steps; 0 never waits")
	a.withThread(c)
	a.withLook(c)
	a.withReveal(c)
	return c
}

// checkPace looks at --speed and --max-gap.
func checkPace(speed float64, maxGap time.Duration) error {
	if !(speed > 0) || speed > 1e6 {
		return usagef("--speed is a factor above 0, not %v", speed)
	}
	if maxGap < 0 {
		return usagef("--max-gap is a time such as 2s, not %v", maxGap)
	}
	return nil
}

// sleep waits, or ends early with the context's error.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
