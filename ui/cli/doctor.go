package cli

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"cptui/fork"
	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/plain"
	"cptui/ui/view"
)

func (a *app) doctorCommand() *cobra.Command {
	var repairTo string
	c := &cobra.Command{
		Use:   "doctor SOURCE",
		Short: "Faults: opens every body, names what is damaged, missing or odd, and checks its own predictions",
		Long: `Opens every checkpoint and every write of a database and lists what is wrong with it, thread by thread: damage, missing parents,
writes without a checkpoint, values that nobody can read, channels that cannot be rebuilt. What was foretold to run next is held
against what the file shows did run. It only reads; Ctrl-C ends it.

Of a session it lists what reading it met (broken and circular parents, duplicate ids, two sessions in one file, torn and joined
lines, zero bytes, an unfinished end, calls without a result, missing files of subagents and backups), and what its own program
goes on from against what is in the file. --repair-to writes a copy in which each record that can be read stands on its own line
and no link of Claude Code leads nowhere; it says each change, and the original is only read.

Exit code 1 where there is an error or a warning, 0 where there are at most notes, or where a repaired copy was written.

Codes of databases, errors: blob-truncated, blob-garbage, parent-cycle, db-corrupt, wal-missing; warnings: broken-parent,
orphan-writes, blob-trailing, unknown-type, unknown-ext, bad-metadata, bad-id, bad-utf8, delta-unknown-reducer, delta-no-seed,
delta-leak, error-and-writes, ambiguous-head, prediction-miss; notes (info): encrypted, pickle, wal-unread, hot-journal,
orphan-vectors (of a store).`,
		Example: `  cptui doctor sessions.db
  cptui doctor session.jsonl --repair-to repaired.jsonl
  cptui doctor sessions.db -t order-17 --json | jq -r '.problems[].code' | sort | uniq -c`,
		Args:              sourceArgs(1, 1, "one SOURCE"),
		ValidArgsFunction: completeFile,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		d := &doctor{app: a, src: src, repairTo: repairTo, out: plain.NewDoctorText(a.text())}
		if a.flags.json {
			d.out = plain.NewDoctorJSON(a.out)
		}
		return d.run(c)
	}
	c.Flags().StringVar(&repairTo, "repair-to", "", "write a repaired copy of a session to `FILE`, which must not exist")
	a.withThread(c)
	c.Flags().Lookup("thread").Usage = "only the thread `ID`"
	c.Flags().Lookup("ns").Usage = "only the `NAMESPACE` of a subgraph, whole or a unique ending; \"\" is the root"
	a.withJSON(c)
	a.withLook(c)
	return c
}

// doctor is one examination of a source.
type doctor struct {
	*app
	src loaders.Source
	out plain.Doctor

	repairTo string

	sick  bool // an error or a warning was found
	drawn time.Time
	bar   bool // the line of progress stands on the terminal
}

// errClosed ends an examination that nobody reads any more.
var errClosed = errors.New("closed")

func (d *doctor) run(c *cobra.Command) error {
	one, inNS := c.Flags().Changed("thread"), c.Flags().Changed("ns")
	x := &loaders.Examination{Source: d.src, Whole: !inNS, Begin: d.out.Thread, Report: d.tell,
		Step: func(thread string, done, all int) {
			d.progress(fmt.Sprintf("thread %s, %s of %s checkpoints", shown(thread), view.Count(done), view.Count(all)))
		}}
	x.Resumes = d.out.Resumes
	if inNS {
		x.Rows = func(h *graph.History) ([]int, bool, error) {
			rows, err := d.rows(c, h)
			if err != nil && !one { // not every thread has the namespace that was asked for
				return nil, false, nil
			}
			return rows, true, err
		}
	}
	d.out.Source()
	early := slices.Clone(d.src.Info().Problems)
	for _, p := range early {
		d.tell(nil, -1, p)
	}
	err := d.examine(x, one)
	if err == nil {
		for _, p := range d.src.Info().Problems { // what was met on the way
			if !slices.Contains(early, p) {
				d.tell(nil, -1, p)
			}
		}
	}
	d.clear()
	if err != nil && err != errClosed {
		return err
	}
	if d.repairTo != "" && err == nil {
		if err := d.repair(c); err != nil {
			return err
		}
		d.sick = false // what was asked for was done
	}
	if err := d.out.End(d.src.Info(), x.Sofar); err != nil {
		return err
	}
	if d.sick {
		return errNo
	}
	return nil
}

// repair writes the repaired copy, and opens it to see that it holds what the original was seen to hold.
func (d *doctor) repair(c *cobra.Command) error {
	h, err := d.history(c, d.src)
	if err != nil {
		return err
	}
	done, err := fork.Repair(d.ctx, d.src, h, d.repairTo)
	if err != nil {
		return err
	}
	again, err := loaders.Open(d.ctx, d.repairTo, loaders.Options{})
	if err != nil {
		return fmt.Errorf("read the repaired copy back: %w", err)
	}
	defer again.Close()
	id, _, err := again.Newest(d.ctx)
	if err != nil {
		return fmt.Errorf("read the repaired copy back: %w", err)
	}
	now, err := again.Thread(d.ctx, id)
	if err != nil {
		return fmt.Errorf("read the repaired copy back: %w", err)
	}
	was, is := len(h.InNS("")), len(now.InNS(""))
	if was != is || h.Current >= 0 && (now.Current < 0 || h.ID(h.Current) != now.ID(now.Current)) {
		done.Left = append(done.Left, fmt.Sprintf("read back, the copy shows %d steps where the original shows %d, or another head: look at both before you use it", is, was))
	}
	d.out.Repaired(done)
	return nil
}

// examine looks at the thread that -t names, or at all and the file.
func (d *doctor) examine(x *loaders.Examination, one bool) error {
	if one {
		err := x.Thread(d.ctx, d.flags.thread)
		if errors.Is(err, loaders.ErrNoThread) {
			return d.noThread(d.src, d.flags.thread, err)
		}
		d.out.Source()
		return err
	}
	if err := x.Threads(d.ctx); err != nil {
		return err
	}
	d.out.Source()
	d.progress("the pages of the file")
	if err := x.File(d.ctx); err != nil || !x.Whole {
		return err
	}
	return d.memory()
}

func (d *doctor) tell(h *graph.History, i int, p graph.Problem) error {
	d.sick = d.sick || p.Severity != graph.Info
	d.clear()
	d.out.Problem(h, i, p)
	if d.out.Failed() {
		return errClosed
	}
	return nil
}

// progress shows, on a terminal, what is being done; at most ten times a second.
func (d *doctor) progress(what string) {
	if time.Since(d.drawn) < 100*time.Millisecond || !isTerminal(d.err) {
		return
	}
	d.drawn, d.bar = time.Now(), true
	fmt.Fprint(d.err, "\r\x1b[K"+view.CleanCut("checking "+what, d.width()-1))
}

// clear takes the line of progress away.
func (d *doctor) clear() {
	if d.bar {
		d.bar = false
		fmt.Fprint(d.err, "\r\x1b[K")
	}
}
