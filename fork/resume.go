package fork

import (
	"strings"

	"cptui/graph/value"
	"cptui/loaders"
)

// Resume is the code or command with which the program itself goes on: from the head of its thread where id is "", else from
// that checkpoint.
func Resume(info loaders.Info, thread, ns, id string) string {
	switch {
	case info.Transcript:
		return loaders.ResumeCommand(info.Format, thread)
	case strings.HasPrefix(info.Format, "langgraph-js"):
		s := "await graph.invoke(null, {configurable: {thread_id: " + quote(thread)
		if id != "" || ns != "" {
			s += ", checkpoint_ns: " + quote(ns)
		}
		if id != "" {
			s += ", checkpoint_id: " + quote(id)
		}
		return s + "}})"
	case strings.HasPrefix(info.Format, "langgraph"):
		s := `graph.invoke(None, {"configurable": {"thread_id": ` + quote(thread)
		if id != "" || ns != "" {
			s += `, "checkpoint_ns": ` + quote(ns)
		}
		if id != "" {
			s += `, "checkpoint_id": ` + quote(id)
		}
		return s + "}})"
	}
	return ""
}

// quote writes a string that Python and JavaScript both read: JSON's form is a literal in either.
func quote(s string) string { return string(value.AppendString(nil, s)) }
