package view

import (
	"strconv"
	"strings"
	"time"

	"cptui/graph"
)

// resultWidth is where results are cut in lists.
const resultWidth = 60

// ToolLines lists calls, one a line: the step that asked it, the tool with its most telling argument, what came of it, how long it
// took at most. Calls that one answer asked together are tied by a bar.
func ToolLines(h *graph.History, calls []graph.ToolUse, env Env, width int) []Told {
	steps, names := 0, 0
	step := make([]string, len(calls))
	for k, c := range calls {
		at := c.Asked
		if at < 0 {
			at = c.Answered
		}
		step[k] = env.StepName(at)
		steps = max(steps, Width(step[k]))
		names = max(names, min(Width(toolName(c)), 24))
	}
	var out []Told
	for k, c := range calls {
		bar := " "
		if c.Beside > 1 {
			switch first, last := k == 0 || calls[k-1].Asked != c.Asked, k == len(calls)-1 || calls[k+1].Asked != c.Asked; {
			case env.ASCII:
				bar = "|"
			case first:
				bar = "┌"
			case last:
				bar = "└"
			default:
				bar = "│"
			}
		}
		sign, style := env.Glyph(GDone), OkStyle
		switch c.Status() {
		case "error":
			sign, style = env.Glyph(GError), ErrStyle
		case "open":
			sign, style = env.Glyph(GNext), WaitStyle
		}
		line := Line{{" " + Pad(step[k], steps) + " ", NumStyle}, {bar, Dim}, {sign + " ", style}, {Pad(CutMiddle(toolName(c), 24), names) + "  ", KeyStyle}}
		right := Line{}
		if c.Took > 0 {
			right = Line{{env.Glyph(GUpTo) + " " + Took(c.Took), Dim}}
		}
		room := max(width-line.Width()-right.Width()-2, 20)
		text := env.CallArgs(c.Call, room)
		var came Line
		switch {
		case c.Status() == "open":
			came = Line{{"no result", WaitStyle}}
		case c.Error:
			said, _ := resultText(c.Result)
			came = Line{{Cut(env.clean(problemLine(said)), resultWidth), ErrStyle}}
		}
		if came != nil && came.Width() > 0 {
			text = Cut(text, max(room-came.Width()-2, 12))
			line = append(line, Span{text + "  ", Plain})
			line = append(line, came...)
		} else {
			line = append(line, Span{text, Plain})
		}
		if c.NS != "" {
			line = append(line, Span{"  in " + CutMiddle(CleanLine(c.NS), 24), Dim})
		}
		if !c.Current && c.NS == "" {
			line = append(line, Span{"  other branch", Dim})
		}
		at := c.Asked
		if at < 0 {
			at = c.Answered
		}
		out = append(out, Told{Spread(line, right, width), at})
	}
	return out
}

func toolName(c graph.ToolUse) string {
	if c.Name == "" {
		return "?"
	}
	return CleanLine(c.Name)
}

// ToolTotals counts calls: how many of which tool, errors, open ones.
func ToolTotals(calls []graph.ToolUse) string {
	var names []string
	n := map[string]int{}
	bad, open := 0, 0
	for _, c := range calls {
		if n[toolName(c)]++; n[toolName(c)] == 1 {
			names = append(names, toolName(c))
		}
		switch c.Status() {
		case "error":
			bad++
		case "open":
			open++
		}
	}
	var parts []string
	for i, name := range names {
		if i == 8 {
			parts = append(parts, plural(len(names)-i, "other tool"))
			break
		}
		parts = append(parts, CutMiddle(name, 30)+" ×"+strconv.Itoa(n[name]))
	}
	return " " + strings.Join(append([]string{plural(len(calls), "call") + ": " + strings.Join(parts, ", ")}, troubles(bad, open)...), "; ")
}

func troubles(bad, open int) (out []string) {
	if bad > 0 {
		out = append(out, plural(bad, "error"))
	}
	if open > 0 {
		out = append(out, strconv.Itoa(open)+" without a result")
	}
	return out
}

// ToolCounts is that in short.
func ToolCounts(calls []graph.ToolUse) string {
	bad, open := 0, 0
	for _, c := range calls {
		switch c.Status() {
		case "error":
			bad++
		case "open":
			open++
		}
	}
	return strings.Join(append([]string{plural(len(calls), "call")}, troubles(bad, open)...), ", ")
}

// PlanLines lists how a plan changed, step by step, and then the plan as it stands.
func PlanLines(h *graph.History, plan []graph.PlanChange, env Env) []Told {
	var out []Told
	var last time.Time
	for _, c := range plan {
		by := strings.TrimPrefix(c.By, "tool:")
		line := Line{{" " + Pad(env.StepName(c.Index), 5), NumStyle}, {Pad(CutMiddle(env.clean(by), 24), 14) + " ", KeyStyle}, {planDone(c.Items), Strong}}
		if at := h.Time(c.Index); !at.IsZero() {
			if !last.IsZero() && at.After(last) {
				line = append(line, Span{"  +" + Took(at.Sub(last)), Dim})
			}
			last = at
		}
		if c.Channel != "todos" {
			line = append(line, Span{"  " + env.clean(c.Channel), Dim})
		}
		out = append(out, Told{line, c.Index})
		for _, d := range c.Edits {
			t := todo{text: d.Item.Text, status: d.Item.Status}
			text := env.clean(headLine(d.Item.Text, 400))
			switch d.Op {
			case graph.Added:
				out = append(out, Told{Line{{"       + " + t.box() + " ", AddStyle}, {text, Plain}}, c.Index})
			case graph.Removed:
				out = append(out, Told{Line{{"       - " + t.box() + " ", DelStyle}, {text, Dim}}, c.Index})
			default:
				was := todo{status: d.Before}
				out = append(out, Told{Line{{"       ~ " + was.box() + " " + env.Glyph(GArrow) + " " + t.box() + " ", ModStyle}, {text, Plain}}, c.Index})
			}
		}
	}
	if len(plan) == 0 {
		return out
	}
	now := plan[len(plan)-1]
	out = append(out, Told{nil, -1}, Told{Line{{" plan ", Title}, {planDone(now.Items), Strong}, {"  at the end of this branch", Dim}}, now.Index})
	for _, p := range now.Items {
		t := todo{text: p.Text, status: p.Status}
		style := Style(Plain)
		switch {
		case t.done():
			style = Dim
		case t.working():
			style = Strong
		}
		out = append(out, Told{Line{{"   " + t.box() + " ", KeyStyle}, {env.clean(headLine(p.Text, 400)), style}}, now.Index})
	}
	return out
}

func planDone(items []graph.PlanItem) string {
	done := 0
	for _, p := range items {
		if p.Done() {
			done++
		}
	}
	return strconv.Itoa(done) + "/" + strconv.Itoa(len(items))
}

// PlanTotal says how far a plan is, "" without one.
func PlanTotal(plan []graph.PlanChange) string {
	if len(plan) == 0 {
		return ""
	}
	return planDone(plan[len(plan)-1].Items) + " done, " + plural(len(plan), "change")
}
