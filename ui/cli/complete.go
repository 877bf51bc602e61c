package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cptui/loaders"
	"cptui/ui/view"
)

// Completion opens the source that is already on the line, and gives up after a moment: a shell waits for it.
const (
	completionTime = 700 * time.Millisecond
	completionRows = 60
)

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a completion script for your shell",
		Long: `Prints a script that completes words, flags, files, thread ids and references.

  bash         source <(cptui completion bash)
  zsh          cptui completion zsh >"${fpath[1]}/_cptui"
  fish         cptui completion fish >~/.config/fish/completions/cptui.fish
  powershell   cptui completion powershell | Out-String | Invoke-Expression`,
		Args:              sourceArgs(1, 1, "the name of a shell: bash, zsh, fish or powershell"),
		ValidArgsFunction: fixed("bash", "zsh", "fish", "powershell"),
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.out, true)
			case "zsh":
				return root.GenZshCompletion(a.out)
			case "fish":
				return root.GenFishCompletion(a.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.out)
			}
			return usagef("no completion for %q; there is one for bash, zsh, fish and powershell", args[0])
		},
	}
}

// fixed completes one of a few words.
func fixed(words ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

func completeFile(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// completeRef completes SOURCE with files and what follows with references of its thread.
func (a *app) completeRef(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	words := []string{"head\tthe newest state", "head~1\tthe state before it"}
	a.withSource(args[0], func(ctx context.Context, src loaders.Source) {
		id := a.flags.thread
		if !c.Flags().Changed("thread") {
			newest, ok, err := src.Newest(ctx)
			if err != nil || !ok {
				return
			}
			id = newest
		}
		h, err := src.Thread(ctx, id)
		if err != nil {
			return
		}
		rows := h.InNS(a.flags.ns)
		for i := len(rows) - 1; i >= 0 && i >= len(rows)-completionRows; i-- {
			r := h.Row(rows[i])
			if !typable(r.ID) {
				continue
			}
			about := r.Source
			if !r.NoStep {
				about = fmt.Sprintf("step %d %s", r.Step, about)
			}
			if !r.Time.IsZero() {
				about += " " + r.Time.Local().Format("15:04:05")
			}
			words = append(words, r.ID+"\t"+view.Clean(strings.TrimSpace(about)))
		}
	})
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

func (a *app) completeThread(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var words []string
	if len(args) > 0 {
		a.withSource(args[0], func(ctx context.Context, src loaders.Source) {
			list, err := src.Threads(ctx, "", 500)
			if err != nil {
				return
			}
			for _, t := range list {
				if typable(t.ID) {
					words = append(words, t.ID+"\t"+view.Clean(strings.Join(strings.Fields(t.Title), " ")))
				}
			}
		})
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

func (a *app) completeNS(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var words []string
	if len(args) > 0 {
		a.withSource(args[0], func(ctx context.Context, src loaders.Source) {
			id := a.flags.thread
			if !c.Flags().Changed("thread") {
				id, _, _ = src.Newest(ctx)
			}
			h, err := src.Thread(ctx, id)
			if err != nil {
				return
			}
			for _, ns := range h.Namespaces() {
				if ns != "" && typable(ns) {
					words = append(words, ns)
				}
			}
		})
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// withSource opens path for a completion; whatever goes wrong, there is just nothing to complete.
func (a *app) withSource(path string, f func(context.Context, loaders.Source)) {
	if path == "-" {
		return
	}
	ctx, cancel := context.WithTimeout(a.ctx, completionTime)
	defer cancel()
	src, err := loaders.Open(ctx, path, loaders.Options{Key: a.quietKey()})
	if err != nil {
		return
	}
	defer src.Close()
	f(ctx, src)
}

// typable keeps ids out of the shell's line that would need more than quotes.
func typable(id string) bool {
	return id != "" && view.Clean(id) == id && !strings.ContainsAny(id, "\t\n\"'`$\\")
}
