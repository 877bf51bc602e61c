package view

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

func TestClean(t *testing.T) {
	family := "👨\u200d👩\u200d👧\u200d👦"
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"plain text ~", "plain text ~"},
		{"\x1b]52;c;aGk=\x07", "␛]52;c;aGk=^G"},
		{"\x1b[2J\x1bc", "␛[2J␛c"},
		{"a\x00b\x08\x7f", "a^@b^H^?"},
		{"10%\r20%\r\nend", "10%␍20%\nend"},
		{"\u009b31m", "<U+009B>31m"},
		{"\x9b31m", "<0x9B>31m"},
		{"a\u202eb\u2066c\u200fd", "a<U+202E>b<U+2066>c<U+200F>d"},
		{"a\u200bb\ufeffc\u2060", "a<U+200B>b<U+FEFF>c<U+2060>"},
		{"a\u2028b\u2029\u0085", "a<U+2028>b<U+2029><U+0085>"},
		{"\xed\xa0\xbd!", "<U+D83D>!"},
		{"\xff\xc3", "<0xFF><0xC3>"},
		{"\u200d", "<U+200D>"},
		{"a\u200db", "a<U+200D>b"},
		{family, family},
		{"❤\ufe0f ❤ 1\ufe0f\u20e3 👍🏽 🇺🇳", "❤\ufe0f ❤ 1\ufe0f\u20e3 👍🏽 🇺🇳"},
		{"\ufe0f\ufe0f", "<U+FE0F><U+FE0F>"},
		{"a\U000e0041b", "a<U+E0041>b"},
		{"🏴\U000e0067\U000e007f", "🏴\U000e0067\U000e007f"},
		{"e\u0301 नमस्ते ทำ ﷺ 漢字 שלום", "e\u0301 नमस्ते ทำ ﷺ 漢字 שלום"},
		{"می\u200cخواهم", "می\u200cخواهم"},
		{"\u0301x", "◌\u0301x"},
		{"e" + strings.Repeat("\u0301", 11) + "x", "e" + strings.Repeat("\u0301", 8) + "<+3 marks>x"},
		{"\u115fx\u3164", "<U+115F>x<U+3164>"},
		{"a\tb", "a       b"},
		{"漢\tb\n\tc\td", "漢      b\n        c       d"},
		{"[bold]x[/] %s {{t}} \\e[31m", "[bold]x[/] %s {{t}} \\e[31m"},
	} {
		if got := Clean(c.in); got != c.want {
			t.Errorf("Clean(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	if got := CleanLine("a\tb\nc\r\nd"); got != "a b⏎c⏎d" {
		t.Errorf("CleanLine: %q", got)
	}
}

// TestCleanHuge shows that a row of a huge text costs what the row needs.
func TestCleanHuge(t *testing.T) {
	huge := strings.Repeat("漢\x1b", 5<<20)
	n := testing.AllocsPerRun(1, func() {
		if got := CleanCut(huge, 9); got != "漢␛漢␛漢…" {
			t.Fatalf("%q", got)
		}
	})
	if n > 20 {
		t.Errorf("%v allocations", n)
	}
	if got := CleanCut("short", 9); got != "short" {
		t.Error(got)
	}
	if got := CleanCut(strings.Repeat("x", 5000), 4); got != "xxx…" {
		t.Error(got)
	}
}

// safe reports the first thing in a clean text that must not reach a terminal.
func safe(s string) string {
	if !utf8.ValidString(s) {
		return "invalid UTF-8"
	}
	for i, r := range s {
		switch {
		case r == '\n' || r == 0x200d || r == 0x200c || tag(r):
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			return "control"
		case unicode.Is(unicode.Bidi_Control, r) || r == 0x2028 || r == 0x2029 || r == 0x200b || r == 0xfeff:
			return "invisible at " + s[i:]
		}
	}
	g := uniseg.NewGraphemes(s)
	for g.Next() {
		if n := len(g.Runes()); n > maxGlued*(maxMarks+2) {
			return "a cluster of many runes"
		}
		if g.Width() == 0 && g.Str() != "\n" {
			return "a cluster without width: " + g.Str()
		}
	}
	return ""
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"\x1b]0;x\x07", "\x1bP\u009b31m\x9c", "a\u200d👩\u200d💻", "\ufeff\u202e\u2066", "e\u0301\u0301", "\t漢\t\r\n\r", "\xed\xa0\x80\xf0\x9f",
		"🏴\U000e0067", "🇺🇳🇺", "\u1100\u1100\u1100\u1161", "\u0600\u0600\u06001", "ำ", "\u093e", "\u0e31", "❤\ufe0f\ufe0f",
	} {
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		for _, c := range []string{Clean(s), CleanLine(s)} {
			if bad := safe(c); bad != "" {
				t.Fatalf("%q gives %q: %s", s, c, bad)
			}
			if again := Clean(c); again != c {
				t.Fatalf("not stable: %q, %q", c, again)
			}
		}
		line := CleanLine(s)
		if strings.ContainsRune(line, '\n') {
			t.Fatal("a line feed in a line")
		}
		width %= 40
		cut := Cut(line, width)
		if w := Width(cut); w > max(width, 0) {
			t.Fatalf("Cut(%q, %d) takes %d", line, width, w)
		}
		if w := Width(Pad(line, width)); w != max(width, 0) {
			t.Fatalf("Pad(%q, %d) takes %d", line, width, w)
		}
		if cut := CleanCut(s, width); Width(cut) > max(width, 0) {
			t.Fatalf("CleanCut(%q, %d) = %q", s, width, cut)
		}
		if cut := CutMiddle(line, width); Width(cut) > max(width, 0) {
			t.Fatalf("CutMiddle(%q, %d) = %q", line, width, cut)
		}
		head, rest := Split(line, width)
		if head+rest != line {
			t.Fatalf("Split loses text")
		}
	})
}
