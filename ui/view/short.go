package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/graph/value"
)

// Short says any value in one clean line of at most max cells. It looks at no more of the value than fits, so a text of
// 20 MB or a list of a million costs nothing. What a class or its form marks as secret is masked.
func Short(v value.Value, max int) string { return Env{}.Short(v, max) }

// Short is Short, with what a class hides shown where Reveal is set.
func (e Env) Short(v value.Value, max int) string {
	if max <= 0 {
		return ""
	}
	s := shorter{room: 4*max + 16, reveal: e.Reveal}
	s.value(v, 0)
	return Cut(e.clean(s.String()), max)
}

// clean makes text of a source fit to be shown: secrets masked unless revealed, control characters visible.
func (e Env) clean(s string) string {
	if !e.Reveal {
		s, _ = secret.Mask(s)
	}
	return CleanLine(s)
}

// Quoted is a text in quotes on one line, cut to max cells.
func (e Env) Quoted(s string, max int) string {
	if max <= 0 {
		return ""
	}
	if len(s) > 4*max+64 {
		s = s[:4*max+64] + "…"
	}
	return Cut(e.clean(quote(s)), max)
}

// shorter writes a value until its room (bytes) is used up.
type shorter struct {
	strings.Builder
	room   int
	reveal bool
}

func (s *shorter) full() bool { return s.Len() >= s.room }

func (s *shorter) value(v value.Value, depth int) {
	if s.full() {
		return
	}
	switch v.Kind() {
	case value.Invalid:
		s.WriteString("absent")
	case value.Null:
		s.WriteString("null")
	case value.Bool:
		s.WriteString(strconv.FormatBool(v.Truth()))
	case value.Int, value.Float:
		s.WriteString(v.Num())
	case value.String:
		s.text(v)
	case value.Bytes:
		s.bytes(v)
	case value.List:
		s.list(v, depth)
	case value.Map:
		s.mapping(v, depth)
	case value.Object:
		s.object(v, depth)
	}
}

func (s *shorter) text(v value.Value) {
	head, whole := textHead(v, s.room-s.Len()+8)
	if chip, ok := dataURL(head, v); ok {
		s.WriteString(chip)
		return
	}
	if !whole {
		s.WriteString(quote(head)[:1+len(head)] + "…")
		s.room = 0
		return
	}
	s.WriteString(quote(head))
}

// quote puts a text between double quotes, between single ones where it holds double ones.
func quote(s string) string {
	if strings.Contains(s, `"`) && !strings.Contains(s, "'") {
		return "'" + s + "'"
	}
	return `"` + s + `"`
}

func (s *shorter) bytes(v value.Value) {
	b := v.Bytes()
	s.WriteString("bytes " + byteCount(int64(len(b))))
	const shown = 8
	if len(b) > 0 {
		s.WriteByte(' ')
		for i, c := range b {
			if i == shown {
				s.WriteString("…")
				break
			}
			s.WriteString(hexByte(c))
		}
	}
}

func hexByte(c byte) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[c>>4], digits[c&15]})
}

func (s *shorter) list(v value.Value, depth int) {
	n := v.Len()
	if n == 0 {
		s.WriteString("[]")
		return
	}
	if depth == 0 {
		if todos, ok := readTodos(v); ok {
			s.WriteString(countTodos(todos, " · "))
			return
		}
	}
	if n > 1 && isMessage(v.At(0)) {
		s.WriteString(plural(n, "message"))
		return
	}
	if depth > 2 || n > 10_000 {
		s.WriteString("list " + strconv.Itoa(n))
		return
	}
	s.WriteByte('[')
	s.items(v.Entries(), depth)
	s.WriteByte(']')
}

func (s *shorter) items(entries []value.Entry, depth int) {
	for i, e := range entries {
		if i > 0 {
			s.WriteString(", ")
		}
		if s.full() {
			return
		}
		s.value(e.Val, depth+1)
	}
}

func (s *shorter) mapping(v value.Value, depth int) {
	n := v.Len()
	if chip, ok := mediaBlock(v); ok {
		s.WriteString(chip)
		return
	}
	if m, ok := graph.ReadMessage(v); ok {
		s.message(m)
		return
	}
	if n > 0 && (depth > 2 || n > 10_000) {
		s.WriteString("map " + strconv.Itoa(n))
		return
	}
	s.WriteByte('{')
	s.fields(v.Entries(), ": ", depth)
	s.WriteByte('}')
}

func (s *shorter) message(m graph.Message) {
	if room := s.room - s.Len(); room > 0 {
		s.WriteString(Env{Reveal: s.reveal}.MessageShort(m, room/4+8))
	}
}

// fields writes names and values; the separator says whether it is a map (": ") or the arguments of a class ("=").
func (s *shorter) fields(entries []value.Entry, sep string, depth int) {
	for i, e := range entries {
		if i > 0 {
			s.WriteString(", ")
		}
		if s.full() {
			return
		}
		if e.Key.Kind() == value.String {
			name := e.Name()
			if sep == ": " {
				s.WriteString(`"` + name + `"`)
			} else {
				s.WriteString(name)
			}
			s.WriteString(sep)
			if !s.reveal && hiddenUnder(name, e.Val) {
				s.WriteString(secret.Masked)
				continue
			}
		} else {
			s.value(e.Key, depth+1)
			s.WriteString(sep)
		}
		s.value(e.Val, depth+1)
	}
}

// hiddenUnder reports whether a value is a secret because of the name it has.
func hiddenUnder(name string, v value.Value) bool {
	if v.Kind() != value.String || !secret.Named(name) {
		return false
	}
	head, whole := textHead(v, 5000)
	return whole && secret.Under(head)
}
