package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"cptui/loaders"
)

// keyVariable is where LangGraph itself looks for the key.
const keyVariable = "LANGGRAPH_AES_KEY"

// withKey gives a command the two ways to name the key of encrypted rows. The key itself is never an argument: arguments are seen by
// everybody on the machine and stay in the shell's history.
func (a *app) withKey(c *cobra.Command) {
	c.Flags().StringVar(&a.flags.keyEnv, "key-env", "", "the environment variable `NAME` holds the key of encrypted rows (else "+keyVariable+")")
	c.Flags().StringVar(&a.flags.keyFile, "key-file", "", "the key of encrypted rows is in `FILE`, one line or its bare bytes")
	c.MarkFlagsMutuallyExclusive("key-env", "key-file")
	_ = c.RegisterFlagCompletionFunc("key-env", cobra.NoFileCompletions)
}

// opensRows tells the words that read rows which may be encrypted: all that take a SOURCE, but for those that never look into a row.
func opensRows(c *cobra.Command) bool {
	return strings.Contains(c.Use, "SOURCE") && c.Name() != "unfork" && c.Name() != "store"
}

// key is what the flags name, else what LangGraph's own variable holds, else nil. A key that a flag names and that cannot be one is
// wrong usage; LangGraph's variable may be there for another program, so that a bad one is told only at a row that wants it.
func (a *app) key() (*loaders.Key, error) {
	a.keyOnce.Do(func() { a.theKey, a.keyErr = a.findKey() }) // once: the file may be a pipe
	return a.theKey, a.keyErr
}

func (a *app) findKey() (*loaders.Key, error) {
	switch {
	case a.flags.keyFile != "":
		b, err := a.readKey(a.flags.keyFile)
		if err != nil {
			return nil, err
		}
		return goodKey(loaders.NewKey(b, "--key-file"))
	case a.flags.keyEnv != "":
		v, ok := os.LookupEnv(a.flags.keyEnv)
		if !ok {
			return nil, usagef("--key-env: there is no variable %s in the environment", a.flags.keyEnv)
		}
		return goodKey(loaders.NewKey([]byte(v), "--key-env"))
	}
	if v := os.Getenv(keyVariable); v != "" {
		return loaders.NewKey([]byte(v), keyVariable), nil
	}
	return nil, nil
}

// quietKey is the key for a completion, which must not say a word.
func (a *app) quietKey() *loaders.Key {
	if a.flags.keyFile != "" {
		return nil
	}
	k, _ := a.key()
	return k
}

func goodKey(k *loaders.Key) (*loaders.Key, error) {
	if k.Why != "" {
		return nil, usagef("%s", k.Why)
	}
	return k, nil
}

// keyLimit is how much of a key file is read: a key and the end of its line.
const keyLimit = 64

// readKey reads a key file. That others can read it is said, as ssh does, though it is not refused: it is their file.
func (a *app) readKey(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	if perm := info.Mode().Perm(); info.Mode().IsRegular() && perm&0o077 != 0 && runtime.GOOS != "windows" {
		a.note("the key file %s can be read by others (mode %04o); chmod 600 it", path, perm)
	}
	b, err := io.ReadAll(io.LimitReader(f, keyLimit))
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	return oneKey(b), nil
}

// oneKey takes the end of the line off, where the bytes are not a key with it.
func oneKey(b []byte) []byte {
	if n := len(b); n == 16 || n == 24 || n == 32 {
		return b
	}
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))
}

// unopened says at the end which rows the key that was given did not open.
func (a *app) unopened(src loaders.Source) {
	if s, ok := src.(interface{ Unopened() string }); ok {
		if rows := s.Unopened(); rows != "" {
			a.note("some rows stay encrypted: %s", rows)
		}
	}
}
