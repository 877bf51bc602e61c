package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "write the command table into README.md")

const (
	tableBegins = "<!-- commands: made from the command table by go test ./ui/cli -run TestReadme -update -->\n"
	tableEnds   = "<!-- end of commands -->\n"
)

// commandTable is the command table in Markdown.
func commandTable(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("| command | what it answers |\n|---|---|\n")
	for _, c := range root.Commands() {
		if c.GroupID != "" && c.Name() != "help" {
			fmt.Fprintf(&b, "| `cptui %s` | %s |\n", strings.ReplaceAll(c.Use, "|", `\|`), c.Short)
		}
	}
	return b.String()
}

// TestReadme keeps README's command table as the program has it.
func TestReadme(t *testing.T) {
	const path = "../../README.md"
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), tableBegins)
	old, after, ok2 := strings.Cut(rest, tableEnds)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the commands: a line %q and a line %q", path, tableBegins, tableEnds)
	}
	a, _, _ := newApp(t)
	table := commandTable(a.newRoot())
	if table == old {
		return
	}
	if !*update {
		t.Fatalf("%s says\n%s\nand the program\n%s\n(go test ./ui/cli -run TestReadme -update writes it)", path, old, table)
	}
	if err := os.WriteFile(path, []byte(before+tableBegins+table+tableEnds+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
