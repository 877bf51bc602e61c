package plain

import (
	"bufio"
	"html"
	"strconv"
	"strings"

	"cptui/ui/view"
)

// htmlStory writes a story as one page that needs nothing else: no script, no font, no picture, no network; what is long is
// folded by the browser itself. All text is escaped, and the page forbids everything that an escape might have missed.
type htmlStory struct {
	w    *bufio.Writer
	turn bool           // a turn is open
	part bool           // a part is open
	n    int            // turns of the part
	ns   map[string]int // numbers of the namespaces, which links lead to

	parts int
	begun map[string]bool // namespaces that have a part
}

func (s *htmlStory) put(parts ...string) {
	for _, p := range parts {
		s.w.WriteString(p)
	}
}

// escape makes text fit for an element or a quoted attribute.
func escape(s string) string { return html.EscapeString(s) }

func (s *htmlStory) Head(h StoryHead) {
	s.ns, s.begun = map[string]int{}, map[string]bool{}
	s.put(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>`, escape(h.Title), "</title>\n<style>\n", storyStyle, "</style>\n</head>\n<body>\n<main>\n<header>\n<h1>", escape(h.Title), "</h1>\n")
	for _, f := range h.Facts {
		s.put("<p>", escape(f), "</p>\n")
	}
	s.put("</header>\n")
}

func (s *htmlStory) Part(p view.StoryPart, from string) {
	s.closePart()
	s.part, s.n = true, 0
	open := ""
	if p.Head {
		open = " open"
	}
	s.put("<details class=\"part\"", open, ` id="`, s.partName(p.NS), "\"><summary><h2>", escape(partTitle(p, from)), "</h2></summary>\n")
}

// anchor is where the story of a namespace begins.
func (s *htmlStory) anchor(ns string) string {
	n, ok := s.ns[ns]
	if !ok {
		n = len(s.ns)
		s.ns[ns] = n
	}
	return "n" + strconv.Itoa(n)
}

// partName names a part: the first of a namespace by its anchor, the others by their number.
func (s *htmlStory) partName(ns string) string {
	if s.parts++; s.begun[ns] {
		return "p" + strconv.Itoa(s.parts)
	}
	s.begun[ns] = true
	return s.anchor(ns)
}

func (s *htmlStory) closeTurn() {
	if s.turn {
		s.put("</details>\n")
		s.turn = false
	}
}

func (s *htmlStory) closePart() {
	s.closeTurn()
	if s.part {
		s.put("</details>\n")
		s.part = false
	}
}

func (s *htmlStory) Scene(c view.Scene) {
	meta := func(parts ...string) string {
		return "<span class=\"meta\">" + escape(joinNonEmpty(" · ", parts...)) + "</span>"
	}
	if c.Prompt {
		s.closeTurn()
		s.n++
		s.turn = true
		s.put("<details class=\"turn\" open><summary><h3>Prompt ", view.Count(s.n), "</h3> ", meta(c.Step, clock(c.Time)), "</summary>\n<div class=\"prompt\">\n")
	} else {
		s.put("<div class=\"step\">\n<h4>", escape(who(c)), "</h4> ", meta(c.Step, took(c.Took)), "\n")
	}
	for _, p := range c.Parts {
		s.scenePart(p)
	}
	s.put("</div>\n")
}

func (s *htmlStory) scenePart(p view.ScenePart) {
	switch p.Kind {
	case view.SceneText:
		s.prose(p.Text)
		if p.Cut {
			s.put("<p class=\"meta\">", escape(sizeWords(p)), "</p>\n")
		}
	case view.SceneThinking:
		s.fold(escape(p.Title), "thinking", p, false)
	case view.SceneCall:
		head := "<b>" + escape(p.Title) + "</b> <code>" + escape(p.Lead) + "</code>"
		if p.Text == "" || strings.TrimSpace(p.Text) == p.Lead {
			s.put("<p class=\"call\">", head, "</p>\n")
			return
		}
		s.fold(head, "call", p, false)
	case view.SceneResult:
		mark, class := "✓", "result"
		if p.Error {
			mark, class = "✗", "result bad"
		}
		head := mark + " <code>" + escape(p.Title) + "</code>"
		if p.Text == "" {
			s.put("<p class=\"", class, "\">", head, " nothing</p>\n")
			return
		}
		s.fold(head, class, p, p.Error || len(p.Text) <= foldBytes && strings.Count(p.Text, "\n") < foldLines)
	case view.SceneChange:
		if p.Text == "" {
			s.put("<p class=\"change\">", escape(p.Lead), "</p>\n")
			return
		}
		s.fold(escape(p.Lead), "change", p, false)
	case view.SceneProblem:
		s.put("<p class=\"problem\">", escape(p.Text), "</p>\n")
	case view.SceneNote:
		s.put("<p class=\"meta\">", escape(p.Title), "</p>\n")
	case view.SceneAgent:
		s.put("<p class=\"call\">→ <a href=\"#", s.anchor(p.NS), "\">", escape(p.Title), "</a></p>\n")
	}
}

