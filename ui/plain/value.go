package plain

import (
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/ui/view"
)

// Find takes a place out of a state; the first step of the path is a channel. A channel that is the program's own
// bookkeeping is not in the state, but may be asked for by its name.
func Find(cp *graph.Checkpoint, s graph.State, p value.Path) (value.Value, bool) {
	if len(p) == 0 || s.Whole.Kind() != value.Invalid {
		return p.In(s.Value())
	}
	if v, ok := s.Get(p[0].Name); ok {
		return p[1:].In(v)
	}
	for _, c := range cp.Channels {
		if c.Name == p[0].Name {
			return p[1:].In(c.Value)
		}
	}
	return value.Value{}, false
}

// ChannelNames are the channels of a state, in stored order.
func ChannelNames(s graph.State) []string {
	names := make([]string, len(s.Channels))
	for i, c := range s.Channels {
		names[i] = c.Name
	}
	return names
}

// Value prints one value: a text as it is but for what a terminal would take for a command, anything else as JSON.
func (t *Text) Value(v value.Value, reveal bool) {
	text := ""
	if v.Kind() == value.String {
		text = v.Str()
	} else {
		text = string(value.AppendJSON(nil, v, value.JSONOptions{Indent: "  ", Reveal: reveal}))
	}
	for _, line := range strings.Split(strings.TrimSuffix(view.Clean(text), "\n"), "\n") {
		t.put(line + "\n")
	}
}
