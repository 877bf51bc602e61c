package view

import (
	"fmt"
	"strconv"
	"strings"

	"cptui/graph/value"
)

// pickle writes what a pickle holds that only running it could make, the way a person would name it: the table with its size and columns,
// the call with its arguments, the instance with its fields. That nothing of it is run is said in a word.
func (s *shorter) pickle(v value.Value, depth int) {
	get := func(name string) (value.Value, bool) { return v.Get(name) }
	if why, ok := get("error"); ok {
		s.WriteString("pickle: " + textOf(why))
		return
	}
	if made, ok := get("new"); ok && made.Kind() == value.String {
		data, hasData := get("data")
		if columns, ok := get("columns"); ok && hasData {
			fmt.Fprintf(s, "%s %s×%d ", className(made.Str()), rowsText(v), columns.Len())
			if columns.Len() > 0 {
				s.items(columns.Entries(), depth)
				s.WriteByte(' ')
			}
			s.WriteString("(pickle)")
			return
		}
		if hasData {
			fmt.Fprintf(s, "%s of %s (pickle) ", className(made.Str()), rowsText(v))
			s.value(data, depth+1)
			return
		}
		s.WriteString(className(made.Str()))
		s.WriteByte('(')
		if state, ok := get("state"); ok && state.Kind() == value.Map {
			s.fields(state.Entries(), "=", depth)
		} else if args, ok := get("args"); ok {
			s.items(args.Entries(), depth)
		}
		s.WriteString(") (pickle)")
		return
	}
	if fn, ok := get("call"); ok {
		if number, ok := get("value"); ok { // a number of numpy's
			s.value(number, depth)
			return
		}
		name := textOf(fn)
		if fn.Kind() != value.String {
			name = "a call"
		}
		s.WriteString(name + "(")
		args, _ := get("args")
		s.items(args.Entries(), depth)
		s.WriteString("), not run")
		return
	}
	for _, name := range []string{"global", "attribute"} {
		if of, ok := get(name); ok {
			s.WriteString(textOf(of) + ", not imported")
			return
		}
	}
	if inner, ok := get("value"); ok {
		s.value(inner, depth)
		s.WriteString(" (pickle)")
		return
	}
	bytes, _ := get("bytes")
	s.WriteString(strings.TrimSpace("pickle " + textOf(bytes) + " bytes"))
}

// pickled names what a pickle is of, "" where that is only its content.
func pickled(v value.Value) string {
	for _, key := range []string{"new", "call", "global", "attribute"} {
		of, ok := v.Get(key)
		if !ok || of.Kind() != value.String {
			continue
		}
		if columns, ok := v.Get("columns"); ok {
			return fmt.Sprintf("%s %s×%d", className(of.Str()), rowsText(v), columns.Len())
		}
		return textOf(of)
	}
	return ""
}

// rowsText is how many rows a table has, by its index: a list of labels, or a range; "?" where that is something else.
func rowsText(table value.Value) string {
	index, _ := table.Get("index")
	if index.Kind() == value.List {
		return strconv.Itoa(index.Len())
	}
	args, _ := index.Get("args")
	start, ok1 := args.At(0).Int64()
	stop, ok2 := args.At(1).Int64()
	step, ok3 := args.At(2).Int64()
	if fn, _ := index.Get("call"); fn.Str() != "builtins.range" || !ok1 || !ok2 || !ok3 || step <= 0 || stop < start {
		return "?"
	}
	return strconv.FormatInt((stop-start+step-1)/step, 10)
}
