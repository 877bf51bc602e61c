package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/graph/value"
)

// CopyItem is one letter of the copy menu: what it would put on the clipboard.
type CopyItem struct {
	Key  rune
	Name string
	// Text is exactly what is copied: nothing is cleaned or cut. "" where there is nothing to copy under this letter.
	Text string
	// Why says why there is nothing.
	Why string
}

// Line shows the item in the menu.
func (c CopyItem) Line(width int) Line {
	head := Line{{" " + string(c.Key) + " ", KeyStyle}, {Pad(c.Name, 9), Strong}, {" ", Plain}}
	if c.Text == "" {
		return append(head, Span{CleanCut(c.Why, max(0, width-head.Width())), Dim})
	}
	right := Line{{byteCount(int64(len(c.Text))), Dim}}
	room := width - head.Width() - right.Width() - 3
	text, _ := secret.Mask(atRune(c.Text, 4*max(room, 0)+64))
	return Spread(append(head, Span{CleanCut(text, max(0, room)), Plain}), right, width)
}

// CopyMenu gives what each letter copies for a row of a pane at a moment: value, path, id, command, resume, report.
// resume is what goes on from this checkpoint ("" with the reason where there is none).
func CopyMenu(m *graph.Moment, facts StepFacts, p Place, resume, noResume string, env Env) []CopyItem {
	menu := []CopyItem{
		{Key: 'v', Name: "value", Why: "this row holds no value"},
		{Key: 'p', Name: "path", Why: "this row has no path in the state"},
		{Key: 'i', Name: "id", Text: m.ID},
		{Key: 'c', Name: "command", Text: ShowCommand(m, p.Path, env)},
		{Key: 'r', Name: "resume", Text: resume, Why: noResume},
		{Key: 'm', Name: "report", Text: Report(m, facts, env)},
	}
	if p.Value.Kind() != value.Invalid {
		menu[0].Text = string(value.AppendJSON(nil, p.Value, value.JSONOptions{Reveal: env.Reveal}))
	} else if p.Text != "" {
		menu[0].Name, menu[0].Text = "text", p.Text
	}
	if len(p.Path) > 0 {
		menu[1].Text = p.Path.String()
	}
	if answer := ResumeAnswer(m); answer != "" && resume == "" {
		menu[4].Text = answer
	}
	return menu
}

// ShowCommand is the whole command that shows a moment, and a place in it, from a shell.
func ShowCommand(m *graph.Moment, path value.Path, env Env) string {
	return CommandLine("show", m, path, env)
}

// CommandLine is a command line of cptui about a moment, quoted for a shell.
func CommandLine(verb string, m *graph.Moment, path value.Path, env Env) string {
	words := []string{"cptui", verb, sourceWord(env.Source)}
	words = append(words, "-t", m.Thread)
	if m.NS != "" {
		words = append(words, "-n", m.NS)
	}
	words = append(words, RefFor(env.Hist, m.Index, m.ID))
	if len(path) > 0 {
		words = append(words, "--path", path.String())
	}
	for i, w := range words {
		words[i] = ShellQuote(w)
	}
	return strings.Join(words, " ")
}

func sourceWord(s string) string {
	if strings.HasPrefix(s, "-") && s != "-" {
		return "./" + s
	}
	return s
}

// RefFor is a short reference that names checkpoint i from outside: @22 where it is on the branch of the head, else the
// shortest ending of its id.
func RefFor(h *graph.History, i int, id string) string {
	if h == nil || h.DAG == nil || i < 0 || i >= h.Len() {
		return id
	}
	head := h.HeadOf(h.NS(i))
	if i == head {
		if step, ok := h.Step(i); ok {
			return "@" + strconv.Itoa(step)
		}
		return "head"
	}
	step, ok := h.Step(i)
	if ok {
		for at := h.Parent(head); at >= 0; at = h.Parent(at) {
			if at == i {
				return "@" + strconv.Itoa(step)
			}
			if s, known := h.Step(at); known && s == step {
				break
			}
		}
	}
	if h.Transcript {
		return id
	}
	return h.Short(i)
}

// ShellQuote quotes a word for a POSIX shell (control characters need bash, zsh or ksh).
func ShellQuote(s string) string {
	plain, control := s != "", false
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("_@%+=:,./-", r):
		case r < 0x20 || r == 0x7f:
			plain, control = false, true
		default:
			plain = false
		}
	}
	if plain {
		return s
	}
	if !control && Clean(s) == s {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20 || c >= 0x7f:
			b.WriteString(`\x` + hexByte(c))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('\'')
	return b.String()
}
