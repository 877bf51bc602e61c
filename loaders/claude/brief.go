package claude

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/jsonl"
)

// Brief makes a history row from the step's own records: no state is opened for it.
func (rt *runtime) Brief(ctx context.Context, h *graph.History, i int) (graph.Brief, error) {
	if err := ctx.Err(); err != nil {
		return graph.Brief{}, err
	}
	s := rt.s
	u, n := s.at(i)
	b := graph.Brief{Index: i, Kind: graph.StepRan}
	if p := h.Parent(i); p >= 0 && !h.Time(p).IsZero() && h.Time(i).After(h.Time(p)) {
		b.Took = h.Time(i).Sub(h.Time(p))
	}
	var err error
	switch u.steps[n].kind {
	case input:
		b.Kind, b.Nodes = graph.StepInput, []string{"human"}
		b.Quiet = !u.asksModel(n)
		err = s.says(&b, u, n)
	case model:
		b.Nodes = []string{"model"}
		b.Quiet = u.recs[u.steps[n].first].is(synthetic) && !u.fails(n)
		if err = s.says(&b, u, n); err == nil {
			b.Asks, err = u.asks(n)
		}
		if u.fails(n) {
			b.Problem, b.ProblemKind = b.Says, "api"
		}
	case results:
		err = s.results(&b, u, n)
	case compact:
		b.Kind, b.Nodes = graph.StepCompact, []string{"compaction"}
		b.Says, err = u.compaction(n)
	}
	if err != nil {
		return b, err
	}
	if b.Changes, err = s.changes(u, n); err != nil {
		return b, err
	}
	return b, rt.after(ctx, h, &b)
}

// says takes what a step says: the first words put in, or all words of an answer.
func (s *session) says(b *graph.Brief, u *unit, n int32) error {
	answer := u.steps[n].kind == model
	var out []string
	for _, i := range u.of(n) {
		r := &u.recs[i]
		if !r.is(hasText) || answer && r.kind != assistant && r.voice != stopped {
			continue
		}
		if !answer && len(out) > 0 && (u.prompted(n) || r.voice == output) {
			continue // what was injected behind the prompt
		}
		body, err := u.body(i)
		if err != nil {
			return err
		}
		if t := heard(r.voice, preview(content(body))); t != "" {
			out = append(out, t)
		}
	}
	b.Says = strings.Join(out, "\n")
	return nil
}

// heard is what a person sees of words that the program wraps in tags: a shell line, a command, a notice.
func heard(v voice, text string) string {
	switch v {
	case shell:
		return "!" + inner(text, "bash-input")
	case command:
		return strings.TrimSpace(inner(text, "command-name") + " " + inner(text, "command-args"))
	case notice:
		if s := inner(text, "summary"); s != "" {
			return s
		}
	}
	return text
}

// inner is what stands between <tag> and </tag>, trimmed; "" where that is not there.
func inner(text, tag string) string {
	_, rest, ok := strings.Cut(text, "<"+tag+">")
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(rest, "</"+tag+">")
	return strings.TrimSpace(rest)
}

// previewBytes is how much of a text a row may hold: one of 70 MB is read where it is opened, not where it is listed.
const previewBytes = 64 << 10

