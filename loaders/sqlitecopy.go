package loaders

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// copyLimit is how large a database may be to be read from a private copy.
const copyLimit = 8 << 30

// privateCopy copies a database with what belongs to it (-wal or -journal) into a folder that only this user can read, and
// gives the address of the copy. The caller opens it and then calls remove: the open files live on without a name, so that
// nothing is left behind however the program ends.
func privateCopy(real string) (uri string, remove func(), err error) {
	before, err := lookBeside(real)
	if err != nil {
		return "", nil, err
	}
	if total := before.main.size + before.wal.size; total > copyLimit {
		return "", nil, &Error{"open database", real, ErrLocked, fmt.Sprintf(
			"it can only be read from a copy, and is too large for one (%d GB): open it once with the program that wrote it", total>>30)}
	}
	dir, err := os.MkdirTemp("", "cptui-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	to := filepath.Join(dir, "copy.db")
	for try := 0; ; try++ {
		if err := copyTogether(real, to, before); err != nil {
			remove()
			return "", nil, err
		}
		after, err := lookBeside(real)
		if err == nil && after.main == before.main && after.wal == before.wal && after.journal == before.journal {
			break
		}
		if err != nil || try == 3 {
			remove()
			return "", nil, errors.Join(&Error{"open database", real, ErrLocked, "it kept changing while it was copied; try again"}, err)
		}
		before = after
	}
	return dbURI(to, modeCopy), remove, nil
}

// copyTogether copies the side files that hold content, then the database.
func copyTogether(from, to string, s dbSide) error {
	sides := []struct {
		suffix string
		there  bool
	}{{"-wal", s.wal.size > 0}, {"-journal", s.journal.size > 0}, {"", true}}
	for _, side := range sides {
		if !side.there {
			os.Remove(to + side.suffix)
			continue
		}
		if err := copyFile(from+side.suffix, to+side.suffix); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := OpenFile(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
