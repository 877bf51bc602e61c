package fork

import (
	"context"
	"fmt"

	"cptui/graph"
	"cptui/graph/value"
)

// maxEffects bounds how many steps after the fork point are looked at: the dialog must come up at once.
const maxEffects = 200

// effects lists tool calls that were made after the chosen checkpoint on the way to the head: a fork does not undo them.
func effects(ctx context.Context, h *graph.History, at int) ([]string, error) {
	head := h.HeadOf(h.NS(at))
	if head < 0 {
		return nil, nil
	}
	line := h.Line(head)
	from := 0
	for from < len(line) && line[from] != at {
		from++
	}
	if from == len(line) {
		return nil, nil // the chosen checkpoint is on another branch
	}
	var out []string
	for n, i := range line[from+1:] {
		if n == maxEffects {
			out = append(out, fmt.Sprintf("and whatever %d later steps did", len(line)-from-1-n))
			break
		}
		b, err := h.Brief(ctx, i)
		if err != nil {
			return nil, err
		}
		for _, call := range b.Results {
			out = append(out, callText(call, h, i))
		}
	}
	return out, nil
}

func callText(c graph.Call, h *graph.History, i int) string {
	text := c.Name
	if text == "" {
		text = "a tool"
	}
	for _, name := range []string{"file_path", "filePath", "path", "command", "url", "query", "description"} {
		if v, ok := c.Input.Get(name); ok && v.Kind() == value.String {
			text += " " + clip(v.Str(), 40)
			break
		}
	}
	if step, ok := h.Step(i); ok {
		text += fmt.Sprintf(" @%d", step)
	}
	return text
}

func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
