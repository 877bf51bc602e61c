package value

import (
	"fmt"
	"strconv"
	"strings"
)

// Path is a jq path: .plan.steps[1].status, .["odd name"], .messages[-1].
type Path []Step

// Step is one part of a Path: a name, or an index where IsIndex is true (negative: from the end).
type Step struct {
	Name    string
	Index   int
	IsIndex bool
}

// ParsePath reads a jq path. "." and "" are the root; the first dot may be left out.
func ParsePath(s string) (Path, error) {
	var p Path
	bad := func(at int, why string) (Path, error) {
		return nil, fmt.Errorf("path %q: %s at offset %d (as in .plan.steps[1].status, .[\"odd name\"], .messages[-1])", s, why, at)
	}
	if s == "." {
		return nil, nil
	}
	for i := 0; i < len(s); {
		dot := s[i] == '.'
		if dot {
			i++
		}
		if i == len(s) {
			return bad(i, "a name is missing")
		}
		switch c := s[i]; {
		case c == '[':
			end := strings.IndexByte(s[i:], ']')
			if i+1 < len(s) && s[i+1] == '"' {
				stop := stringEnd([]byte(s), i+1)
				if stop < 0 || stop >= len(s) || s[stop] != ']' {
					return bad(i, "the bracket is not closed")
				}
				p = append(p, Step{Name: unquote([]byte(s[i+1 : stop]))})
				i = stop + 1
				continue
			}
			if end < 0 {
				return bad(i, "the bracket is not closed")
			}
			n, err := strconv.Atoi(s[i+1 : i+end])
			if err != nil {
				return bad(i+1, "an index or a quoted name is missing")
			}
			p = append(p, Step{Index: n, IsIndex: true})
			i += end + 1
		case c == '"':
			stop := stringEnd([]byte(s), i)
			if stop < 0 || !dot && i > 0 {
				return bad(i, "the quote is not closed")
			}
			p = append(p, Step{Name: unquote([]byte(s[i:stop]))})
			i = stop
		case !dot && i > 0:
			return bad(i, "a dot or bracket is missing")
		default:
			end := strings.IndexAny(s[i:], ".[\"")
			if end < 0 {
				end = len(s) - i
			}
			if end == 0 {
				return bad(i, "a name is missing")
			}
			p = append(p, Step{Name: s[i : i+end]})
			i += end
		}
	}
	return p, nil
}

// String writes the path so that ParsePath and jq read it.
func (p Path) String() string {
	if len(p) == 0 {
		return "."
	}
	var b []byte
	for i, s := range p {
		switch {
		case s.IsIndex:
			if i == 0 {
				b = append(b, '.')
			}
			b = append(strconv.AppendInt(append(b, '['), int64(s.Index), 10), ']')
		case identifier(s.Name):
			b = append(append(b, '.'), s.Name...)
		default:
			if i == 0 {
				b = append(b, '.')
			}
			b = append(appendExact(append(b, '['), s.Name), ']')
		}
	}
	return string(b)
}

func identifier(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if !(c >= 'a' && c <= 'z' || s[i] == '_' || i > 0 && s[i] >= '0' && s[i] <= '9') {
			return false
		}
	}
	return s != ""
}

// In follows the path; false where it ends before.
func (p Path) In(v Value) (Value, bool) {
	for _, s := range p {
		list := v.Entries()
		i := s.find(v.kind, list)
		if i < 0 || i >= len(list) {
			return Value{}, false
		}
		v = list[i].Val
	}
	return v, true
}

// find gives the place of the step in a container's entries: -1 where it can be nowhere, len(list) for a new last item or name.
func (s Step) find(k Kind, list []Entry) int {
	switch {
	case k == List && s.IsIndex:
		i := s.Index
		if i < 0 {
			i += len(list)
		}
		if i < 0 || i > len(list) {
			return -1
		}
		return i
	case k == Map && s.IsIndex: // a map with numbers for keys
		for i := len(list) - 1; i >= 0; i-- {
			if key := list[i].Key; key.kind == Int && key.content() == strconv.Itoa(s.Index) {
				return i
			}
		}
		return len(list)
	case (k == Map || k == Object) && !s.IsIndex:
		for i := len(list) - 1; i >= 0; i-- {
			if key := list[i].Key; key.kind == String && key.content() == s.Name {
				return i
			}
		}
		return len(list)
	}
	return -1
}
