package view

import (
	"os/exec"
	"strings"
	"testing"

	"cptui/graph/value"
)

func TestShellQuote(t *testing.T) {
	words := []string{"plain", "sessions.db", "@22", ".messages[16]", "my db.sqlite", "it's", `a"b`, "$HOME", "*", "", "-x", "café ☕", "a\x1b[31mb", "tab\tnew\nline", "back\\slash", "~"}
	var line []string
	for _, w := range words {
		q := ShellQuote(w)
		if Clean(q) != q {
			t.Errorf("ShellQuote(%q) = %q is not fit to be shown", w, q)
		}
		line = append(line, q)
	}
	if got := ShellQuote("@22") + " " + ShellQuote("sessions.db"); got != "@22 sessions.db" {
		t.Errorf("plain words stay plain: %s", got)
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	out, err := exec.Command(bash, "-c", `printf '%s\0' `+strings.Join(line, " ")).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for i, w := range words {
		if i >= len(got) || got[i] != w {
			t.Errorf("a shell reads %q where %q was quoted", got[i], w)
		}
	}
}

func TestCopyMenu(t *testing.T) {
	m, f, env := toolMoment(t)
	path, err := value.ParsePath(".messages[5].content")
	if err != nil {
		t.Fatal(err)
	}
	menu := CopyMenu(m, f, placeOf(path, value.NewString("Error: x")), "", "not here", env)
	want := map[rune]string{'v': `"Error: x"`, 'p': ".messages[5].content", 'i': m.ID, 'r': ""}
	for _, c := range menu {
		if text, ok := want[c.Key]; ok && text != c.Text {
			t.Errorf("%c copies %q, want %q", c.Key, c.Text, text)
		}
		if w := c.Line(74).Width(); w > 74 {
			t.Errorf("%c takes %d cells", c.Key, w)
		}
		if c.Key == 'c' && c.Text != "cptui show sessions.db -t deep-1 @22 --path '.messages[5].content'" {
			t.Errorf("command %s", c.Text)
		}
		if c.Key == 'm' && !strings.HasPrefix(c.Text, "# deep-1 @22\n") {
			t.Errorf("report %.60q", c.Text)
		}
	}
}

func TestReportMasksSecrets(t *testing.T) {
	m, f, env := toolMoment(t)
	key := "ghp_" + strings.Repeat("aB3", 12)
	m.Changes[0].After = parse(t, `[{"role":"user","content":"my key is `+key+`"}]`)
	m.Brief.Says = key
	env.Reveal = true
	text := Report(m, f, env)
	if strings.Contains(text, key) || !strings.Contains(text, "ghp_**********") {
		t.Errorf("the report tells a secret or not even that there is one:\n%s", text)
	}
}

func TestMarkdownFence(t *testing.T) {
	var b strings.Builder
	mdBlock(&b, "text", "a\n```\nb\n````")
	if !strings.HasPrefix(b.String(), "`````text\n") {
		t.Errorf("a fence inside of a text must not end it:\n%s", b.String())
	}
}
