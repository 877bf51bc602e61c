package pickle

import (
	"math/big"
	"net/netip"
	"strconv"
	"strings"

	"cptui/graph/value"
)

// known shows calls of the standard library and numpy whose result is known: what the other codecs show too, in the same form.
func (s *shower) known(n *node, depth int) (value.Value, bool) {
	c := n.call
	name, args := c.fn.name(), c.args
	if args.kind != tuple || c.kwargs != nil {
		return value.Value{}, false
	}
	typed := func(typ string, list ...value.Entry) (value.Value, bool) { return value.NewObject(typ, list), true }
	argList := func() value.Value { return value.NewList(s.children(n, args.items, depth)) }
	switch name {
	case "collections.defaultdict", "collections.OrderedDict", "collections.Counter", "builtins.dict":
		return s.mapping(n, depth)
	case "collections.deque":
		items := n.items
		if first := args.arg(0); first != nil && (first.kind == list || first.kind == tuple) {
			items = append(append([]*node(nil), first.items...), items...)
		}
		return typed(name, named("$value", value.NewList(s.children(n, items, depth))))
	case "builtins.set", "builtins.frozenset", "builtins.list", "builtins.tuple":
		items := n.items
		if first := args.arg(0); first != nil {
			if first.kind != list && first.kind != tuple && first.kind != set {
				return value.Value{}, false
			}
			items = append(append([]*node(nil), first.items...), items...)
		}
		all := value.NewList(s.children(n, items, depth))
		if strings.HasSuffix(name, "set") {
			return typed(value.TypeSet, named("$value", all))
		}
		return all, true
	case "builtins.bytes", "builtins.bytearray", "_codecs.encode":
		b, ok := s.content(n)
		n.weight += len(b)
		return value.NewBytes(shared(b)), ok
	case "builtins.complex":
		if len(args.items) == 2 {
			list := value.Positional(name, argList())
			return value.NewObject(name, list), list[0].Name() == "$repr"
		}
	case "uuid.UUID":
		if id, ok := uuidOf(n); ok {
			return typed(name, named("$value", value.NewString(id)))
		}
	case "ipaddress.IPv4Address", "ipaddress.IPv6Address":
		if a := args.arg(0); a != nil && a.kind == integer {
			if ip, ok := address(a.text, name == "ipaddress.IPv6Address"); ok {
				return typed(name, named("$value", value.NewString(ip)))
			}
		}
	case "re._compile", "re.compile":
		typ := value.ClassName(name)
		return value.NewObject(typ, value.Positional(typ, argList())), true
	case "datetime.timedelta", "datetime.timezone":
		return value.NewObject(name, value.Positional(name, argList())), true
	case "datetime.datetime", "datetime.date", "datetime.time":
		return s.moment(n, name, depth)
	case "zoneinfo.ZoneInfo._unpickle", "zoneinfo.ZoneInfo":
		if key := args.arg(0); key.isText() {
			return typed("zoneinfo.ZoneInfo", named("$value", value.NewString(key.text)))
		}
	case "builtins.getattr":
		if of := n.name(); of != "" {
			return object(named("attribute", value.NewString(of))), true
		}
	}
	switch {
	case strings.HasPrefix(name, "pathlib.") && (strings.HasSuffix(name, "Path")):
		return value.NewObject(name, value.Positional(name, argList())), true
	case strings.HasPrefix(name, "numpy."):
		return s.numpy(n, name, depth)
	case strings.HasPrefix(name, "pandas."):
		return s.pandas(n, name, depth)
	}
	return value.Value{}, false
}

// mapping shows a dict with manners as the dict that it is.
func (s *shower) mapping(n *node, depth int) (value.Value, bool) {
	pairs := n.pairs
	for _, a := range n.call.args.items {
		switch {
		case a.kind == dict:
			pairs = append(append([]*node(nil), a.pairs...), pairs...)
		case a.kind == list: // OrderedDict of protocol 0: a list of pairs
			for _, p := range a.items {
				if p.arg(0) == nil || p.arg(1) == nil || len(p.items) != 2 {
					return value.Value{}, false
				}
				pairs = append(pairs[:len(pairs):len(pairs)], p.items...)
			}
		}
	}
	return value.NewMap(s.entries(n, pairs, depth)), true
}

// content is the bytes that a call of bytes, bytearray or _codecs.encode makes.
func (s *shower) content(n *node) (string, bool) {
	args := n.call.args
	switch first := args.arg(0); {
	case first == nil:
		return "", n.call.fn.name() != "_codecs.encode"
	case first.kind == bin && len(args.items) == 1:
		return first.text, true
	case first.kind == call && len(args.items) == 1 && first.call.fn.name() == "_codecs.encode" && first.call.args.kind == tuple:
		return s.content(first) // bytes of protocols 0 to 2, of which a bytearray is made
	case first.kind == str && len(args.items) == 2 && args.items[1].isText():
		switch args.items[1].text {
		case "latin1", "latin-1":
			if s.work -= len(first.text); s.work < 0 {
				return "", false
			}
			var out []byte
			for _, r := range first.text {
				if r > 0xff {
					return "", false
				}
				out = append(out, byte(r))
			}
			return string(out), true
		case "utf-8", "utf8", "ascii":
			return first.text, true
		}
	}
	return "", false
}

// bytesOf is the content of bytes however they are written.
func (s *shower) bytesOf(n *node) (string, bool) {
	switch {
	case n == nil:
		return "", false
	case n.kind == bin:
		return n.text, true
	case n.kind == call && n.call.args.kind == tuple && (n.call.fn.name() == "_codecs.encode" || n.call.fn.name() == "builtins.bytearray" || n.call.fn.name() == "builtins.bytes"):
		return s.content(n)
	}
	return "", false
}

// uuidOf reads the one number that a UUID is pickled as.
func uuidOf(n *node) (string, bool) {
	if len(n.call.states) != 1 {
		return "", false
	}
	num := n.call.states[0].get("int")
	if num == nil || num.kind != integer {
		return "", false
	}
	i, ok := new(big.Int).SetString(num.text, 10)
	if !ok || i.Sign() < 0 || i.BitLen() > 128 {
		return "", false
	}
	h := i.Text(16)
	h = strings.Repeat("0", 32-len(h)) + h
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:], true
}

// address writes the number of an IP address.
func address(digits string, six bool) (string, bool) {
	if !six {
		u, err := strconv.ParseUint(digits, 10, 32)
		return netip.AddrFrom4([4]byte{byte(u >> 24), byte(u >> 16), byte(u >> 8), byte(u)}).String(), err == nil
	}
	i, ok := new(big.Int).SetString(digits, 10)
	if !ok || i.Sign() < 0 || i.BitLen() > 128 {
		return "", false
	}
	var b [16]byte
	return netip.AddrFrom16([16]byte(i.FillBytes(b[:]))).String(), true
}
