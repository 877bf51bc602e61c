package term

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// update rewrites the screens of the scripts; CPTUI_UPDATE=1 has to be set too, so that a flag typed by habit does nothing.
var update = flag.Bool("update", false, "rewrite the screens in testdata (with CPTUI_UPDATE=1)")

// TestScreens plays the scripts of testdata: pairs of keys and the screen that they must lead to. The lines before the first
// file set source, size, options (ascii, theme, thread, ref) and the environment.
func TestScreens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { playScript(t, name) })
	}
}

func playScript(t *testing.T, name string) {
	name, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	source, w, h, o := "", 80, 24, Options{}
	for line := range strings.SplitSeq(string(ar.Comment), "\n") {
		key, val, ok := strings.Cut(line, ":")
		val = strings.TrimSpace(val)
		switch {
		case !ok || strings.HasPrefix(line, "#"):
		case key == "source":
			source = filepath.Join("../../testdata", val)
		case key == "size":
			a, b, _ := strings.Cut(val, "x")
			w, _ = strconv.Atoi(a)
			h, _ = strconv.Atoi(b)
		case key == "env":
			k, v, _ := strings.Cut(val, "=")
			t.Setenv(k, v)
		case key == "thread":
			o.Thread = val
		case key == "ref":
			o.Ref = val
		case key == "theme":
			o.Theme = val
		case key == "ascii":
			o.ASCII = true
		default:
			t.Fatalf("unknown setting %q", key)
		}
	}
	if source == "" {
		t.Setenv("HOME", t.TempDir())
		t.Chdir(t.TempDir())
	}
	hs := start(t, source, w, h, o)
	changed := false
	for i, f := range ar.Files {
		switch f.Name {
		case "keys":
			hs.press(string(f.Data))
		case "resize":
			a, b, _ := strings.Cut(strings.TrimSpace(string(f.Data)), "x")
			w, _ := strconv.Atoi(a)
			h, _ := strconv.Atoi(b)
			hs.resize(w, h)
		case "screen":
			got := hs.wait().text()
			if got == string(f.Data) {
				continue
			}
			if *update && os.Getenv("CPTUI_UPDATE") == "1" {
				ar.Files[i].Data, changed = []byte(got), true
				continue
			}
			t.Errorf("file %d, screen differs:\n%s", i, lineDiff(string(f.Data), got))
		default:
			t.Fatalf("unknown file %q", f.Name)
		}
	}
	if changed {
		if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// lineDiff puts rows that differ under each other.
func lineDiff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out strings.Builder
	for i := range max(len(a), len(b)) {
		x, y := "", ""
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x == y {
			out.WriteString("  " + x + "\n")
			continue
		}
		out.WriteString("- " + x + "\n+ " + y + "\n")
	}
	return out.String()
}
