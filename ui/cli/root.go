package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// Groups of words, in the order of the help.
const (
	groupLook  = "look"
	groupAsk   = "ask"
	groupWrite = "write"
	groupRest  = "rest"
)

// newRoot makes the command table.
func (a *app) newRoot() *cobra.Command {
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use:   "cptui [SOURCE]",
		Short: "A time-travel debugger in the terminal for AI agents",
		Long: `cptui opens what an agent has left on disk (a LangGraph checkpoint database; a session of Claude Code, Codex, OpenCode,
Gemini CLI, Qwen Code, pi or Mini-Codex; a plain file of messages) and shows its history as a tree of branches, the state at
any step, what changed, who wrote it, why each node ran and what is due next; it forks from any step and replays a session.
It only reads, until you fork.

Without a SOURCE it shows what it finds in the usual places.`,
		Example: `  cptui demo                       look around without a file of your own
  cptui sessions.db                open the newest thread
  cptui log sessions.db --graph    the same history, printed
  cptui show sessions.db @12       the state after step 12`,
		Args:              cobra.ArbitraryArgs,
		RunE:              a.runRoot,
		PersistentPreRunE: a.checkFlags,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Version:           version(),
		ValidArgsFunction: completeFile,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SuggestionsMinimumDistance = 2
	root.SetHelpCommand(a.helpCommand())
	root.SetVersionTemplate("cptui {{.Version}}\n")
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := io.WriteString(a.out, usage(c))
		return err
	})
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%v (cptui %s --help lists the flags)", err, strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), "cptui"), " "))
	})
	a.openFlags(root)
	a.withKey(root)
	root.AddGroup(
		&cobra.Group{ID: groupLook, Title: "Look:"},
		&cobra.Group{ID: groupAsk, Title: "Ask about a step:"},
		&cobra.Group{ID: groupWrite, Title: "Branch off:"},
		&cobra.Group{ID: groupRest, Title: "More:"},
	)
	for _, row := range []struct {
		group string
		cmd   *cobra.Command
	}{
		{groupLook, a.openCommand()},
		{groupLook, a.demoCommand()},

		{groupLook, a.lsCommand()},
		{groupLook, a.infoCommand()},
		{groupLook, a.logCommand()},
		{groupLook, a.storeCommand()},
		{groupLook, a.toolsCommand()},
		{groupLook, a.todosCommand()},
		{groupLook, a.filesCommand()},

		{groupLook, a.replayCommand()},
		{groupLook, a.exportCommand()},
		{groupAsk, a.showCommand()},
		{groupAsk, a.diffCommand()},
		{groupAsk, a.seenCommand()},
		{groupAsk, a.whyCommand()},
		{groupAsk, a.nextCommand()},
		{groupLook, a.doctorCommand()},
		{groupWrite, a.forkCommand()},
		{groupWrite, a.unforkCommand()},
		{groupRest, a.completionCommand()},
		{groupRest, a.manCommand()},
		{groupRest, a.versionCommand()},
	} {
		row.cmd.GroupID = row.group
		row.cmd.DisableFlagsInUseLine = true
		if opensRows(row.cmd) {
			a.withKey(row.cmd)
		}
		run := row.cmd.RunE
		row.cmd.RunE = func(c *cobra.Command, args []string) error {
			a.started = true
			if a.flags.json {
				return a.counting(func() error { return run(c, args) })
			}
			return run(c, args)
		}
		root.AddCommand(row.cmd)
	}
	root.SetHelpCommandGroupID(groupRest)
	return root
}

// runRoot opens SOURCE, and without one shows what there is.
func (a *app) runRoot(c *cobra.Command, args []string) error {
	a.started = true
	switch len(args) {
	case 0:
		return a.welcome(c)
	case 1, 2:
	default:
		return a.unknownWord(c, args[0])
	}
	if looksLikeWord(args[0]) {
		return a.unknownWord(c, args[0])
	}
	return a.runOpen(c, args)
}

// looksLikeWord tells a mistyped command from a file: no such file, and nothing in it that names have and words do not.
func looksLikeWord(s string) bool {
	if s == "-" || strings.ContainsAny(s, `./\:`) {
		return false
	}
	_, err := os.Lstat(s)
	return err != nil
}

func (a *app) unknownWord(c *cobra.Command, word string) error {
	msg := fmt.Sprintf("unknown command %s, and no file of that name", shown(word))
	if near := c.SuggestionsFor(word); len(near) > 0 {
		return usagef("%s; did you mean %s? (cptui --help lists all)", msg, strings.Join(near, " or "))
	}
	return usagef("%s (cptui --help lists all)", msg)
}

// helpCommand is `cptui help WORD`; an unknown word is wrong usage and not a page of text.
func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		Args:  sourceArgs(0, 1, "one command"),
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			if len(args) == 0 {
				return root.Help()
			}
			for _, w := range root.Commands() {
				if w.Name() == args[0] {
					return w.Help()
				}
			}
			return a.unknownWord(root, args[0])
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var words []string
			if len(args) == 0 {
				for _, w := range c.Root().Commands() {
					words = append(words, w.Name()+"\t"+w.Short)
				}
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// Word is one command of the command line, for the README.
type Word struct{ Use, Short string }

// Words lists the commands in the order of the help.
func Words() []Word {
	root := (&app{}).newRoot()
	var out []Word
	for _, g := range root.Groups() {
		for _, c := range root.Commands() {
			if c.GroupID == g.ID && !c.Hidden {
				out = append(out, Word{c.Use, c.Short})
			}
		}
	}
	return out
}
