package all

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"cptui/graph"
	"cptui/loaders"
)

// fuzz opens whatever bytes as a file of one format: no panic, every step that is shown can be opened, every branch ends.
func fuzz(f *testing.F, format, folder string) {
	_ = filepath.WalkDir(filepath.Join(testdata, folder), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "expect.json" {
			return err
		}
		b, err := os.ReadFile(path)
		if err == nil && len(b) < 64<<10 {
			f.Add(b)
			f.Add(b[:len(b)/2])
		}
		return err
	})
	path := filepath.Join(f.TempDir(), "session-fuzz.jsonl")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx := context.Background()
		src, err := loaders.Open(ctx, path, loaders.Options{Format: format})
		if err != nil {
			return // an empty file, a picture: refused
		}
		defer src.Close()
		id, ok, err := src.Newest(ctx)
		if err != nil || !ok {
			return
		}
		h, err := src.Thread(ctx, id)
		if err != nil {
			return
		}
		for i := range min(h.Len(), 200) {
			if p := h.Parent(i); p >= i {
				t.Fatalf("step %d hangs on %d", i, p)
			}
			if at, ok := h.Find(h.ID(i)); !ok || h.NS(at) == h.NS(i) && at != i {
				t.Fatalf("%q names step %d and %d", h.ID(i), at, i)
			}
			if _, err := h.Opener.Open(ctx, i); err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
			if _, err := h.Runtime.(graph.Briefer).Brief(ctx, h, i); err != nil {
				t.Fatalf("row %d: %v", i, err)
			}
			if _, err := h.Runtime.Due(ctx, h, i); err != nil {
				t.Fatalf("what is due at %d: %v", i, err)
			}
		}
		if _, err := src.Facts(ctx, id); err != nil {
			t.Fatal(err)
		}
		if _, err := src.Poll(ctx); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzGemini(f *testing.F)       { fuzz(f, "gemini", "gemini") }
func FuzzQwen(f *testing.F)         { fuzz(f, "qwen-code", "qwen") }
func FuzzClaudeStream(f *testing.F) { fuzz(f, "claude-stream", "claude-stream") }
func FuzzItems(f *testing.F)        { fuzz(f, "openai-items", "openai-items") }
func FuzzMessages(f *testing.F)     { fuzz(f, "messages", "messages") }
