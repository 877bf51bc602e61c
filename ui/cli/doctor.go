package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/plain"
	"cptui/ui/view"
)

func (a *app) doctorCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor SOURCE",
		Short: "Faults: opens every body, names what is damaged, missing or odd, and checks its own predictions",
		Long: `Opens every checkpoint and every write of a database and lists what is wrong with it, thread by thread: damage, missing parents,
writes without a checkpoint, values that nobody can read, channels that cannot be rebuilt. What was foretold to run next is held
against what the file shows did run. It only reads; Ctrl-C ends it.

Of a transcript it lists what reading it met. Exit code 1 where there is an error or a warning, 0 where there are at most notes.`,
		Example: `  cptui doctor sessions.db
  cptui doctor sessions.db -t order-17 --json | jq -r '.problems[].code' | sort | uniq -c`,
		Args:              sourceArgs(1, 1, "one SOURCE"),
		ValidArgsFunction: completeFile,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		d := &doctor{app: a, src: src, out: plain.NewDoctorText(a.text())}
		if a.flags.json {
			d.out = plain.NewDoctorJSON(a.out)
		}
		return d.run(c)
	}
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
	src   loaders.Source
	out   plain.Doctor
	sofar plain.Examined
	sick  bool // an error or a warning was found
	early []graph.Problem
	drawn time.Time
	bar   bool // the line of progress stands on the terminal
}

func (d *doctor) run(c *cobra.Command) error {
	d.out.Source()
	d.early = slices.Clone(d.src.Info().Problems)
	for _, p := range d.early {
		d.tell(nil, -1, p)
	}
	err := d.threads(c)
	if err != nil {
		d.clear()
		return err
	}
	d.out.Source()
	if x, ok := d.src.(loaders.Examiner); ok && !c.Flags().Changed("thread") && !c.Flags().Changed("ns") {
		d.progress("the pages of the file")
		pages, err := x.Pages(d.ctx)
		if err != nil {
			d.clear()
			return err
		}
		for _, p := range pages {
			d.tell(nil, -1, p)
		}
	}
	if !c.Flags().Changed("thread") && !c.Flags().Changed("ns") {
		if err := d.memory(); err != nil {
			d.clear()
			return err
		}
	}
	info := d.src.Info()
	for _, p := range info.Problems { // what was met on the way
		if !slices.Contains(d.early, p) {
			d.tell(nil, -1, p)
		}
	}
	d.clear()
	if err := d.out.End(info, d.sofar); err != nil {
		return err
	}
	if d.sick {
		return errNo
	}
	return nil
}

// page is how many threads are listed at once.
const page = 1024

// threads examines the thread that -t names, or all, a page of the list after the other.
func (d *doctor) threads(c *cobra.Command) error {
	if c.Flags().Changed("thread") {
		return d.thread(c, d.flags.thread, false)
	}
	after := ""
	for {
		list, err := d.src.Threads(d.ctx, after, page)
		if err != nil {
			return err
		}
		for _, t := range list {
			if err := d.thread(c, t.ID, true); err != nil {
				return err
			}
			after = t.ID
		}
		if len(list) < page {
			return nil
		}
	}
}

// thread examines one thread. Of several, one that cannot be opened does not keep the others from it.
func (d *doctor) thread(c *cobra.Command, id string, several bool) error {
	if d.out.Failed() {
		return nil
	}
	if d.src.Info().Transcript {
		return d.transcript(id)
	}
	h, err := d.named(d.src, id)
	switch {
	case err == nil:
	case d.ctx.Err() != nil || !several || !errors.Is(err, loaders.ErrDamaged):
		return err
	default:
		d.out.Thread(id)
		d.tell(nil, -1, graph.Problem{Code: "db-corrupt", Severity: graph.Error, Thread: id, Offset: -1, Message: "the thread cannot be opened: " + message(err)})
		return nil
	}
	rows, err := d.rows(c, h)
	if err != nil {
		if several && c.Flags().Changed("ns") { // not every thread has the namespace that was asked for
			return nil
		}
		return err
	}
	d.sofar.Threads++
	d.out.Thread(id)
	before := d.sofar.Exam
	exam, err := h.Examine(d.ctx, rows, func(i int, p graph.Problem) error {
		d.tell(h, i, p)
		if d.out.Failed() {
			return context.Canceled
		}
		return nil
	}, func(e graph.Exam) {
		d.progress(fmt.Sprintf("thread %s, %s of %s checkpoints", shown(id), view.Count(e.Checkpoints), view.Count(len(rows))))
	})
	before.Add(exam)
	d.sofar.Exam = before
	if err != nil {
		if d.out.Failed() {
			return nil
		}
		return err
	}
	if x, ok := d.src.(loaders.Examiner); ok && !c.Flags().Changed("ns") {
		found, err := x.Faults(d.ctx, h)
		for _, p := range found {
			d.tell(nil, -1, p)
		}
		return err
	}
	return nil
}

// transcript lists what reading a session met.
func (d *doctor) transcript(id string) error {
	f, err := d.src.Facts(d.ctx, id)
	if errors.Is(err, loaders.ErrNoThread) {
		return d.noThread(d.src, id, err)
	}
	if err != nil {
		return err
	}
	d.sofar.Threads++
	d.out.Thread(id)
	for _, p := range f.Problems {
		d.tell(nil, -1, p)
	}
	return nil
}

func (d *doctor) tell(h *graph.History, i int, p graph.Problem) {
	d.sick = d.sick || p.Severity != graph.Info
	d.clear()
	d.out.Problem(h, i, p)
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
