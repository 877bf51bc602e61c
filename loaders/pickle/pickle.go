// Package pickle reads Python's pickles as data. Nothing is run, imported or called: a pickle is a program for a small machine
// with a stack, and this package follows that machine only as far as it builds plain data; where Python would call something,
// the call itself (its name, its arguments, the state set afterwards) is what there is to see.
//
// Read is all there is. It knows protocols 0 to 5. What the call would make is shown where its name alone tells (datetime, Decimal,
// a set, a numpy array, the fields of an object), as the same typed value that the other codecs make of it; anything else is an Object
// of type "pickle" that names what would have been called.
//
// Hostile input is expected. Every length is checked against the bytes at hand; one pass makes at most one node an opcode, and no
// more than nodeLimit; a structure that holds itself is cut where it comes back; one that is small and spells out to gigabytes, since
// its parts are shared, is not spelt out beyond spellLimit.
//
// The reader is our own, since github.com/kisielk/og-rek, the reader there is for Go, does not know the opcodes that objects are made
// of: BUILD, NEWOBJ, INST, OBJ, sets, POP_MARK.
package pickle

import (
	"fmt"
	"slices"

	"cptui/graph/value"
)

// Type is the type of what only running the pickle could make: a call, an imported name, a reference to something outside.
const Type = "pickle"

// Result is what a pickle holds.
type Result struct {
	Value   value.Value // Invalid where the pickle cannot be read to its end
	Imports []string    // the globals ("module.name") that unpickling would import, at most importLimit, in the order they come
	Err     error       // why it cannot be read to its end
	At      int64       // where that is
	Cut     bool        // it ends too early: the bytes are missing, not wrong
	Left    int         // bytes after its end
	Loose   []string    // classes that are shown by their fields and may be more than these, see ReadStrict
}

const (
	importLimit = 50      // imports that are listed
	nodeLimit   = 2 << 20 // values in one pickle
)

// Read follows the whole pickle. The result shares memory with raw, which must not change.
func Read(raw []byte) Result { return read(raw, false) }

// ReadStrict is for who knows that the classes in Result.Loose are more than their fields: their instances are shown as an Object of
// Type "pickle", with the class and what is set in it.
func ReadStrict(raw []byte) Result { return read(raw, true) }

func read(raw []byte, strict bool) Result {
	m := machine{r: reader{all: raw}}
	top, err := m.run()
	res := Result{Imports: m.imports, Err: err, At: int64(m.r.at)}
	if err != nil {
		res.At, res.Cut = int64(m.op), err == errShort
		return res
	}
	res.Left = len(raw) - m.r.at
	s := shower{limit: min(spellFactor*len(raw)+spellLimit, spellMost), work: workFactor*len(raw) + workLimit, strict: strict}
	res.Value, _ = s.show(top, 0)
	res.Loose = s.loose
	return res
}

// imported notes a global, once.
func (m *machine) imported(name string) {
	if len(m.imports) < importLimit && !slices.Contains(m.imports, name) {
		m.imports = append(m.imports, name)
	}
}

var errShort = fmt.Errorf("truncated: the pickle ends too early")
