package view

import (
	"strings"
	"testing"
	"time"
)

func joinLines(lines []Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Text())
	}
	return strings.Join(out, "\n")
}

func TestHighlight(t *testing.T) {
	code := "package main\n\n// a comment\nfunc main() {\n\tx := \"a `b`\" + 12\n}\n"
	for _, lang := range []string{"go", "main.go", "golang"} {
		lines := Highlight(lang, code)
		if joinLines(lines) != code {
			t.Fatalf("%s: %q", lang, joinLines(lines))
		}
		styles := map[Style]bool{}
		for _, l := range lines {
			for _, s := range l {
				styles[s.Style] = true
			}
		}
		for _, want := range []Style{KeyStyle, StrStyle, NumStyle, Dim} {
			if !styles[want] {
				t.Errorf("%s: no span of style %v in %v", lang, want, lines)
			}
		}
	}
	for _, none := range []string{"", "nosuchlanguage"} {
		if Highlight(none, code) != nil {
			t.Errorf("%q is highlighted", none)
		}
	}
	if Highlight("go", strings.Repeat("x\n", highlightBytes)) != nil {
		t.Error("a huge text is highlighted")
	}
}

// FuzzHighlight: the text stays what it is, and time is bounded.
func FuzzHighlight(f *testing.F) {
	f.Add("go", "func a() { /* x")
	f.Add("python", "def f(\n\t'''")
	f.Add("html", "<script>\r\n</script><a \x00b='")
	f.Add("diff", "--- a\n+++ b\n-x\n+y")
	f.Add("sh", "cat <<'EOF'\n$((((((((((")
	f.Fuzz(func(t *testing.T, lang, code string) {
		code = Clean(code)
		from := time.Now()
		if lines := Highlight(lang, code); lines != nil && joinLines(lines) != code {
			t.Fatalf("%q: %q became %q", lang, code, joinLines(lines))
		}
		if d := time.Since(from); d > 2*time.Second {
			t.Fatalf("%q: %q took %v", lang, code, d)
		}
	})
}
