package fork

import (
	"bytes"
	"fmt"

	"cptui/graph/value"
)

// EditFile renders a state (typed JSON of one object, channel by channel) for $EDITOR: indented, so that a person can read it.
// Types are in the text ("$type"); what is left alone keeps its bytes, since ReadEdits only reports what differs.
func EditFile(state []byte) []byte {
	v, err := value.ParseJSON(state)
	if err != nil {
		return state
	}
	return append(value.AppendJSON(nil, v, value.JSONOptions{Indent: "  "}), '\n')
}

// ReadEdits compares the edited text with the original and gives the edits that lead from one to the other. An edit that is
// no JSON is an error that names the line; nothing is lost, the caller shows the text again.
func ReadEdits(before, after []byte) ([]Edit, error) {
	a, err := value.ParseJSON(before)
	if err != nil {
		return nil, fmt.Errorf("read the state before the edit: %w", err)
	}
	b, err := value.ParseJSON(after)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", 1+bytes.Count(after[:min(errorOffset(err), len(after))], []byte("\n")), err)
	}
	if b.Kind() != value.Map {
		return nil, fmt.Errorf("line 1: the state is one JSON object, a key for each channel")
	}
	var edits []Edit
	collect(nil, a, b, &edits)
	return edits, nil
}

// errorOffset finds where a parse error lies, for errors that know.
func errorOffset(err error) int {
	if o, ok := err.(interface{ Offset() int64 }); ok {
		return int(o.Offset())
	}
	return 0
}

// collect adds the edits that turn a into b at path p, as small as the structure allows.
func collect(p value.Path, a, b value.Value, out *[]Edit) {
	if value.Equal(a, b) {
		return
	}
	at := func(s value.Step) value.Path { return append(append(value.Path{}, p...), s) }
	switch {
	case a.Kind() == value.Map && b.Kind() == value.Map && sameType(a, b):
		for _, e := range a.Entries() {
			if _, still := b.Get(e.Name()); !still {
				*out = append(*out, Edit{Op: Delete, Path: at(value.Step{Name: e.Name()})})
			}
		}
		for _, e := range b.Entries() {
			step := value.Step{Name: e.Name()}
			if old, had := a.Get(e.Name()); had {
				collect(at(step), old, e.Val, out)
			} else {
				*out = append(*out, Edit{Op: Set, Path: at(step), Value: e.Val})
			}
		}
	case a.Kind() == value.List && b.Kind() == value.List:
		collectList(p, a.Entries(), b.Entries(), out)
	default:
		*out = append(*out, Edit{Op: Set, Path: p, Value: b})
	}
}

// sameType holds when two JSON objects stand for the same kind of thing, so that their fields may be compared one by one.
func sameType(a, b value.Value) bool {
	ta, hasA := a.Get("$type")
	tb, hasB := b.Get("$type")
	return hasA == hasB && (!hasA || value.Equal(ta, tb))
}

// collectList keeps what the two lists share at their ends: items changed in place, removed from or added to the end or the
// middle. Only a mixed change in the middle replaces items.
func collectList(p value.Path, a, b []value.Entry, out *[]Edit) {
	at := func(i int) value.Path { return append(append(value.Path{}, p...), value.Step{Index: i, IsIndex: true}) }
	if len(a) == len(b) {
		for i := range a {
			collect(at(i), a[i].Val, b[i].Val, out)
		}
		return
	}
	head := 0
	for head < len(a) && head < len(b) && value.Equal(a[head].Val, b[head].Val) {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && value.Equal(a[len(a)-1-tail].Val, b[len(b)-1-tail].Val) {
		tail++
	}
	gone, come := a[head:len(a)-tail], b[head:len(b)-tail]
	switch {
	case len(come) == 0:
		for i := len(gone) - 1; i >= 0; i-- {
			*out = append(*out, Edit{Op: Delete, Path: at(head + i)})
		}
	case tail == 0:
		shared := min(len(gone), len(come))
		for i := range shared {
			collect(at(head+i), gone[i].Val, come[i].Val, out)
		}
		for i := len(gone) - 1; i >= shared; i-- {
			*out = append(*out, Edit{Op: Delete, Path: at(head + i)})
		}
		for _, e := range come[shared:] {
			*out = append(*out, Edit{Op: Append, Path: p, Value: e.Val})
		}
	default:
		items := make([]value.Value, len(b))
		for i, e := range b {
			items[i] = e.Val
		}
		*out = append(*out, Edit{Op: Set, Path: p, Value: value.NewList(items)})
	}
}
