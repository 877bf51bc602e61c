package transcript

import (
	"context"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/jsonl"
)

// Brief makes a history row from the step's own records: no state is opened for it.
func (rt *Runtime) Brief(ctx context.Context, h *graph.History, i int) (graph.Brief, error) {
	if err := ctx.Err(); err != nil {
		return graph.Brief{}, err
	}
	b := graph.Brief{Index: i, Kind: graph.StepRan}
	if p := h.Parent(i); p >= 0 && !h.Time(p).IsZero() && h.Time(i).After(h.Time(p)) {
		b.Took = h.Time(i).Sub(h.Time(p))
	}
	before, now, err := rt.Folds.Around(i)
	if err != nil {
		return b, err
	}
	kind := rt.Kind(i)
	if kind != Results {
		if b.Says, err = rt.Says(i); err != nil {
			return b, err
		}
	}
	switch kind {
	case Input:
		b.Kind, b.Nodes = graph.StepInput, []string{"human"}
		b.Quiet = !rt.Asks(i)
	case Answer:
		b.Nodes = []string{"model"}
		b.Quiet = rt.Synthetic(i) && !rt.Fails(i)
		if b.Asks, err = rt.Called(i); err != nil {
			return b, err
		}
		for k := range b.Asks {
			b.Asks[k].Input = shortInput(b.Asks[k].Input, now.CWD)
		}
		if rt.Fails(i) {
			b.Problem, b.ProblemKind = b.Says, "api"
		}
	case Results:
		if b.Results, err = rt.Brought(i); err != nil {
			return b, err
		}
		for k := range b.Results {
			c := &b.Results[k]
			c.Input = shortInput(c.Input, now.CWD)
			b.Nodes = append(b.Nodes, "tool:"+c.Name)
			if c.Error && b.Problem == "" {
				b.Problem, b.ProblemKind = complaint(Preview(c.Result.Raw())), "tool"
			}
		}
	case Compact:
		b.Kind, b.Nodes = graph.StepCompact, []string{"compaction"}
	}
	b.Changes = changes(before, now)
	return b, rt.after(ctx, h, &b)
}

// shortInput names the file that a call is about as seen from the working folder.
func shortInput(in value.Value, cwd string) value.Value {
	if in.Kind() != value.Map || cwd == "" {
		return in
	}
	for _, key := range []string{"file_path", "filePath", "notebook_path"} {
		if path, ok := in.Get(key); ok && path.Kind() == value.String && strings.HasPrefix(path.Str(), cwd) {
			if named, err := value.Set(in, value.Path{{Name: key}}, value.NewString(Short(path.Str(), cwd))); err == nil {
				in = named
			}
		}
	}
	return in
}

// Inner is what stands between <tag> and </tag>, trimmed; "" where that is not there.
func Inner(text, tag string) string {
	_, rest, ok := strings.Cut(text, "<"+tag+">")
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(rest, "</"+tag+">")
	return strings.TrimSpace(rest)
}

// previewBytes is how much of a text a row may hold: one of 70 MB is read where it is opened, not where it is listed.
const previewBytes = 64 << 10

// Preview is what a content says, as TextOf has it, but for what lies behind its first bytes.
func Preview(content []byte) string {
	if len(content) <= previewBytes {
		return TextOf(content)
	}
	var out []string
	left := previewBytes
	for _, b := range Blocks(content) {
		if len(b) > 0 && b[0] != '"' {
			if !isText(b) {
				continue
			}
			b = Spot(b, "text")
		}
		if len(b) < 2 || left <= 0 {
			continue
		}
		b = b[1:min(len(b)-1, left)]
		left -= len(b)
		out = append(out, jsonl.Unquote(b))
	}
	return strings.Join(out, "\n")
}

// changes compares the channels but for the messages.
func changes(before, now *State) []graph.Change {
	from, to := *before, *now
	from.Files, to.Files = relative(before.Files, now.CWD), relative(now.Files, now.CWD)
	list, _ := graph.ChangedChannels(graph.State{Channels: from.channels()}, graph.State{Channels: to.channels()})
	return slices.DeleteFunc(list, func(c graph.Change) bool {
		return c.Channel == "usage" || c.Op == graph.Added && c.Channel != "files" && c.Channel != "todos" // what was so from the start
	})
}

// after says what follows the step: the end of the branch, calls that wait, subagents that a call started.
func (rt *Runtime) after(ctx context.Context, h *graph.History, b *graph.Brief) error {
	leaf := len(h.Children(b.Index)) == 0
	agents := slices.ContainsFunc(h.Kids, func(k graph.Child) bool { return k.Parent == b.Index })
	if !leaf && !agents {
		return nil
	}
	d, err := rt.Due(ctx, h, b.Index)
	if err != nil {
		return err
	}
	b.End = leaf && len(d.Next) == 0
	for _, t := range d.Tasks {
		if leaf && t.Name != "model" || t.NS != "" {
			b.Due = append(b.Due, t)
		}
	}
	return nil
}
