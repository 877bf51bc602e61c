package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the module's version, the commit where the build knows it, and the Go version.
func version() string {
	v, commit := "devel", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if m := info.Main.Version; m != "" && m != "(devel)" {
			v = m
		}
		dirty := ""
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				commit = s.Value
			case "vcs.modified":
				if s.Value == "true" {
					dirty = "+"
				}
			}
		}
		if len(commit) > 12 {
			commit = commit[:12]
		}
		commit += dirty
	}
	if commit == "" {
		return fmt.Sprintf("%s (%s)", v, runtime.Version())
	}
	return fmt.Sprintf("%s (commit %s, %s)", v, commit, runtime.Version())
}

func (a *app) versionCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Print version, commit and Go version",
		Args:  sourceArgs(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			return a.write([]byte("cptui " + version() + "\n"))
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	return c
}
