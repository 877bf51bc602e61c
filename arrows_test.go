package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// layers from the top down; a package may import its own layer's folder and everything below, never above.
var layers = [][]string{
	{"cptui"},
	{"cptui/ui"},
	{"cptui/fork", "cptui/diff"},
	{"cptui/loaders"},
	{"cptui/graph"},
}

// walkers read bytes, or lay out what was read, for any loader and know no format of a file.
var walkers = map[string]bool{"msgpack": true, "jsonl": true, "pickle": true, "numpy": true, "transcript": true}

func layerOf(pkg string) int {
	best, depth := -1, -1
	for i, l := range layers {
		for _, p := range l {
			if (pkg == p || p != "cptui" && strings.HasPrefix(pkg, p+"/")) && len(p) > depth {
				best, depth = i, len(p)
			}
		}
	}
	return best
}

// TestArrows keeps the one direction of ARCHITECTURE: main → ui → {fork, diff} → loaders → graph.
func TestArrows(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n != "." && (strings.HasPrefix(n, ".") || n == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		files++
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := path.Join("cptui", filepath.ToSlash(filepath.Dir(p)))
		for _, spec := range f.Imports {
			imp, _ := strconv.Unquote(spec.Path.Value)
			if why := forbidden(pkg, imp, strings.HasSuffix(p, "_test.go")); why != "" {
				t.Errorf("%s imports %s: %s", p, imp, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Fatalf("looked at %d files only", files)
	}
}

func forbidden(pkg, imp string, test bool) string {
	under := func(p, root string) bool { return p == root || strings.HasPrefix(p, root+"/") }
	switch {
	case under(imp, "github.com/rivo/tview") || under(imp, "github.com/gdamore/tcell"):
		if !under(pkg, "cptui/ui/term") {
			return "only ui/term knows the terminal"
		}
	case under(imp, "modernc.org/sqlite") || under(imp, "zombiezen.com/go/sqlite") || imp == "database/sql":
		if !under(pkg, "cptui/loaders") && !under(pkg, "cptui/fork") && !test {
			return "only loaders and fork know a database driver"
		}
	case under(imp, "cptui"):
		from, to := layerOf(pkg), layerOf(imp)
		if from > to && !test {
			return "an arrow points up"
		}
		if from == to && under(pkg, "cptui/graph/value") && imp != "cptui/graph/value" && under(imp, "cptui/graph") {
			return "graph/value stands alone"
		}
		if under(pkg, "cptui/diff") && imp != "cptui/graph/value" && !under(imp, "cptui/diff") && !test {
			return "diff needs graph/value only"
		}
		if sib := func(p string) string {
			r := strings.TrimPrefix(p, "cptui/loaders/")
			return strings.SplitN(r, "/", 2)[0]
		}; under(pkg, "cptui/loaders") && pkg != "cptui/loaders" && pkg != "cptui/loaders/all" && under(imp, "cptui/loaders") && imp != "cptui/loaders" && !test {
			if s := sib(imp); s != sib(pkg) && !walkers[s] {
				return "no loader knows another"
			}
		}
	}
	return ""
}

// TestForbidden shows that the rules bite.
func TestForbidden(t *testing.T) {
	for _, c := range []struct {
		pkg, imp string
		bad      bool
	}{
		{"cptui/graph", "cptui/loaders", true},
		{"cptui/graph", "cptui/graph/value", false},
		{"cptui/graph/value", "cptui/graph", true},
		{"cptui/diff", "cptui/graph", true},
		{"cptui/diff", "cptui/graph/value", false},
		{"cptui/fork", "cptui/loaders/langgraph", false},
		{"cptui/loaders", "cptui/ui/view", true},
		{"cptui/loaders/claude", "cptui/loaders/langgraph", true},
		{"cptui/loaders/claude", "cptui/loaders/jsonl", false},
		{"cptui/loaders/claude", "cptui/loaders/transcript", false},
		{"cptui/ui/view", "github.com/rivo/tview", true},
		{"cptui/ui/term", "github.com/gdamore/tcell/v2", false},
		{"cptui/ui/plain", "zombiezen.com/go/sqlite", true},
		{"cptui/fork", "zombiezen.com/go/sqlite", false},
		{"cptui", "cptui/ui/cli", false},
		{"cptui/ui/cli", "cptui", true},
	} {
		if got := forbidden(c.pkg, c.imp, false); (got != "") != c.bad {
			t.Errorf("%s imports %s: %q", c.pkg, c.imp, got)
		}
	}
}
