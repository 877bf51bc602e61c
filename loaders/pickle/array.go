package pickle

import (
	"fmt"
	"strconv"
	"strings"

	"cptui/graph/value"
	"cptui/loaders/numpy"
)

// numpy shows arrays, single numbers and element types.
func (s *shower) numpy(n *node, name string, depth int) (value.Value, bool) {
	args := n.call.args
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "_reconstruct": // and then the state: version, shape, type, whether columns come first, the elements
		if len(n.call.states) != 1 || args.arg(0).name() != "numpy.ndarray" {
			return value.Value{}, false
		}
		state := n.call.states[0]
		if len(state.items) == 5 {
			state = &node{kind: tuple, items: state.items[1:]}
		}
		if len(state.items) != 4 {
			return value.Value{}, false
		}
		order := "C"
		if first := state.items[2]; first.kind == boolean && first.text == "true" || first.kind == integer && first.text == "1" {
			order = "F"
		}
		return s.array(n, state.items[1], state.items[0], order, state.items[3], depth)
	case "_frombuffer":
		if len(args.items) != 4 {
			return value.Value{}, false
		}
		return s.array(n, args.items[1], args.items[2], args.items[3].text, args.items[0], depth)
	case "scalar":
		dtype, _, ok := s.elementType(args.arg(0))
		buf, isBytes := s.bytesOf(args.arg(1))
		if !ok || !isBytes {
			return value.Value{}, false
		}
		v, ok := numpy.Scalar(dtype, shared(buf))
		n.weight += len(buf)
		return object(named("call", value.NewString("numpy."+scalarName(dtype))), named("dtype", value.NewString(dtype)), named("value", v)), ok
	case "dtype":
		if dtype, fields, ok := s.elementType(n); ok {
			list := []value.Entry{named("$value", value.NewString(dtype))}
			if len(fields) > 0 {
				list = append(list, named("fields", value.NewMap(fields)))
			}
			return value.NewObject("numpy.dtype", list), true
		}
	}
	return value.Value{}, false
}

// array shows an array of the parts that it is pickled as.
func (s *shower) array(n, of, dims *node, order string, content *node, depth int) (value.Value, bool) {
	dtype, fields, ok := s.elementType(of)
	if !ok || dims.kind != tuple && dims.kind != list {
		return value.Value{}, false
	}
	shape := s.child(n, dims, depth)
	parts := []value.Entry{named("dtype", value.NewString(dtype)), named("shape", shape)}
	buf, isBytes := s.bytesOf(content)
	switch {
	case isBytes:
		n.weight += len(buf)
		parts = numpy.Entries(dtype, shape, order, shared(buf))
	case content.kind == list: // objects, row by row whatever the order
		v, ok := rows(s.children(n, content.items, depth), dims.items)
		if !ok {
			return value.Value{}, false
		}
		parts = append(parts, named("$value", v))
	default:
		parts = append(parts, named("data", s.child(n, content, depth)))
	}
	if len(fields) > 0 {
		parts = append(parts, named("fields", value.NewMap(fields)))
	}
	return value.NewObject(value.TypeArray, parts), true
}

// rows folds a flat list by the lengths of its dimensions; false where they do not fit.
func rows(flat []value.Value, dims []*node) (value.Value, bool) {
	if len(dims) == 0 {
		if len(flat) != 1 {
			return value.Value{}, false
		}
		return flat[0], true
	}
	n, err := strconv.Atoi(dims[0].text)
	if dims[0].kind != integer || err != nil || n < 0 || n > len(flat) || len(dims) > 64 {
		return value.Value{}, false
	}
	if n == 0 {
		return value.NewList(nil), len(flat) == 0
	}
	each := len(flat) / n
	if each*n != len(flat) {
		return value.Value{}, false
	}
	out := make([]value.Value, n)
	for i := range out {
		var ok bool
		if out[i], ok = rows(flat[i*each:(i+1)*each], dims[1:]); !ok {
			return value.Value{}, false
		}
	}
	return value.NewList(out), true
}

// elementType reads a pickled dtype as numpy writes it ("<f8", "<M8[ns]", "|V12"), with the fields of a structured one.
func (s *shower) elementType(n *node) (dtype string, fields []value.Entry, ok bool) {
	dtype, state, ok := s.elementName(n)
	names, table := state.arg(3), state.arg(4)
	if !ok || names == nil || table == nil || table.kind != dict || len(names.items) > fieldLimit {
		return dtype, nil, ok
	}
	for _, name := range names.items {
		sub, _, ok := s.elementName(table.get(name.text).arg(0))
		if !ok {
			sub = "?"
		}
		fields = append(fields, named(name.text, value.NewString(sub)))
	}
	return dtype, fields, true
}

// fieldLimit is how many fields of a structured type are named.
const fieldLimit = 100

// elementName reads the type alone; state is all that is pickled of it.
func (s *shower) elementName(n *node) (dtype string, state *node, ok bool) {
	if n == nil || n.kind != call || n.call.fn.name() != "numpy.dtype" || !n.call.args.arg(0).isText() {
		return "", nil, false
	}
	dtype = n.call.args.items[0].text
	if len(n.call.states) == 0 {
		return dtype, nil, true
	}
	state = n.call.states[len(n.call.states)-1]
	if order := state.arg(1); order.isText() {
		dtype = order.text + dtype
	}
	if strings.HasPrefix(dtype, "|O") {
		dtype = "|O"
	}
	if unit := state.arg(8).arg(1); unit != nil { // of a datetime64: (unit, multiple, …)
		name, ok := s.bytesOf(unit.arg(0))
		if !ok && unit.arg(0).isText() {
			name, ok = unit.arg(0).text, true
		}
		if times := unit.arg(1); ok && name != "generic" && times != nil && times.kind == integer {
			many := times.text
			if many == "1" {
				many = ""
			}
			dtype += "[" + many + name + "]"
		}
	}
	return dtype, state, true
}

// scalarName is the class of a single number of the type.
func scalarName(dtype string) string {
	base := strings.TrimLeft(dtype, "<>|=")
	if base == "" {
		return "generic"
	}
	size, _ := strconv.Atoi(strings.TrimLeft(base, "biufcMmUSV"))
	switch base[0] {
	case 'b':
		return "bool"
	case 'i':
		return fmt.Sprintf("int%d", size*8)
	case 'u':
		return fmt.Sprintf("uint%d", size*8)
	case 'f':
		return fmt.Sprintf("float%d", size*8)
	case 'c':
		return fmt.Sprintf("complex%d", size*8)
	case 'M':
		return "datetime64"
	case 'm':
		return "timedelta64"
	case 'U':
		return "str_"
	case 'S':
		return "bytes_"
	}
	return "void"
}
