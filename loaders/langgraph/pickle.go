package langgraph

import (
	"fmt"
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/pickle"
)

// pickle reads a pickled cell as data, without running it. A problem says that it is one and what unpickling it would import, which is
// what a person has to know before anything else opens it.
//
// What can be read is shown like any other value. Two things keep the type "pickle" with their size and imports: a call whose result only
// running it could tell, and plain data all through, which LangGraph would not have pickled (it does so only with what its
// msgpack cannot hold), so that nothing else would say how it is stored. The parts of a whole checkpoint are what they are: the
// row says once how they are stored.
//
// An instance with nothing but fields may be a dataclass or any other class. LangGraph pickles where its msgpack does not do, which does for
// dataclasses: where nothing else in the cell asks for a pickle, it was that class, which then is no dataclass. That holds only where
// the type column says pickle (typ); the earliest versions had no other form.
func (o *opened) pickle(typ string, raw []byte, what string) value.Value {
	p := pickle.Read(raw)
	if typ == "pickle" && len(p.Loose) == 1 && !forcesPickle(p.Value, 0) {
		p = pickle.ReadStrict(raw)
	}
	message := fmt.Sprintf("%s is a pickle (%d bytes), which is never run", what, len(raw))
	head := []value.Entry{value.NamedEntry("bytes", value.NewInt(int64(len(raw))))}
	if len(p.Imports) > 0 {
		list := make([]value.Value, len(p.Imports))
		for i, name := range p.Imports {
			list[i] = value.NewString(name)
		}
		head = append(head, value.NamedEntry("imports", value.NewList(list)))
		message += fmt.Sprintf("; it would import %s", p.Imports[0])
		if n := len(p.Imports) - 1; n > 0 {
			message += fmt.Sprintf(" and %d more", n)
		}
	}
	o.fault("pickle", graph.Info, -1, message)
	switch {
	case p.Err != nil:
		code := "blob-garbage"
		if p.Cut {
			code = "blob-truncated"
		}
		o.fault(code, graph.Error, p.At, fmt.Sprintf("%s: %v", what, p.Err))
		return value.NewObject(pickle.Type, append(head, value.NamedEntry("error", value.NewString(p.Err.Error())), value.NamedEntry("offset", value.NewInt(p.At))))
	case p.Left > 0:
		o.fault("blob-trailing", graph.Warning, int64(len(raw)-p.Left), fmt.Sprintf("%s: %d bytes left over after the value", what, p.Left))
	}
	for _, f := range value.Inspect(p.Value, faultLimit) {
		o.fault(f.Code, severityOf(f.Code), -1, what+": "+f.Message)
	}
	switch {
	case p.Value.Type() == pickle.Type:
		return value.NewObject(pickle.Type, append(head, p.Value.Entries()...))
	case what == wholeCheckpoint && p.Value.Kind() == value.Map:
	case needsNoPickle(p.Value, 0):
		return value.NewObject(pickle.Type, append(head, value.NamedEntry("value", p.Value)))
	}
	return p.Value
}

// forcesPickle tells whether there is something in v that LangGraph's msgpack cannot hold.
func forcesPickle(v value.Value, depth int) bool {
	if depth > value.MaxDepth {
		return true
	}
	switch v.Kind() {
	case value.Int:
		return !needsNoPickle(v, 0)
	case value.Map:
		for _, e := range v.Entries() {
			if k := e.Key.Kind(); k >= value.List {
				return true
			}
		}
	case value.Object:
		switch v.Type() {
		case pickle.Type, "builtins.complex":
			return true
		case value.TypeArray:
			dtype, _ := v.Get("dtype")
			return strings.ContainsAny(dtype.Str(), "MmO")
		}
	case value.List:
	default:
		return false
	}
	for _, e := range v.Entries() {
		if forcesPickle(e.Val, depth+1) {
			return true
		}
	}
	return false
}

// needsNoPickle tells what LangGraph's msgpack holds without any class: text, bytes, numbers of 64 bits, lists and maps.
func needsNoPickle(v value.Value, depth int) bool {
	switch v.Kind() {
	case value.Object:
		return false
	case value.Int:
		_, err1 := strconv.ParseInt(v.Num(), 10, 64)
		_, err2 := strconv.ParseUint(v.Num(), 10, 64)
		return err1 == nil || err2 == nil
	case value.List, value.Map:
		for _, e := range v.Entries() {
			if depth > value.MaxDepth || !needsNoPickle(e.Key, depth+1) || !needsNoPickle(e.Val, depth+1) {
				return false
			}
		}
	}
	return true
}
