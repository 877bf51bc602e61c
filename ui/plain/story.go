package plain

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"cptui/loaders"
	"cptui/ui/view"
)

// StoryHead is what stands at the top of a story: a title and facts, clean and without secrets.
type StoryHead struct {
	Title string
	Facts []string
}

// StoryWriter writes a story in one form, step after step, so that memory does not grow with the session.
type StoryWriter interface {
	Head(StoryHead)
	Part(p view.StoryPart, from string)
	Scene(c view.Scene)
	End()
}

// NewStoryWriter writes Markdown ("md") or one page of HTML ("html") to w; flush ends it with the first error.
func NewStoryWriter(w io.Writer, format string) (out StoryWriter, flush func() error) {
	b := bufio.NewWriterSize(w, 64<<10)
	if format == "html" {
		return &htmlStory{w: b}, b.Flush
	}
	return &mdStory{w: b}, b.Flush
}

// WriteStory tells a thread. Want picks steps; nil: all.
func WriteStory(ctx context.Context, out StoryWriter, s *view.Story, head StoryHead, want func(i int) bool) error {
	out.Head(head)
	for _, p := range s.Parts(want) {
		from := ""
		if p.From >= 0 {
			from = s.Env.StepName(p.From)
		}
		out.Part(p, from)
		for _, i := range p.Rows {
			c, err := s.Scene(ctx, i)
			if err != nil {
				return err
			}
			if !c.Quiet {
				out.Scene(c)
			}
		}
	}
	out.End()
	return nil
}

// HeadOf are the title and the facts of a thread.
func HeadOf(info loaders.Info, f *loaders.ThreadFacts, file string) StoryHead {
	h := StoryHead{Title: masked(f.Title)}
	if h.Title == "" && len(f.Prompts) > 0 {
		line, _, _ := strings.Cut(strings.TrimSpace(f.Prompts[0]), "\n")
		h.Title = view.CleanCut(masked(line), 80)
	}
	if h.Title == "" {
		h.Title = masked(f.ID)
	}
	add := func(parts ...string) {
		if s := joinNonEmpty(" · ", parts...); s != "" {
			h.Facts = append(h.Facts, masked(s))
		}
	}
	what := "thread "
	if info.Transcript {
		what = "session "
	}
	add(what+f.ID, joinNonEmpty(" ", info.Format, info.Producer), file)
	span := ""
	if !f.First.IsZero() && !f.Last.IsZero() {
		span = f.First.UTC().Format("2006-01-02 15:04:05") + " to " + f.Last.UTC().Format("2006-01-02 15:04:05") + " UTC"
	}
	branches, agents := "", ""
	if f.Branches > 1 {
		branches = plural(f.Branches, "branch")
	}
	if f.Subagents > 0 {
		agents = plural(f.Subagents, "subagent")
	}
	add(span, plural(f.Checkpoints, "step"), branches, agents)
	add(prefixed("status ", f.Status), prefixed("models ", strings.Join(f.Models, ", ")), usageText(f.Usage))
	return h
}

// sizeWords is how large a text is, and how much of it is shown.
func sizeWords(p view.ScenePart) string {
	if p.Cut {
		return fmt.Sprintf("the first %s of %s", view.Size(int64(len(p.Text))), view.Size(p.Size))
	}
	if n := strings.Count(p.Text, "\n") + 1; n > 1 {
		return fmt.Sprintf("%s, %s", plural(n, "line"), view.Size(p.Size))
	}
	return view.Size(p.Size)
}

// took is how long a step took, where that says something.
func took(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return view.Took(d)
}

// who is a step's own words: what made it.
func who(c view.Scene) string {
	switch {
	case c.Prompt:
		return "You"
	case c.Who == "":
		return "step"
	}
	return c.Who
}

// clock is when a turn began.
func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05")
}

// partTitle heads a branch; what it parts from is said.
func partTitle(p view.StoryPart, from string) string {
	t := p.Title
	if t != "" {
		t = strings.ToUpper(t[:1]) + t[1:]
	}
	switch {
	case from != "":
		t += ", parted from " + from
	case p.Head:
		return t
	}
	return t + fmt.Sprintf(" (%s)", plural(len(p.Rows), "step"))
}
