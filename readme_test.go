package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cptui/loaders"
	_ "cptui/loaders/all"
	"cptui/ui/cli"
	"cptui/ui/view"
)

// TestReadme keeps README's tables as the program has them. CPTUI_UPDATE=1 go test -run TestReadme . writes the generated ones.
func TestReadme(t *testing.T) {
	raw, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	for name, want := range map[string]string{"keys": keyTable(), "commands": commandTable()} {
		begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
		i, j := strings.Index(text, begin), strings.Index(text, end)
		if i < 0 || j < i {
			t.Fatalf("README has no place for %s", name)
		}
		if got := text[i+len(begin) : j]; got != want {
			if os.Getenv("CPTUI_UPDATE") != "1" {
				t.Errorf("README's %s are not those of the program (CPTUI_UPDATE=1 go test -run TestReadme . writes them); want:\n%s", name, want)
			}
			text = text[:i+len(begin)] + want + text[j:]
		}
	}
	if text != string(raw) && os.Getenv("CPTUI_UPDATE") == "1" {
		if err := os.WriteFile("README.md", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var said []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(text[strings.Index(text, "<!-- formats -->"):], -1) {
		said = append(said, m[1])
	}
	slices.Sort(said)
	if !slices.Equal(said, loaders.Names()) {
		t.Errorf("README says %v is supported, the program knows %v", said, loaders.Names())
	}
	for _, m := range regexp.MustCompile(`\]\((testdata/[^)]+)\)`).FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("README shows %s: %v", m[1], err)
		}
	}
}

// keyTable is one row a command that has a key.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| keys | do |\n|---|---|\n")
	for _, c := range view.Commands() {
		if len(c.Keys) > 0 {
			b.WriteString("| `" + strings.ReplaceAll(strings.ReplaceAll(c.KeyLabels(false), "|", `\|`), "`", "") + "` | " + strings.ReplaceAll(c.Help, "|", `\|`) + " |\n")
		}
	}
	return b.String()
}

func commandTable() string {
	var b strings.Builder
	b.WriteString("| command | answers |\n|---|---|\n")
	for _, w := range cli.Words() {
		b.WriteString("| `cptui " + strings.ReplaceAll(w.Use, "|", `\|`) + "` | " + strings.ReplaceAll(w.Short, "|", `\|`) + " |\n")
	}
	return b.String()
}
