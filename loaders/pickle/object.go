package pickle

import "strings"

// moved are names of Python 2 under which protocols 0 to 2 write builtins.
var moved = map[string]string{"__builtin__": "builtins", "copy_reg": "copyreg", "exceptions": "builtins"}

// object carries out the opcodes that import and call. Nothing is imported or called: the nodes say what would have been.
func (m *machine) object(op byte) error {
	switch op {
	case 'c', 'i':
		module, err := m.r.line()
		if err != nil {
			return err
		}
		name, err := m.r.line()
		if err != nil {
			return err
		}
		fn := m.global(string(module), string(name))
		if op == 'c' {
			return m.push(fn)
		}
		args, err := m.popMark()
		if err != nil {
			return err
		}
		return m.make(node{kind: call, call: &callOf{fn: fn, args: &node{kind: tuple, items: args}}})
	case 0x93:
		names, err := m.popN(2)
		if err != nil {
			return err
		}
		if names[0].kind != str || names[1].kind != str {
			return errStack
		}
		return m.push(m.global(names[0].text, names[1].text))
	case 'o':
		items, err := m.popMark()
		if err != nil || len(items) == 0 {
			return errStack
		}
		return m.make(node{kind: call, call: &callOf{fn: items[0], args: &node{kind: tuple, items: items[1:]}}})
	case 'R', 0x81:
		two, err := m.popN(2)
		if err != nil {
			return err
		}
		return m.make(node{kind: call, call: called(callOf{fn: two[0], args: two[1], isNew: op == 0x81})})
	case 0x92:
		three, err := m.popN(3)
		if err != nil {
			return err
		}
		return m.make(node{kind: call, call: &callOf{fn: three[0], args: three[1], kwargs: three[2], isNew: true}})
	}
	state, err := m.pop() // BUILD
	if err != nil {
		return err
	}
	n, err := m.top()
	if err != nil || n.kind != call {
		return errStack
	}
	n.call.states = append(n.call.states, state)
	return nil
}

// called turns the helpers of copyreg into what they stand for: an instance made without its constructor.
func called(c callOf) *callOf {
	if c.isNew || c.args.kind != tuple || len(c.args.items) == 0 {
		return &c
	}
	first, rest := c.args.items[0], c.args.items[1:]
	switch {
	case c.fn.name() == "copyreg._reconstructor" && len(rest) == 2 && rest[0].name() == "builtins.object":
		return &callOf{fn: first, args: emptyTuple, isNew: true}
	case c.fn.name() == "copyreg._reconstructor" && len(rest) == 2:
		return &callOf{fn: first, args: &node{kind: tuple, items: rest[1:]}, isNew: true}
	case c.fn.name() == "copyreg.__newobj__":
		return &callOf{fn: first, args: &node{kind: tuple, items: rest}, isNew: true}
	case c.fn.name() == "copyreg.__newobj_ex__" && len(rest) == 2:
		return &callOf{fn: first, args: rest[0], kwargs: rest[1], isNew: true}
	}
	return &c
}

func (m *machine) global(module, name string) *node {
	if now, ok := moved[module]; ok && m.proto < 3 {
		module = now
	}
	full := strings.ToValidUTF8(module+"."+name, "\ufffd")
	m.imported(full)
	return &node{kind: global, text: full}
}
