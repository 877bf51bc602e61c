package diff

import (
	"fmt"
	"strings"
	"testing"
)

func show(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		if l.Skipped > 0 {
			fmt.Fprintf(&b, "@%d\n", l.Skipped)
		}
		b.WriteByte(l.Kind)
		at := 0
		for _, s := range l.Spans {
			b.WriteString(l.Text[at:s[0]] + "[" + l.Text[s[0]:s[1]] + "]")
			at = s[1]
		}
		b.WriteString(l.Text[at:] + "\n")
	}
	return b.String()
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		context    int
		want       string
	}{
		{"same", "a\nb", "a\nb", -1, " a\n b\n"},
		{"same, no context", "a\nb", "a\nb", 3, ""},
		{"word", "one\nthe quick fox\nend", "one\nthe slow fox\nend", -1, " one\n-the [quick] fox\n+the [slow] fox\n end\n"},
		{"whole words only", "preach", "prefix", -1, "-preach\n+prefix\n"},
		{"added", "a\nc", "a\nb\nc", -1, " a\n+b\n c\n"},
		{"context", "1\n2\n3\n4\n5\nx\n7\n8", "1\n2\n3\n4\n5\ny\n7\n8", 1, "@4\n 5\n-x\n+y\n 7\n"},
		{"umlauts", "Grüße an Änne", "Grüße an Önne", -1, "-Grüße an [Änne]\n+Grüße an [Önne]\n"},
		{"two places", "f(a, b) = c", "f(x, b) = d", -1, "-f([a], b) = [c]\n+f([x], b) = [d]\n"},
		{"newline at the end", "a\n", "a", -1, " a\n-\n"},
	} {
		if got := show(Text(c.a, c.b, c.context)); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestTextIsBounded(t *testing.T) {
	long := strings.Repeat("word after word ", 5<<20/16)
	at := len(long) / 2
	got := Text(long, long[:at]+"X"+long[at:], 3)
	if len(got) != 2 || len(got[0].Spans) > 1 || len(got[1].Spans) != 1 {
		t.Fatalf("%d lines", len(got))
	}
	if s := got[1].Spans[0]; s[1]-s[0] > 20 {
		t.Errorf("%d bytes are marked", s[1]-s[0])
	}
	var a, b strings.Builder
	for i := range 60000 { // more lines than there are letters below the surrogates
		fmt.Fprintf(&a, "line %d\n", i)
		fmt.Fprintf(&b, "line %d\n", i+i%2*1000000)
	}
	x, y := strings.Split(a.String(), "\n"), strings.Split(b.String(), "\n")
	i, j := 0, 0
	for _, l := range Text(a.String(), b.String(), -1) {
		if l.Kind != '+' {
			if l.Text != x[i] {
				t.Fatalf("line %d of the first text is %q", i, l.Text)
			}
			i++
		}
		if l.Kind != '-' {
			if l.Text != y[j] {
				t.Fatalf("line %d of the second text is %q", j, l.Text)
			}
			j++
		}
	}
	if i != len(x) || j != len(y) {
		t.Errorf("%d of %d and %d of %d lines", i, len(x), j, len(y))
	}
}

func BenchmarkTextOneCharacter(b *testing.B) {
	long := strings.Repeat("word after word ", 5<<20/16)
	other := long[:len(long)/2] + "X" + long[len(long)/2:]
	for b.Loop() {
		Text(long, other, 3)
	}
}
