package all

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestAll: a folder of loaders that registers a format is imported here; without that the program does not know it.
func TestAll(t *testing.T) {
	list, err := os.ReadFile("all.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	formats := map[string]bool{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("\tloaders.Register(")) {
			formats[filepath.Base(filepath.Dir(f))] = true
		}
	}
	if len(formats) < 2 {
		t.Fatalf("found formats %v: where are the others?", formats)
	}
	for f := range formats {
		if !bytes.Contains(list, []byte(`_ "cptui/loaders/`+f+`"`)) {
			t.Errorf("loaders/%s registers a format and is not imported", f)
		}
	}
}
