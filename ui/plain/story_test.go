package plain

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"cptui/ui/view"
)

const hostile = "```html\n<script>alert(1)</script><a href='x'>\n```\n</pre></details><script>alert(1)</script><img src=x onerror=alert(2)> ![t](http://evil/x.png) `<b>` **<i>**\n" +
	"# <h1>title</h1>\n```\"><script>\n</script> ``` ~~~~\n```\n<style>*{display:none}</style>\n````\nnever closed <iframe src=javascript:1>"

// everything is a story whose every text is the same one.
func everything(format, text string) string {
	var out bytes.Buffer
	w, flush := NewStoryWriter(&out, format)
	line := view.CleanLine(text) // as a view.Story gives names
	w.Head(StoryHead{Title: line, Facts: []string{line}})
	w.Part(view.StoryPart{Title: line, From: 3, Rows: []int{1}, NS: text}, line)
	c := view.Scene{Who: line, Step: line, ID: line, Time: time.Unix(1e9, 0), Took: time.Second}
	for k := view.SceneText; k <= view.SceneAgent; k++ {
		c.Parts = append(c.Parts, view.ScenePart{Kind: k, Title: line, Lead: line, Text: text, Size: int64(len(text)), NS: text})
	}
	w.Scene(c)
	c.Prompt = true
	w.Scene(c)
	w.End()
	if err := flush(); err != nil {
		panic(err)
	}
	return out.String()
}

// ourTags are all that a page may hold: everything else would come from the data.
var ourTags = regexp.MustCompile(`^(?:/?(?:html|head|body|main|header|title|style|summary|details|div|h[1-5]|p|b|strong|code|pre|span|a)>|!doctype html>|html lang="en">|hr>|meta (?:charset|name|http-equiv)="[^"<>]*"(?: content="[^"<>]*")?>` +
	`|(?:details|div|p|pre|span) class="(?:part|turn|prompt|step|prose|code|meta|thinking|call|result|result bad|change|problem|[ksncfid])"(?: open)?(?: id="[np][0-9]+")?>|a href="#n[0-9]+">)`)

func checkPage(t *testing.T, page string) {
	t.Helper()
	body := page[strings.Index(page, "</style>"):]
	open := map[string]int{}
	for _, part := range strings.Split(body, "<")[1:] {
		if !ourTags.MatchString(part) {
			t.Fatalf("a tag that is not ours: <%.80q", part)
		}
		name := strings.TrimRight(strings.FieldsFunc(part, func(r rune) bool { return r == '>' || r == ' ' })[0], ">")
		if end, ok := strings.CutPrefix(name, "/"); ok {
			open[end]--
		} else {
			open[name]++
		}
	}
	for _, name := range []string{"details", "div", "pre", "code", "summary", "p", "h5"} {
		if open[name] != 0 {
			t.Errorf("%d of <%s> are not closed", open[name], name)
		}
	}
}

func TestHostilePage(t *testing.T) { checkPage(t, everything("html", hostile)) }

func TestCheckPageBites(t *testing.T) {
	for _, bad := range []string{"<script>", "<b onclick=x>", `<a href="http://x">`, "<img>", `<p class="call" style="x">`} {
		if ourTags.MatchString(bad[1:]) {
			t.Errorf("%s passes", bad)
		}
	}
}

// FuzzPage: no text makes a tag, and none breaks out of a fence.
func FuzzPage(f *testing.F) {
	f.Add(hostile)
	f.Add("```` \n ``` \n~~~\n`` ` ``` **a** ** b ** \\` <")
	f.Add("#\n---\n***\n&lt;&#60;script&#62;")
	f.Fuzz(func(t *testing.T, text string) {
		text = view.Clean(text)
		checkPage(t, everything("html", text))
		for _, block := range view.Markdown(fenced(text)) {
			if block.Kind == view.MDCode && block.Text != text {
				t.Fatalf("%q came out of its fence as %q", text, block.Text)
			}
		}
	})
}

// fenced is how Markdown gets a result.
func fenced(text string) string {
	var out bytes.Buffer
	w, flush := NewStoryWriter(&out, "md")
	w.(*mdStory).fold("result", "text", view.ScenePart{Kind: view.SceneResult, Text: text})
	_ = flush()
	return strings.TrimSuffix(out.String(), "\n\n")
}

func TestHostileMarkdown(t *testing.T) {
	md := everything("md", hostile)
	var inQuotes strings.Builder
	for line := range strings.Lines(md) {
		inQuotes.WriteString(strings.TrimPrefix(line, "> "))
	}
	high := 0
	for _, b := range view.Markdown(inQuotes.String()) {
		if b.Kind == view.MDHeading && b.Level < 3 {
			high++
		}
		if b.Kind == view.MDCode || strings.HasPrefix(b.Text, "<details><summary>") && !strings.Contains(b.Text, "<script") || b.Text == "</details>" {
			continue // a line that begins with a tag is not read as Markdown, and its text is escaped
		}
		rest := b.Text
		for _, s := range view.MDSpans(rest) {
			if !s.Code && (strings.Contains(s.Text, "<") || strings.Contains(strings.ReplaceAll(s.Text, `\![`, ""), "![")) {
				t.Errorf("a tag or a picture passes: %q", s.Text)
			}
		}
	}
	if high != 2 {
		t.Errorf("%d headings of the first levels, want the title and the part", high)
	}
}

func TestMarkdownStays(t *testing.T) {
	in := "Some **strong** words, `a < b` and\n- a list\n\n```go\nif a < b {\n```\nend"
	want := "Some **strong** words, `a < b` and\n- a list\n\n\n```go\nif a < b {\n```\nend"
	if got := markdown(in); got != want {
		t.Errorf("%q", got)
	}
}

func TestCast(t *testing.T) {
	var out bytes.Buffer
	c := NewCast(&out, 80, 24, time.Unix(1700000000, 0), `a "title"`)
	c.Write([]byte("one\n"))
	c.Sleep(context.Background(), 1500*time.Millisecond)
	c.Write([]byte("tw\xc3"))
	c.Write([]byte("\xb6\n"))
	c.Sleep(context.Background(), 0)
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	want := `{"version":2,"width":80,"height":24,"timestamp":1700000000,"title":"a \"title\"","env":{"TERM":"xterm-256color"}}` + "\n" +
		`[0.000000,"o","one\r\n"]` + "\n" + `[1.500000,"o","twö\r\n"]` + "\n"
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
	for line := range strings.Lines(out.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
}
