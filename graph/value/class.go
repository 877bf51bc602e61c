package value

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// ClassName is the contract's name of a class as it is stored: classes that moved, and functions that make an instance.
func ClassName(stored string) string {
	switch stored {
	case "langgraph.constants.Send":
		return TypeSend
	case "re.compile", "re._compile":
		return "re.Pattern"
	case "builtins.frozenset":
		return TypeSet
	}
	return stored
}

// OneThing tells types whose entries mean something only together, so that a change in one is a change of the whole.
func OneThing(typ string) bool {
	switch typ {
	case TypeArray, TypeDamaged, TypeExt, "encrypted", "pickle":
		return true
	}
	return false
}

// OneArgument gives the entries of an instance that is stored with its class and one argument.
func OneArgument(class string, arg Value) []Entry {
	if class == "uuid.UUID" && arg.Kind() == String {
		if s, ok := dashed(arg.Str()); ok {
			arg = NewString(s)
		}
	}
	return []Entry{NamedEntry("$value", arg)}
}

// Positional gives the entries of an instance that is stored with its class and a list of arguments.
func Positional(class string, args Value) []Entry {
	list := args.Entries()
	if args.Kind() != List {
		return []Entry{NamedEntry("$value", args)}
	}
	switch {
	case class == TypeSend && len(list) == 2:
		return []Entry{NamedEntry("node", list[0].Val), NamedEntry("arg", list[1].Val)}
	case class == "re.Pattern" && len(list) == 2:
		return []Entry{NamedEntry("$value", list[0].Val), NamedEntry("flags", list[1].Val)}
	case strings.HasPrefix(class, "pathlib"):
		if s, ok := joined(list, strings.HasSuffix(class, "WindowsPath")); ok {
			return []Entry{NamedEntry("$value", NewString(s))}
		}
	case class == "datetime.timedelta" && len(list) == 3:
		if f, ok := seconds(list); ok {
			return []Entry{NamedEntry("$value", NewFloat(f))}
		}
	case class == "datetime.date" && len(list) == 3:
		y, ok1 := list[0].Val.Int64()
		m, ok2 := list[1].Val.Int64()
		d, ok3 := list[2].Val.Int64()
		if ok1 && ok2 && ok3 {
			return []Entry{NamedEntry("$value", NewString(fmt.Sprintf("%04d-%02d-%02d", y, m, d)))}
		}
	case class == "builtins.complex" && len(list) == 2:
		re, err1 := strconv.ParseFloat(list[0].Val.Num(), 64)
		im, err2 := strconv.ParseFloat(list[1].Val.Num(), 64)
		if err1 == nil && err2 == nil {
			return []Entry{NamedEntry("$repr", NewString(FormatComplex(re, im)))}
		}
	case class == "datetime.timezone" && len(list) == 2 && list[1].Val.Kind() == String:
		return []Entry{NamedEntry("$value", list[1].Val)}
	case class == "datetime.timezone" && len(list) == 1:
		if off, ok := ZoneOffset(list[0].Val); ok {
			if off == "+00:00" {
				off = ""
			}
			return []Entry{NamedEntry("$value", NewString("UTC"+off))}
		}
	}
	return []Entry{NamedEntry("$args", args)}
}

// Keywords gives the entries of an instance that is stored with its class and keywords.
func Keywords(class string, args Value) []Entry {
	if args.Kind() != Map {
		return []Entry{NamedEntry("$value", args)}
	}
	list := args.Entries()
	switch class {
	case TypeInterrupt:
		kept := list[:0:0]
		for _, e := range list { // LangGraph leaves out what an interrupt does not have
			if e.Val.Kind() != Null || e.Name() == "value" {
				kept = append(kept, e)
			}
		}
		return kept
	case "datetime.time":
		if s, ok := clock(args); ok {
			return []Entry{NamedEntry("$value", NewString(s))}
		}
	}
	for _, e := range list {
		if e.Key.Kind() != String {
			return []Entry{NamedEntry("$value", args)}
		}
	}
	return list
}

