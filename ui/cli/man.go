package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the manual page",
		Long:  "Prints the manual page in the form that man reads: cptui man | man -l -",
		Args:  sourceArgs(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.write([]byte(manual(c.Root())))
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}

// exits are the exit codes for the manual, in order.
var exits = []struct {
	code int
	what string
}{
	{exitOK, "ok"},
	{exitNo, `the question was answered "no": diff found differences`},
	{exitUsage, "wrong usage, unknown thread, channel or reference"},
	{exitInput, "the input cannot be read or is no known format"},
	{exitRefused, "refused for safety: it would write, or a writer holds the database"},
	{exitInterrupted, "interrupted"},
}

// manual writes the page in man(7) from the command table.
func manual(root *cobra.Command) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line(`.TH CPTUI 1`)
	line(`.SH NAME`)
	line(`cptui \- %s`, roff(strings.ToLower(root.Short[:1])+root.Short[1:]))
	line(`.SH SYNOPSIS`)
	line(".B cptui\n[\\fISOURCE\\fR]")
	line(`.br`)
	line(".B cptui\n\\fICOMMAND\\fR [\\fIflags\\fR] [\\fIarguments\\fR]")
	line(`.SH DESCRIPTION`)
	paragraphs(&b, root.Long)
	line(".PP\n\\fISOURCE\\fR is a SQLite file, a JSONL file, a folder of sessions, or \\- for a transcript on standard input.")
	line(`.SH REFERENCES`)
	line(`\fIREF\fR is \fBhead\fR, \fBhead~3\fR (three steps before), \fB@12\fR (step 12 on the branch of the head), a full checkpoint id, or a unique beginning or ending of one (four characters or more).`)
	line(`Where no thread is named and the source has several, the one with the newest root checkpoint is taken and standard error says which.`)
	line(`.SH COMMANDS`)
	for _, g := range root.Groups() {
		line(`.SS %s`, roff(strings.TrimSuffix(g.Title, ":")))
		for _, c := range root.Commands() {
			if c.GroupID != g.ID || c.Hidden {
				continue
			}
			line(`.TP`)
			line(`\fBcptui %s\fR`, roff(c.Use))
			line(`%s.`, roff(c.Short))
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if f.Name == "help" || f.Hidden {
					return
				}
				line(`.RS`)
				line(`.TP`)
				line(`%s`, manFlag(f))
				_, about := flagText(f)
				line(`%s`, roff(about))
				line(`.RE`)
			})
		}
	}
	line(`.SH EXIT STATUS`)
	for _, x := range exits {
		line(".TP\n.B %d\n%s", x.code, roff(x.what))
	}
	line(`.SH ENVIRONMENT`)
	for _, v := range environment {
		line(".TP\n.B %s\n%s", v.name, roff(v.what))
	}
	line(`.SH EXAMPLES`)
	line(".nf\n%s\n.fi", roff(root.Example))
	return b.String()
}

// environment are the variables that cptui looks at.
var environment = []struct{ name, what string }{
	{"NO_COLOR", "not empty: no colour"},
	{"CLICOLOR_FORCE", "not empty and not 0: colour in a pipe as well"},
	{"COLUMNS", "the width of printed pages where there is no terminal"},
	{"LANGGRAPH_AES_KEY", "the key of encrypted rows, where no flag names another"},
	{"VISUAL, EDITOR", "what fork --edit opens the state with"},
	{"XDG_STATE_HOME", "where the journal of forks, bookmarks, the lines typed after :, copied text and crash notes lie (~/.local/state/cptui)"},
}

func manFlag(f *pflag.Flag) string {
	name, _ := flagText(f)
	name, value, _ := strings.Cut(strings.TrimSpace(name), " ")
	if f.Shorthand != "" {
		long, rest, _ := strings.Cut(value, " ")
		name, value = name+" "+long, rest
	}
	s := `\fB` + roff(name) + `\fR`
	if value != "" {
		s += ` \fI` + roff(value) + `\fR`
	}
	return s
}

func paragraphs(b *strings.Builder, text string) {
	for i, p := range strings.Split(text, "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		b.WriteString(roff(p) + "\n")
	}
}

// roff escapes what troff would take for its own: backslashes, hyphens that are meant as minus, and lines that begin with a
// dot or a quote.
func roff(s string) string {
	s = strings.ReplaceAll(s, `\`, `\e`)
	s = strings.ReplaceAll(s, `-`, `\-`)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
