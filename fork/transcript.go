package fork

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"cptui/loaders"
)

// makeTranscript plans a new session file; the old one is never changed.
func makeTranscript(ctx context.Context, src loaders.Source, req Request) (*Plan, error) {
	if src.Info().Format == "claude-code" {
		return makeClaude(ctx, src, req)
	}
	return nil, fmt.Errorf("%w: no writer for %s", ErrRefused, src.Info().Format)
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