// preview is what a content says, as textOf has it, but for what lies behind its first bytes.
func preview(content []byte) string {
	if len(content) <= previewBytes {
		return textOf(content)
	}
	var out []string
	left := previewBytes
	for _, b := range blocks(content) {
		if len(b) > 0 && b[0] != '"' {
			if word(spot(b, "type")) != "text" {
				continue
			}
			b = spot(b, "text")
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

// asks lists the calls of an answer.
func (u *unit) asks(n int32) ([]graph.Call, error) {
	var out []graph.Call
	for _, i := range u.of(n) {
		for _, c := range u.callsOf(i) {
			call, err := u.call(&c)
			if err != nil {
				return nil, err
			}
			out = append(out, call)
		}
	}
	return out, nil
}

func (u *unit) call(c *call) (graph.Call, error) {
	out := graph.Call{ID: u.text(c.id), Name: u.text(c.name)}
	b, err := u.block(c)
	in := spot(b, "input")
	if in == nil {
		return out, err
	}
	out.Input = value.Stored(value.JSON, slices.Clone(in))
	if c.path == 0 {
		return out, err
	}
	for _, key := range []string{"file_path", "notebook_path"} {
		if path, ok := out.Input.Get(key); ok {
			if named, err := value.Set(out.Input, value.Path{{Name: key}}, value.NewString(short(path.Str(), u.text(u.recs[c.rec].cwd)))); err == nil {
				out.Input = named
			}
		}
	}
	return out, err
}

// results lists the results that a step brought, each with its call, and the first that failed as the row's problem.
func (s *session) results(b *graph.Brief, u *unit, n int32) error {
	for _, i := range u.of(n) {
		for _, r := range u.resultsOf(i) {
			out := graph.Call{ID: u.text(r.id)}
			var err error
			if c := u.callFor(&r); c != nil {
				if out, err = u.call(c); err != nil {
					return err
				}
			}
			var t graph.Task
			if err := u.settle(&t, &r); err != nil {
				return err
			}
			out.Result, out.Error, out.Done = t.Result, r.err, true
			b.Results = append(b.Results, out)
			b.Nodes = append(b.Nodes, "tool:"+out.Name)
			if r.err && b.Problem == "" {
				b.Problem, b.ProblemKind = complaint(preview(t.Result.Raw())), "tool"
			}
		}
	}
	return nil
}

// complaint is the text of a failed result, without the tags that the program puts around it.
func complaint(text string) string {
	if in := inner(text, "tool_use_error"); in != "" {
		text = in
	}
	if text == "" {
		return "failed without a word"
	}
	return text
}

// compaction says how a conversation was made shorter.
func (u *unit) compaction(n int32) (string, error) {
	var out []string
	for _, i := range u.of(n) {
		if !u.recs[i].is(boundary | summary) {
			continue
		}
		body, err := u.body(i)
		if err != nil {
			return "", err
		}
		if t := word(spot(body, "compactMetadata", "trigger")); t != "" {
			out = append(out, t)
		}
		before, after := spot(body, "compactMetadata", "preTokens"), spot(body, "compactMetadata", "postTokens")
		switch {
		case before != nil && after != nil:
			out = append(out, fmt.Sprintf("%s → %s tokens", before, after))
		case before != nil:
			out = append(out, fmt.Sprintf("%s tokens", before))
		}
		if d := word(spot(body, "summarizeMetadata", "direction")); d != "" {
			out = append(out, map[string]string{"from": "from here on", "up_to": "up to here"}[d])
		}
	}
	return strings.Join(out, ", "), nil
}

// changes compares the channels but for the messages with those before the step.
func (s *session) changes(u *unit, n int32) ([]graph.Change, error) {
	before, now, err := s.around(u, n)
	if err != nil {
		return nil, err
	}
	from, to := *before, *now
	from.files, to.files = relative(before.files, now.cwd), relative(now.files, now.cwd)
	list, _ := graph.ChangedChannels(graph.State{Channels: from.channels()}, graph.State{Channels: to.channels()})
	return slices.DeleteFunc(list, func(c graph.Change) bool {
		return c.Channel == "usage" || c.Op == graph.Added && c.Channel != "files" && c.Channel != "todos" // what was so from the start
	}), nil
}

// relative names files as seen from the working folder, as a narrow row has room for.
func relative(files []fileState, cwd string) []fileState {
	out := slices.Clone(files)
	for i := range out {
		out[i].path = short(out[i].path, cwd)
	}
	return out
}

func short(path, cwd string) string {
	if rest, ok := strings.CutPrefix(path, cwd+"/"); ok && cwd != "" && rest != "" {
		return rest
	}
	return path
}

// after says what follows the step: the end of the branch, calls that wait, subagents that a call started.
func (rt *runtime) after(ctx context.Context, h *graph.History, b *graph.Brief) error {
	leaf := len(h.Children(b.Index)) == 0
	agents := slices.ContainsFunc(rt.s.kids, func(k graph.Child) bool { return k.Parent == b.Index })
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
