package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cptui/fork"
	"cptui/graph/value"
	"cptui/ui/plain"
)

// forkFlags are the flags of `fork`.
type forkFlags struct {
	set, remove      []string
	edit             bool
	source, next, to string
	thread           string
	withHistory      bool
	keep             bool
	copyTo           string
	dryRun, yes      bool
}

func (a *app) forkCommand() *cobra.Command {
	var f forkFlags
	c := &cobra.Command{
		Use:   "fork SOURCE [REF]",
		Short: "Write a child of a checkpoint: edited, or an exact copy beside it",
		Long: `Adds one checkpoint to a database: an edited child of REF (--source update), or an exact copy beside it (--source fork), in the
same thread, whose head it becomes, or in a new one. Of a coding session it makes a new file. Nothing that is there changes; unfork
takes the fork back.

The plan is shown first and written only after a yes: from you at a terminal, or --yes. --dry-run prints the rows and writes nothing.`,
		Example: `  cptui fork sessions.db @12 --set '.plan.steps[1].status="done"' --dry-run
  cptui fork sessions.db @12 --edit
  cptui fork sessions.db @12 --source fork --to-thread what-if --yes
  cptui fork session.jsonl @4 --to other.jsonl --yes`,
		Args:              sourceArgs(1, 2, "a SOURCE and a REF"),
		ValidArgsFunction: a.completeRef,
	}
	c.RunE = func(c *cobra.Command, args []string) error { return a.fork(c, args, f) }
	fl := c.Flags()
	fl.StringArrayVar(&f.set, "set", nil, "set a value, `PATH=JSON`: .plan.steps[1].status='\"done\"' (repeat)")
	fl.StringArrayVar(&f.remove, "delete", nil, "delete the value at `PATH` (repeat)")
	fl.BoolVar(&f.edit, "edit", false, "edit the state in $VISUAL or $EDITOR")
	fl.StringVar(&f.source, "source", "update", "`KIND`: update (an edited child) or fork (an exact copy)")
	fl.StringVar(&f.next, "next", "keep", "what is due after it: keep, end, or a `NODE`")
	fl.StringVar(&f.thread, "to-thread", "", "write into the new thread `ID`")
	fl.BoolVar(&f.withHistory, "with-history", false, "with --to-thread: copy the checkpoints up to REF as well")
	fl.BoolVar(&f.keep, "keep-waiting", false, "keep what the tasks due there wrote, asked and failed with")
	fl.StringVar(&f.copyTo, "copy-to", "", "copy the database to the new `FILE` and fork there")
	fl.StringVar(&f.to, "to", "", "of a coding session: the new `FILE`")
	fl.BoolVar(&f.dryRun, "dry-run", false, "print the rows that would be added, write nothing")
	fl.BoolVar(&f.yes, "yes", false, "write without asking")
	c.MarkFlagsMutuallyExclusive("dry-run", "yes")
	_ = c.RegisterFlagCompletionFunc("source", fixed("update", "fork"))
	_ = c.RegisterFlagCompletionFunc("next", fixed("keep", "end"))
	a.withThread(c)
	a.withJSON(c)
	a.withLook(c)
	return c
}

func (a *app) fork(c *cobra.Command, args []string, f forkFlags) error {
	if f.source != "update" && f.source != "fork" {
		return usagef("--source is update or fork, not %q", f.source)
	}
	for _, name := range []string{"to-thread", "next", "to", "copy-to"} {
		if fl := c.Flags().Lookup(name); fl.Changed && fl.Value.String() == "" { // an empty variable must not turn a fork elsewhere into one here
			return usagef("--%s is empty; leave it out where it is not wanted", name)
		}
	}
	if args[0] == "-" {
		return usagef("a fork needs the file itself, not standard input")
	}
	edits, err := parseEdits(f.set, f.remove)
	if err != nil {
		return err
	}
	t, err := a.openAt(c, args)
	if err != nil {
		return err
	}
	if f.edit {
		more, err := a.editState(t)
		if err != nil {
			return err
		}
		edits = append(edits, more...)
	}
	plan, err := fork.Make(a.ctx, t.src, fork.Request{
		Path: args[0], Thread: t.hist.Thread(), NS: t.ns, Checkpoint: t.hist.ID(t.index),
		Kind: f.source, Edits: edits, Next: f.next, ToThread: f.thread, WithHistory: f.withHistory,
		KeepWaiting: f.keep, CopyTo: f.copyTo, To: f.to, Version: version(),
	})
	if err != nil {
		return err
	}
	if f.dryRun && a.flags.json {
		return a.write(plain.PlanJSON(plan))
	}
	if f.dryRun {
		out := a.text()
		if err := a.printPlan(out, t, plan); err != nil {
			return err
		}
		out.PlanRows(plan.Rows)
		return out.Flush()
	}
	if !f.yes {
		const how = "--yes writes it, --dry-run prints the rows"
		if !isTerminal(a.in) {
			return a.confirm("write the fork", how)
		}
		out := plain.NewText(a.err, plain.Look{Width: a.width(), ASCII: a.flags.ascii})
		if err := a.printPlan(out, t, plan); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
		if err := a.confirm("write the fork", how); err != nil {
			return err
		}
	}
	done, err := plan.Write(a.ctx)
	if err != nil {
		return err
	}
	if a.flags.json {
		return a.write(plain.ResultJSON("forked", done))
	}
	out := a.text()
	out.Forked(done)
	return out.Flush()
}

