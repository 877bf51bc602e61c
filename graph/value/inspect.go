package value

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Fault is damage or oddity found inside a value.
type Fault struct {
	Code    string // "unknown-ext", "blob-truncated", "blob-garbage", "blob-trailing", "bad-utf8"
	Offset  int64  // in the blob
	Message string
}

// Sounder is what a Codec may be as well: it tells quickly that there is no fault in a value. False says nothing.
type Sounder interface{ Sound(raw []byte) bool }

// Inspect walks the whole value and lists its faults, at most limit (0: no limit). A truncated or unreadable part is told
// once, where it lies; bytes after the value are told for the root only.
func Inspect(v Value, limit int) []Fault {
	if c, ok := v.codec.(Sounder); ok && c.Sound(v.raw) {
		return nil
	}
	w := inspector{limit: limit}
	w.walk(v, 0)
	if v.codec != nil && !w.cut {
		if n, ok := v.codec.Span(v.raw); ok {
			rest := v.raw[n:]
			if v.codec.Name() == "json" {
				rest = rest[blanks(rest, 0):]
			}
			if len(rest) > 0 {
				w.add("blob-trailing", v.Offset()+int64(n), fmt.Sprintf("%d bytes left over after the value", len(rest)))
			}
		}
	}
	return w.list
}

type inspector struct {
	list  []Fault
	limit int
	cut   bool // damage was met
}

func (w *inspector) add(code string, at int64, message string) {
	if !w.full() {
		w.list = append(w.list, Fault{Code: code, Offset: at, Message: message})
	}
}

func (w *inspector) full() bool { return w.limit > 0 && len(w.list) >= w.limit }

func (w *inspector) walk(v Value, depth int) {
	if w.full() {
		return
	}
	switch v.kind {
	case String:
		if s := v.content(); !utf8.ValidString(s) {
			w.add("bad-utf8", v.Offset(), "text with bytes that are no UTF-8 (or half a surrogate pair)")
		}
		return
	case List, Map, Object:
	default:
		return
	}
	if depth > MaxDepth {
		w.add("blob-garbage", v.Offset(), fmt.Sprintf("nested deeper than %d levels", MaxDepth))
		return
	}
	list := v.Entries()
	switch typ := v.Type(); typ {
	case TypeDamaged:
		w.cut = true
		why, _ := v.Get("error")
		code := "blob-garbage"
		if strings.HasPrefix(why.Str(), "truncated") {
			code = "blob-truncated"
		}
		at := v.Offset()
		if n, ok := v.Get("offset"); ok {
			if x, ok := n.Int64(); ok {
				at = x
			}
		}
		w.add(code, at, why.Str())
		return
	case TypeExt:
		code, _ := v.Get("code")
		data, _ := v.Get("$value")
		w.add("unknown-ext", v.Offset(), fmt.Sprintf("extension %s of %d bytes is not known", code.Num(), data.Len()))
		return
	case TypeArray:
		if _, ok := v.Get("$value"); !ok {
			dtype, _ := v.Get("dtype")
			w.add("unknown-type", v.Offset(), "array of "+dtype.Str()+" cannot be read")
			return
		}
		if m, _ := v.Get("$value"); m.Type() == TypeDamaged {
			w.walk(m, depth+1)
		}
		return
	}
	for _, e := range list {
		w.walk(e.Key, depth+1)
		w.walk(e.Val, depth+1)
	}
}
