package cli

import (
	"github.com/spf13/cobra"

	"cptui/ui/plain"
)

func (a *app) toolsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "tools SOURCE [REF]",
		Short: "Every call of a tool: what was asked, what came of it, how long it took",
		Long: `Lists the calls of a thread in the order in which they were asked, those of its subagents and of its other branches too; with a REF, the
calls on the way to that step. A time is what passed between the step that asked and the step with the result: it holds the wait
for a person's leave and for the calls beside it, so it is an upper bound and said so (≤). A call without a result is open.`,
		Example: `  cptui tools session.jsonl
  cptui tools session.jsonl @12
  cptui tools session.jsonl --json | jq '.calls[] | select(.status=="error")'`,
		Args:              sourceArgs(1, 2, "a SOURCE and at most one REF"),
		ValidArgsFunction: a.completeRef,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		t, err := a.openAt(c, args)
		if err != nil {
			return err
		}
		rows := make([]int, 0, t.hist.Len())
		if len(args) > 1 {
			rows = t.hist.Line(t.index)
		} else {
			for i := range t.hist.Len() {
				rows = append(rows, i)
			}
		}
		calls, err := t.hist.ToolUses(a.ctx, rows)
		if err != nil {
			return err
		}
		if a.flags.json {
			return plain.ToolsJSON(a.ctx, a.out, t.hist, calls, a.flags.reveal)
		}
		out := a.text()
		out.Tools(t.hist, calls, a.env(t))
		return out.Flush()
	}
	a.withThread(c)
	a.withJSON(c)
	a.withLook(c)
	a.withReveal(c)
	return c
}

func (a *app) todosCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "todos SOURCE [REF]",
		Short: "The plan over time: each change of the todos, by whom, and where they stand",
		Long: `Follows the plan that an agent keeps (todos of a coding session, a list of items with a status in a LangGraph state) along the branch of REF:
every step that changed it, which items came, went or moved on, and by which tool or node; then the plan as it stands there.`,
		Example: `  cptui todos session.jsonl
  cptui todos sessions.db @20 --json`,
		Args:              sourceArgs(1, 2, "a SOURCE and at most one REF"),
		ValidArgsFunction: a.completeRef,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		t, err := a.openAt(c, args)
		if err != nil {
			return err
		}
		plan, err := t.hist.PlanHistory(a.ctx, t.index)
		if err != nil {
			return err
		}
		if a.flags.json {
			return a.write(plain.TodosJSON(t.hist, t.index, plan))
		}
		out := a.text()
		out.Todos(t.hist, plan, a.env(t))
		return out.Flush()
	}
	a.withThread(c)
	a.withJSON(c)
	a.withLook(c)
	return c
}
