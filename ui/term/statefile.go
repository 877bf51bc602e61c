package term

import (
	"context"
	"os"
	"path/filepath"
)

// writeFile replaces a file of the state folder in one step, so that a reader never sees half of it.
func writeFile(name, text string) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// writeJob is writeFile as background work whose failure nobody has to hear of.
func writeJob(name, text string) func(context.Context, *job) func() {
	return func(context.Context, *job) func() {
		_ = writeFile(name, text)
		return nil
	}
}
