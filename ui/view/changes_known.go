package view

import (
	"cptui/graph"
	"cptui/graph/value"
)

// unreadableState reports whether a checkpoint's state could not be read: nothing may be said of what it holds or lacks.
func unreadableState(cp *graph.Checkpoint, s graph.State) bool {
	if s.Whole.Kind() == value.Object && typeOf(s.Whole) == unreadable && s.Whole.Type() != "undefined" {
		return true
	}
	if cp == nil {
		return false
	}
	if cp.Body.Kind() == value.Object && typeOf(cp.Body) == unreadable {
		return true
	}
	for _, p := range cp.Problems {
		if (p.Code == "blob-garbage" || p.Code == "blob-truncated") && cp.Body.Kind() != value.Invalid {
			return true
		}
	}
	return false
}

// changesUnknown says why a moment cannot be compared with its parent; "" where it can.
func changesUnknown(m *graph.Moment) string {
	switch {
	case unreadableState(m.Checkpoint, m.State):
		return "not known: the state of this row cannot be read"
	case m.Parent != nil && unreadableState(m.Parent, m.Before):
		return "not known: the state of the parent cannot be read"
	}
	return ""
}
