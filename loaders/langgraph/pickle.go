package langgraph

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"cptui/graph"
	"cptui/graph/value"
)

// pickle shows a pickled value without running it: its size and what unpickling would import, which is what a person has to
// know before anything else opens it.
func (o *opened) pickle(raw []byte, what string) value.Value {
	imports := pickleImports(raw)
	message := fmt.Sprintf("%s is a pickle (%d bytes), which is never run", what, len(raw))
	entries := []value.Entry{value.NamedEntry("bytes", value.NewInt(int64(len(raw))))}
	if len(imports) > 0 {
		var list []value.Value
		for _, i := range imports {
			list = append(list, value.NewString(i))
		}
		entries = append(entries, value.NamedEntry("imports", value.NewList(list)))
		message += fmt.Sprintf("; it would import %s", imports[0])
		if n := len(imports) - 1; n > 0 {
			message += fmt.Sprintf(" and %d more", n)
		}
	}
	o.fault("pickle", graph.Info, -1, message)
	return value.NewObject("pickle", entries)
}

// importLimit bounds how many imports are listed.
const importLimit = 50

// pickleImports walks the opcodes of a pickle and lists the globals ("module.name") that it names. It stops where the bytes
// are no pickle any more.
func pickleImports(raw []byte) (imports []string) {
	var stack [2]string // the last two texts pushed, for STACK_GLOBAL
	memo := map[uint64]string{}
	push := func(s string) { stack[0], stack[1] = stack[1], s }
	add := func(module, name string) {
		if full := module + "." + name; len(imports) < importLimit && !slices.Contains(imports, full) {
			imports = append(imports, full)
		}
	}
	r := opReader{raw}
	for {
		op, ok := r.take(1)
		if !ok {
			return imports
		}
		switch op[0] {
		case '.':
			return imports
		case 'c', 'i': // GLOBAL, INST
			module, ok1 := r.line()
			name, ok2 := r.line()
			if !ok1 || !ok2 {
				return imports
			}
			add(module, name)
		case 0x93: // STACK_GLOBAL
			add(stack[0], stack[1])
		case 0x8c, 'U', 'C', 0x8a: // one byte of length
			if s, ok := r.sized(1); ok && op[0] == 0x8c {
				push(s)
			}
		case 'X', 'T', 'B', 0x8b: // four
			if s, ok := r.sized(4); ok && op[0] == 'X' {
				push(s)
			}
		case 0x8d, 0x8e, 0x96: // eight
			if s, ok := r.sized(8); ok && op[0] == 0x8d {
				push(s)
			}
		case 'V': // UNICODE
			if s, ok := r.line(); ok {
				push(s)
			}
		case 'I', 'L', 'F', 'S', 'P', 'g', 'p':
			r.line()
		case 0x94: // MEMOIZE
			memo[uint64(len(memo))] = stack[1]
		case 'q', 'h': // BINPUT, BINGET
			if b, ok := r.take(1); ok {
				if op[0] == 'q' {
					memo[uint64(b[0])] = stack[1]
				} else if s, ok := memo[uint64(b[0])]; ok {
					push(s)
				}
			}
		case 'r', 'j':
			if b, ok := r.take(4); ok {
				at := uint64(binary.LittleEndian.Uint32(b))
				if op[0] == 'r' {
					memo[at] = stack[1]
				} else if s, ok := memo[at]; ok {
					push(s)
				}
			}
		case 0x80, 'K', 0x82: // PROTO, BININT1, EXT1
			r.take(1)
		case 'M', 0x83:
			r.take(2)
		case 'J', 0x84:
			r.take(4)
		case 'G', 0x95: // BINFLOAT, FRAME
			r.take(8)
		}
	}
}

// opReader takes bytes off the front of a pickle.
type opReader struct{ rest []byte }

func (r *opReader) take(n int) ([]byte, bool) {
	if n > len(r.rest) {
		r.rest = nil
		return nil, false
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b, true
}

// sized reads a text whose length comes in width bytes before it.
func (r *opReader) sized(width int) (string, bool) {
	b, ok := r.take(width)
	if !ok {
		return "", false
	}
	var eight [8]byte
	copy(eight[:], b)
	n := binary.LittleEndian.Uint64(eight[:])
	if n > uint64(len(r.rest)) {
		r.rest = nil
		return "", false
	}
	s, ok := r.take(int(n))
	return string(s), ok
}

func (r *opReader) line() (string, bool) {
	k := bytes.IndexByte(r.rest, '\n')
	if k < 0 {
		r.rest = nil
		return "", false
	}
	s := string(r.rest[:k])
	r.rest = r.rest[k+1:]
	return s, true
}
