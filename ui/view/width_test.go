package view

import (
	"strings"
	"testing"
)

func TestWidthAndCut(t *testing.T) {
	family := "👨\u200d👩\u200d👧\u200d👦"
	for _, c := range []struct {
		s     string
		width int
		cut3  string
	}{
		{"", 0, ""}, {"ab", 2, "ab"}, {"abc", 3, "abc"}, {"abcd", 4, "ab…"},
		{"漢字", 4, "漢…"}, {"a漢字", 5, "a…"}, {family + family, 4, family + "…"}, {"e\u0301e\u0301e\u0301e", 4, "e\u0301e\u0301…"},
		{"🇺🇳🇺🇳", 4, "🇺🇳…"},
	} {
		if got := Width(c.s); got != c.width {
			t.Errorf("Width(%q) = %d, want %d", c.s, got, c.width)
		}
		if got := Cut(c.s, 3); got != c.cut3 {
			t.Errorf("Cut(%q, 3) = %q, want %q", c.s, got, c.cut3)
		}
	}
	if got := Pad("漢字x", 4) + "|" + PadLeft("7", 3); got != "漢… |  7" {
		t.Error(got)
	}
	if got := CutMiddle("batch-2026-11-30-000017", 11); got != "batch…00017" {
		t.Error(got)
	}
}

func TestWrap(t *testing.T) {
	rows, more := Wrap("one two three\n\n漢字漢字", 7, 0)
	if got := strings.Join(rows, "|"); got != "one two|three||漢字漢|字" || more {
		t.Errorf("%q %v", got, more)
	}
	if rows, more := Wrap(strings.Repeat("x", 1<<20), 10, 3); len(rows) != 3 || !more {
		t.Errorf("%d rows, %v", len(rows), more)
	}
}

func TestFit(t *testing.T) {
	l := Line{{"ab", Strong}, {"漢字", Plain}, {"xyz", Dim}}
	for width, want := range map[int]string{0: "", 1: "…", 2: "a…", 3: "ab…", 4: "ab…", 5: "ab漢…", 7: "ab漢字…", 8: "ab漢字x…", 9: "ab漢字xyz"} {
		if got := l.Fit(width).Text(); got != want {
			t.Errorf("Fit(%d) = %q, want %q", width, got, want)
		}
	}
}
