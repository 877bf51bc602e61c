package fork

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// exclusively writes a file that must not be there. It gets its name when it is whole, so that no half session can be seen
// or resumed, whatever moment the program dies at; draft is the name it has before.
func exclusively(path, draft string, text []byte) error {
	if err := writeNew(draft, text); err != nil {
		return err
	}
	defer os.Remove(draft)
	err := os.Link(draft, path)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%w: %s is there already; a fork never writes over a file", ErrRefused, path)
	case err != nil: // a file system without links
		return writeNew(path, text)
	}
	return nil
}

// writeNew makes a file; one that could not be written whole is taken away again.
func writeNew(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("%w: write %s: %w", ErrRefused, path, err)
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		os.Remove(path)
		return fmt.Errorf("%w: %w; nothing was written", ErrRefused, err)
	}
	return nil
}

func fileHash(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
