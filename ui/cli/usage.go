package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usage is what stands below a command's description in its help: how it is called, examples, commands, flags.
func usage(c *cobra.Command) string {
	var b strings.Builder
	line := "cptui [SOURCE]\n  cptui COMMAND [flags]"
	if c.HasParent() {
		line = "cptui " + c.Use + " [flags]"
	}
	fmt.Fprintf(&b, "Usage:\n  %s\n", line)
	if c.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	for _, g := range c.Groups() {
		fmt.Fprintf(&b, "\n%s\n", g.Title)
		for _, w := range c.Commands() {
			if w.GroupID == g.ID && !w.Hidden {
				fmt.Fprintf(&b, "  %-12s%s\n", w.Name(), w.Short)
			}
		}
	}
	b.WriteString("\nFlags:\n")
	var rows [][2]string
	width := 0
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name, about := flagText(f)
		rows = append(rows, [2]string{name, about})
		width = max(width, len(name))
	})
	for _, r := range rows {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, r[0], r[1])
	}
	return b.String()
}

// flagText is a flag and what it does. A switch has no value to name, whatever it could be set to.
func flagText(f *pflag.Flag) (name, about string) {
	value, about := pflag.UnquoteUsage(f)
	name = "    --" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", --" + f.Name
	}
	if f.Value.Type() == "bool" {
		value = ""
	}
	if value != "" {
		name += " " + value
	}
	switch f.DefValue {
	case "", "false", "0", "[]":
	default:
		about += " (default " + f.DefValue + ")"
	}
	return name, about
}
