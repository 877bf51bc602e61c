package view

import (
	"strings"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/graph/value"
)

// reportWidth is the width at which a report's facts are laid out.
const reportWidth = 100

// Report is a step as Markdown, for people: what ran, why, what changed, the new messages. Secrets that are found are
// masked, whatever is revealed on screen.
func Report(m *graph.Moment, facts StepFacts, env Env) string {
	env.Reveal, env.ASCII = false, false
	var b strings.Builder
	title := m.Thread
	if m.NS != "" {
		title += " › " + m.NS
	}
	b.WriteString("# " + MDText(env.clean(title)+" "+env.StepName(m.Index)) + "\n\n")
	b.WriteString("checkpoint `" + mdCode(env.clean(m.ID)) + "`")
	if m.TS != "" {
		b.WriteString(", written " + MDText(env.clean(m.TS)))
	}
	b.WriteString("\n\n")
	mdBlock(&b, "sh", env.clean(ShowCommand(m, nil, env)))
	mdPane(&b, "Step", NewStep(m, facts, env))
	if len(m.Changes) > 0 {
		mdPane(&b, "Changes", NewChanges(m, env))
	}
	if fresh := freshMessages(m); len(fresh) > 0 {
		b.WriteString("## New messages\n\n")
		for _, msg := range fresh {
			mdMessage(&b, msg, env)
		}
	}
	return b.String()
}

// mdPane writes the rows of a pane as a block of text.
func mdPane(b *strings.Builder, title string, p Pane) {
	if w, ok := p.(Wrapper); ok {
		w.Wrap(reportWidth)
	}
	var text strings.Builder
	for i := 0; i < p.Len() && i < 200; i++ {
		text.WriteString(strings.TrimRight(p.Row(i, reportWidth).Text(), " ") + "\n")
	}
	b.WriteString("## " + title + "\n\n")
	mdBlock(b, "text", strings.TrimRight(text.String(), "\n"))
}

// freshMessages are the messages that this step added.
func freshMessages(m *graph.Moment) []graph.Message {
	var out []graph.Message
	for _, c := range m.Changes {
		if c.After.Kind() != value.List || !holdsMessages(c.After) {
			continue
		}
		t := &talk{m: m, channel: c.Channel}
		t.read(c.After)
		for i, msg := range t.msgs {
			if t.isMsg[i] && (t.fresh[i] || c.Op == graph.Added) {
				out = append(out, msg)
			}
		}
	}
	if len(out) > 50 {
		out = out[len(out)-50:]
	}
	return out
}

// reportText bounds the text of one message in a report.
const reportText = 8000

func mdMessage(b *strings.Builder, m graph.Message, env Env) {
	who := roleWord(m.Role)
	if m.Name != "" {
		who += " " + m.Name
	}
	if m.Error {
		who += " (error)"
	}
	b.WriteString("**" + MDText(env.clean(who)) + "**\n\n")
	text := m.Text
	cut := ""
	if len(text) > reportText {
		cut = "\n… " + byteCount(int64(len(text))) + " in all"
		text = atRune(text, reportText)
	}
	if text != "" {
		text, _ = secret.Mask(text)
		mdBlock(b, "text", Clean(text)+cut)
	}
	for _, c := range m.Calls {
		input, _ := secret.Mask(string(value.AppendJSON(nil, c.Input, value.JSONOptions{})))
		if len(input) > reportText {
			input = atRune(input, reportText) + "…"
		}
		b.WriteString("asks `" + mdCode(env.clean(c.Name)) + "`\n\n")
		mdBlock(b, "json", Clean(input))
	}
}

// mdBlock writes a fenced block with a fence longer than any in the text.
func mdBlock(b *strings.Builder, kind, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	b.WriteString(fence + kind + "\n" + text + "\n" + fence + "\n\n")
}

var mdEscaper = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "#", `\#`, "|", `\|`, "~", `\~`)

// MDText escapes what Markdown would read as its own.
func MDText(s string) string { return mdEscaper.Replace(s) }

// mdCode is text between backticks.
func mdCode(s string) string { return strings.ReplaceAll(s, "`", "'") }