func (a *app) printPlan(out *plain.Text, t *target, plan *fork.Plan) error {
	m, err := t.hist.Moment(a.ctx, t.index)
	if err == nil {
		out.Plan(plan, m, a.env(t))
	}
	return err
}

func (a *app) unforkCommand() *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use:   "unfork SOURCE ID",
		Short: "Take a fork back: remove exactly the rows that it added",
		Long: `Removes what the journal says a fork by cptui added: ID is the journal entry or the id of the forked checkpoint, whole or a unique
ending. Refuses where something was built on the fork since.`,
		Example: `  cptui unfork sessions.db 9c1e`,
		Args:    sourceArgs(2, 2, "a SOURCE and the ID of a fork"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			switch len(args) {
			case 0:
				return nil, cobra.ShellCompDirectiveDefault
			case 1:
				return forkIDs(args[0]), cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if !yes {
			found, err := fork.Find(args[0], args[1])
			if err != nil {
				return err
			}
			if isTerminal(a.in) {
				a.note("this removes from %s what the fork %s of thread %s added (rows: %d)", args[0], shown(found.ID), shown(found.Thread), len(found.Rows))
			}
			if err := a.confirm("remove the fork", "--yes removes it"); err != nil {
				return err
			}
		}
		done, err := fork.Unfork(a.ctx, args[0], args[1])
		if err != nil {
			return err
		}
		if a.flags.json {
			return a.write(plain.ResultJSON("removed", done))
		}
		out := a.text()
		out.Unforked(args[0], done)
		return out.Flush()
	}
	c.Flags().BoolVar(&yes, "yes", false, "remove without asking")
	a.withJSON(c)
	return c
}

func forkIDs(path string) []string {
	entries, err := fork.Entries(path)
	if err != nil {
		return nil
	}
	var ids []string
	for _, e := range entries {
		if typable(e.ID) {
			ids = append(ids, e.ID+"\tfork in "+e.Thread)
		}
	}
	return ids
}

// confirm asks at a terminal; without one it refuses, for what cannot be asked must be said with --yes.
func (a *app) confirm(what, how string) error {
	if !isTerminal(a.in) {
		return refusef("nobody can be asked whether to %s; %s", what, how)
	}
	fmt.Fprintf(a.err, "%s? [y/N] ", what)
	answer, err := bufio.NewReader(stoppable{a, a.in}).ReadString('\n')
	if err != nil && answer == "" {
		return refusef("no answer; nothing was written")
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return refusef("not confirmed; nothing was written")
}

// parseEdits reads --set PATH=JSON and --delete PATH.
func parseEdits(set, remove []string) ([]fork.Edit, error) {
	var edits []fork.Edit
	for _, s := range set {
		e, err := parseSet(s)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	for _, s := range remove {
		p, err := value.ParsePath(s)
		if err != nil {
			return nil, usagef("--delete %s: %v", s, err)
		}
		edits = append(edits, fork.Edit{Op: fork.Delete, Path: p})
	}
	return edits, nil
}

// parseSet cuts at the first = that leaves a path before it, since names in a path may hold one: .["a=b"]=1.
func parseSet(s string) (fork.Edit, error) {
	var pathErr error
	for at := 0; ; at++ {
		i := strings.IndexByte(s[at:], '=')
		if i < 0 {
			break
		}
		at += i
		p, err := value.ParsePath(s[:at])
		if err != nil {
			if pathErr == nil {
				pathErr = err
			}
			continue
		}
		raw := []byte(s[at+1:])
		if !json.Valid(raw) {
			return fork.Edit{}, usagef("--set %s: %s is not JSON; a text needs its quotes: --set '%s=\"…\"'", s, s[at+1:], s[:at])
		}
		v, err := value.ParseJSON(raw)
		if err != nil {
			return fork.Edit{}, usagef("--set %s: %v", s, err)
		}
		return fork.Edit{Op: fork.Set, Path: p, Value: v}, nil
	}
	if pathErr != nil {
		return fork.Edit{}, usagef("--set %s: %v", s, pathErr)
	}
	return fork.Edit{}, usagef("--set wants PATH=JSON, not %q", s)
}
