// Package plain prints, without a screen: rows of ui/view as lines of text, and the same facts as JSON.
//
// Text is what a person reads, in a terminal or a pipe; the functions whose names end in JSON give what a program reads, one
// object or one object a line, each with schema_version first. Nothing is worked out here: status, due tasks, proof and faults
// come from graph, so that the text, the JSON and the screen cannot say different things.
//
// Secrets are masked in both unless reveal is asked for; the one exception is StateJSON, which an editor gets and gives back.
package plain

import (
	"strconv"
	"time"

	"cptui/graph/value"
)

// schemaVersion is the first key of every top-level object. It grows when a key changes its meaning or goes.
const schemaVersion = 1

// enc writes JSON with its keys in the order of the calls, which encoding/json gives for structs only, and takes state
// values as they are stored: numbers keep their text. Strings are made valid UTF-8 by package value.
type enc struct {
	b      []byte
	reveal bool
}

// sep puts the comma before an element or a key where one is due.
func (e *enc) sep() {
	if n := len(e.b); n > 0 {
		switch e.b[n-1] {
		case '{', '[', ':', ',', '\n':
		default:
			e.b = append(e.b, ',')
		}
	}
}

func (e *enc) open(c byte)  { e.sep(); e.b = append(e.b, c) }
func (e *enc) close(c byte) { e.b = append(e.b, c) }

func (e *enc) key(k string) {
	e.sep()
	e.b = value.AppendString(e.b, k)
	e.b = append(e.b, ':')
}

func (e *enc) str(s string) { e.sep(); e.b = value.AppendString(e.b, s) }
func (e *enc) num(n int64)  { e.sep(); e.b = strconv.AppendInt(e.b, n, 10) }
func (e *enc) null()        { e.sep(); e.b = append(e.b, "null"...) }
func (e *enc) bool(v bool)  { e.sep(); e.b = strconv.AppendBool(e.b, v) }

// strOrNull writes "" as null: nothing is known.
func (e *enc) strOrNull(s string) {
	if s == "" {
		e.null()
		return
	}
	e.str(s)
}

// val writes a value as the typed JSON of the contract, an Invalid one as null.
func (e *enc) val(v value.Value) {
	if v.Kind() == value.Invalid {
		e.null()
		return
	}
	e.sep()
	e.b = value.AppendJSON(e.b, v, value.JSONOptions{Reveal: e.reveal})
}

// strsOrNull writes no list as null: it is not known.
func (e *enc) strsOrNull(list []string) {
	if list == nil {
		e.null()
		return
	}
	e.strs(list)
}

func (e *enc) strs(list []string) {
	e.open('[')
	for _, s := range list {
		e.str(s)
	}
	e.close(']')
}

func (e *enc) vals(list []value.Value) {
	e.open('[')
	for _, v := range list {
		e.val(v)
	}
	e.close(']')
}

// path writes a task path: strings, numbers, booleans and lists of them.
func (e *enc) path(p []any) {
	e.open('[')
	for _, x := range p {
		switch x := x.(type) {
		case string:
			e.str(x)
		case bool:
			e.bool(x)
		case int:
			e.num(int64(x))
		case int64:
			e.num(x)
		case []any:
			e.path(x)
		default:
			e.null()
		}
	}
	e.close(']')
}

// time writes RFC 3339 in UTC with the precision the time has; null for the zero time.
func (e *enc) time(t time.Time) {
	if t.IsZero() {
		e.null()
		return
	}
	e.str(t.UTC().Format(time.RFC3339Nano))
}

// top opens a top-level object with its schema version.
func (e *enc) top() {
	e.open('{')
	e.key("schema_version")
	e.num(schemaVersion)
}

// end closes a top-level object and its line.
func (e *enc) end() {
	e.close('}')
	e.b = append(e.b, '\n')
}
