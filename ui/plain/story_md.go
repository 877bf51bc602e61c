package plain

import (
	"bufio"
	"strings"

	"cptui/ui/view"
)

// mdStory writes a story as Markdown. What people and models wrote stays Markdown, with its headings below ours and without the
// tags and pictures that a reader's program would load; all else stands in fences longer than any in it.
type mdStory struct {
	w    *bufio.Writer
	turn int
}

func (s *mdStory) put(parts ...string) {
	for _, p := range parts {
		s.w.WriteString(p) // a bufio.Writer keeps its first error for Flush
	}
}

func (s *mdStory) Head(h StoryHead) {
	s.put("# ", view.MDText(h.Title), "\n\n")
	for _, f := range h.Facts {
		s.put("- ", view.MDText(f), "\n")
	}
	s.put("\n")
}

func (s *mdStory) Part(p view.StoryPart, from string) {
	s.put("## ", view.MDText(partTitle(p, from)), "\n\n")
	s.turn = 0
}

func (s *mdStory) Scene(c view.Scene) {
	title := view.MDText(joinNonEmpty(" · ", who(c), c.Step, took(c.Took)))
	if c.Prompt {
		s.turn++
		title = view.MDText(joinNonEmpty(" · ", "Prompt "+view.Count(s.turn), c.Step, clock(c.Time)))
		s.put("### ", title, "\n\n")
	} else {
		s.put("#### ", title, "\n\n")
	}
	for i, p := range c.Parts {
		s.part(p, c.Prompt)
		if p.Kind == view.SceneChange && p.Text == "" && (i+1 == len(c.Parts) || c.Parts[i+1].Kind != view.SceneChange) {
			s.put("\n") // the list of changes ends
		}
	}
}

// foldFrom is from how many lines or bytes on a result is folded.
const (
	foldLines = 12
	foldBytes = 1500
)

func (s *mdStory) part(p view.ScenePart, prompt bool) {
	switch p.Kind {
	case view.SceneText:
		text := markdown(p.Text)
		if prompt {
			text = "> " + strings.ReplaceAll(text, "\n", "\n> ")
		}
		s.put(text, "\n\n")
		if p.Cut {
			s.put("*", sizeWords(p), "*\n\n")
		}
	case view.SceneThinking:
		s.fold(p.Title, "text", p)
	case view.SceneCall:
		s.put("**→ ", view.MDText(p.Title), "**", code(p.Lead), "\n\n")
		if p.Text != "" && strings.TrimSpace(p.Text) != p.Lead {
			s.fold("arguments", "json", p)
		}
	case view.SceneResult:
		mark := "✓ "
		if p.Error {
			mark = "✗ "
		}
		s.put(mark, "result of", code(p.Title))
		if p.Text == "" {
			s.put(": nothing\n\n")
			return
		}
		s.put("\n\n")
		s.fold("result", "text", p)
	case view.SceneChange:
		s.put("- ", view.MDText(p.Lead), "\n")
		if p.Text != "" {
			s.put("\n")
			s.fold(p.Title, "json", p)
		}
	case view.SceneProblem:
		s.put("> **!** ", strings.ReplaceAll(view.MDText(p.Text), "\n", "  \n> "), "\n\n")
	case view.SceneNote:
		s.put("*", view.MDText(p.Title), "*\n\n")
	case view.SceneAgent:
		s.put("→ ", view.MDText(p.Title), ", told below\n\n")
	}
}

// code is text between backticks, with a blank before it; nothing where it is empty.
func code(s string) string {
	if s == "" {
		return ""
	}
	ticks := "`"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return " " + ticks + s + ticks
}

// fold writes a text in a fence, behind a line that opens it where it is long.
func (s *mdStory) fold(what, kind string, p view.ScenePart) {
	long := p.Cut || len(p.Text) > foldBytes || strings.Count(p.Text, "\n") >= foldLines || p.Kind == view.SceneThinking
	if long {
		s.put("<details><summary>", escape(joinNonEmpty(" · ", what, sizeWords(p))), "</summary>\n\n")
	}
	fence := "```"
	for strings.Contains(p.Text, fence) {
		fence += "`"
	}
	s.put(fence, kind, "\n", p.Text, "\n", fence, "\n\n")
	if long {
		s.put("</details>\n\n")
	}
}

func (s *mdStory) End() {}

// markdown makes a text's own Markdown safe within ours: headings go below ours, an open fence is closed, tags and pictures are
// told as text.
func markdown(text string) string {
	var b strings.Builder
	for i, k := range view.Markdown(text) {
		if i > 0 {
			b.WriteByte('\n')
		}
		switch k.Kind {
		case view.MDCode:
			fence := "```"
			for strings.Contains(k.Text, fence) {
				fence += "`"
			}
			b.WriteString("\n" + fence + codeName(k.Lang) + "\n" + k.Text + "\n" + fence)
		case view.MDHeading:
			b.WriteString("##### " + tame(k.Text))
		default:
			b.WriteString(tame(k.Text))
		}
	}
	return b.String()
}

// codeName is a language as it may stand behind a fence.
func codeName(lang string) string {
	for _, r := range lang {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+-#._", r)) {
			return ""
		}
	}
	return lang
}

// tame takes the power of tags, links that load and pictures out of a line; code in it stays as it is.
func tame(line string) string {
	var b strings.Builder
	for _, s := range view.MDSpans(line) {
		switch {
		case s.Code:
			b.WriteString(strings.TrimPrefix(code(s.Text), " "))
		case s.Strong:
			b.WriteString("**" + tamer.Replace(s.Text) + "**")
		default:
			b.WriteString(tamer.Replace(s.Text))
		}
	}
	return b.String()
}

var tamer = strings.NewReplacer("<", "&lt;", "![", `\![`)
