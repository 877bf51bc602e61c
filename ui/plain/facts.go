package plain

import (
	"fmt"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/loaders"
	"cptui/ui/view"
)

// Info prints what `info` says: the source in one line, then each thread as a block of named facts.
func (t *Text) Info(info loaders.Info, store *loaders.StoreSummary, threads []*loaders.ThreadFacts, now time.Time) {
	about := []string{info.Format}
	if info.Producer != "" {
		about = append(about, info.Producer)
	}
	if info.Detail != "" {
		about = append(about, info.Detail)
	}
	if info.Records >= 0 {
		about = append(about, plural(int(info.Records), "record"))
	}
	about = append(about, view.Size(info.Bytes), plural(len(threads), "thread"))
	t.Line(view.Line{{Text: view.CleanLine(info.Path), Style: view.Title}, {Text: "  " + view.CleanLine(strings.Join(about, " · ")), Style: view.Dim}})
	for _, f := range threads {
		t.put("\n")
		t.threadFacts(f, now)
	}
	problems := info.Problems
	for _, f := range threads {
		problems = append(problems[:len(problems):len(problems)], f.Problems...)
	}
	if len(problems) > 0 {
		t.put("\n")
		t.Problems(problems)
	}
	if len(threads) == 0 {
		t.put("\n")
		t.Line(view.Line{{Text: noThread(store), Style: view.Dim}})
	}
	if store != nil {
		t.put("\n")
		t.fact("store", view.StoreSays(*store)+": cptui store "+view.ShellQuote(info.Path))
	}
}

// noThread is what is said in place of a list of threads.
func noThread(store *loaders.StoreSummary) string {
	if store != nil {
		return "no thread is stored here, only a long-term memory (LangGraph Store)"
	}
	return "no thread is stored here yet"
}

func (t *Text) threadFacts(f *loaders.ThreadFacts, now time.Time) {
	head := view.Line{{Text: view.CleanLine(quoteBounds(f.ID)), Style: view.Strong}}
	if f.Title != "" {
		head = append(head, view.Span{Text: "  " + masked(f.Title)})
	}
	t.Line(head)
	status := view.StateName(f.Status) // the word of ls and of the screens; how old it is, is told by "last"
	if f.Unsure {
		status = "what is due is not known"
	}
	t.fact("status", joinNonEmpty(", ", status, prefixed("phase ", f.Phase), prefixed("last ", view.Age(f.Last, now))))
	spaces := ""
	if n := len(f.Namespaces); n > 1 {
		spaces = plural(n, "namespace")
	}
	agents := ""
	if f.Subagents > 0 {
		agents = plural(f.Subagents, "subagent")
	}
	t.fact("history", joinNonEmpty(" · ", plural(f.Checkpoints, "checkpoint"), plural(f.Branches, "branch"), spaces, agents))
	for _, h := range f.Head {
		if h.NS == "" {
			t.fact("head", h.ID)
		}
	}
	t.fact("first", f.FirstTS)
	t.fact("last", f.LastTS)
	t.fact("task", f.CurrentTask)
	if f.PlanAll > 0 {
		t.fact("plan", planProgress(f))
		for _, d := range f.Todos {
			t.item(todoBox(d.Status) + " " + d.Content)
		}
	}
	if len(f.Prompts) > 0 {
		t.fact("prompts", fmt.Sprint(len(f.Prompts)))
		for _, p := range f.Prompts {
			t.item(p)
		}
	}
	if len(f.Tools) > 0 {
		var b []string
		for _, c := range f.Tools {
			s := fmt.Sprintf("%s ×%d", c.Name, c.Calls)
			if c.Errors > 0 {
				s += fmt.Sprintf(" (%s)", plural(c.Errors, "error"))
			}
			b = append(b, s)
		}
		t.fact("tools", strings.Join(b, ", "))
	}
	t.fact("tokens", usageText(f.Usage))
	t.fact("agents", usageText(f.UsageAgents))
	t.fact("models", strings.Join(f.Models, ", "))
	if len(f.Files) > 0 {
		t.fact("files", fmt.Sprint(len(f.Files)))
		for _, p := range f.Files {
			t.item(p)
		}
	}
}

// masked is a text of the source on one line, without its secrets.
func masked(s string) string {
	s, _ = secret.Mask(s)
	return view.CleanLine(s)
}

// fact prints one named fact, cut to the width; nothing where it is empty.
func (t *Text) fact(name, text string) {
	if text == "" {
		return
	}
	text, _ = secret.Mask(t.own(text))
	t.Line(view.Line{{Text: "  " + view.Pad(name, 9), Style: view.Dim}, {Text: view.CleanCut(text, max(t.Width-11, 10))}})
}

func (t *Text) item(text string) {
	text, _ = secret.Mask(text)
	t.Line(view.Line{{Text: strings.Repeat(" ", 11)}, {Text: view.CleanCut(text, max(t.Width-11, 10))}})
}

// Problems lists faults, one a line: severity, code, place, words.
func (t *Text) Problems(list []graph.Problem) {
	for _, p := range list {
		style := view.Dim
		switch p.Severity {
		case "error":
			style = view.ErrStyle
		case "warning":
			style = view.WaitStyle
		}
		place := joinNonEmpty(" ", prefixed("thread ", p.Thread), prefixed("at ", p.Checkpoint), p.File)
		if p.Line > 0 {
			place = joinNonEmpty(" ", place, fmt.Sprintf("line %d", p.Line))
		}
		t.Line(view.Line{{Text: fmt.Sprintf("%-8s", p.Severity), Style: style}, {Text: view.CleanLine(p.Code) + "  ", Style: view.Strong},
			{Text: masked(joinNonEmpty("  ", place, p.Message))}})
	}
}

func usageText(u loaders.Usage) string {
	if u == (loaders.Usage{}) {
		return ""
	}
	return fmt.Sprintf("%s in · %s out · %s read from cache · %s written to it",
		view.Count(int(u.Input)), view.Count(int(u.Output)), view.Count(int(u.CacheRead)), view.Count(int(u.CacheCreation)))
}

func todoBox(status string) string {
	switch status {
	case "completed", "done":
		return "[x]"
	case "in_progress", "in-progress":
		return "[>]"
	}
	return "[ ]"
}
