package value

import (
	"bytes"
	"fmt"
)

func blanks(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// stringEnd is the end of the string that begins at b[i], -1 where it has none.
func stringEnd(b []byte, i int) int {
	i++
	for {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		back := i
		for b[back-1] == '\\' { // the opening quote stops this
			back--
		}
		i++
		if (i-1-back)%2 == 0 {
			return i
		}
	}
}

// jsonEnd is the end of the value that begins at b[i] (no blanks before it), -1 where it is cut short or is none. Brackets are
// counted, not checked: what is wrong inside shows when that part is opened.
func jsonEnd(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return stringEnd(b, i)
	case '{', '[':
		depth := 0
		for i < len(b) {
			switch b[i] {
			case '"':
				if i = stringEnd(b, i); i < 0 {
					return -1
				}
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
			i++
		}
		return -1
	}
	return wordEnd(b, i)
}

// wordEnd is the end of a number or a literal.
func wordEnd(b []byte, i int) int {
	for _, w := range [...]string{"null", "true", "false"} {
		if len(b)-i >= len(w) && string(b[i:i+len(w)]) == w {
			return i + len(w)
		}
	}
	if n, k := numberEnd(b[i:]); k != Invalid {
		return i + n
	}
	return -1
}

const (
	cutShort = "truncated: the value ends too early"
	noValue  = "no JSON value here"
	badList  = "a comma or closing bracket is missing"
	badKey   = "a key in quotes and a colon are missing"
)

// jsonKind tells what begins at the first byte that is no blank; Object stands for damage.
func jsonKind(b []byte) (Kind, string) {
	i := blanks(b, 0)
	if i >= len(b) {
		return Object, cutShort
	}
	switch b[i] {
	case '{':
		return Map, ""
	case '[':
		return List, ""
	case '"':
		if stringEnd(b, i) < 0 {
			return Object, cutShort
		}
		return String, ""
	case 'n':
		if wordEnd(b, i) > 0 {
			return Null, ""
		}
	case 't', 'f':
		if wordEnd(b, i) > 0 {
			return Bool, ""
		}
	}
	if n, k := numberEnd(b[i:]); k != Invalid {
		// The whole word must be a number: "1x" is none.
		if i += n; i == len(b) || bytes.IndexByte([]byte(" \n\t\r,]}:"), b[i]) >= 0 {
			return k, ""
		}
	}
	if n := len(b) - i; n < 6 && (bytes.HasPrefix([]byte("null"), b[i:]) || bytes.HasPrefix([]byte("false"), b[i:]) || bytes.HasPrefix([]byte("true"), b[i:]) || n == 1 && b[i] == '-') {
		return Object, cutShort
	}
	return Object, noValue
}

// jsonEntries decodes one level of the list or map in b. Damage is the last child, holding all that is left.
func jsonEntries(b []byte, isMap bool) []Entry {
	var list []Entry
	i := blanks(b, 0) + 1
	for first := true; ; first = false {
		i = blanks(b, i)
		if i >= len(b) {
			return append(list, broken(b, i, cutShort, isMap))
		}
		if b[i] == ']' && !isMap || b[i] == '}' && isMap {
			return list
		}
		if !first {
			if b[i] != ',' {
				return append(list, broken(b, i, badList, isMap))
			}
			if i = blanks(b, i+1); i >= len(b) {
				return append(list, broken(b, i, cutShort, isMap))
			}
		}
		var e Entry
		if isMap {
			end := -1
			if b[i] == '"' {
				end = stringEnd(b, i)
			}
			colon := end
			if end > 0 {
				colon = blanks(b, end)
			}
			if end < 0 && b[i] == '"' || end > 0 && colon >= len(b) {
				return append(list, broken(b, i, cutShort, true))
			}
			if end < 0 || b[colon] != ':' {
				return append(list, broken(b, i, badKey, true))
			}
			e.Key = Value{kind: String, codec: JSON, raw: b[i:end]}
			i = blanks(b, colon+1)
		}
		end := jsonEnd(b, i)
		if end < 0 {
			e.Val = Stored(JSON, b[i:])
			return append(list, e)
		}
		e.Val = Stored(JSON, b[i:end])
		list = append(list, e)
		i = end
	}
}

// broken is the entry that stands for unreadable bytes in a container.
func broken(b []byte, i int, why string, isMap bool) Entry {
	i = min(i, len(b))
	e := Entry{Val: Value{kind: Object, codec: brokenJSON{why: why}, raw: b[i:]}}
	if isMap {
		e.Key = NewString("$damaged")
	}
	return e
}

// CheckJSON tells where b stops being one JSON value (NaN, Infinity and raw control characters accepted, any depth).
func CheckJSON(b []byte) error {
	i, err := checkJSON(b)
	if err == "" {
		if i = blanks(b, i); i < len(b) {
			err = "something follows the value"
		}
	}
	if err != "" {
		return fmt.Errorf("offset %d: %s", i, err)
	}
	return nil
}

// checkJSON walks one value; open brackets are a stack of bytes, never of calls.
func checkJSON(b []byte) (at int, err string) {
	var open []byte
	i := blanks(b, 0)
	for {
		if i >= len(b) {
			return i, cutShort
		}
		if c := b[i]; c == '{' || c == '[' {
			open = append(open, c+2) // its closing bracket: both lie two further
			if i = blanks(b, i+1); i < len(b) && b[i] == c+2 {
				goto closing
			}
			if c == '[' {
				continue
			}
			goto key
		}
		if end := jsonEnd(b, i); end < 0 {
			if b[i] == '"' {
				return i, cutShort
			}
			_, why := jsonKind(b[i:])
			return i, why
		} else {
			i = end
		}
	after:
		i = blanks(b, i)
		if len(open) == 0 {
			return i, ""
		}
		if i >= len(b) {
			return i, cutShort
		}
		if b[i] != ',' {
			goto closing
		}
		i = blanks(b, i+1)
		if open[len(open)-1] == ']' {
			continue
		}
	key:
		if i >= len(b) {
			return i, cutShort
		}
		if b[i] != '"' {
			return i, badKey
		}
		if end := stringEnd(b, i); end < 0 {
			return i, cutShort
		} else if i = blanks(b, end); i >= len(b) {
			return i, cutShort
		}
		if b[i] != ':' {
			return i, badKey
		}
		i = blanks(b, i+1)
		continue
	closing:
		if b[i] != open[len(open)-1] {
			return i, badList
		}
		open = open[:len(open)-1]
		i++
		goto after
	}
}