// dashed writes 32 hex digits, with or without dashes, as a UUID is read.
func dashed(s string) (string, bool) {
	d := strings.ToLower(strings.ReplaceAll(s, "-", ""))
	if len(d) != 32 || strings.Trim(d, hexDigits) != "" {
		return "", false
	}
	return d[:8] + "-" + d[8:12] + "-" + d[12:16] + "-" + d[16:20] + "-" + d[20:], true
}

// joined puts the parts of a path together; the first one may be a root, "/", "C:\\" or "\\\\server\\share\\".
func joined(parts []Entry, windows bool) (string, bool) {
	var s []string
	for _, p := range parts {
		if p.Val.Kind() != String {
			return "", false
		}
		s = append(s, p.Val.Str())
	}
	switch {
	case len(s) == 0:
		return ".", true
	case windows && (strings.HasSuffix(s[0], `\`) || strings.HasSuffix(s[0], ":")):
		return s[0] + strings.Join(s[1:], `\`), true
	case windows:
		return strings.Join(s, `\`), true
	case strings.HasSuffix(s[0], "/"):
		return s[0] + strings.Join(s[1:], "/"), true
	}
	return strings.Join(s, "/"), true
}

// seconds adds up days, seconds and microseconds, in the order in which Python rounds.
func seconds(list []Entry) (float64, bool) {
	var n [3]int64
	for i := range n {
		v, ok := list[i].Val.Int64()
		if !ok || v > 1e12 || v < -1e12 {
			return 0, false
		}
		n[i] = v
	}
	micro := new(big.Int).SetInt64(n[0]*86400 + n[1])
	micro.Mul(micro, big.NewInt(1e6)).Add(micro, big.NewInt(n[2]))
	f, _ := new(big.Rat).SetFrac(micro, big.NewInt(1e6)).Float64()
	return f, true
}

// ZoneOffset reads a timedelta (an Object of datetime.timedelta) as ±HH:MM, with seconds where there are any.
func ZoneOffset(delta Value) (string, bool) {
	v, ok := delta.Get("$value")
	if delta.Type() != "datetime.timedelta" || !ok {
		return "", false
	}
	var total float64
	if _, err := fmt.Sscan(v.Num(), &total); err != nil || total != float64(int(total)) || total < -86400 || total > 86400 {
		return "", false
	}
	n, sign := int(total), byte('+')
	if n < 0 {
		n, sign = -n, '-'
	}
	s := fmt.Sprintf("%c%02d:%02d", sign, n/3600, n%3600/60)
	if n%60 != 0 {
		s += fmt.Sprintf(":%02d", n%60)
	}
	return s, true
}

// clock writes the keywords of a datetime.time in ISO form.
func clock(args Value) (string, bool) {
	var n [4]int64
	for i, name := range [...]string{"hour", "minute", "second", "microsecond"} {
		if v, found := args.Get(name); found {
			x, ok := v.Int64()
			if !ok {
				return "", false
			}
			n[i] = x
		}
	}
	s := fmt.Sprintf("%02d:%02d:%02d", n[0], n[1], n[2])
	if n[3] != 0 {
		s += fmt.Sprintf(".%06d", n[3])
	}
	tz, found := args.Get("tzinfo")
	if !found || tz.Kind() == Null {
		return s, true
	}
	if name, _ := tz.Get("$value"); tz.Type() == "zoneinfo.ZoneInfo" && IsUTC(name.Str()) {
		return s + "+00:00", true
	}
	delta, ok := zoneDelta(tz)
	if !ok {
		return "", false
	}
	off, ok := ZoneOffset(delta)
	return s + off, ok
}

// IsUTC tells the names of the time zone that is UTC at any date, so that a time without a date has an offset in it.
func IsUTC(zone string) bool {
	switch zone {
	case "UTC", "Etc/UTC", "UCT", "Etc/UCT", "Zulu", "Etc/Zulu", "Universal", "Etc/Universal", "GMT", "Etc/GMT", "GMT0", "Etc/GMT0", "Greenwich", "Etc/Greenwich":
		return true
	}
	return false
}

// zoneDelta is the timedelta that a stored datetime.timezone was made of, which its own entries no longer show.
func zoneDelta(tz Value) (Value, bool) {
	c, ok := tz.codec.(interface{ Arguments([]byte) (Value, bool) })
	if !ok || tz.Type() != "datetime.timezone" {
		return Value{}, false
	}
	args, ok := c.Arguments(tz.raw)
	if !ok {
		return Value{}, false
	}
	return args.At(0), true
}

// Arguments turns the entries of an instance back into the arguments of its constructor: the reverse of OneArgument and
// Positional, for the classes that have another form there.
func Arguments(v Value) ([]Value, error) {
	typ := v.Type()
	if list, ok := v.Get("$args"); ok {
		var out []Value
		for _, e := range list.Entries() {
			out = append(out, e.Val)
		}
		return out, nil
	}
	if items, ok := v.Get("$items"); ok {
		return []Value{items}, nil
	}
	val, ok := v.Get("$value")
	switch {
	case typ == TypeSend:
		node, ok1 := v.Get("node")
		arg, ok2 := v.Get("arg")
		if !ok1 || !ok2 || node.Kind() != String {
			return nil, fmt.Errorf("a Send has a node (text) and an arg")
		}
		return []Value{node, arg}, nil
	case !ok:
		return nil, fmt.Errorf("%s has no $value", typ)
	case typ == "re.Pattern":
		flags, ok := v.Get("flags")
		if !ok {
			flags = NewInt(0)
		}
		return []Value{val, flags}, nil
	case strings.HasPrefix(typ, "pathlib"):
		if val.Kind() != String {
			return nil, fmt.Errorf("a path is text")
		}
		return pathParts(val.Str()), nil
	case typ == "datetime.timedelta":
		return deltaParts(val)
	case typ == "datetime.date":
		t, err := time.Parse("2006-01-02", val.Str())
		if err != nil {
			return nil, fmt.Errorf("%q is no date (YYYY-MM-DD)", val.Str())
		}
		return []Value{NewInt(int64(t.Year())), NewInt(int64(t.Month())), NewInt(int64(t.Day()))}, nil
	case typ == "uuid.UUID":
		s, ok := dashed(val.Str())
		if !ok {
			return nil, fmt.Errorf("%q is no UUID", val.Str())
		}
		return []Value{NewString(strings.ReplaceAll(s, "-", ""))}, nil
	}
	return []Value{val}, nil
}

// pathParts splits a path as pathlib does.
func pathParts(s string) []Value {
	var out []Value
	switch {
	case strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "///"): // two slashes are a root of their own
		out = append(out, NewString("//"))
	case strings.HasPrefix(s, "/"):
		out = append(out, NewString("/"))
	}
	for _, p := range strings.Split(s, "/") {
		if p != "" && p != "." {
			out = append(out, NewString(p))
		}
	}
	return out
}

// deltaParts splits total seconds into the days, seconds and microseconds that Python keeps.
func deltaParts(v Value) ([]Value, error) {
	r, ok := new(big.Rat).SetString(v.Num())
	if !ok || len(v.Num()) > 40 {
		return nil, fmt.Errorf("a timedelta is a number of seconds")
	}
	f, _ := r.Float64()
	if f > 1e14 || f < -1e14 {
		return nil, fmt.Errorf("a timedelta of %s seconds is too long", v.Num())
	}
	micro := int64(math.Floor(f))*1e6 + int64(math.Round((f-math.Floor(f))*1e6))
	day, rest := micro/86400e6, micro%86400e6
	if rest < 0 {
		day, rest = day-1, rest+86400e6
	}
	return []Value{NewInt(day), NewInt(rest / 1e6), NewInt(rest % 1e6)}, nil
}
