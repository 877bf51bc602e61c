package claude

import (
	"fmt"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/transcript"
)

// says takes what a step says: the first words put in, or all words of an answer.
func (u *unit) says(n int32) (string, error) {
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
			return "", err
		}
		if t := heard(r.voice, transcript.Preview(content(body))); t != "" {
			out = append(out, t)
		}
	}
	return strings.Join(out, "\n"), nil
}

// heard is what a person sees of words that the program wraps in tags: a shell line, a command, a notice.
func heard(v voice, text string) string {
	switch v {
	case shell:
		return "!" + transcript.Inner(text, "bash-input")
	case command:
		return strings.TrimSpace(transcript.Inner(text, "command-name") + " " + transcript.Inner(text, "command-args"))
	case notice:
		if s := transcript.Inner(text, "summary"); s != "" {
			return s
		}
	}
	return text
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
	out := graph.Call{ID: u.Text(c.id), Name: u.Text(c.name)}
	b, err := u.block(c)
	in := transcript.Spot(b, "input")
	if in == nil {
		return out, err
	}
	out.Input = value.Stored(value.JSON, slices.Clone(in))
	return out, err
}

// brought lists the results that a step brought, each with its call.
func (u *unit) brought(n int32) ([]graph.Call, error) {
	var list []graph.Call
	for _, i := range u.of(n) {
		for _, r := range u.resultsOf(i) {
			out := graph.Call{ID: u.Text(r.id)}
			var err error
			if c := u.callFor(&r); c != nil {
				if out, err = u.call(c); err != nil {
					return nil, err
				}
			}
			if err := u.settle(&out, &r); err != nil {
				return nil, err
			}
			list = append(list, out)
		}
	}
	return list, nil
}

// settle gives a call its result.
func (u *unit) settle(c *graph.Call, r *result) error {
	body, err := u.body(r.rec)
	if err != nil {
		return err
	}
	id := u.Text(r.id)
	for _, b := range transcript.Blocks(content(body)) {
		if transcript.Word(transcript.Spot(b, "tool_use_id")) != id {
			continue
		}
		if v := transcript.Spot(b, "content"); v != nil {
			c.Result = value.Stored(value.JSON, slices.Clone(v))
		}
	}
	c.Done, c.Error = true, r.err
	return nil
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
		if t := transcript.Word(transcript.Spot(body, "compactMetadata", "trigger")); t != "" {
			out = append(out, t)
		}
		before, after := transcript.Spot(body, "compactMetadata", "preTokens"), transcript.Spot(body, "compactMetadata", "postTokens")
		switch {
		case before != nil && after != nil:
			out = append(out, fmt.Sprintf("%s → %s tokens", before, after))
		case before != nil:
			out = append(out, fmt.Sprintf("%s tokens", before))
		}
		if d := transcript.Word(transcript.Spot(body, "summarizeMetadata", "direction")); d != "" {
			out = append(out, map[string]string{"from": "from here on", "up_to": "up to here"}[d])
		}
	}
	return strings.Join(out, ", "), nil
}
