package pickle

import (
	"slices"
	"strings"
	"unicode"

	"cptui/graph/value"
)

// instance shows an object of a class: its fields, where the pickle sets them one by one (a dataclass, a pydantic model, any class without
// manners of its own), its arguments, where the class is called (an Enum, an exception). False where only the class's own code
// could tell what becomes of it.
func (s *shower) instance(n *node, depth int) (value.Value, bool) {
	c := n.call
	class := value.ClassName(c.fn.name())
	if !classLike(class) || c.args.kind != tuple || len(c.states) > 1 {
		return value.Value{}, false
	}
	if s.strict && loose(c, class) {
		return value.Value{}, false
	}
	fields, ok := s.fields(n, class, depth)
	if !ok {
		return value.Value{}, false
	}
	if loose(c, class) && !slices.Contains(s.loose, class) && len(s.loose) < importLimit {
		s.loose = append(s.loose, class)
	}
	var list []value.Entry
	switch args := c.args.items; {
	case c.kwargs != nil && (c.kwargs.kind != dict || len(c.kwargs.pairs) > 0):
		return value.Value{}, false
	case len(n.items) > 0 && len(n.pairs) > 0, len(args) > 0 && len(n.items)+len(n.pairs) > 0:
		return value.Value{}, false
	case len(n.items) > 0: // a subclass of list
		list = append(list, named("$value", value.NewList(s.children(n, n.items, depth))))
	case len(n.pairs) > 0: // of dict
		var pairs []value.Value
		for _, e := range s.entries(n, n.pairs, depth) {
			pairs = append(pairs, value.NewList([]value.Value{e.Key, e.Val}))
		}
		list = append(list, named("$items", value.NewList(pairs)))
	case len(args) == 1:
		list = append(list, value.OneArgument(class, s.child(n, args[0], depth))...)
	case len(args) > 1:
		list = append(list, value.Positional(class, value.NewList(s.children(n, args, depth)))...)
	}
	return value.NewObject(class, append(list, fields...)), true
}

// loose tells instances of which the pickle does not show whether their class is a dataclass, whose fields are all there is to it, or any
// class with a life of its own: both are an empty instance and a dict of what is set in it.
func loose(c *callOf, class string) bool {
	if !c.isNew || len(c.args.items) > 0 || len(c.states) != 1 || value.IsSecret(class) || strings.HasPrefix(class, "langgraph.") || strings.HasPrefix(class, "langchain") {
		return false
	}
	state := c.states[0]
	return (state.kind == dict || state.kind == tuple) && state.get("__fields_set__") == nil && state.get("__pydantic_fields_set__") == nil
}

// fields reads what is set after an instance is made. False where the state has no names for what it holds.
func (s *shower) fields(n *node, class string, depth int) ([]value.Entry, bool) {
	if len(n.call.states) == 0 {
		return nil, true
	}
	state := n.call.states[0]
	switch {
	case state.kind == none:
		return nil, true
	case state.kind == tuple && len(state.items) == 2 && dictOrNone(state.items[0]) && dictOrNone(state.items[1]):
		return s.named(n, class, append(state.items[0].pairs[:len(state.items[0].pairs):len(state.items[0].pairs)], state.items[1].pairs...), depth)
	case state.kind == list || state.kind == tuple: // a frozen dataclass with slots: values in the order of the fields
		names := slotted[class]
		if len(names) != len(state.items) {
			return nil, false
		}
		var out []value.Entry
		for i, name := range names {
			out = append(out, named(name, s.child(n, state.items[i], depth)))
		}
		return out, true
	case state.kind != dict:
		return nil, false
	}
	if all := state.get("__dict__"); all != nil && all.kind == dict && (state.get("__fields_set__") != nil || state.get("__pydantic_fields_set__") != nil) {
		pairs := all.pairs
		if extra := state.get("__pydantic_extra__"); extra != nil && extra.kind == dict {
			pairs = append(pairs[:len(pairs):len(pairs)], extra.pairs...)
		}
		return s.named(n, class, pairs, depth)
	}
	if secret := state.get("_secret_value"); secret != nil && value.IsSecret(class) {
		return []value.Entry{named("$value", s.child(n, secret, depth))}, true
	}
	return s.named(n, class, state.pairs, depth)
}

// slotted are the fields of LangGraph's own frozen dataclasses, whose pickles hold no names.
var slotted = map[string][]string{
	"langgraph.types.Command": {"graph", "update", "resume", "goto"},
}

func dictOrNone(n *node) bool { return n.kind == dict || n.kind == none }

// named reads fields; what an Interrupt or a Send does not have is left out, as the other codecs leave it out.
func (s *shower) named(n *node, class string, pairs []*node, depth int) ([]value.Entry, bool) {
	out := make([]value.Entry, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		key, val := pairs[i], pairs[i+1]
		if key.kind != str || strings.HasPrefix(key.text, "$") {
			return nil, false
		}
		if val.kind == none && (class == value.TypeInterrupt && key.text != "value" || class == value.TypeSend && key.text == "timeout") {
			continue
		}
		out = append(out, named(key.text, s.child(n, val, depth)))
	}
	return out, true
}

// foreign are modules of the standard library whose callables do things; a call of one is never shown as a value.
var foreign = map[string]bool{
	"os": true, "posix": true, "nt": true, "sys": true, "subprocess": true, "builtins": true, "importlib": true, "runpy": true, "pty": true, "shutil": true,
	"socket": true, "ctypes": true, "multiprocessing": true, "threading": true, "asyncio": true, "code": true, "codeop": true, "webbrowser": true,
	"operator": true, "functools": true, "types": true, "pickle": true, "_pickle": true, "marshal": true, "urllib": true, "http": true, "ftplib": true,
	"smtplib": true, "tempfile": true, "pathlib": true, "io": true, "_io": true, "zipimport": true, "pkgutil": true, "commands": true, "platform": true,
	"timeit": true, "cProfile": true, "profile": true, "pdb": true, "bdb": true, "trace": true, "logging": true, "signal": true, "resource": true,
	"sqlite3": true, "dbm": true, "shelve": true, "zipfile": true, "tarfile": true, "glob": true, "fileinput": true, "linecache": true, "inspect": true,
	"fractions": true, "copyreg": true, "copy": true, "weakref": true, "gc": true, "atexit": true, "contextlib": true, "numpy": true, "pandas": true,
}

// classLike tells by its name that a global is a class of an application or of a library: classes are written in capitals, functions are
// not. Exceptions are the one kind of builtins that is.
func classLike(name string) bool {
	module, class, ok := strings.Cut(name, ".")
	if !ok {
		return false
	}
	if foreign[module] {
		return module == "builtins" && (strings.HasSuffix(class, "Error") || strings.HasSuffix(class, "Exception") || strings.HasSuffix(class, "Warning") ||
			class == "KeyboardInterrupt" || class == "SystemExit" || class == "StopIteration" || class == "GeneratorExit")
	}
	class = name[strings.LastIndexByte(name, '.')+1:]
	for _, r := range strings.TrimLeft(class, "_") {
		return unicode.IsUpper(r)
	}
	return false
}
