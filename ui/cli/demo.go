package cli

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"cptui/ui/term"
)

// demoFiles are a real LangGraph database, recorded by testdata/record/demo.py, and a real session of Claude Code with a rewind.
//
//go:embed all:demo
var demoFiles embed.FS

const (
	demoDatabase = "refunds.db"
	demoSession  = "claude/projects/-home-dev-project/83af83ea-ff35-4406-bde8-1273ef96c369.jsonl"
)

func (a *app) demoCommand() *cobra.Command {
	var session bool
	c := &cobra.Command{
		Use:   "demo",
		Short: "Look around in a database and a session that the program carries",
		Long: `Opens a LangGraph database with branches, parallel subgraphs, an error, a retry and an open question; --session opens a coding
session with a rewind instead. Both lie in a private temporary folder that goes when you leave: fork as you like. Without a
terminal both histories are printed.`,
		Example: `  cptui demo
  cptui demo --session`,
		Args:              sourceArgs(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	c.RunE = func(c *cobra.Command, _ []string) error {
		dir, err := a.unpackDemo()
		if err != nil {
			return err
		}
		db, transcript := filepath.Join(dir, demoDatabase), filepath.Join(dir, filepath.FromSlash(demoSession))
		if a.screen() {
			path := db
			if session {
				path = transcript
			}
			src, err := a.open(path)
			if err != nil {
				return err
			}
			o := a.screenOptions(path)
			o.Demo = true
			return term.Run(a.ctx, src, o)
		}
		paths := []string{db, transcript}
		if session {
			paths = paths[1:]
		}
		return a.printDemo(c, paths)
	}
	c.Flags().BoolVar(&session, "session", false, "the coding session instead of the database")
	a.withLook(c)
	c.Flags().StringVar(&a.flags.theme, "theme", "", "`NAME` of the colours: dark, light or mono (else worked out)")
	c.Flags().BoolVar(&a.flags.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	return c
}

// printDemo prints the history of every thread.
func (a *app) printDemo(c *cobra.Command, paths []string) error {
	for i, path := range paths {
		src, err := a.open(path)
		if err != nil {
			return err
		}
		list, err := src.Threads(a.ctx, "", 0)
		if err != nil {
			return err
		}
		for j, th := range list {
			out := a.text()
			if i+j > 0 {
				out.Say()
			}
			out.Say(filepath.Base(path), " › ", th.ID)
			if err := out.Flush(); err != nil {
				return err
			}
			h, err := src.Thread(a.ctx, th.ID)
			if err != nil {
				return err
			}
			if err := a.printLog(c, &target{src: src, hist: h}, true, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// unpackDemo writes the carried files to a private folder that goes when the run ends.
func (a *app) unpackDemo() (string, error) {
	dir, err := os.MkdirTemp("", "cptui-demo-")
	if err != nil {
		return "", fmt.Errorf("make a folder for the demo: %w", err)
	}
	a.end(func() { os.RemoveAll(dir) })
	root, err := fs.Sub(demoFiles, "demo")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(dir, root); err != nil {
		return "", fmt.Errorf("unpack the demo: %w", err)
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			err = os.Chmod(path, 0o600) // a fork may be written here
		}
		return err
	})
	return dir, err
}