// fold writes a text below a line that opens it; head is HTML.
func (s *htmlStory) fold(head, class string, p view.ScenePart, open bool) {
	word := ""
	if open {
		word = " open"
	}
	s.put("<details class=\"", class, "\"", word, "><summary>", head, " <span class=\"meta\">", escape(sizeWords(p)), "</span></summary>\n<pre>", escape(p.Text), "</pre></details>\n")
}

// prose writes Markdown: fenced code, headings, strong words and code in a line; lists and tables keep their shape as text.
func (s *htmlStory) prose(text string) {
	open := false
	for _, b := range view.Markdown(text) {
		if b.Kind != view.MDProse && open {
			s.put("</div>\n")
			open = false
		}
		switch b.Kind {
		case view.MDCode:
			s.put("<pre class=\"code\">")
			s.code(b.Lang, b.Text)
			s.put("</pre>\n")
		case view.MDHeading:
			s.put("<h5>")
			s.words(b.Text)
			s.put("</h5>\n")
		case view.MDRule:
			s.put("<hr>\n")
		default:
			if !open {
				s.put("<div class=\"prose\">")
				open = true
			} else {
				s.put("\n")
			}
			s.words(b.Text)
		}
	}
	if open {
		s.put("</div>\n")
	}
}

// codeClass are the classes of highlighted code.
var codeClass = map[view.Style]string{view.KeyStyle: "k", view.StrStyle: "s", view.NumStyle: "n", view.Dim: "c", view.Strong: "f", view.AddStyle: "i", view.DelStyle: "d"}

// code writes code with its parts marked, plain where its language is not known.
func (s *htmlStory) code(lang, text string) {
	lines := view.Highlight(lang, text)
	if lines == nil {
		s.put(escape(text))
		return
	}
	for i, l := range lines {
		if i > 0 {
			s.put("\n")
		}
		for _, w := range l {
			if class := codeClass[w.Style]; class != "" {
				s.put("<span class=\"", class, "\">", escape(w.Text), "</span>")
			} else {
				s.put(escape(w.Text))
			}
		}
	}
}

func (s *htmlStory) words(line string) {
	for _, w := range view.MDSpans(line) {
		switch {
		case w.Code:
			s.put("<code>", escape(w.Text), "</code>")
		case w.Strong:
			s.put("<strong>", escape(w.Text), "</strong>")
		default:
			s.put(escape(w.Text))
		}
	}
}

func (s *htmlStory) End() {
	s.closePart()
	s.put("</main>\n</body>\n</html>\n")
}

const storyStyle = `:root{--bg:#fff;--fg:#1f2328;--dim:#656d76;--line:#d1d9e0;--soft:#f6f8fa;--you:#0969da;--bad:#cf222e;--ok:#1a7f37}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#9198a1;--line:#30363d;--soft:#161b22;--you:#4493f8;--bad:#f85149;--ok:#3fb950}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;margin:0 0 .5rem;overflow-wrap:anywhere}
h2,h3,h4{display:inline;font-size:1rem;overflow-wrap:anywhere}
h2{font-size:1.2rem}
h3{color:var(--you)}
h5{font-size:1rem;margin:.8rem 0 .2rem}
header p,.meta{color:var(--dim);font-size:.85rem;margin:.1rem 0}
summary{cursor:pointer;padding:.2rem 0}
.part{border-top:1px solid var(--line);margin-top:1rem;padding-top:.5rem}
.turn{margin:1rem 0}
.prompt{border-left:3px solid var(--you);padding:.2rem 0 .2rem .8rem;margin:.4rem 0}
.step{margin:.8rem 0;padding-left:.8rem;border-left:3px solid var(--line)}
.prose,pre{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
.prose{margin:.4rem 0}
pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.6rem;margin:.3rem 0;max-height:40rem;overflow:auto}
pre,code{font:.85rem/1.45 ui-monospace,monospace}
code{background:var(--soft);border-radius:4px;padding:.1rem .25rem;overflow-wrap:anywhere}
.bad>summary,.problem,p.bad{color:var(--bad)}
.problem{white-space:pre-wrap;overflow-wrap:anywhere}
.call,.change,.result{margin:.3rem 0}
a,.k{color:var(--you)}
.s,.i{color:var(--ok)}
.n,.d{color:var(--bad)}
.c{color:var(--dim)}
.f{font-weight:600}
@media print{pre{max-height:none}}
`
