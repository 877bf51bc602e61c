package view

import (
	"strings"
	"testing"
)

const talkText = "# Title #\nSome **bold** and `code` words\n```go\nfunc f() int { return 1 }\n\n```\n---\n  ~~~~py\n  x = '''\n  ~~~\n"

func TestMarkdown(t *testing.T) {
	b := Markdown(talkText)
	if len(b) != 5 || b[0].Kind != MDHeading || b[0].Text != "Title" || b[0].Level != 1 || b[2].Kind != MDCode || b[2].Lang != "go" || b[2].Text != "func f() int { return 1 }\n" ||
		b[2].Open || b[3].Kind != MDRule || b[4].Kind != MDCode || !b[4].Open || b[4].Text != "x = '''\n~~~\n" {
		t.Errorf("%+v", b)
	}
	if s := MDSpans("a **b** `c``d` `` e ` f `` ** g ** \\`h`"); len(s) != 7 || !s[1].Strong || s[1].Text != "b" {
		t.Errorf("%+v", s)
	}
}

func TestMarkdownLines(t *testing.T) {
	lines := mdLines(talkText)
	if joinLines(lines) != talkText {
		t.Fatalf("%q", joinLines(lines))
	}
	if lines[0][0].Style != Strong || lines[1][1].Style != Strong || lines[1][3].Style != KeyStyle || lines[2][0].Style != Dim || lines[3][0].Style != KeyStyle {
		t.Errorf("%v", lines[:4])
	}
}

// FuzzMarkdown: the lines hold the text, and rows hold what Wrap gives.
func FuzzMarkdown(f *testing.F) {
	f.Add(talkText, 20)
	f.Add("a  b   c `d e` **f g** "+strings.Repeat("word ", 30), 11)
	f.Add("```\n\n```\n`` ` ``` `` **", 2)
	f.Fuzz(func(t *testing.T, text string, width int) {
		text = Clean(text)
		width = min(max(width, 2), 300)
		lines := mdLines(text)
		if joinLines(lines) != text {
			t.Fatalf("%q became %q", text, joinLines(lines))
		}
		want, _ := Wrap(text, width, 0)
		if got := joinLines(wrapStyled(lines, width)); got != strings.Join(want, "\n") {
			t.Fatalf("%q at %d:\n%q\n%q", text, width, got, want)
		}
	})
}
