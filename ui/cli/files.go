package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/ui/plain"
)

func (a *app) filesCommand() *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "files SOURCE [REF]",
		Short: "The files that the agent wrote, as they were at a step; --restore writes them out",
		Long: `Lists the files that the branch of REF has written up to there: what was last done to each, by which tool and at which step, and whether its
content is known. It is known where a call wrote it whole, or edited a text that is known; where Claude Code kept a copy of the file in
file-history, from that, which is said ("from the program's backup"): also before the first change, and after a change that no call
made. Else an edit of a file whose text before is not in the history is not known, and neither is what a command did behind the
tools' back.

--restore DIR writes the known ones into the new folder DIR: those of the working folder by their place in it, all others below
outside/. Nothing that is there is written over.`,
		Example: `  cptui files session.jsonl
  cptui files session.jsonl @12 --restore before
  cptui files sessions.db --json | jq -r '.files[].path'`,
		Args:              sourceArgs(1, 2, "a SOURCE and at most one REF"),
		ValidArgsFunction: a.completeRef,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		t, err := a.openAt(c, args)
		if err != nil {
			return err
		}
		files, err := t.hist.FilesAt(a.ctx, t.index)
		if err != nil {
			return err
		}
		var wrote []string
		if c.Flags().Changed("restore") {
			if dir == "" {
				return usagef("--restore is empty; it names the new folder that gets the files")
			}
			state, err := t.hist.Runtime.State(a.ctx, t.hist, t.index)
			if err != nil {
				return err
			}
			cwd, _ := state.Get("cwd")
			if wrote, err = restore(dir, files, cwd); err != nil {
				return err
			}
		}
		if a.flags.json {
			return a.write(plain.FilesJSON(t.hist, t.index, files, wrote))
		}
		out := a.text()
		out.Files(t.hist, files, a.env(t))
		out.Restored(dir, wrote, files)
		return out.Flush()
	}
	c.Flags().StringVar(&dir, "restore", "", "write the files with known content into the new folder `DIR`")
	a.withThread(c)
	a.withJSON(c)
	a.withLook(c)
	return c
}

// restore writes files below a folder that must not be there yet or be empty; where it ends, nothing lies outside of it. It gives the
// place of each file, "" for one that was not written.
func restore(dir string, files []graph.FileAt, cwd value.Value) ([]string, error) {
	if list, err := os.ReadDir(dir); err == nil && len(list) > 0 {
		return nil, refusef("%s is not empty; --restore writes into a new folder, over nothing that is there", dir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, refusef("--restore %s: %v", dir, err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, refusef("--restore %s: %v", dir, err)
	}
	root, err := os.OpenRoot(dir) // whatever a path says, nothing leaves the folder
	if err != nil {
		return nil, refusef("--restore %s: %v", dir, err)
	}
	defer root.Close()
	base := ""
	if cwd.Kind() == value.String {
		base = cwd.Str()
	}
	wrote := make([]string, len(files))
	for i, f := range files {
		if f.Known != graph.FileWhole {
			continue
		}
		place := placeBelow(f.Path, base)
		if err := writeNew(root, place, f.Text); err != nil {
			return wrote, fmt.Errorf("restore %s to %s: %w", f.Path, filepath.Join(dir, place), err)
		}
		wrote[i] = place
	}
	return wrote, nil
}

// placeBelow is where a file goes below the folder of --restore.
func placeBelow(name, cwd string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	cwd = strings.ReplaceAll(cwd, `\`, "/")
	if rest, ok := strings.CutPrefix(name, strings.TrimSuffix(cwd, "/")+"/"); ok && cwd != "" {
		name = rest
	}
	if !path.IsAbs(name) && !strings.Contains(name, ":") {
		if clean := path.Clean(name); filepath.IsLocal(filepath.FromSlash(clean)) && clean != "." {
			return clean
		}
	}
	var parts []string
	for _, p := range strings.Split(name, "/") {
		if p = strings.ReplaceAll(p, ":", "_"); p != "" && p != "." && p != ".." {
			parts = append(parts, p)
		}
	}
	return path.Join(append([]string{"outside"}, parts...)...)
}

// writeNew writes a file that is not there yet, with the folders above it.
func writeNew(root *os.Root, place, text string) error {
	if dir := path.Dir(place); dir != "." {
		if err := root.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	f, err := root.OpenFile(place, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
